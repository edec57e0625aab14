// The game of the guide, a file given to `ludus studio`: node own_game.mjs NAME LINK. The last line of the output is JSON.

import { accessFaults, openPage, settled, visit } from "./browser.mjs";
import { actAndWait, playByClicks, turnOrEnd } from "./clicks.mjs";

const WIDE = 1280;
const NARROW = 390;

/** Set up a game; each seat is "You", "Another person" or the name of a bot. */
async function setUp(page, origin, seats, seed) {
    await page.goto(`${origin}/new/letter?more=1`);
    await page.getByLabel("Seed: ").fill(String(seed));
    await page.getByLabel(/^seats/).fill(String(seats.length));
    for (const [k, player] of seats.entries()) {
        const group = page.getByRole("group", { name: `Player of seat ${k + 1}` });
        const button = ["You", "Another person"].includes(player) ? player : "Bot";
        await group.getByRole("button", { name: button, exact: true }).click();
    }
    for (const [k, bot] of seats.filter((player) => !["You", "Another person"].includes(player)).entries())
        await page.getByLabel("Bot", { exact: true }).nth(k).selectOption(bot);
    await page.getByRole("button", { name: /^(Start|Watch)$/ }).click();
}

/** Names and values of the panel of a player. */
const playerPanel = (page, number) =>
    page.getByRole("region", { name: `Player ${number}`, exact: true }).evaluate((panel) =>
        Object.fromEntries(
            [...panel.querySelectorAll("dl > div")].map((row) => [
                row.querySelector("dt").innerText,
                row.querySelector(".hidden-token") ? "hidden" : row.querySelector("dd").innerText,
            ]),
        ),
    );

const groupLabels = (page) => page.locator(".move-group").evaluateAll((groups) => groups.map((group) => group.ariaLabel));

const scenarios = {
    /** Play a game of four to its end by clicks; returns what the panels say. */
    play: (link, theme) =>
        visit(
            link,
            theme === "dark" ? NARROW : WIDE,
            async (page, origin) => {
                await setUp(page, origin, ["You", "random", "counter", "greedy"], 4);
                await turnOrEnd(page, "letter");
                const panels = [await playerPanel(page, 1), await playerPanel(page, 2)];
                const groups = new Set();
                const faults = await accessFaults(page);
                let clicks = 0;
                while (!(await page.locator(".ending").count())) {
                    for (const label of await groupLabels(page)) groups.add(label);
                    clicks += await playByClicks(page, "letter", 1);
                    await turnOrEnd(page, "letter");
                }
                await settled(page);
                return {
                    clicks,
                    groups: [...groups],
                    panels,
                    after: await playerPanel(page, 2),
                    text: await page.locator(".ending h2").innerText(),
                    logged: await page.locator(".history .move").count(),
                    width: await page.evaluate(() => document.scrollingElement.scrollWidth),
                    faults: [...faults, ...(await accessFaults(page))],
                };
            },
            { theme, height: 844 },
        ),

    /** Two people in two browsers play to the end; none sees the sealed letter or the card of the other. */
    together: (link) =>
        visit(link, WIDE, async (page, origin, onError) => {
            await setUp(page, origin, ["You", "Another person"], 7);
            const invitation = await page.locator("code.link").innerText();
            await page.getByRole("link", { name: "Open the game" }).click();
            const other = await openPage(page.context().browser(), link, {}, onError);
            await other.goto(invitation);
            await turnOrEnd(page, "letter");
            await playByClicks(page, "letter", 1);
            await turnOrEnd(other, "letter");
            const logged = [await page.locator(".history .move").count(), await other.locator(".history .move").count()];
            const seen = [await playerPanel(page, 1), await playerPanel(other, 1)];
            for (let clicks = 0; !(await page.locator(".ending").count()); clicks += 1) {
                for (const tab of [page, other])
                    if (await tab.locator(".prompt.mine").count()) await playByClicks(tab, "letter", 1);
                if (clicks > 2000) throw new Error("the game does not end");
                await page.waitForTimeout(15); // between checks whose turn it is
            }
            await other.locator(".ending").waitFor();
            const texts = [page, other].map((tab) => tab.locator(".ending h2").innerText());
            return { logged, seen, texts: await Promise.all(texts) };
        }),

    /** Watch bots, step through their game, and continue it from the middle. */
    watch: (link) =>
        visit(link, WIDE, async (page, origin) => {
            await setUp(page, origin, ["random", "counter", "random"], 3);
            await page.getByRole("button", { name: "Play to the end" }).click();
            await page.locator(".ending").waitFor();
            for (const [ply, key] of ["Home", "ArrowRight", "ArrowRight", "ArrowRight", "ArrowRight"].entries()) {
                await page.keyboard.press(key);
                await page.waitForFunction((ply) => document.querySelector(".board").dataset.ply === String(ply), ply);
            }
            const played = await page.locator(".move-button.chosen .move-label").textContent();
            const next = await page.locator(".history .move-text").nth(4).innerText();
            const hidden = await page.locator(".player-panel .hidden-token").count();
            await page.getByText("Continue from move 4").click();
            await page.getByLabel("Your seat").selectOption({ index: 0 });
            await page.getByRole("button", { name: "Branch off" }).click();
            await page.getByText("branched off at move 4").waitFor();
            await turnOrEnd(page, "letter");
            const clicks = await playByClicks(page, "letter");
            return { played, next, hidden, clicks, text: await page.locator(".ending h2").innerText() };
        }),

    /** A game with a picture: the seat's own picture, and buttons below it. */
    picture: (link) =>
        visit(link, WIDE, async (page, origin) => {
            await setUp(page, origin, ["You", "random"], 7);
            await turnOrEnd(page, "letter");
            const shown = () =>
                page.waitForFunction(() => document.querySelector(".generic-board img")?.naturalWidth > 0);
            await shown();
            const buttons = await page.locator(".move-button").count();
            await actAndWait(page, () => page.locator(".move-button").first().click());
            await turnOrEnd(page, "letter");
            await shown();
            const clicks = await playByClicks(page, "letter");
            await shown();
            return { buttons, clicks, panels: await page.locator(".player-panel").count() };
        }),
};

const [name, link, ...args] = process.argv.slice(2);
console.log(JSON.stringify(await scenarios[name](link, ...args)));
