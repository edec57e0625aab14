// Scenarios of the platformer's pages: node levels.mjs NAME LINK [ARGUMENTS]. The last line of the output is JSON.

import { createInterface } from "node:readline/promises";
import { address, rendered, visit } from "./browser.mjs";
import { sweepPage } from "./layout.mjs";
import { typeRun, walkOf } from "./walking.mjs";

const WIDE = 1280;
const NARROW = 390;

/** Content of a level's canvas. */
async function picture(page) {
    await rendered(page);
    return page.evaluate(() => document.querySelector(".level-canvas").toDataURL());
}

/** Switch an overlay on, off and on again; returns whether it is drawn and whether it disappears. */
async function toggleOverlay(page, name) {
    const button = page.getByRole("button", { name, exact: true });
    const pictures = [await picture(page)];
    for (let k = 0; k < 3; k += 1) {
        await button.click();
        await page.mouse.move(0, 0);
        pictures.push(await picture(page));
    }
    return [pictures[0] !== pictures[1], pictures[0] === pictures[2]];
}

/** Open a level by its text: an empty path of this height, with or without a wall in its middle. */
async function openPath(page, origin, high, wall = false) {
    const edge = "#".repeat(42);
    const path = `#${"o".repeat(40)}#\n`.repeat(high);
    const cells = wall ? path.slice(0, -43).concat("#ooooooooo#".padEnd(41, "o"), "#\n") : path;
    await page.goto(`${origin}/levels`);
    await page.getByLabel("or its text").fill(`level Plain\n\ncells\n${edge}\n${cells}${edge}\n\nstart 1 1\nexit 40 1\n`);
    await page.getByRole("button", { name: "Open" }).click();
    await page.locator('.level-area[data-state="ready"]').waitFor();
}

/** Wait for this number of ticks. */
async function ticks(page, more) {
    const from = Number(await page.locator(".level-area").getAttribute("data-tick"));
    await page.waitForFunction((to) => Number(document.querySelector(".level-area").dataset.tick) > to, from + more);
}

const column = (page) => page.evaluate(() => Number(document.querySelector(".level-area").dataset.cell.split(" ")[0]));

const scenarios = {
    /** Make a level, check its overlays, walk to its exit by keyboard, save the run and watch it. */
    walk: (link) =>
        visit(link, WIDE, async (page, origin) => {
            await page.goto(`${origin}/levels`);
            await page.getByLabel("Seed").fill("7");
            await page.getByLabel("Rooms side by side").fill("3");
            await page.getByRole("button", { name: "Make" }).click();
            await page.locator(".level-numbers").waitFor();
            const made = await address(page);
            const numbers = await page.locator(".level-numbers dd").allInnerTexts();
            const drawings = {};
            for (const name of ["Whole level", "Graph", "Routes", "Challenges", "Easiest path", "Deaths"])
                drawings[name] = await toggleOverlay(page, name);
            await page.locator(".level-area").focus();
            for (let k = 0; k < 60; k += 1) await page.keyboard.press("Period"); // meanwhile the ghosts run away
            drawings.Ghosts = await toggleOverlay(page, "Show all ghosts");
            await page.getByRole("button", { name: "Restart" }).click();
            const walk = await walkOf(page, 7);
            await page.locator(".level-area").focus();
            await typeRun(page, walk.presses);
            const text = await page.locator(".level-over b").innerText();
            await page.getByRole("button", { name: "Save this run" }).click();
            await page.getByRole("link", { name: "Watch it" }).click();
            await page.locator(".slider").waitFor();
            const most = Number(await page.locator(".slider").getAttribute("max"));
            await page.locator(".level-over").waitFor();
            const watched = await page.locator(".level-over b").innerText();
            await page.locator(".level-area").focus();
            for (const key of ["Home", "PageDown", "ArrowRight", "ArrowRight", "ArrowLeft"]) await page.keyboard.press(key);
            await page.waitForURL(/tick=61$/);
            await page.reload();
            await page.locator('.level-area[data-tick="61"]').waitFor();
            return { made: made.search, numbers, drawings, text, watched, ticks: walk.ticks, most };
        }),

    /** Play in real time: hold a key, pause, restart, and finish. */
    hop: (link) =>
        visit(link, WIDE, async (page, origin) => {
            await openPath(page, origin, 2);
            const area = page.locator(".level-area");
            await area.focus();
            await rendered(page);
            await page.keyboard.down("ArrowLeft"); // against the wall, so timing does not matter
            await ticks(page, 10);
            await page.keyboard.press("KeyP");
            await page.locator(".level-area.paused").waitFor();
            const paused = await area.getAttribute("data-tick");
            for (let k = 0; k < 6; k += 1) await rendered(page);
            const unchanged = paused === (await area.getAttribute("data-tick"));
            await page.keyboard.up("ArrowLeft");
            await page.keyboard.press("KeyR");
            await page.waitForFunction(() => document.querySelector(".level-area").dataset.tick === "0");
            await page.keyboard.down("ArrowRight");
            const text = await page.locator(".level-over b").innerText();
            await page.keyboard.up("ArrowRight");
            return { unchanged, text };
        }),

    /** Play by touch on a phone. */
    touch: (link) =>
        visit(
            link,
            NARROW,
            async (page, origin) => {
                await openPath(page, origin, 5, true);
                const client = await page.context().newCDPSession(page);
                const right = page.getByRole("button", { name: "Right", exact: true });
                await right.scrollIntoViewIfNeeded();
                await rendered(page);
                const box = await right.boundingBox();
                const finger = [{ x: box.x + box.width / 2, y: box.y + box.height / 2 }];
                await client.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: finger });
                await page.waitForFunction(() => Number(document.querySelector(".level-area").dataset.cell.split(" ")[0]) > 3);
                await client.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
                await ticks(page, 60); // until the body rests, before the wall or at it
                const rest = await column(page);
                await ticks(page, 60);
                const rests = rest === (await column(page));
                await page.getByRole("button", { name: "Pause" }).tap();
                await page.locator(".level-area.paused").waitFor();
                return { moved: rest > 3, rests };
            },
            { touch: true, height: 844 },
        ),

    /** Make an easy and a hard level. */
    dial: (link) =>
        visit(link, WIDE, async (page, origin) => {
            const levels = [];
            for (const share of ["20", "80"]) {
                await page.goto(`${origin}/levels`);
                await page.getByLabel("Seed").fill("7");
                await page.getByLabel("Rooms side by side").fill("3");
                await page.getByLabel(/^Difficulty/).selectOption(share);
                await page.getByRole("button", { name: "Make" }).click();
                await page.locator(".level-numbers").waitFor({ timeout: 240_000 });
                levels.push({
                    search: (await address(page)).search,
                    text: await page.locator(".level-head .muted").innerText(),
                    die: await page.locator(".level-numbers dd").first().innerText(),
                    picture: await picture(page),
                });
            }
            const [easy, hard] = levels.map(({ picture: _, ...rest }) => rest);
            return { easy, hard, differ: levels[0].picture !== levels[1].picture };
        }),

    /** Open a level by its text; a wrong text is rejected with a reason. */
    open: (link) =>
        visit(
            link,
            WIDE,
            async (page, origin) => {
                await page.goto(`${origin}/levels`);
                const text = "level Mine\n\ncells\n######\n#oooo#\n#oooo#\n######\n\nstart 1 1\nexit 4 1\n";
                await page.getByLabel("or its text").fill(text.replace("exit 4 1", "exit 4 9"));
                await page.getByRole("button", { name: "Open" }).click();
                const wrong = await page.locator(".error").innerText();
                await page.getByLabel("or its text").fill(text);
                await page.getByRole("button", { name: "Open" }).click();
                await page.locator(".level-area").waitFor();
                return { wrong, title: await page.locator("h1").innerText(), path: (await address(page)).pathname };
            },
            { ignoredErrors: /400/ },
        ),

    /** Begin the study, with reloads of the page and a killed server in between. */
    study: (link) =>
        visit(
            link,
            WIDE,
            async (page, origin) => {
                await page.goto(`${origin}/study`);
                await page.getByLabel(/A name/).fill("Ann");
                await page.getByRole("button", { name: "Start" }).click();
                const at = (title) => page.getByRole("heading", { name: title, exact: true }).waitFor();
                await at("Tutorial 1 of 2");
                await page.getByRole("button", { name: "Skip this level" }).click();
                await page.locator(".study-rating").waitFor();
                await page.reload(); // the rating is still requested
                await page.getByRole("button", { name: /very easy/ }).click();
                await at("Tutorial 2 of 2");
                await page.locator(".level-area").focus();
                await rendered(page);
                await page.keyboard.down("ArrowLeft"); // away from the gate, so timing does not matter
                await ticks(page, 15);
                await page.keyboard.press("KeyP");
                await page.keyboard.up("ArrowLeft");
                await page.locator(".level-area.paused").waitFor();
                const before = await page.locator(".level-area").getAttribute("data-tick");
                await page.reload(); // the level continues where it was
                await page.locator(".level-area.paused").waitFor();
                const after = await page.locator(".level-area").getAttribute("data-tick");
                await page.getByRole("button", { name: "Skip this level" }).click();
                await page.getByRole("button", { name: /medium/ }).click();
                await at("Level 1 of 10");
                const lines = createInterface({ input: process.stdin });
                console.log("kill it");
                await lines.question("");
                lines.close();
                await page.reload();
                await at("Level 1 of 10");
                return { before, after, played: await page.locator(".study-steps").getAttribute("aria-label") };
            },
            { ignoredErrors: /ERR_CONNECTION/ },
        ),

    /** Sweep these pages: layout and axe at three sizes, in both themes. */
    looks: (link, id) =>
        visit(link, WIDE, async (page, origin) => {
            const faults = [];
            for (const path of ["levels/trap-school", `levels/${id}`, `levels/${id}/walk?tick=9`]) {
                await page.goto(`${origin}/${path}`);
                await page.locator("main h1").first().waitFor();
                faults.push(...(await sweepPage(page, path)));
            }
            await page.goto(`${origin}/study`);
            await page.getByLabel(/A name/).fill("Bo");
            await page.getByRole("button", { name: "Start" }).click();
            await page.getByRole("button", { name: "Skip this level" }).click();
            await page.locator(".study-rating").waitFor();
            faults.push(...(await sweepPage(page, "rating")));
            return { faults };
        }),
};

const [name, link, ...args] = process.argv.slice(2);
console.log(JSON.stringify(await scenarios[name](link, ...args)));
