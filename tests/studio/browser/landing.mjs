// Scenarios of the start page, of addresses and of going back: node landing.mjs NAME LINK [ARGUMENTS].

import { address, holdAnswers, settled, visit } from "./browser.mjs";
import { playByClicks, setUp } from "./clicks.mjs";

const WIDE = 1280;
const NARROW = 390;

/** Let two bots play to the end. */
async function finishedGame(page, origin) {
    await page.goto(`${origin}/new/delve?watch=1`);
    await page.getByRole("button", { name: "Watch" }).click();
    await page.getByRole("button", { name: "Play to the end" }).click();
    await page.locator(".ending").waitFor();
}

const scenarios = {
    /** Start a game, then continue it from the start page of another browser with the owner's link. */
    resume: async (link) => {
        const started = await visit(link, WIDE, async (page, origin) => {
            await setUp(page, origin, "dominion", { bot: "big-money" });
            return (await address(page)).pathname;
        });
        return visit(link, NARROW, async (page) => {
            await page.getByRole("link", { name: "Continue Dominion" }).click();
            await page.locator(".prompt.mine").waitFor();
            const legal = await page.locator(".board [data-legal], .prompt [data-legal]").count();
            return { same: (await address(page)).pathname === started, legal: legal > 0 };
        });
    },

    /** Play a game to its end, then open it in another browser with the owner's link, from the list of games. */
    finished: async (link) => {
        const text = await visit(link, WIDE, async (page, origin) => {
            await setUp(page, origin, "delve", {});
            await playByClicks(page, "delve");
            if (await page.locator(".own-status .meter-note").count()) throw new Error("the game is over, nobody strikes");
            return page.locator(".ending h2").innerText();
        });
        return visit(link, NARROW, async (page, origin) => {
            await page.goto(`${origin}/tables`);
            const row = page.locator("a.list-row").first();
            const listed = await row.innerText();
            await row.click();
            await page.locator(".ending").waitFor();
            await settled(page);
            return {
                same: (await page.locator(".ending h2").innerText()) === text,
                listed: /\byou\b/.test(listed),
                players: await page.getByRole("region", { name: "Players" }).innerText(),
                board: await page.locator(".board").count(),
            };
        });
    },

    /** An unfinished game: its turn, a position that it does not have, and its removal after a question. */
    unfinished: (link) =>
        visit(link, WIDE, async (page, origin) => {
            await setUp(page, origin, "dominion", { bot: "big-money" });
            await page.goto(`${origin}${(await address(page)).pathname}/9999`);
            const beyond = await page.locator(".notice", { hasText: "9999" }).innerText();
            await page.goto(origin);
            const row = page.locator(".continue-list li").first();
            const text = await row.innerText();
            const before = await page.locator(".continue-list li").count();
            await row.getByRole("button", { name: /^Remove Dominion/ }).click();
            const question = await page.getByRole("dialog").innerText();
            await page.getByRole("button", { name: "Keep it" }).click();
            const kept = await page.locator(".continue-list li").count();
            await row.getByRole("button", { name: /^Remove Dominion/ }).click();
            await page.getByRole("button", { name: "End and remove it" }).click();
            await page.getByRole("dialog").waitFor({ state: "detached" });
            await page.reload();
            await page.locator(".tile h3").first().waitFor();
            await settled(page);
            return { beyond, text, question, kept: kept - before, removed: before - (await page.locator(".continue-list li").count()) };
        }),

    /** The guided first game: what is said while it is prepared. */
    preparing: (link) =>
        visit(link, WIDE, async (page, origin) => {
            const letAnswersThrough = await holdAnswers(page, "**/api/games/delve/guide");
            await page.getByRole("button", { name: "New here? A guided game" }).click();
            const said = await page.locator(".door [role=status]").innerText();
            await letAnswersThrough({ all: true });
            await page.locator(".board").waitFor();
            return { said };
        }),

    /** The two doors, by keyboard. */
    doors: (link) =>
        visit(link, WIDE, async (page, origin) => {
            await page.locator(".tile h3").first().waitFor();
            await page.getByRole("button", { name: "Choose a game" }).focus();
            await page.keyboard.press("Enter");
            const focused = await page.evaluate(() => document.activeElement.querySelector("h2")?.textContent);
            await page.goto(origin);
            await page.getByRole("link", { name: "Choose what to test" }).focus();
            await page.keyboard.press("Enter");
            await page.locator("main h1", { hasText: "Design" }).waitFor();
            const tile = page.locator("main .tile", { hasText: "Skill trees" });
            await tile.getByRole("link").first().waitFor();
            const trees = await tile.getByRole("link").evaluateAll((links) =>
                links.map((link) => [link.textContent, new URL(link.href).pathname]),
            );
            return { focused, design: (await address(page)).pathname, trees };
        }),

    /** Pages for an address that leads nowhere, and for a browser without the token. */
    nowhere: (link) =>
        visit(
            link,
            WIDE,
            async (page, origin) => {
                const response = await page.goto(`${origin}/nothing/here`);
                await page.locator("main h1").waitFor();
                const nothing = [response.status(), await page.locator("main h1").innerText()];
                const titles = await page.title();
                await page.context().clearCookies();
                const refused = await page.goto(`${origin}/tables`);
                return {
                    nothing,
                    named: titles.includes("Nothing"),
                    refused: [refused.status(), refused.headers()["content-type"], await page.locator("h1").count()],
                };
            },
            { ignoredErrors: /status of 40[14]/ },
        ),

    /** Scrub through a replay, follow its own links, then press Back once. */
    scrub: (link) =>
        visit(link, WIDE, async (page, origin) => {
            await finishedGame(page, origin);
            await page.goto(`${origin}/tables`);
            await page.locator("a.list-row").first().click();
            await page.locator(".ending").waitFor();
            const length = await page.evaluate(() => history.length);
            const slider = page.locator(".slider");
            const last = Number(await slider.getAttribute("max"));
            const shown = [];
            for (const ply of [last - 3, last - 6, 2]) {
                await slider.evaluate((element, to) => {
                    element.value = String(to); // as while one drags: input events without a change event
                    element.dispatchEvent(new Event("input", { bubbles: true }));
                }, ply);
                await page.locator(`.board[data-ply="${ply}"]`).waitFor();
                shown.push(ply);
            }
            await page.keyboard.press("End");
            await page.getByRole("link", { name: "Step through it" }).click();
            await page.locator('.board[data-ply="0"]').waitFor();
            for (let k = 0; k < 300; k += 1) await page.keyboard.down("ArrowRight"); // held, with repeats
            await page.locator(".ending").waitFor();
            const stepped = Number(await page.locator(".board").getAttribute("data-ply"));
            const grown = (await page.evaluate(() => history.length)) - length;
            await page.goBack();
            await page.locator("main h1", { hasText: "Games" }).waitFor();
            await settled(page);
            return { shown: shown.length, stepped: stepped === last, grown, at: (await address(page)).pathname };
        }),

    /** Die in a level: the number of deaths on the page, while the game goes on. */
    die: (link) =>
        visit(link, WIDE, async (page, origin) => {
            await page.goto(`${origin}/levels/trap-school`);
            await page.locator('.level-area[data-state="ready"]').waitFor();
            await page.locator(".level-area").focus();
            await page.keyboard.down("ArrowRight");
            await page.locator(".level-clock", { hasText: "2 deaths" }).waitFor();
            const state = await page.locator(".level-area").getAttribute("data-state");
            await page.keyboard.up("ArrowRight");
            return { state };
        }),
};

const [name, link, ...args] = process.argv.slice(2);
console.log(JSON.stringify(await scenarios[name](link, ...args)));
