// Plays games by clicks on legal moves, preferring moves that end the game soon.

import { rendered } from "./browser.mjs";

/** Selectors by game in order of preference; the first one with a legal move is clicked. */
const PREFERRED = {
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
    letter: [".move-groups"],
};

/** Set up and start a game, against a bot if there are two players; `beforeStart` runs before the start. */
export async function setUp(page, origin, game, { bot, seed = 7, options = {} }, beforeStart = () => {}) {
    await page.goto(`${origin}/new/${game}?more=1`);
    await page.getByLabel("Seed: ").fill(String(seed));
    for (const drafting of await page.getByLabel(/^People draft/).all()) await drafting.check();
    if (bot) await page.getByLabel("Bot", { exact: true }).selectOption(bot);
    for (const [label, names] of Object.entries(options)) {
        await page.getByLabel(label, { exact: true }).selectOption("picked");
        for (const name of names) await page.getByRole("button", { name, exact: true }).click();
    }
    await beforeStart();
    await page.getByRole("button", { name: "Start" }).click();
    await turnOrEnd(page, game);
}

/** Play a game to its end, or for `stop` clicks; returns the number of clicks. */
export async function playThrough(page, origin, game, { stop = Infinity, ...settings } = {}) {
    await setUp(page, origin, game, settings);
    return playByClicks(page, game, stop);
}

const MOST_CLICKS = 3000;
const MOST_IDLE_CHECKS = 400; // checks, every 20 ms, of a page that shows "your turn" but marks no legal move
const MOST_CLICKS_WITHOUT_MOVE = 15; // a card, a target, and some more

/** Continue the game on the page. If it is stuck, the error contains what the page shows. */
export async function playByClicks(page, game, stop = Infinity) {
    let [clicks, idle, withoutMove, last] = [0, 0, 0, ""];
    while (clicks < stop) {
        await turnOrEnd(page, game);
        if (await page.locator(".ending").count()) break;
        const { clicked, ply } = await clickOne(page, game);
        [idle, clicks] = clicked ? [0, clicks + 1] : [idle + 1, clicks];
        withoutMove = clicked && ply === last ? withoutMove + 1 : 0;
        last = ply;
        if (idle > MOST_IDLE_CHECKS)
            throw new Error(`${game}: it is my turn, but nothing is marked as legal; ${await pageText(page)}`);
        if (withoutMove > MOST_CLICKS_WITHOUT_MOVE)
            throw new Error(`${game}: ${withoutMove} clicks on ${clicked} made no move; ${await pageText(page)}`);
        if (clicks > MOST_CLICKS) throw new Error(`${game} does not end; ${await pageText(page)}`);
    }
    return clicks;
}

/** Wait for one's turn or the end of the game. */
export async function turnOrEnd(page, game, timeout = 60_000) {
    try {
        await page.locator(".prompt.mine, .ending").first().waitFor({ timeout });
    } catch {
        throw new Error(`${game}: neither my turn nor the end after ${timeout / 1000} s; ${await pageText(page)}`);
    }
}

/** Run an action and wait until the page has changed: another position, or another selection. */
export async function actAndWait(page, act, timeout = 60_000) {
    const before = await page.evaluate(signature);
    const done = await act();
    if (done === "") return done; // there was nothing to do
    for (let waited = 0; (await page.evaluate(signature)) === before; waited += 20) {
        if (waited > timeout) throw new Error(`${done ?? "this"} changed nothing; ${await pageText(page)}`);
        await page.waitForTimeout(20);
    }
    return done;
}

/** Runs in the page: what an action can change, such as position, selection and turn. */
function signature() {
    const chosen = document.querySelector(".chosen")?.dataset.card ?? "";
    const mine = document.querySelectorAll(".prompt.mine").length;
    return [document.querySelector(".board")?.dataset.ply, chosen, mine, document.querySelectorAll(".ending").length].join();
}

/** Text of the page, for error messages. */
async function pageText(page) {
    const [ply, text] = await page.evaluate(() => [
        document.querySelector(".board")?.dataset.ply,
        document.querySelector(".prompt")?.innerText ?? document.body.innerText.slice(0, 300),
    ]);
    return `at move ${ply} of ${page.url()} the page says ${JSON.stringify(text)}`;
}

/** Click on a legal move, and wait for its effect. */
async function clickOne(page, game) {
    await rendered(page); // the selection of the last move is cleared after rendering
    const clicked = await actAndWait(page, () => page.evaluate(clickLegal, PREFERRED[game]));
    if (!clicked) await page.waitForTimeout(20);
    return { clicked, ply: await page.evaluate(() => document.querySelector(".board")?.dataset.ply) };
}

/** Runs in the page, for speed: clicks on a legal move, if it is not covered by another element. */
function clickLegal(selectors) {
    const legal = (selector) =>
        [...document.querySelectorAll(`${selector} [data-legal], ${selector}[data-legal]`)].filter(
            (element) => !element.disabled,
        );
    const element = selectors.map(legal).find((elements) => elements.length)?.[0];
    if (!element) return "";
    const name = element.dataset.card ?? element.innerText;
    const fractions = [0.5, 0.15, 0.85];
    const at = (x, y) => {
        const { left, top, width, height } = element.getBoundingClientRect();
        return document.elementFromPoint(left + x * width, top + y * height);
    };
    const reached = () => fractions.some((x) => fractions.some((y) => element.contains(at(x, y))));
    if (!reached()) element.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
    if (!reached()) throw new Error(`${name} is covered by ${at(0.5, 0.5)?.outerHTML.slice(0, 200)}`);
    element.click();
    return name;
}
