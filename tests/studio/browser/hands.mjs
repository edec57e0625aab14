// Scenarios of playing: keys, double clicks, hints, and the end of a game: node hands.mjs NAME LINK [ARGUMENTS].

import { rendered, visit } from "./browser.mjs";
import { actAndWait, playByClicks, setUp, turnOrEnd } from "./clicks.mjs";

const WIDE = 1280;
const CHAPELS = ["Chapel", "Village", "Workshop", "Smithy", "Moat", "Market", "Mine", "Remodel", "Militia", "Cellar"];

const plyOf = (page) => page.locator(".board").getAttribute("data-ply").then(Number);
const board = (page, ply) => page.locator(`.board[data-ply="${ply}"]`);
const dialog = (page) => page.locator("dialog[open]");

/** Open a new game against a random bot, and wait for the own turn. */
async function openNew(page, origin, order) {
    const id = await page.evaluate(async (order) => {
        const body = JSON.stringify({ seats: [{ bot: null }, { bot: "random" }], seed: 3, ...order });
        const headers = { "content-type": "application/json" };
        return (await (await fetch("/api/tables", { method: "POST", headers, body })).json()).id;
    }, order);
    await page.goto(`${origin}/tables/${id}`);
    await turnOrEnd(page, order.game);
}

/** Open a game of Legends of Code and Magic with a deck of these numbers, and wait for eight cards in hand. */
async function openFullHand(page, origin, numbers) {
    await openNew(page, origin, { game: "locm", options: { decks: `${numbers} / ${numbers}` } });
    await page.evaluate(() => localStorage.setItem("ludus-ask-before-end", "never"));
    const cards = page.locator(".strip.own .hand .card");
    while ((await cards.count()) < 8) {
        const ply = await plyOf(page);
        await page.getByRole("button", { name: "End turn" }).click();
        await page.waitForFunction((ply) => Number(document.querySelector(".board")?.dataset.ply) > ply, ply);
        await turnOrEnd(page, "locm");
    }
    return cards;
}

/** Runs in the page: attack, defense and keywords of cards that reach over the edge or cover each other. */
function coveredNumbers(cards) {
    return cards.flatMap((card) => {
        const name = card.querySelector(".card-name").textContent;
        const edge = card.getBoundingClientRect();
        const boxes = (selector) => [...card.querySelectorAll(selector)].map((part) => part.getBoundingClientRect());
        const [numbers, keywords] = [boxes(".strength > span"), boxes(".keywords .glyph")];
        const isOutside = (box) => box.left < edge.left || box.right > edge.right || box.bottom > edge.bottom;
        const meet = (one, other) =>
            one !== other && one.left < other.right && other.left < one.right && other.top < one.bottom && one.top < other.bottom;
        return [
            ...[...numbers, ...keywords].filter(isOutside).map(() => `${name}: outside`),
            ...[...numbers, ...keywords].filter((one) => numbers.some((other) => meet(one, other))).map(() => `${name}: covered`),
        ];
    });
}

const scenarios = {
    /** Cards with six keywords, and items that change attack and defense: faults of their symbols, and how many cards. */
    keywords: (link, width, height, theme) =>
        visit(
            link,
            Number(width),
            async (page, origin) => {
                const crowded = [116, 122, 135, 142, 145, 148, 149, 151]; // numbers of cards
                const numbers = Array.from({ length: 30 }, (_, k) => crowded[k % crowded.length]).join(" ");
                const cards = await openFullHand(page, origin, numbers);
                return { faults: await cards.evaluateAll(coveredNumbers), count: await cards.count() };
            },
            { theme, height: Number(height), touch: Number(width) < 500 },
        ),

    /** List the keys, play a card by its digit, and end turns with and without a question. */
    keys: (link) =>
        visit(link, WIDE, async (page, origin) => {
            await setUp(page, origin, "delve", {});
            await page.evaluate(() => localStorage.setItem("ludus-ask-before-end", "always"));
            await page.keyboard.press("?");
            const listed = await dialog(page).locator("tr").allInnerTexts();
            await page.keyboard.press("Escape");
            await dialog(page).waitFor({ state: "detached" });
            await page.keyboard.press("1");
            await page.locator(".chosen, .board:not([data-ply='0'])").first().waitFor();
            if (await page.locator(".chosen").count()) {
                await page.waitForFunction(() => document.activeElement?.closest(".enemies"));
                await page.keyboard.press("Enter"); // the focus is on its first target
            }
            await board(page, 1).waitFor();
            await page.keyboard.press("e");
            const question = await dialog(page).innerText();
            await page.getByRole("button", { name: "Keep playing" }).click();
            const kept = await plyOf(page);
            await page.keyboard.press("e");
            await page.getByLabel("Do not ask again").check();
            await dialog(page).getByRole("button", { name: "End turn" }).click();
            await board(page, 2).waitFor();
            await turnOrEnd(page, "delve");
            await page.keyboard.press("e");
            await board(page, 3).waitFor();
            return { listed, question, kept, history: await page.locator(".history .move").allInnerTexts() };
        }),

    /** A move that draws cards: the button is disabled and says why, and so does the key. */
    refusedTakeBack: (link) =>
        visit(link, WIDE, async (page, origin) => {
            await setUp(page, origin, "delve", {});
            await page.keyboard.press("u");
            const nothing = await page.locator(".toast").innerText();
            await page.evaluate(() => localStorage.setItem("ludus-ask-before-end", "never"));
            await page.getByRole("button", { name: "End turn" }).click();
            await board(page, 1).waitFor();
            const button = page.getByRole("button", { name: "Take back", exact: true });
            await page.locator("#take-back-reason", { hasText: "shown something new" }).waitFor({ state: "attached" });
            const disabled = await button.getAttribute("aria-disabled");
            const described = await button.evaluate(
                (element) => document.getElementById(element.getAttribute("aria-describedby")).textContent,
            );
            await page.keyboard.press("u");
            await page.locator(".toast", { hasText: "shown something new" }).waitFor();
            return { nothing, disabled, described, ply: await plyOf(page) };
        }),

    /** A deck that a bot drafted is one line of the history, with the picks behind it. */
    draftedDeck: (link) =>
        visit(link, WIDE, async (page, origin) => {
            await openNew(page, origin, { game: "locm", drafted: true });
            const fold = page.locator(".history .move-fold");
            await fold.waitFor();
            const folded = await page.locator(".history .move").filter({ visible: true }).count();
            const line = await fold.innerText();
            await fold.click();
            const picks = await page.locator(".history .move").filter({ visible: true }).allInnerTexts();
            return { folded, line, picks };
        }),

    /** A hand of eight cards with long names: each word of a name is in one piece, and on its card. */
    longNames: (link) =>
        visit(link, WIDE, async (page, origin) => {
            const numbers = [53, 106, 44, 67, 113, 66, 43, 37, ...Array.from({ length: 22 }, (_, k) => k + 1)].join(" ");
            await page.routeWebSocket(/\/socket\/tables\//, (socket) => {
                const server = socket.connectToServer();
                server.onMessage((text) => socket.send(text.replaceAll("Deathstalker", "W".repeat(40))));
            });
            const cards = await openFullHand(page, origin, numbers);
            return cards.evaluateAll((cards) =>
                cards.map((card) => {
                    const name = card.querySelector(".card-name");
                    const edge = card.getBoundingClientRect();
                    const walker = document.createTreeWalker(name, NodeFilter.SHOW_TEXT);
                    const texts = [];
                    while (walker.nextNode()) texts.push(walker.currentNode);
                    const words = texts.flatMap((text) => [...text.data.matchAll(/[^\s-]+/g)].map((word) => [text, word]));
                    const lines = words.map(([text, word]) => {
                        const range = document.createRange();
                        range.setStart(text, word.index);
                        range.setEnd(text, word.index + word[0].length);
                        const boxes = [...range.getClientRects()].filter(({ width }) => width > 0);
                        return boxes.filter(({ top }, k) => boxes.findIndex((box) => box.top === top) === k);
                    });
                    const inside = lines.flat().every((box) => box.left >= edge.left && box.right <= edge.right);
                    const whole = inside && lines.every((boxes) => boxes.length === 1);
                    return { name: name.textContent.replaceAll("\u00ad", ""), inside, whole, size: Number.parseFloat(getComputedStyle(name).fontSize) };
                }),
            );
        }),

    /** A double click on a button that changes: the second click does not count. */
    twice: (link) =>
        visit(link, WIDE, async (page, origin) => {
            await setUp(page, origin, "dominion", { bot: "big-money", options: { Kingdom: CHAPELS } });
            const click = async (element) => {
                await actAndWait(page, () => element.evaluate((button) => button.click()));
                await turnOrEnd(page, "dominion");
            };
            await click(page.locator('[data-card="supply-Chapel"][data-legal]'));
            const proceed = page.getByRole("button", { name: "Continue to buy" });
            for (let turn = 0; turn < 20 && !(await proceed.count()); turn += 1)
                await click(page.getByRole("button", { name: "End turn" }));
            await page.reload(); // a button that has just changed under the pointer takes no click at all
            await turnOrEnd(page, "dominion");
            const before = await plyOf(page);
            await proceed.dblclick();
            await board(page, before + 1).waitFor();
            await rendered(page);
            return { moves: (await plyOf(page)) - before, button: await page.locator(".prompt [data-legal]").innerText() };
        }),

    /** A hint names its bot and is outlined on the board; notation is behind a switch. */
    hint: (link) =>
        visit(link, WIDE, async (page, origin) => {
            await setUp(page, origin, "tribute", { bot: "random" });
            await page.keyboard.press("h");
            await page.locator(".opinion").waitFor();
            const opinion = await page.locator(".opinion").innerText();
            await page.locator("[data-hint]").first().waitFor(); // drawn after the words
            const outlined = await page.locator("[data-hint]").count();
            await page.getByRole("button", { name: "Play it" }).click();
            await page.locator(".history .move").first().waitFor();
            await page.locator("[data-hint]").waitFor({ state: "detached" });
            const notation = [await page.locator(".notation").count()];
            await page.getByRole("button", { name: "Notation" }).click();
            await page.locator(".history .notation").first().waitFor();
            notation.push(await page.locator(".history .notation").first().innerText());
            return { opinion, outlined, notation };
        }),

    /** "Play it" of a hint that ends the turn while cards can be played: it asks like the button. */
    hintToEnd: (link) =>
        visit(link, WIDE, async (page, origin) => {
            await page.routeWebSocket(/\/socket\/tables\//, (socket) => {
                const server = socket.connectToServer();
                server.onMessage((text) => {
                    const message = JSON.parse(text);
                    const advice = { text: "END", words: "end the turn", parts: null };
                    socket.send(message.type === "opinion" ? JSON.stringify({ ...message, ...advice }) : text);
                });
            });
            await page.evaluate(() => localStorage.setItem("ludus-ask-before-end", "always"));
            await setUp(page, origin, "delve", {});
            await page.keyboard.press("h");
            await page.getByRole("button", { name: "Play it" }).click();
            const question = await dialog(page).innerText();
            const asked = await plyOf(page);
            await dialog(page).getByRole("button", { name: "End turn" }).click();
            await board(page, 1).waitFor();
            return { question, asked };
        }),

    /** After a game: the result in words, the curve, and a rematch with seats swapped. */
    ending: (link) =>
        visit(link, WIDE, async (page, origin) => {
            await setUp(page, origin, "locm", { bot: "random" });
            await playByClicks(page, "locm");
            const text = await page.locator(".ending h2").innerText();
            const layerOf = (selector) => page.locator(selector).evaluate((element) => Number(getComputedStyle(element).zIndex));
            const layers = { result: await layerOf(".ending"), motion: await layerOf(".motion-layer") };
            await page.locator(".evaluation-chart").waitFor();
            const swing = page.locator(".swings button").first();
            const history = await page.locator(".history").evaluate((element) => element.getBoundingClientRect().height);
            await page.locator(".swing-fold:not([open]) summary").evaluateAll((all) => all.forEach((summary) => summary.click()));
            const labels = await page.locator(".evaluation-chart text").evaluateAll((all) => all.map((one) => one.textContent));
            const swingItems = await page.locator(".swings li").evaluateAll((all) => all.map((one) => [one.querySelector("p").textContent, one.querySelectorAll("button").length]));
            const swings = await page.locator(".swings button").count();
            if (swings) {
                await swing.click();
                await page.locator(".ending").waitFor({ state: "detached" });
                await page.keyboard.press("End");
                await page.locator(".ending").waitFor();
            }
            const first = page.url();
            await page.getByRole("button", { name: "Rematch, seats swapped" }).click();
            await page.waitForFunction((first) => location.href !== first, first);
            await turnOrEnd(page, "locm");
            return { text, layers, labels, swingItems, history, players: await page.locator(".player-row").allInnerTexts() };
        }),

    /** Height of each table beyond a laptop's screen, in one's turn. */
    fits: (link) =>
        visit(link, WIDE, async (page, origin) => {
            const beyond = {};
            for (const [game, order] of Object.entries({
                locm: { drafted: true },
                dominion: { options: { kingdom: CHAPELS.join(", ") } },
                tribute: {},
                delve: { seats: [{ bot: null }] },
            })) {
                await openNew(page, origin, { game, ...order });
                await rendered(page);
                beyond[game] = await page.evaluate(() => document.scrollingElement.scrollHeight - innerHeight);
            }
            return beyond;
        }),

    /** Hands of bots are face up in open play, and can be turned face down. */
    openHands: (link) =>
        visit(link, WIDE, async (page, origin) => {
            await setUp(page, origin, "dominion", { bot: "big-money" }, () => page.getByLabel(/Open play/).check());
            const cards = () => page.locator(".strip.other .hand .card").count();
            const faceUp = await cards();
            await page.getByRole("button", { name: "Hands of bots: face up" }).click();
            await page.getByRole("button", { name: "Hands of bots: face down" }).waitFor();
            return { faceUp, faceDown: await cards(), mark: await page.locator(".mark").innerText() };
        }),
};

const [name, link, ...args] = process.argv.slice(2);
console.log(JSON.stringify(await scenarios[name](link, ...args)));
