// What the tests have somebody do in the rooms of the platformer: node levels.mjs NAME LINK [WORDS]. The last line is JSON.

import { createInterface } from "node:readline/promises";
import { accessFaults, visit } from "./browser.mjs";
import { typeRun, walkOf } from "./walking.mjs";

const WIDE = 1280;
const NARROW = 390;

const scenarios = {
    /** A level is made and looked at, walked by the keyboard to its exit; the run is kept and watched. */
    walk: (link) =>
        visit(link, WIDE, async (page, origin) => {
            await page.goto(`${origin}/levels`);
            await page.getByLabel("Seed").fill("7");
            await page.getByLabel("Rooms side by side").fill("3");
            await page.getByRole("button", { name: "Make" }).click();
            await page.locator(".level-numbers").waitFor();
            const made = page.url();
            const numbers = await page.locator(".level-numbers dd").allInnerTexts();
            await page.getByRole("button", { name: "All run beside you" }).click();
            for (const name of ["Graph", "Routes", "Challenges", "Easiest path", "Deaths", "Whole level"])
                await page.getByRole("button", { name, exact: true }).click();
            const walk = await walkOf(page, 7);
            await page.locator(".level-area").focus();
            await typeRun(page, walk.presses);
            const words = await page.locator(".level-over b").innerText();
            await page.getByRole("button", { name: "Keep this run" }).click();
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
            return { made: new URL(made).search, numbers, words, watched, ticks: walk.ticks, most };
        }),

    /** As time goes by, by a key held; paused, begun again, and through. */
    hop: (link) =>
        visit(link, WIDE, async (page, origin) => {
            await page.goto(`${origin}/levels`);
            const path = "o".repeat(40);
            const wall = "#".repeat(42);
            await page
                .getByLabel("or its text")
                .fill(`level Plain\n\ncells\n${wall}\n#${path}#\n#${path}#\n${wall}\n\nstart 1 1\nexit 40 1\n`);
            await page.getByRole("button", { name: "Open" }).click();
            const area = page.locator(".level-area");
            await area.focus();
            await page.keyboard.down("ArrowRight");
            await page.waitForFunction(() => Number(document.querySelector(".level-area").dataset.tick) > 10);
            await page.keyboard.press("KeyP");
            await page.locator(".level-area.paused").waitFor();
            const halted = await area.getAttribute("data-tick");
            await page.waitForTimeout(200);
            const still = halted === (await area.getAttribute("data-tick"));
            await page.keyboard.up("ArrowRight");
            await page.keyboard.press("KeyR");
            await page.waitForFunction(() => document.querySelector(".level-area").dataset.tick === "0");
            await page.keyboard.down("ArrowRight");
            const words = await page.locator(".level-over b").innerText();
            await page.keyboard.up("ArrowRight");
            return { still, words };
        }),

    /** With a finger on a phone. */
    touch: (link) =>
        visit(link, NARROW, async (page, origin) => {
            await page.goto(`${origin}/levels/first-steps`);
            await page.getByRole("button", { name: "Right" }).hover();
            await page.mouse.down();
            await page.waitForFunction(() => Number(document.querySelector(".level-area").dataset.tick) > 20);
            await page.mouse.up();
            return { state: await page.locator(".level-area").getAttribute("data-state") };
        }),

    /** A level file is opened by its text; a wrong one is told what is wrong. */
    open: (link) =>
        visit(
            link,
            WIDE,
            async (page, origin) => {
                await page.goto(`${origin}/levels`);
                const text = "level Mine\n\ncells\n######\n#oooo#\n#oooo#\n######\n\nstart 1 1\nexit 4 1\n";
                await page.getByLabel("or its text").fill(text.replace("exit 4 1", "exit 4 9"));
                await page.getByRole("button", { name: "Open" }).click();
                const wrong = await page.locator(".fault").innerText();
                await page.getByLabel("or its text").fill(text);
                await page.getByRole("button", { name: "Open" }).click();
                await page.locator(".level-area").waitFor();
                return { wrong, title: await page.locator("h1").innerText(), path: new URL(page.url()).pathname };
            },
            { forgiven: /400/ },
        ),

    /** The first steps of the study, over a page that is loaded again and a server that is killed. */
    study: (link) =>
        visit(
            link,
            WIDE,
            async (page, origin) => {
                await page.goto(`${origin}/study`);
                await page.getByLabel(/A name/).fill("Ann");
                await page.getByRole("button", { name: "Begin" }).click();
                const at = (title) => page.getByRole("heading", { name: title, exact: true }).waitFor();
                await at("To learn, 1 of 2");
                await page.getByRole("button", { name: "Skip this level" }).click();
                await page.locator(".study-rating").waitFor();
                await page.reload(); // it waits for the rating of what is over
                await page.getByRole("button", { name: /very easy/ }).click();
                await at("To learn, 2 of 2");
                await page.locator(".level-area").focus();
                await page.keyboard.down("ArrowRight");
                await page.waitForFunction(() => Number(document.querySelector(".level-area").dataset.tick) > 15);
                await page.keyboard.press("KeyP");
                await page.keyboard.up("ArrowRight");
                await page.locator(".level-area.paused").waitFor();
                const before = await page.locator(".level-area").getAttribute("data-tick");
                await page.reload(); // what was begun goes on from where it was
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
            { forgiven: /ERR_CONNECTION/ },
        ),

    /** All of these rooms as axe sees them, and at phone width: nothing stands over the edge. */
    looks: async (link, id) => {
        const found = [];
        for (const width of [WIDE, NARROW]) {
            await visit(link, width, async (page, origin) => {
                for (const room of ["levels", "levels/trap-school", `levels/${id}`, `levels/${id}/walk?tick=9`, "study"]) {
                    await page.goto(`${origin}/${room}`);
                    await page.waitForTimeout(400);
                    for (const theme of ["light", "dark"]) {
                        for (const fault of await accessFaults(page)) found.push([theme, room, ...fault]);
                        await page.locator(".theme").click();
                    }
                    const wide = await page.evaluate(() => document.scrollingElement.scrollWidth);
                    if (wide > width) found.push([room, wide]);
                }
                await page.getByLabel(/A name/).fill("Bo");
                await page.getByRole("button", { name: "Begin" }).click();
                await page.getByRole("button", { name: "Skip this level" }).click();
                await page.locator(".study-rating").waitFor();
                for (const fault of await accessFaults(page)) found.push(["rating", ...fault]);
            });
        }
        return { found };
    },
};

const [name, link, ...words] = process.argv.slice(2);
console.log(JSON.stringify(await scenarios[name](link, ...words)));
