// Keys that are pressed again, refused cards, and moves that wait: node repeats.mjs NAME LINK [ARGUMENTS].

import { rendered, visit } from "./browser.mjs";
import { turnOrEnd } from "./clicks.mjs";
import { openTable } from "./views.mjs";

const WIDE = 1280;
const KINGDOM = "Chapel,Cellar,Workshop,Militia,Moat,Village,Smithy,Mine,Library,Market";
// Numbers of creatures: cheap ones for the first turns, and ones that nobody can pay then.
const DECK = Array.from({ length: 30 }, (_, k) => (k % 2 ? 17 : 3)).join(" ");

const plyOf = (page) => page.locator(".board").getAttribute("data-ply").then(Number);
const prompt = (page) => page.locator(".prompt-text").innerText();
const chosen = (page) => page.locator(".board .chosen").evaluateAll((cards) => cards.map(({ dataset }) => dataset.card));
const focused = (page) =>
    page.evaluate(() => document.activeElement?.dataset.card ?? document.activeElement?.className.split(" ")[0] ?? "");

/** Open a game and wait for one's turn. */
async function open(page, origin, game, bot, options) {
    await openTable(page, origin, game, bot ? [null, bot] : [null], options);
    await turnOrEnd(page, game);
    await rendered(page);
}

/** Digits of cards that can be played, and of cards that cannot. */
const digits = (page) =>
    page.locator("[data-digit]").evaluateAll((cards) => {
        const of = (isLegal) => cards.filter((card) => card.hasAttribute("data-legal") === isLegal).map(({ dataset }) => dataset.digit);
        return { playable: of(true), refused: of(false) };
    });

/** End turns until the hand has a card that can be played, and one that cannot. */
async function untilBoth(page, game) {
    for (let turn = 0; turn < 12; turn += 1) {
        const found = await digits(page);
        if (found.playable.length && found.refused.length) return found;
        await page.keyboard.press("e");
        await page.waitForFunction((ply) => Number(document.querySelector(".board").dataset.ply) > ply, await plyOf(page));
        await turnOrEnd(page, game);
        await rendered(page);
    }
    throw new Error(`${game}: no hand has both`);
}

/** Wait until the page has moved the focus, if it does so. */
const focusMoved = (page) => page.evaluate(() => new Promise((done) => setTimeout(done, 120)));

/** Press the digit of a card that has to be selected first. */
async function select(page, digit) {
    await page.keyboard.press(digit);
    await page.locator(".board .chosen").waitFor();
    await focusMoved(page);
}

const scenarios = {
    /** A digit selects a card, the next one is of a card that cannot be played; then Enter. */
    refused: (link) =>
        visit(link, WIDE, async (page, origin) => {
            await open(page, origin, "locm", "random", { decks: `${DECK} / ${DECK}` });
            const { playable, refused } = await untilBoth(page, "locm");
            await select(page, playable[0]);
            const target = await focused(page);
            const before = await plyOf(page);
            await page.keyboard.press(refused[0]);
            await page.locator(".toast").waitFor();
            await focusMoved(page);
            const card = await page.locator(`[data-digit="${refused[0]}"]`).getAttribute("data-card");
            const result = { target, card, focused: await focused(page), chosen: await chosen(page) };
            await page.keyboard.press("Enter");
            await rendered(page);
            return { ...result, moves: (await plyOf(page)) - before, toast: await page.locator(".toast").innerText() };
        }),

    /** Play a card by its digit, take it back, and press the digit again. */
    takenBack: (link) =>
        visit(link, WIDE, async (page, origin) => {
            await open(page, origin, "locm", "random", { decks: `${DECK} / ${DECK}` });
            const { playable } = await untilBoth(page, "locm");
            const before = await plyOf(page);
            await select(page, playable[0]);
            await page.keyboard.press("Enter");
            await page.locator(`.board[data-ply="${before + 1}"]`).waitFor();
            await page.getByRole("button", { name: "Take back", exact: true, disabled: false }).waitFor();
            await page.waitForFunction(() => !document.querySelector("#take-back-reason"));
            await page.keyboard.press("u");
            await page.locator(`.board[data-ply="${before}"]`).waitFor();
            await rendered(page);
            const after = await chosen(page);
            await select(page, playable[0]);
            return { after, again: (await chosen(page)).length };
        }),

    /** End a turn by E, then press Enter again and again; then on a pile of the supply. */
    enter: (link) =>
        visit(link, WIDE, async (page, origin) => {
            await open(page, origin, "dominion", "big-money", { kingdom: KINGDOM });
            await page.keyboard.press("e");
            await page.waitForFunction(() => Number(document.querySelector(".board").dataset.ply) > 1);
            await turnOrEnd(page, "dominion");
            await rendered(page);
            await focusMoved(page);
            const atBegin = await focused(page);
            const before = await plyOf(page);
            for (let press = 0; press < 6; press += 1) await page.keyboard.press("Enter");
            await rendered(page);
            const bought = [(await plyOf(page)) - before, (await chosen(page)).length];
            await page.keyboard.press("Tab"); // another key: one has gone to the card
            await page.locator('[data-card="supply-Copper"]').focus();
            for (let press = 0; press < 6; press += 1) await page.keyboard.press("Enter");
            await rendered(page);
            const waiting = [(await plyOf(page)) - before, ...(await chosen(page))];
            await page.keyboard.press("e");
            await page.waitForFunction((ply) => Number(document.querySelector(".board").dataset.ply) > ply + 1, before);
            await turnOrEnd(page, "dominion");
            await rendered(page);
            await focusMoved(page);
            return { atBegin, bought, waiting, atNext: await focused(page), chosen: await chosen(page) };
        }),

    /** A key that is held down plays one card, in games that play a card at once. */
    held: (link, game) =>
        visit(link, WIDE, async (page, origin) => {
            await open(page, origin, game, game === "delve" ? null : "random", {});
            const before = await plyOf(page);
            await page.keyboard.press("ArrowDown"); // the board has the focus, or nothing
            await page.locator("[data-legal]").first().focus();
            await page.keyboard.down("Enter");
            for (let repeat = 0; repeat < 10; repeat += 1) await page.keyboard.down("Enter");
            await page.keyboard.up("Enter");
            await rendered(page);
            await focusMoved(page);
            const own = page.locator(".history .move", { hasText: /^(\s|\S)*\bYou / });
            return { moves: (await plyOf(page)) - before > 0 ? await own.count() : 0, chosen: (await chosen(page)).length };
        }),

    /** The last buy waits: take it back, reload, lose the connection, and end the turn. */
    lastBuy: (link) =>
        visit(link, WIDE, async (page, origin) => {
            let connection = null;
            await page.routeWebSocket(/\/socket\/tables\//, (socket) => {
                connection = socket;
                socket.connectToServer();
            });
            await open(page, origin, "dominion", "big-money", { kingdom: KINGDOM });
            const before = await plyOf(page);
            const buy = (name) => page.locator(`[data-card="supply-${name}"]`).click({ force: true });
            await buy("Curse");
            await page.locator(".board .chosen").waitFor();
            const result = { text: await prompt(page), buttons: await page.locator(".prompt button").allInnerTexts() };
            await buy("Copper");
            result.other = await page.locator(".toast").innerText();
            result.still = await chosen(page);
            await page.keyboard.press("u");
            await page.locator(".board .chosen").waitFor({ state: "detached" });
            result.free = await prompt(page);
            await buy("Curse");
            await page.locator(".board .chosen").waitFor();
            await page.reload();
            await turnOrEnd(page, "dominion");
            result.reloaded = [await prompt(page), (await chosen(page)).length];
            await buy("Copper");
            await page.locator(".board .chosen").waitFor();
            await connection.close({ code: 1012, reason: "" });
            await page.locator(".prompt.lost", { hasText: "Connection lost" }).waitFor();
            result.lost = (await chosen(page)).length;
            await page.locator(".board .chosen").waitFor();
            result.back = await chosen(page);
            result.sent = (await plyOf(page)) - before;
            await page.locator(".prompt").getByRole("button", { name: "End turn" }).click();
            await page.locator(".history .move").first().waitFor();
            result.history = await page.locator(".history .move").first().innerText();
            return result;
        }),

    /** What the list of keys says on the pages with a map and with a drawing. */
    listed: (link) =>
        visit(link, WIDE, async (page, origin) => {
            const listedAt = async (path, selector) => {
                await page.goto(`${origin}/${path}`);
                await page.locator(selector).first().waitFor();
                await page.keyboard.press("?");
                return page.locator("dialog[open] tr").allInnerTexts();
            };
            return { map: await listedAt("levels/edit", ".map-frame"), tree: await listedAt("trees", ".tree-node") };
        }),

    /** A watched game while it plays, and while it waits. */
    watched: (link) =>
        visit(link, WIDE, async (page, origin) => {
            await openTable(page, origin, "locm", ["random", "random"], { setup: "dealt" }, true);
            await page.getByRole("button", { name: "Pause", exact: true }).waitFor();
            const texts = new Set();
            for (let move = 0; move < 3; move += 1) {
                const ply = await plyOf(page);
                texts.add(await prompt(page));
                await page.waitForFunction((last) => Number(document.querySelector(".board").dataset.ply) > last, ply);
            }
            await page.getByRole("button", { name: "Pause", exact: true }).click();
            await page.getByRole("button", { name: "Play", exact: true }).waitFor();
            return { playing: [...texts], waiting: await prompt(page) };
        }),
};

const [name, link, ...args] = process.argv.slice(2);
console.log(JSON.stringify(await scenarios[name](link, ...args)));
