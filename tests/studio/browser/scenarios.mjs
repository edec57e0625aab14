// General scenarios: node scenarios.mjs NAME LINK [ARGUMENTS]. The last line of the output is JSON.

import { createInterface } from "node:readline/promises";
import { accessFaults, address, settled, visit } from "./browser.mjs";
import { actAndWait, playByClicks, playThrough, setUp, turnOrEnd } from "./clicks.mjs";

const WIDE = 1280;
const NARROW = 390;
const TEN = ["Chapel", "Cellar", "Workshop", "Militia", "Moat", "Village", "Smithy", "Mine", "Library", "Market"];

const scenarios = {
    /** Play a whole game by clicks; returns what the end screen says. */
    play: (link, game, bot, width) =>
        visit(link, Number(width), async (page, origin) => {
            const clicks = await playThrough(page, origin, game, { bot });
            const seed = await page.locator(".seed code").innerText();
            return { clicks, seed, text: await page.locator(".ending h2").innerText() };
        }),

    /** Let bots play to the end, then step through their game by keyboard. */
    step: (link) =>
        visit(link, WIDE, async (page, origin) => {
            await page.goto(`${origin}/new/delve?watch=1`);
            await page.getByRole("button", { name: "Watch" }).click();
            await page.getByRole("button", { name: "Play to the end" }).click();
            await page.locator(".ending").waitFor();
            const places = [];
            for (const key of [
                "Home",
                "ArrowRight",
                "ArrowRight",
                "ArrowRight",
                "ArrowLeft",
                "PageDown",
                "PageUp",
                "End",
                "ArrowLeft",
            ]) {
                await page.keyboard.press(key);
                await page.waitForFunction(
                    () => document.querySelector(".board")?.dataset.ply === location.pathname.split("/")[3],
                );
                const marked = await page.locator(".move[aria-current]").count();
                places.push([key, Number((await address(page)).pathname.split("/")[3]), marked]);
            }
            const before = await page.locator(".board").innerHTML();
            await page.reload();
            await page.waitForFunction(
                () => document.querySelector(".board")?.dataset.ply === location.pathname.split("/")[3],
            );
            const moves = Number(await page.locator(".slider").getAttribute("max"));
            return { places, moves, same: before === (await page.locator(".board").innerHTML()) };
        }),

    /** Click on a card that is too expensive. */
    explain: (link) =>
        visit(link, WIDE, async (page, origin) => {
            await setUp(page, origin, "dominion", { bot: "big-money" });
            await page.locator('[data-card="supply-Province"]').click();
            return { text: await page.locator(".toast").innerText() };
        }),

    /** Hide a choice, look at the board, then choose. */
    aside: (link) =>
        visit(link, WIDE, async (page, origin) => {
            await setUp(page, origin, "dominion", { bot: "big-money", options: { Kingdom: TEN } });
            const click = async (element) => {
                await actAndWait(page, () => element.click());
                await turnOrEnd(page, "dominion");
            };
            await click(page.locator('[data-card="supply-Chapel"][data-legal]'));
            const chapel = page.locator('[data-card="hand-Chapel"][data-legal]');
            for (let turn = 0; turn < 20 && !(await chapel.count()); turn += 1)
                await click(page.getByRole("button", { name: /End turn|Continue to buy/ }));
            await click(chapel);
            const bounds = await page.locator(".choice header p").innerText();
            await page.getByRole("button", { name: "Hide" }).click();
            const hidden = (await page.locator(".choice").count()) === 0;
            await page.locator(".strip.own .pile").first().click();
            await page.locator("dialog[open] .card").first().waitFor();
            const opened = await page.locator("dialog .card").count();
            await page.keyboard.press("Escape");
            await page.getByRole("button", { name: /Back to the choice/ }).click();
            await click(page.locator(".choice-option").first());
            await click(page.locator(".choice").getByRole("button", { name: "No more" }));
            await page.locator(".choice").waitFor({ state: "detached" });
            const trashed = await page.locator(".basic .pile b").innerText();
            return { bounds, hidden, opened, trashed };
        }),

    /** Kill the server in the middle of a game and start it again. */
    reconnect: (link) =>
        visit(
            link,
            WIDE,
            async (page, origin) => {
                await setUp(page, origin, "delve", {});
                await page.getByRole("button", { name: "End turn" }).click();
                await page.waitForFunction(() => document.querySelector(".board")?.dataset.ply === "1");
                const lines = createInterface({ input: process.stdin });
                console.log("kill it");
                await page.getByText("Connection lost").waitFor();
                console.log("start it");
                await lines.question("");
                lines.close();
                await page.getByText("Connection lost").waitFor({ state: "detached" });
                await page.getByRole("button", { name: "End turn" }).click();
                await page.waitForFunction(() => document.querySelector(".board")?.dataset.ply === "2");
                return { ply: 2 };
            },
            { ignoredErrors: /WebSocket|ERR_CONNECTION_REFUSED/ },
        ),

    /** Open play is marked; branch off from a position. */
    branch: (link) =>
        visit(link, WIDE, async (page, origin) => {
            await page.goto(`${origin}/new/locm`);
            await page.getByLabel("Bot", { exact: true }).selectOption("random");
            await page.getByLabel(/Open play/).check();
            await page.getByRole("button", { name: "Start" }).click();
            await page.locator(".mark").waitFor();
            await page.waitForFunction(() => location.search !== "");
            const marked = [await page.locator(".mark").innerText(), (await address(page)).search];
            await page.locator(".offer [data-legal]").first().click();
            await page.waitForFunction(() => Number(document.querySelector(".board")?.dataset.ply) > 1);
            await page.keyboard.press("Home");
            await page.getByText("Continue from move 0").click();
            await page.getByRole("button", { name: "Branch off" }).click();
            await page.getByText("branched off at move 0").waitFor();
            return { marked, ply: await page.locator(".board").getAttribute("data-ply") };
        }),

    /** Check every page with axe in both themes: names of controls, contrast, roles. */
    access: (link) =>
        visit(link, WIDE, async (page, origin) => {
            const faults = [];
            const check = async (path) => {
                await settled(page);
                for (const theme of ["light", "dark"]) {
                    for (const fault of await accessFaults(page)) faults.push([theme, path, ...fault]);
                    await page.locator(".theme").click();
                }
            };
            await check("home");
            for (const [game, bot, stop] of [
                ["locm", "random", 45],
                ["dominion", "big-money", 9],
                ["tribute", "random", 20],
                ["delve", "", 12],
            ]) {
                await playThrough(page, origin, game, { bot, stop });
                await check(game);
            }
            for (const path of [
                "new/dominion",
                "new/tribute",
                "tables",
                "design",
                "design/dominion",
                "kingdoms",
                "design/delve?make=1",
                "tournaments",
                "runs",
            ]) {
                await page.goto(`${origin}/${path}`);
                await check(path);
            }
            return { faults };
        }),

    /** No page is wider than a phone, in both themes. */
    narrow: async (link) => {
        const wide = [];
        for (const theme of ["light", "dark"]) {
            await visit(
                link,
                NARROW,
                async (page, origin) => {
                    const checkWidth = async (name) => {
                        await settled(page);
                        const width = await page.evaluate(() => document.scrollingElement.scrollWidth);
                        if (width > NARROW) wide.push([theme, name, width]);
                    };
                    await checkWidth("home");
                    for (const [game, bot, stop] of [
                        ["locm", "random", 40],
                        ["dominion", "big-money", 3],
                        ["tribute", "random", 8],
                        ["delve", "", 3],
                    ]) {
                        await setUp(page, origin, game, { bot }, () => checkWidth(`setting up ${game}`));
                        await playByClicks(page, game, stop);
                        await checkWidth(game);
                    }
                    for (const path of [
                        "tables",
                        "design",
                        "design/dominion",
                        "kingdoms",
                        "design/delve?make=1",
                        "tournaments",
                        "runs",
                    ]) {
                        await page.goto(`${origin}/${path}`);
                        await checkWidth(path);
                    }
                },
                { theme, height: 844 },
            );
        }
        return { wide };
    },
};

const [name, link, ...args] = process.argv.slice(2);
console.log(JSON.stringify(await scenarios[name](link, ...args)));
