// Playback of moves, animation, and drag and drop: node motion.mjs NAME LINK. The last line of the output is JSON.

import { nameOf, rendered, visit, watchFor } from "./browser.mjs";

const WIDE = 1280;

/** Runs in the page before its own scripts: keeps its pauses until the test ends them, whatever time has passed. */
function holdPauses() {
    const start = window.setTimeout.bind(window);
    window.heldPauses = new Map();
    let last = 1_000_000;
    window.setTimeout = (action, delay = 0, ...more) => {
        if (delay < 150 || delay > 5000) return start(action, delay, ...more);
        window.heldPauses.set(++last, action);
        return last;
    };
    const stop = window.clearTimeout.bind(window);
    window.clearTimeout = (id) => (window.heldPauses.delete(id) ? undefined : stop(id));
    localStorage.setItem("ludus-motion", JSON.stringify({ speed: "slow", sound: true }));
}

/** Runs in the page before its own scripts: notes the newest position that the page has got, shown or not. */
function notePositions() {
    window.newest = null;
    window.WebSocket = class extends window.WebSocket {
        constructor(...args) {
            super(...args);
            this.addEventListener("message", ({ data }) => {
                for (const { now, after } of [JSON.parse(data)].flat()) window.newest = now ?? after ?? window.newest;
            });
        }
    };
}

/** End all pauses that have begun. */
const endPauses = (page) =>
    page.evaluate(() => {
        const actions = [...window.heldPauses.values()];
        window.heldPauses.clear();
        for (const action of actions) action();
        return actions.length;
    });

/** Start a battle with dealt decks against a bot. */
async function startBattle(page, origin, bot = "greedy") {
    await page.addInitScript(notePositions);
    const id = await page.evaluate(async (bot) => {
        const plan = { game: "locm", seats: [{ bot: null }, { bot }], seed: 7, options: { setup: "dealt" } };
        const request = { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(plan) };
        const created = await (await fetch("/api/tables", request)).json();
        localStorage.setItem(`ludus-key-${created.id}`, created.keys[0]);
        return created.id;
    }, bot);
    await page.goto(`${origin}/tables/${id}`);
    await page.locator(".prompt.mine").waitFor();
    await page.evaluate(() => {
        localStorage.setItem("ludus-ask-before-end", "never");
        window.shownPlies = []; // with the number of moves in the history
        const note = () => {
            const ply = Number(document.querySelector(".board").dataset.ply);
            if (window.shownPlies.at(-1)?.[0] !== ply)
                window.shownPlies.push([ply, document.querySelectorAll(".history .move").length]);
        };
        new MutationObserver(note).observe(document.querySelector(".stage"), { subtree: true, attributes: true });
    });
}

const ply = async (page) => Number(await page.locator(".board").getAttribute("data-ply"));

/** End the turn, and wait until this is on the board; returns the ply before it. */
async function giveTurn(page) {
    const before = await ply(page);
    await page.evaluate(() => (window.shownPlies = []));
    await page.getByRole("button", { name: "End turn" }).click();
    await page.waitForFunction((last) => Number(document.querySelector(".board").dataset.ply) > last, before);
    return before;
}

/** End the turn, and wait until the page has got all moves of the bot: it then waits for its pause, or for the player. */
async function endTurn(page) {
    const before = await giveTurn(page);
    await page.waitForFunction((last) => window.newest.ply > last + 1 && [0, null].includes(window.newest.decider), before);
    await rendered(page);
}

/** Show the waiting moves one by one until it is one's turn. */
async function watchTurn(page) {
    const titles = [await page.title()];
    while (!(await page.locator(".prompt.mine").count())) {
        await endPauses(page);
        await rendered(page);
    }
    await page.waitForFunction(() => document.title.startsWith("Your turn"));
    return { plies: await page.evaluate(() => window.shownPlies), titles: [...titles, await page.title()] };
}

/** Lets the moves of the bot, and what follows them, be held back on their way to the page. */
async function holdBot(page) {
    let holding = false;
    let socket;
    const held = [];
    await page.routeWebSocket(/\/socket\//, (opened) => {
        socket = opened;
        opened.connectToServer().onMessage((text) => {
            const messages = [JSON.parse(text)].flat();
            const first = held.length ? 0 : messages.findIndex(({ move }) => move?.seat === 1);
            const passed = holding && first >= 0 ? messages.slice(0, first) : messages;
            if (passed.length) opened.send(JSON.stringify(passed));
            if (passed.length < messages.length) held.push(JSON.stringify(messages.slice(passed.length)));
        });
    });
    const release = () => {
        holding = false;
        for (const message of held.splice(0)) socket.send(message);
    };
    return { hold: () => (holding = true), release };
}

/** Summon the last creature of one's hand that can be summoned; the cards before it keep their places. */
async function summonLast(page) {
    const before = await ply(page);
    const target = page.locator(".lane-target[data-legal]").first();
    const legal = page.locator(".strip.own .hand [data-legal]");
    for (const id of (await legal.evaluateAll((cards) => cards.map((card) => card.dataset.card))).reverse()) {
        const card = page.locator(`[data-card="${id}"]`);
        await card.click();
        await rendered(page);
        if (!(await target.count())) {
            await card.click(); // an item
            continue;
        }
        await target.click();
        await page.waitForFunction((last) => Number(document.querySelector(".board").dataset.ply) > last, before);
        return rendered(page);
    }
    throw new Error("no creature can be summoned");
}

/** Press the mouse on an element, and move it to a point. */
async function drag(page, element, x, y) {
    await page.waitForFunction(() => !document.querySelector(".board").getAnimations({ subtree: true }).length);
    const { x: left, y: top, width, height } = await element.boundingBox();
    await page.mouse.move(left + width / 2, top + height / 2);
    await page.mouse.down();
    await page.mouse.move(left + width / 2, top + height / 2 - 30, { steps: 3 });
    await page.mouse.move(x, y, { steps: 3 });
}

const centre = ({ x, y, width, height }) => [x + width / 2, y + height / 2];

const scenarios = {
    /** Watch turns of a bot move by move, then skip one. */
    playback: (link) =>
        visit(
            link,
            WIDE,
            async (page, origin) => {
                await page.addInitScript(holdPauses);
                await startBattle(page, origin);
                const seen = {};
                for (const name of ["arrow", "loss", "ghost"]) seen[name] = await watchFor(page, `.motion-${name}`);
                const turns = [];
                while (turns.length < 12 && !turns.some(({ plies }) => plies.length > 4)) {
                    await endTurn(page);
                    turns.push(await watchTurn(page));
                }
                for (const name of Object.keys(seen)) await seen[name]();
                await endTurn(page);
                const first = await ply(page);
                const waiting = await page.getByRole("button", { name: "Skip" }).count();
                await page.keyboard.press("KeyS");
                await page.locator(".prompt.mine").waitFor();
                const skipped = { first, waiting, plies: await page.evaluate(() => window.shownPlies) };
                const left = await page.getByRole("button", { name: "Skip" }).count();
                return { turns, skipped, last: await ply(page), left };
            },
            { motion: true },
        ),

    /** Drag a card: cancelled by Escape, dropped beside its targets, and dropped on a lane. */
    drag: (link) =>
        visit(
            link,
            WIDE,
            async (page, origin) => {
                await startBattle(page, origin);
                const card = page.locator(".strip.own .hand [data-legal]").first();
                while (!(await card.count())) {
                    await endTurn(page);
                    await page.locator(".prompt.mine").waitFor();
                }
                await rendered(page);
                const before = await ply(page);
                const id = (await card.getAttribute("data-card")).split("-")[1];
                const lane = page.locator(".lane").first();
                const [x, y] = centre(await lane.boundingBox());
                await drag(page, card, x, y);
                const targets = await page.locator("[data-drop]").count();
                const over = await page.locator('.lane[data-drop="over"]').count();
                await page.keyboard.press("Escape");
                const marks = await page.locator("[data-drop], [data-dragged], .lifted").count();
                await page.mouse.up();
                await drag(page, card, ...centre(await page.locator(".stage-head h1").boundingBox()));
                await page.mouse.up();
                await rendered(page);
                const unchanged = [before, await ply(page), await page.locator(".card.chosen").count()];
                await drag(page, card, x, y);
                await page.mouse.up();
                await page.locator(`.lane [data-card="creature-${id}"]`).waitFor();
                const summoned = await lane.locator(`[data-card="creature-${id}"]`).count();
                await page.locator(`[data-card="hand-${id}"]`).waitFor({ state: "detached" });
                return { targets, over, marks, unchanged, summoned, moves: (await ply(page)) - before };
            },
            { motion: true },
        ),

    /** With reduced motion a turn of the bot is shown at once, and every move of it is announced. */
    reduced: (link) =>
        visit(link, WIDE, async (page, origin) => {
            await startBattle(page, origin);
            const effects = await page.evaluateHandle(() => {
                const found = { count: 0 };
                const layer = document.querySelector(".motion-layer");
                new MutationObserver(() => (found.count += 1)).observe(layer, { childList: true });
                return found;
            });
            let before = 0;
            for (let turn = 0; turn < 8 && (await ply(page)) < before + 4; turn += 1) {
                before = await ply(page);
                await endTurn(page);
                await page.locator(".prompt.mine").waitFor();
            }
            const last = await ply(page);
            const entries = page.locator("[role=log] p").filter({ hasNotText: /^Your turn: / });
            await entries.nth(last - 1).waitFor({ state: "attached" });
            const announced = await entries.allInnerTexts();
            const waiting = await page.getByRole("button", { name: "Skip" }).count();
            return { announced, waiting, before, last, effects: await effects.evaluate(({ count }) => count) };
        }),

    /** Choose a creature in hand, then click on enemy creatures: in a lane with room, and in a lane that is full. */
    lanes: (link) =>
        visit(link, WIDE, async (page, origin) => {
            await startBattle(page, origin, "random");
            const enemies = page.locator(".lane.legal .row:first-child .creature");
            const full = page.locator(".lane:not(.legal) .row:first-child button.creature");
            const found = {};
            for (let turn = 0; turn < 20 && !(found.summoned && found.says); turn += 1) {
                const cards = page.locator(".strip.own .hand [data-legal]");
                for (const id of await cards.evaluateAll((cards) => cards.map((card) => card.dataset.card))) {
                    await page.locator(`[data-card="${id}"]`).click();
                    await rendered(page);
                    if (!(await page.locator(".lane-target").count())) {
                        await page.keyboard.press("Escape"); // an item
                        continue;
                    }
                    if (!found.says && (await full.count())) {
                        const before = await ply(page);
                        await full.first().evaluate((card) => card.click());
                        await page.locator(".toast").waitFor();
                        found.says = await page.locator(".toast").innerText();
                        found.unchanged = (await ply(page)) === before;
                    }
                    const shared = await enemies.count();
                    const before = await ply(page);
                    const prompt = await page.locator(".prompt-text").innerText();
                    await (shared ? enemies : page.locator(".lane-target[data-legal]")).first().click();
                    await page.waitForFunction((last) => Number(document.querySelector(".board").dataset.ply) > last, before);
                    await rendered(page);
                    const creature = page.locator(`.lane [data-card="creature-${id.split("-")[1]}"]`);
                    if (shared) found.summoned = [prompt, await nameOf(creature)];
                    break;
                }
                await endTurn(page);
                await page.locator(".prompt.mine").waitFor();
            }
            return found;
        }),

    /** Step over a blow in an encounter, and over the blow that wins it: how many effects are added, and remain. */
    scenes: (link) =>
        visit(
            link,
            WIDE,
            async (page, origin) => {
                await page.evaluate(() =>
                    localStorage.setItem("ludus-motion", JSON.stringify({ speed: "slow", sound: false })),
                );
                await page.goto(`${origin}/new/delve?watch=1`);
                await page.getByLabel("Seed: ").fill("7");
                await page.getByLabel("Bot", { exact: true }).selectOption("greedy");
                await page.getByRole("button", { name: "Watch" }).click();
                await page.getByRole("button", { name: "Play to the end" }).click();
                await page.locator(".ending").waitFor();
                const moves = await page.locator(".history .move").allInnerTexts();
                const won = moves.findIndex((text) => text.includes("encounter 1 is won"));
                const id = new URL(page.url()).pathname.split("/")[2];
                const play = moves.findLastIndex((text, k) => k < won && /^(?!.*ends the turn).* on enemy /.test(text));
                const effects = [];
                for (const ply of [play, won]) {
                    await page.goto(`${origin}/tables/${id}/${ply}`);
                    await page.locator(`.board[data-ply="${ply}"]`).waitFor();
                    await rendered(page);
                    await page.evaluate(() => {
                        const layer = document.querySelector(".motion-layer");
                        layer.append(document.createElement("i")); // of an earlier move
                        window.effects = [];
                        const note = (records) => records.forEach(({ addedNodes }) => window.effects.push(...addedNodes));
                        new MutationObserver(note).observe(layer, { childList: true });
                    });
                    await page.keyboard.press("ArrowRight");
                    await page.locator(`.board[data-ply="${ply + 1}"]`).waitFor();
                    await rendered(page);
                    effects.push(
                        await page.evaluate(() => [
                            window.effects.map((effect) => effect.getAttribute("class")),
                            document.querySelectorAll(".motion-layer > i").length,
                        ]),
                    );
                }
                return { won: moves[won], effects };
            },
            { motion: true },
        ),

    /** What a turn of the bot draws anew of one's own cards, and what a click on them does meanwhile. */
    waiting: (link) =>
        visit(link, WIDE, async (page, origin) => {
            const bot = await holdBot(page);
            await startBattle(page, origin);
            for (let turn = 0; turn < 3; turn += 1) {
                await endTurn(page);
                await page.locator(".prompt.mine").waitFor();
            }
            await page.evaluate(watchDrawing);
            await summonLast(page);
            const digits = await page.evaluate(() => window.drawing().digits);
            bot.hold();
            await giveTurn(page);
            await rendered(page);
            const cards = page.locator(".strip.own .hand .card");
            const waiting = [await cards.count(), await page.locator(".hand button[aria-disabled=true]").count()];
            await cards.first().evaluate((card) => card.click());
            const says = await page.locator(".toast").innerText();
            bot.release();
            await page.locator(".prompt.mine").waitFor();
            await rendered(page);
            return { waiting, says, ...(await page.evaluate(() => window.drawing())), digits };
        }),
};

/** Runs in the page: from now on, counts what is drawn anew although it stays as it is. */
function watchDrawing() {
    const hand = () => [...document.querySelectorAll(".strip.own .hand .card")];
    const before = new Map(hand().map((card) => [card.dataset.card, [card, card.dataset.digit]]));
    const counts = { digits: 0, heights: 0, styleReads: 0 };
    const { getComputedStyle } = window;
    window.getComputedStyle = (...args) => {
        counts.styleReads += 1;
        return getComputedStyle(...args);
    };
    new MutationObserver((records) => {
        for (const { target } of records)
            if (before.get(target.dataset.card)?.[1] === target.dataset.digit) counts.digits += 1;
    }).observe(document.body, { subtree: true, attributeFilter: ["data-digit"] });
    const height = () => document.querySelector(".stage").style.getPropertyValue("--action-bar");
    let last = height();
    new MutationObserver(() => {
        if (height() !== last) counts.heights += 1;
        last = height();
    }).observe(document.querySelector(".stage"), { attributeFilter: ["style"] });
    window.drawing = () => {
        const kept = hand().filter((card) => before.has(card.dataset.card));
        const same = kept.filter((card) => card === before.get(card.dataset.card)[0]);
        return { ...counts, kept: kept.length, same: same.length };
    };
}

const [name, link] = process.argv.slice(2);
console.log(JSON.stringify(await scenarios[name](link)));
