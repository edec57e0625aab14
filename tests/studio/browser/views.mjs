// All views of the Studio for the layout sweep: pages, boards in several phases, results of measurements, and dialogs.

import { settled } from "./browser.mjs";
import { shootCards } from "./card_steps.mjs";
import { actAndWait, playByClicks, turnOrEnd } from "./clicks.mjs";
import { shootLevels } from "./level_pictures.mjs";
import { shootTrees } from "./tree_steps.mjs";
import { shootKingdoms, shootRuns, shootTournament, shootUpload } from "./work_pictures.mjs";

const LONG_NAME = "W".repeat(40); // the longest and widest one, without a place to break it
const BOT = "import ludus\n\n\nclass First(ludus.Bot):\n    def choose(self, turn):\n        self.log('first')\n        return turn.moves[0]\n";
const KINGDOM = "Chapel,Cellar,Workshop,Militia,Moat,Village,Smithy,Mine,Library,Market";

const PAGES = {
    home: "",
    "set up LOCM": "new/locm",
    "set up Dominion": "new/dominion",
    "set up Tribute": "new/tribute",
    "set up Delve": "new/delve",
    "set up to watch": "new/tribute?watch=1",
    levels: "levels",
    level: "levels/made?seed=7&rooms=5x1&loops=0.25",
    "level editor": "levels/edit",
    study: "study",
    design: "design",
    "design LOCM": "design/locm",
    "design Dominion": "design/dominion",
    "make Delve": "design/delve?make=1",
    "cards of LOCM": "cards/locm",
    "cards of Dominion": "cards/dominion",
    "cards of Tribute": "cards/tribute",
    kingdoms: `kingdoms?cards=${KINGDOM}`,
    trees: "trees",
    tournaments: "tournaments",
    runs: "runs",
    bots: "bots",
    games: "tables",
    "no such page": "nowhere",
    "no such game": "tables/nowhere",
};

/** Send a request to the Studio with the rights of the page. */
function post(page, path, body) {
    return page.evaluate(
        async ([path, body]) => {
            const response = await fetch(`/api${path}`, {
                method: "POST",
                ...(body ? { body: JSON.stringify(body), headers: { "content-type": "application/json" } } : {}),
            });
            const answer = await response.json();
            if (!response.ok) throw new Error(`${path}: ${JSON.stringify(answer)}`);
            return answer;
        },
        [path, body],
    );
}

/** Open a new table; the seats of people belong to this page. With `halted`, bots wait for a request. */
export async function openTable(page, origin, game, bots, options = {}, halted = false) {
    const seats = bots.map((bot) => ({ bot }));
    return openCreated(page, origin, await post(page, "/tables", { game, seats, seed: 7, options, halted }));
}

async function openCreated(page, origin, { id, keys }) {
    const key = keys.find((each) => each !== null);
    if (key) await page.evaluate(([id, key]) => localStorage.setItem(`ludus-key-${id}`, key), [id, key]);
    await page.goto(`${origin}/tables/${id}`);
    await page.locator(".board").waitFor();
    return id;
}

/** Continue by clicks until something is shown. */
async function playUntil(page, game, selector, most = 120) {
    for (let clicks = 0; clicks < most && !(await page.locator(selector).count()); clicks += 1) {
        if (!(await playByClicks(page, game, 1))) break;
        await turnOrEnd(page, game);
    }
    await page.locator(selector).first().waitFor();
}

const TITLES = { locm: "LOCM", dominion: "Dominion", tribute: "Tribute", delve: "Delve" };

/** Tables by game, in several phases one after another; `check` is called with the name of each. */
const TABLES = {
    locm: async (page, origin, check, opponent) => {
        await openTable(page, origin, "locm", [null, opponent]);
        await playByClicks(page, "locm", 12);
        await turnOrEnd(page, "locm");
        await check("LOCM draft");
        await playUntil(page, "locm", ".locm-table");
        await playByClicks(page, "locm", 14);
        await turnOrEnd(page, "locm");
        await check("LOCM battle");
        await playUntil(page, "locm", '.hand button[data-legal]:has(.strength)');
        await page.locator(".hand button[data-legal]").first().click();
        await check("LOCM battle, a card selected");
        await page.keyboard.press("Escape");
        await page.locator(".pile").last().click();
        await check("LOCM pile");
        await page.keyboard.press("Escape");
        await page.getByRole("button", { name: "Symbols" }).click();
        await check("LOCM legend");
        await page.keyboard.press("Escape");
        await page.getByRole("button", { name: "How to play" }).click();
        await page.locator(".primer h3, .primer h4, .primer p").nth(1).waitFor();
        await check("LOCM rules");
        await openTable(page, origin, "locm", [null, "random"], { version: "1.5" });
        await turnOrEnd(page, "locm");
        await check("LOCM construction");
    },
    dominion: async (page, origin, check) => {
        const options = { kingdom: KINGDOM };
        await openTable(page, origin, "dominion", [null, "big-money"], options);
        await turnOrEnd(page, "dominion");
        await check("Dominion");
        await actAndWait(page, () => page.locator('[data-card="supply-Chapel"][data-legal]').click());
        await turnOrEnd(page, "dominion");
        for (let turn = 0; turn < 20 && !(await page.locator('[data-card="hand-Chapel"][data-legal]').count()); turn += 1)
            await playEnd(page);
        await page.locator('[data-card="hand-Chapel"][data-legal]').click();
        await page.locator(".choice").waitFor();
        await check("Dominion choice");
        await openTable(page, origin, "dominion", [null, "big-money", "random", "random"], options);
        await turnOrEnd(page, "dominion");
        await check("Dominion of four");
    },
    tribute: async (page, origin, check) => {
        await openTable(page, origin, "tribute", [null, "random"]);
        await turnOrEnd(page, "tribute");
        await check("Tribute draft");
        await playUntil(page, "tribute", ".tribute-table");
        await playByClicks(page, "tribute", 24);
        await turnOrEnd(page, "tribute");
        await check("Tribute");
        await playUntil(page, "tribute", ".choice");
        await check("Tribute choice");
    },
    delve: async (page, origin, check) => {
        await openTable(page, origin, "delve", [null]);
        await turnOrEnd(page, "delve");
        await check("Delve encounter");
        await playUntil(page, "delve", ".skills.picking");
        await check("Delve pick");
        await playUntil(page, "delve", ".ending", 400);
        await check("Delve end");
        for (const [game, title] of Object.entries(TITLES)) {
            await openCreated(page, origin, await post(page, `/games/${game}/guide`));
            await page.locator(".guide").waitFor();
            await turnOrEnd(page, game);
            await check(`${title} guided`);
        }
    },
    /** The bot with the longest name, where players are named. */
    names: async (page, origin, check) => {
        const players = [`@${LONG_NAME}`, "random"];
        await openTable(page, origin, "locm", [null, `@${LONG_NAME}`]);
        await turnOrEnd(page, "locm");
        await check("long name, draft");
        const id = await openTable(page, origin, "locm", players);
        await page.locator(".ending").waitFor();
        await page.locator(".fold", { hasText: "Bot logs" }).locator("summary").click();
        await page.getByLabel("Log", { exact: true }).first().waitFor();
        await check("long name, end and log");
        await page.goto(`${origin}/tables/${id}/60`); // its own turn
        await page.locator(".board").waitFor();
        await check("long name, replay");
        await page.goto(`${origin}/tables`);
        await page.locator(".list-row").first().waitFor();
        await check("long name, games");
        const { target } = await post(page, "/tournaments", { game: "locm", players, games: 2 });
        await page.goto(`${origin}/tournaments/${target}`);
        await page.getByText("The report").waitFor();
        await check("long name, tournament");
        await page.goto(`${origin}/tournaments`);
        await page.locator(`main a[href="/tournaments/${target}"]`).waitFor();
        await check("long name, tournaments");
    },
    ends: async (page, origin, check) => {
        for (const [game, bots] of [
            ["locm", ["random", "random"]],
            ["dominion", ["big-money", "big-money"]],
            ["tribute", ["random", "random"]],
            ["delve", ["random"]],
        ]) {
            const id = await openTable(page, origin, game, bots, {}, true);
            await page.getByRole("button", { name: "Play to the end" }).click();
            await page.locator(".ending").waitFor();
            await check(`${TITLES[game]} end`);
            const last = Number(await page.locator(".slider").getAttribute("max"));
            await page.goto(`${origin}/tables/${id}/${Math.floor(last * 0.6)}`);
            await page.locator(".board").waitFor();
            await check(`${TITLES[game]} replay`);
        }
    },
};

/** All settings of a new game, with a kingdom of one's own. */
export async function visitDetails(page, origin, check) {
    await page.goto(`${origin}/new/dominion?more=1`);
    await page.getByLabel("Kingdom", { exact: true }).selectOption("picked");
    await check("set up Dominion in detail");
}

/** The game of the guide, which has no picture of its own, in the middle of a round. */
export async function visitOwnGame(page, origin, check) {
    await openTable(page, origin, "letter", [null, "counter", "counter", "counter"]);
    await turnOrEnd(page, "letter");
    await playByClicks(page, "letter", 2);
    await turnOrEnd(page, "letter");
    await check("own game");
}

/** What opens over a table or beside its board, and tables with people, open hands and an earlier position. */
async function visitTableDialogs(page, origin, check) {
    const id = await openTable(page, origin, "locm", [null, "random"], { setup: "dealt" });
    await turnOrEnd(page, "locm");
    await page.getByRole("button", { name: "Keys", exact: true }).click();
    await check("keys");
    await page.keyboard.press("Escape");
    await page.evaluate(() => localStorage.setItem("ludus-ask-before-end", "always"));
    await playUntil(page, "locm", ".hand button[data-legal]");
    await page.keyboard.press("e");
    await page.locator("dialog[open]").waitFor();
    await check("question before the end of a turn");
    await page.keyboard.press("Escape");
    await page.evaluate(() => localStorage.setItem("ludus-ask-before-end", "never"));
    for (const name of ["Position as text", "Settings", "Abort the game", "Ask a bot"])
        await page.locator(".sidebar .fold > summary", { hasText: name }).click();
    await page.getByRole("button", { name: "Ask", exact: true }).click();
    await page.locator(".opinion").waitFor();
    await page.getByRole("button", { name: "Notation" }).click();
    await check("panels beside a board");
    await page.getByRole("button", { name: "Notation" }).click();
    await page.goto(`${origin}/tables/${id}/1`);
    await page.getByRole("button", { name: "Back to the game" }).waitFor();
    await check("earlier position");
    await openTable(page, origin, "dominion", [null, null], { kingdom: KINGDOM });
    await turnOrEnd(page, "dominion");
    await check("table for two people");
    await openCreated(page, origin, await post(page, "/tables", { game: "tribute", seats: [{ bot: null }, { bot: "random" }], seed: 7, open: true }));
    await playUntil(page, "tribute", ".tribute-table");
    await turnOrEnd(page, "tribute");
    await check("open play");
}

/** What opens over pages. */
async function visitPageDialogs(page, origin, check) {
    await page.goto(`${origin}/new/tribute`);
    await page.getByRole("button", { name: "How to play" }).click();
    await page.locator(".primer p").first().waitFor();
    await check("rules at the set-up");
    await page.goto(`${origin}/levels/edit`);
    await page.locator('.level-results[data-state="done"]').waitFor();
    for (const name of ["Open…", "Generate…", "Save…"]) {
        await page.getByRole("button", { name, exact: true }).click();
        await page.locator("dialog[open]").waitFor();
        await settled(page);
        await check(`level editor, ${name}`);
        await page.keyboard.press("Escape");
    }
    await visitJob(page, origin, check);
}

/** A tournament that was just begun. */
export async function visitJob(page, origin, check) {
    const { id } = await post(page, "/tournaments", { game: "locm", players: ["random", "baseline1"], games: 2 });
    await page.goto(`${origin}/work/${id}`);
    await page.locator("main h1").waitFor();
    await check("job");
}

/** Views with results of measurements and other work, and dialogs, by group. */
const WORK = {
    details: visitDetails,
    "table dialogs": visitTableDialogs,
    "page dialogs": visitPageDialogs,
    cards: shootCards,
    trees: shootTrees,
    kingdoms: shootKingdoms,
    levels: shootLevels,
    runs: shootRuns,
    tournament: shootTournament,
    upload: shootUpload,
};

/** End the turn, and wait for the next one. */
async function playEnd(page) {
    const before = await page.locator(".board").getAttribute("data-ply");
    await page.locator(".prompt [data-legal]").first().click();
    await page.waitForFunction((ply) => document.querySelector(".board").dataset.ply !== ply, before);
    await turnOrEnd(page, "dominion");
}

/** Upload the bot with the longest name; an opponent in these views. */
const uploadBot = (page) => post(page, "/bots", { name: LONG_NAME, game: "locm", kind: "python", code: BOT });

/**
 * Open the tables of these games, one after another, and call `check` with the name of each view. `opponent` is the bot that
 * plays LOCM: unless given, the one with the longest name.
 */
export async function visitTables(page, origin, check, games = Object.keys(TABLES), opponent = `@${LONG_NAME}`) {
    for (const game of games) await TABLES[game](page, origin, check, opponent);
}

/** Open the pages, one after another, and call `check` with the name of each. */
export async function visitPages(page, origin, check, names = Object.keys(PAGES)) {
    for (const name of names) {
        await page.goto(`${origin}/${PAGES[name]}`);
        await page.locator("main h1, main .notice").first().waitFor();
        await settled(page);
        await check(name);
    }
}

/** Open the menu of a phone. */
export async function visitMenu(page, check) {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByRole("button", { name: "Menu" }).click();
    await check("menu");
}

/** Open boards and pages, one after another, and call `check` with the name of each. `names` chooses some of them. */
export async function visitViews(page, origin, check, names = []) {
    const wanted = (name) => !names.length || names.includes(name);
    await uploadBot(page);
    await visitTables(page, origin, check, Object.keys(TABLES).filter(wanted));
    await visitPages(page, origin, check, Object.keys(PAGES).filter((name) => wanted(name) || wanted("pages")));
    if (wanted("menu")) await visitMenu(page, check);
}

/** Open views with results of work, and dialogs, and call `check` with the name of each. `names` chooses some groups. */
export async function visitWork(page, origin, check, names = []) {
    for (const [name, open] of Object.entries(WORK)) if (!names.length || names.includes(name)) await open(page, origin, check);
}
