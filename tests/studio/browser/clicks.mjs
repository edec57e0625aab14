// A whole game by clicks: whatever the page marks as legal is clicked, what is better for an end first.

import { drawn } from "./browser.mjs";

/** What is clicked first, by game; the first selector that finds something legal decides. */
const TASTE = {
    locm: [".offer", ".face-target", ".lane .creature", ".lane-target", ".strip.own .hand", ".prompt"],
    dominion: [
        ".choice .offers",
        ".choice footer",
        ".strip.own .hand",
        '[data-card="supply-Province"]',
        '[data-card="supply-Gold"]',
        '[data-card="supply-Silver"]',
        ".prompt",
        ".supply",
    ],
    tribute: [
        ".patron-offer",
        ".choice .offers",
        ".choice footer",
        ".strip.own .hand",
        ".strip.other .hand",
        ".tavern",
        ".patrons",
        ".prompt",
    ],
    delve: [".enemies", ".tree", ".strip.own .hand", ".prompt"],
};

/** Sets up a game in the page, against a bot where there are two players. */
export async function setUp(page, origin, game, { bot, seed = 7, options = {} }, look = () => {}) {
    await page.goto(`${origin}/new/${game}`);
    await page.getByLabel("Seed: ").fill(String(seed));
    if (bot) await page.getByLabel("Bot", { exact: true }).selectOption(bot);
    for (const [label, names] of Object.entries(options)) {
        await page.getByLabel(label, { exact: true }).selectOption("picked");
        for (const name of names) await page.getByRole("button", { name, exact: true }).click();
    }
    await look();
    await page.getByRole("button", { name: "Start" }).click();
    await turnOrEnd(page, game);
}

/** Plays a game to its end, or so many clicks of it; returns how many that were. */
export async function playThrough(page, origin, game, { stop = Infinity, ...how } = {}) {
    await setUp(page, origin, game, how);
    return clickOn(page, game, stop);
}

const MOST_CLICKS = 3000;
const IDLE = 400; // looks of 20 ms at a page that says that it is one's turn, but marks nothing
const STILL = 15; // clicks without a move: a subject, a target, and some to change one's mind

/** Goes on with the game that is on the page. Where it does not go on, an error tells what the page shows. */
export async function clickOn(page, game, stop = Infinity) {
    let [clicks, idle, still, last] = [0, 0, 0, ""];
    while (clicks < stop) {
        await turnOrEnd(page, game);
        if (await page.locator(".ending").count()) break;
        const { clicked, ply } = await clickOne(page, game);
        [idle, clicks] = clicked ? [0, clicks + 1] : [idle + 1, clicks];
        still = clicked && ply === last ? still + 1 : 0;
        last = ply;
        if (idle > IDLE) throw new Error(`${game}: it is my turn, but nothing is marked as legal; ${await shown(page)}`);
        if (still > STILL) throw new Error(`${game}: ${STILL} clicks on ${clicked} made no move; ${await shown(page)}`);
        if (clicks > MOST_CLICKS) throw new Error(`${game} does not end; ${await shown(page)}`);
    }
    return clicks;
}

/** Waits until it is one's turn or the game is over. */
export async function turnOrEnd(page, game, patience = 60_000) {
    try {
        await page.locator(".prompt.mine, .ending").first().waitFor({ timeout: patience });
    } catch {
        throw new Error(`${game}: neither my turn nor the end after ${patience / 1000} s; ${await shown(page)}`);
    }
}

/** Does something at a table, and waits until the page has the answer: another position, or something chosen. */
export async function changing(page, act, patience = 60_000) {
    const before = await page.evaluate(signature);
    const done = await act();
    if (done === "") return done; // there was nothing to do
    for (let waited = 0; (await page.evaluate(signature)) === before; waited += 20) {
        if (waited > patience) throw new Error(`${done ?? "this"} changed nothing; ${await shown(page)}`);
        await page.waitForTimeout(20);
    }
    return done;
}

/** In the page: what a click or a key can change, the position, what is chosen, and whose turn it is. */
function signature() {
    const chosen = document.querySelector(".chosen")?.dataset.card ?? "";
    const mine = document.querySelectorAll(".prompt.mine").length;
    return [document.querySelector(".board")?.dataset.ply, chosen, mine, document.querySelectorAll(".ending").length].join();
}

/** What the page shows, for errors. */
async function shown(page) {
    const [ply, words] = await page.evaluate(() => [
        document.querySelector(".board")?.dataset.ply,
        document.querySelector(".prompt")?.innerText ?? document.body.innerText.slice(0, 300),
    ]);
    return `at move ${ply} of ${page.url()} the page says ${JSON.stringify(words)}`;
}

/** One click on something legal, and what comes of it. */
async function clickOne(page, game) {
    await drawn(page); // what was chosen for the last move is let go after drawing
    const clicked = await changing(page, () => page.evaluate(clickLegal, TASTE[game]));
    if (!clicked) await page.waitForTimeout(20);
    return { clicked, ply: await page.evaluate(() => document.querySelector(".board")?.dataset.ply) };
}

/** In the page, so that several hundred of them are quick: a click on what is legal, if somebody could reach it. */
function clickLegal(places) {
    const legal = (place) =>
        [...document.querySelectorAll(`${place} [data-legal], ${place}[data-legal]`)].filter((each) => !each.disabled);
    const found = places.map(legal).find((each) => each.length)?.[0];
    if (!found) return "";
    const name = found.dataset.card ?? found.innerText;
    const parts = [0.5, 0.15, 0.85];
    const at = (x, y) => {
        const { left, top, width, height } = found.getBoundingClientRect();
        return document.elementFromPoint(left + x * width, top + y * height);
    };
    const reached = () => parts.some((x) => parts.some((y) => found.contains(at(x, y))));
    if (!reached()) found.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
    if (!reached()) throw new Error(`${name} is covered by ${at(0.5, 0.5)?.outerHTML.slice(0, 200)}`);
    found.click();
    return name;
}
