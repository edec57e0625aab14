// Plays games by keyboard: Tab to a legal move, then Enter.

import { rendered } from "./browser.mjs";
import { actAndWait, turnOrEnd } from "./clicks.mjs";

const MOST_TABS = 150; // more than all elements that can have the focus
const MOST_MOVES = 1500;

/** Selectors by game in order of preference, so that games end soon. */
const PREFERRED = {
    locm: [".offer [data-legal]", ".face-target[data-legal]", ".lane-target", ".strip.own .hand [data-legal]"],
    dominion: ['[data-card="supply-Province"][data-legal]', '[data-card="supply-Gold"][data-legal]'],
    tribute: [".patron-offer [data-legal]", ".strip.own .hand [data-legal]"],
    delve: [".enemies [data-legal]", ".tree [data-legal]", ".strip.own .hand [data-legal]"],
};

/** Continue the game on the page to its end. */
export async function playByKeys(page, game) {
    let [keys, moves] = [0, 0];
    for (;;) {
        await turnOrEnd(page, game);
        if (await page.locator(".ending").count()) return { keys, moves };
        await rendered(page); // the focus moves to a legal move after rendering
        await actAndWait(page, async () => {
            keys += await tabToMove(page, game);
            await page.keyboard.press("Enter");
            return `${game}: Enter on a legal move`;
        });
        moves += 1;
        if (moves > MOST_MOVES) throw new Error(`${game} does not end by keyboard; at ${page.url()}`);
    }
}

/** Press Tab until the preferred legal move has the focus; returns the number of keys. */
async function tabToMove(page, game) {
    const wanted = await page.evaluate((selectors) => {
        const usable = (element) => !element.disabled && element.checkVisibility();
        const choice = [...document.querySelectorAll(".choice [data-legal]")].filter(usable);
        const preferred = selectors.map((selector) => [...document.querySelectorAll(selector)].find(usable));
        const first = choice[0] ?? preferred.find(Boolean);
        const move = first ?? [...document.querySelectorAll(".stage [data-legal]")].filter(usable).at(-1);
        document.querySelectorAll("[data-wanted]").forEach((element) => delete element.dataset.wanted);
        if (move) move.dataset.wanted = "1";
        return Boolean(move);
    }, PREFERRED[game]);
    if (!wanted) throw new Error(`${game}: it is my turn, but the page has no legal move at ${page.url()}`);
    await page.keyboard.press("Shift+Tab"); // Enter that is pressed twice in quick succession counts once
    for (let tabs = 0; tabs < MOST_TABS; tabs += 1) {
        const reached = await page.evaluate(() => document.activeElement?.dataset.wanted === "1");
        if (reached) return tabs;
        await page.keyboard.press("Tab");
    }
    const missed = await page.evaluate(() => document.querySelector("[data-wanted]")?.outerHTML.slice(0, 200));
    throw new Error(`${game}: ${MOST_TABS} tabs do not reach ${missed} at ${page.url()}`);
}
