// Plays games by keyboard: Tab to a legal move, then Enter.

import { drawn } from "./browser.mjs";
import { changing, turnOrEnd } from "./clicks.mjs";

const MOST_TABS = 150; // more than all elements that can have the focus
const MOST_MOVES = 1500;

/** Selectors by game in order of preference, so that games end soon. */
const WANTED = {
    locm: [".offer [data-legal]", ".face-target[data-legal]", ".lane-target", ".strip.own .hand [data-legal]"],
    dominion: ['[data-card="supply-Province"][data-legal]', '[data-card="supply-Gold"][data-legal]'],
    tribute: [".patron-offer [data-legal]", ".strip.own .hand [data-legal]"],
    delve: [".enemies [data-legal]", ".tree [data-legal]", ".strip.own .hand [data-legal]"],
};

/** Continue the game on the page to its end. */
export async function keyOn(page, game) {
    let [keys, moves] = [0, 0];
    for (;;) {
        await turnOrEnd(page, game);
        if (await page.locator(".ending").count()) return { keys, moves };
        await drawn(page); // the focus moves to a legal move after rendering
        await changing(page, async () => {
            keys += await reach(page, game);
            await page.keyboard.press("Enter");
            return `${game}: Enter on something legal`;
        });
        moves += 1;
        if (moves > MOST_MOVES) throw new Error(`${game} does not end by keyboard; at ${page.url()}`);
    }
}

/** Press Tab until the preferred legal move has the focus; returns the number of keys. */
async function reach(page, game) {
    const wanted = await page.evaluate((places) => {
        const open = (each) => !each.disabled && each.checkVisibility();
        const choice = [...document.querySelectorAll(".choice [data-legal]")].filter(open);
        const first = choice[0] ?? places.map((place) => [...document.querySelectorAll(place)].find(open)).find(Boolean);
        const any = first ?? [...document.querySelectorAll(".stage [data-legal]")].filter(open).at(-1);
        document.querySelectorAll("[data-wanted]").forEach((each) => delete each.dataset.wanted);
        if (any) any.dataset.wanted = "1";
        return Boolean(any);
    }, WANTED[game]);
    if (!wanted) throw new Error(`${game}: it is my turn, but nothing legal is on the page at ${page.url()}`);
    for (let tabs = 0; tabs < MOST_TABS; tabs += 1) {
        const there = await page.evaluate(() => document.activeElement?.dataset.wanted === "1");
        if (there) return tabs;
        await page.keyboard.press("Tab");
    }
    const missed = await page.evaluate(() => document.querySelector("[data-wanted]")?.outerHTML.slice(0, 200));
    throw new Error(`${game}: ${MOST_TABS} tabs do not reach ${missed} at ${page.url()}`);
}
