// A whole game by clicks: whatever the page marks as legal is clicked, what is better for an end first.

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
    await page.getByRole("button", { name: "Begin" }).click();
    await page.locator(".prompt.mine").waitFor();
}

/** Plays a game to its end, or so many clicks of it; returns how many that were. */
export async function playThrough(page, origin, game, { stop = Infinity, ...how } = {}) {
    await setUp(page, origin, game, how);
    return clickOn(page, game, stop);
}

/** Goes on with the game that is on the page. */
export async function clickOn(page, game, stop) {
    let clicks = 0;
    while (clicks < stop) {
        await page.locator(".prompt.mine, .ending").first().waitFor();
        if (await page.locator(".ending").count()) break;
        if (await clickOne(page, game)) clicks += 1;
        if (clicks > 3000) throw new Error(`${game} does not end`);
    }
    return clicks;
}

/** One click on something legal, in the page itself so that several hundred of them are quick. */
async function clickOne(page, game) {
    return page.evaluate(async (places) => {
        const legal = (place) =>
            [...document.querySelectorAll(`${place} [data-legal], ${place}[data-legal]`)].filter(
                (each) => !each.disabled,
            );
        const board = document.querySelector(".board");
        const before = board?.dataset.ply;
        const found = places.map(legal).find((each) => each.length);
        if (!found) {
            await new Promise((done) => setTimeout(done, 20));
            return false;
        }
        found[0].click();
        for (let waited = 0; waited < 50; waited += 1) {
            await new Promise((done) => setTimeout(done, 4));
            if (
                !document.querySelector(".prompt.mine") ||
                board.dataset.ply !== before ||
                document.querySelector(".chosen, .ending")
            )
                break;
        }
        return true;
    }, TASTE[game]);
}
