// Scenarios of sessions: several people, keyboard, screen reader, tooltips: node tables.mjs NAME LINK [ARGUMENTS].

import { accessFaults, nameOf, openPage, rendered, settled, visit } from "./browser.mjs";
import { playByClicks, setUp, turnOrEnd } from "./clicks.mjs";
import { namelessControls, openTree } from "./ax_tree.mjs";
import { playByKeys } from "./keys.mjs";

const WIDE = 1280;

/** Set up Dominion; each seat is "you", "person", or the name of a bot. */
async function setUpSeats(page, origin, seats, seed = 7) {
    await page.goto(`${origin}/new/dominion?more=1`);
    await page.getByLabel("Seed: ").fill(String(seed));
    if (seats.length > 2) await page.getByLabel(/^seats/).fill(String(seats.length));
    for (const [k, who] of seats.entries()) {
        const group = page.getByRole("group", { name: `Player of seat ${k + 1}` });
        const button = { you: "You", person: "Another person" }[who] ?? "Bot";
        await group.getByRole("button", { name: button, exact: true }).click();
    }
    for (const [k, who] of seats.filter((seat) => seat !== "you" && seat !== "person").entries())
        await page.getByLabel("Bot", { exact: true }).nth(k).selectOption(who);
    await page.getByRole("button", { name: "Start" }).click();
}

const TIP = ".tooltip:popover-open";

/** Text of an element's tooltip. Tooltips disappear on scrolling, so scroll first. */
async function tipOf(page, element) {
    await page.mouse.move(2, 300);
    await page.locator(TIP).waitFor({ state: "detached" });
    await element.scrollIntoViewIfNeeded();
    await rendered(page);
    await element.hover();
    await page.locator(TIP).waitFor();
    return page.locator(TIP).innerText();
}

const scenarios = {
    /** Play a game of three or four players against bots, by clicks. */
    several: (link, count) =>
        visit(link, WIDE, async (page, origin) => {
            await setUpSeats(page, origin, ["you", ...Array(Number(count) - 1).fill("big-money")]);
            await turnOrEnd(page, "dominion");
            const others = await page.locator(".strip.other").count();
            await playByClicks(page, "dominion");
            const rows = await page.locator(".player-row .result").count();
            const text = await page.locator(".ending h2").innerText();
            const names = [];
            for (let k = 0; k < Number(count); k += 1) {
                names.push(await page.locator(".strip.own .plate-name").innerText());
                await page.getByRole("button", { name: "Rotate the board" }).click();
            }
            return { others, rows, text, names };
        }),

    /** Two people in two browsers, one of them a guest invited by a link, and a bot. */
    together: (link) =>
        visit(link, WIDE, async (page, origin, onError) => {
            await setUpSeats(page, origin, ["you", "person", "big-money"]);
            const invitation = await page.locator("code.link").innerText();
            await page.getByRole("link", { name: "Open the game" }).click();
            await page.locator(".player-list").waitFor();
            const beforeJoining = await page.locator(".player-list").innerText();
            const copyButtons = await page.getByRole("button", { name: "Copy the link for Person 2" }).count();
            const other = await openPage(page.context().browser(), invitation, {}, onError);
            await other.locator(".player-list").waitFor();
            const hiddenCards = [await page.locator(".strip.other .back").count(), await other.locator(".strip.own .back").count()];
            await page.getByText("not here").waitFor({ state: "detached" });
            const clicks = [0, 0];
            const ended = () => page.locator(".ending").count();
            while (!(await ended())) {
                for (const [k, tab] of [page, other].entries())
                    if (await tab.locator(".prompt.mine").count()) clicks[k] += await playByClicks(tab, "dominion", 1);
                if (clicks[0] + clicks[1] > 3000) throw new Error(`no end after ${clicks} clicks`);
                await page.waitForTimeout(15); // between checks whose turn it is
            }
            await other.locator(".ending").waitFor();
            const text = [page, other].map((tab) => tab.locator(".ending h2").innerText());
            const key = await other.evaluate(() => location.hash);
            return { beforeJoining, copyButtons, hiddenCards, clicks, text: await Promise.all(text), key };
        }),

    /** Play a whole game by keyboard. */
    keyboard: (link, game, bot) =>
        visit(link, WIDE, async (page, origin) => {
            await setUp(page, origin, game, { bot });
            const { keys, moves } = await playByKeys(page, game);
            return { keys, moves, text: await page.locator(".ending h2").innerText() };
        }),

    /** For screen readers: announced moves, and controls without a name. */
    screenReader: (link, game, bot) =>
        visit(link, WIDE, async (page, origin) => {
            await setUp(page, origin, game, { bot });
            await playByClicks(page, game, 6);
            await turnOrEnd(page, game);
            await rendered(page);
            const announced = await page.locator("[role=log]").innerText();
            const { read } = await openTree(page);
            return { announced, nameless: namelessControls(await read()) };
        }),

    /** Search the history of moves; tooltips show their cards. */
    history: (link, game, bot, query) =>
        visit(link, WIDE, async (page, origin) => {
            await page.goto(`${origin}/new/${game}?watch=1`);
            await page.getByLabel("Seed: ").fill("7");
            for (const choice of await page.getByLabel("Bot", { exact: true }).all()) await choice.selectOption(bot);
            await page.getByRole("button", { name: "Watch" }).click();
            await page.getByRole("button", { name: "Play to the end" }).click();
            await page.locator(".ending").waitFor();
            await page.keyboard.press("Home");
            await page.locator('.board[data-ply="0"]').waitFor(); // a new position closes tooltips
            await settled(page);
            const all = await page.locator(".history .move").count();
            await page.getByLabel("Search the moves").fill(query);
            await page.waitForFunction((all) => document.querySelectorAll(".history .move").length < all, all);
            const matching = await page.locator(".history .move").count();
            await tipOf(page, page.locator(".history .move").first());
            return { all, matching, cards: await page.locator(`${TIP} .card, ${TIP} .tooltip-table`).count() };
        }),

    /** Tooltips of cards appear and disappear. */
    texts: (link, game, bot) =>
        visit(link, WIDE, async (page, origin) => {
            await setUp(page, origin, game, { bot });
            await playByClicks(page, game, game === "locm" ? 31 : game === "tribute" ? 4 : 0);
            await turnOrEnd(page, game);
            const tooltips = [];
            for (const card of (await page.locator(".strip.own .hand .card").all()).slice(0, 3))
                tooltips.push([await nameOf(card), await tipOf(page, card.locator(".card-name"))]);
            await page.mouse.move(2, 300);
            await page.locator(TIP).waitFor({ state: "detached" });
            return { tooltips };
        }),

    /** Click on something illegal; returns the explanation. */
    whyNot: (link, game, bot, clicks, place) =>
        visit(link, WIDE, async (page, origin) => {
            await setUp(page, origin, game, { bot });
            await playByClicks(page, game, Number(clicks));
            await turnOrEnd(page, game);
            const illegal = page.locator(`${place}:not([data-legal])`).first();
            const name = await illegal.getAttribute("data-card");
            const ply = await page.locator(".board").getAttribute("data-ply");
            await illegal.click({ force: true }); // it is marked as unavailable
            const text = await page.locator(".toast").innerText();
            return { name, text, same: ply === (await page.locator(".board").getAttribute("data-ply")) };
        }),

    /** Open every pile; returns titles, notes and cards of the dialogs. */
    piles: (link, game, bot, clicks) =>
        visit(link, WIDE, async (page, origin) => {
            await setUp(page, origin, game, { bot });
            await playByClicks(page, game, Number(clicks));
            await turnOrEnd(page, game);
            const piles = [];
            for (const pile of await page.locator(".pile").all()) {
                await pile.click();
                const dialog = page.locator("dialog[open]");
                const title = await dialog.locator("h2").innerText();
                const note = (await dialog.locator(".dialog-body > p.small").allInnerTexts()).join(" ");
                const cards = await dialog.locator(".card").evaluateAll((all) => all.map((card) => card.dataset.card));
                const place = await pile.evaluate((element) => element.closest("[aria-label]")?.getAttribute("aria-label"));
                piles.push({ place, title, note, cards });
                await page.keyboard.press("Escape");
                await dialog.waitFor({ state: "detached" });
            }
            return { piles };
        }),

    /** Details of boards: mana curve, patrons, nodes of the skill tree. */
    details: (link) =>
        visit(link, WIDE, async (page, origin) => {
            await setUp(page, origin, "locm", { bot: "random" });
            await playByClicks(page, "locm", 5);
            await turnOrEnd(page, "locm");
            const curve = await page.locator(".curve").getAttribute("aria-label");
            const counts = await page.locator(".deck-so-far .counts").innerText();
            await setUp(page, origin, "tribute", { bot: "random" });
            await playByClicks(page, "tribute", 4);
            await turnOrEnd(page, "tribute");
            const patrons = await page.locator(".patrons .patron .visually-hidden").allInnerTexts();
            await setUp(page, origin, "delve", {});
            const nodes = [];
            for (const node of (await page.locator(".node").all()).slice(0, 4)) nodes.push(await tipOf(page, node));
            return { curve, counts, patrons, nodes };
        }),

    /** Log of an uploaded bot: the marked part follows the position. */
    logs: (link, bot) =>
        visit(link, WIDE, async (page, origin) => {
            await page.goto(`${origin}/new/delve?watch=1`);
            await page.getByLabel("Bot", { exact: true }).selectOption("own");
            await page.getByLabel(/As on the command line/).fill(bot);
            await page.getByRole("button", { name: "Watch" }).click();
            await page.getByRole("button", { name: "Play to the end" }).click();
            await page.locator(".ending").waitFor();
            await page.keyboard.press("Home");
            await page.getByText("Bot logs").click();
            await page.getByRole("button", { name: "Notation" }).click();
            const logs = [];
            for (let ply = 0; ply < 3; ply += 1) {
                await page.waitForFunction((ply) => document.querySelector(".board").dataset.ply === String(ply), ply);
                await page.locator(".log mark").waitFor();
                logs.push([await page.locator(".log mark").innerText(), await page.locator(".move .notation").nth(ply).innerText()]);
                await page.keyboard.press("ArrowRight");
            }
            return { logs };
        }),

    /** Abort a game; its end screen still has the seed and the replay. */
    abort: (link, game, bot = "") =>
        visit(link, WIDE, async (page, origin) => {
            await setUp(page, origin, game, { bot });
            await playByClicks(page, game, 3);
            await page.getByText("Abort the game").click();
            const question = await page.locator("details", { hasText: "Abort the game" }).innerText();
            await page.getByRole("button", { name: "Abort permanently" }).click();
            await page.locator(".ending").waitFor();
            const text = await page.locator(".ending h2").innerText();
            const replay = await page.getByRole("link", { name: "Save the replay" }).first().getAttribute("href");
            const seed = await page.locator(".seed code").innerText();
            await page.goto(`${origin}/tables`);
            return { question, text, seed, replay, row: await page.locator(".list-row").first().innerText() };
        }),

    /** Ask a bot with its own budget, and play its move. */
    opinion: (link) =>
        visit(link, WIDE, async (page, origin) => {
            await setUp(page, origin, "locm", { bot: "random" });
            await page.getByText("Ask a bot").click();
            const panel = page.locator("details", { hasText: "Ask a bot" });
            await panel.getByLabel("Bot", { exact: true }).selectOption("mcts");
            await panel.getByText("Budget and options").click();
            await panel.getByLabel(/^iterations/).fill("20");
            await panel.getByRole("button", { name: "Ask", exact: true }).click();
            const advice = await page.locator(".opinion b").innerText();
            await page.getByRole("button", { name: "Play it" }).click();
            await page.waitForFunction(() => Number(document.querySelector(".board").dataset.ply) > 0);
            return { advice, played: await page.locator(".history .move").first().innerText() };
        }),

    /** On all pages, count buttons that only the owner may see, and check with axe; then play. */
    offers: (link) =>
        visit(link, WIDE, async (page, origin) => {
            const pages = {};
            for (const path of ["", "new/locm", "tables", "levels", "study", "design", "trees", "tournaments", "runs", "bots"]) {
                await page.goto(`${origin}/${path}`);
                await page.locator("main h1").first().waitFor();
                await settled(page);
                const owners = page.getByRole("button", { name: /^(Make|Open|Run|Inspect|Upload|Start with|Choose at least)/ });
                pages[path] = [await owners.count(), await accessFaults(page)];
            }
            const bots = await page.locator(".notice").innerText(); // the last page
            await setUp(page, origin, "delve", {});
            return { pages, bots, clicks: await playByClicks(page, "delve", 5) };
        }),

    /** Click twice on "End turn" while moves are left; then click beside the question. The clock of the page stands. */
    doubleEnd: (link, game) =>
        visit(link, WIDE, async (page, origin) => {
            await page.evaluate(() => localStorage.setItem("ludus-ask-before-end", "always"));
            await page.goto(`${origin}/new/${game}`);
            await page.locator("[data-level=easy]").click();
            await page.locator(".prompt.mine").waitFor();
            await settled(page);
            const setClock = (ms) => page.evaluate((ms) => (performance.now = () => ms), ms);
            await setClock(1e7);
            const { x, y, width, height } = await page.getByRole("button", { name: "End turn" }).boundingBox();
            const click = () => page.mouse.click(x + width / 2, y + height / 2);
            await click();
            await page.locator("dialog:modal").waitFor();
            await page.mouse.down({ clickCount: 2 });
            await page.mouse.up({ clickCount: 2 });
            await rendered(page);
            const afterDouble = await page.locator("dialog:modal").count();
            const selected = await page.evaluate(() => String(getSelection()));
            await setClock(2e7);
            await click();
            await page.locator("dialog:modal").waitFor({ state: "detached" });
            return { afterDouble, selected, ply: await page.locator(".board").getAttribute("data-ply") };
        }),

    /** Addresses without content, and of a game in real time. */
    missing: (link, ...paths) =>
        visit(
            link,
            WIDE,
            async (page, origin) => {
                const pages = {};
                for (const path of paths) {
                    await page.goto(`${origin}/${path}`);
                    await page.locator("main.not-found h1").waitFor();
                    await page.waitForFunction(() => document.title.includes("·"));
                    pages[path] = {
                        title: await page.title(),
                        heading: await page.locator("main h1").innerText(),
                        text: await page.locator("main p").innerText(),
                        links: await page.locator("main a").evaluateAll((links) => links.map((link) => link.pathname)),
                        faults: await accessFaults(page),
                    };
                }
                await page.goto(`${origin}/new/platformer`);
                await page.waitForFunction(() => location.pathname === "/levels");
                return pages;
            },
            { ignoredErrors: /status of 40[04]/ },
        ),

    /** Open a session in two tabs: a move in one appears in the other. */
    tabs: (link) =>
        visit(link, WIDE, async (page, origin) => {
            await setUp(page, origin, "delve", {});
            const other = await page.context().newPage();
            await other.goto(page.url());
            await other.locator(".prompt.mine").waitFor();
            await page.getByRole("button", { name: "End turn" }).click();
            await other.waitForFunction(() => document.querySelector(".board").dataset.ply === "1");
            await other.getByRole("button", { name: "End turn" }).click();
            await page.waitForFunction(() => document.querySelector(".board").dataset.ply === "2");
            return { moves: await page.locator(".move").count() };
        }),
};

const [name, link, ...args] = process.argv.slice(2);
console.log(JSON.stringify(await scenarios[name](link, ...args)));
