// Time from a click to the new position on the board: node click_update.mjs LINK [MOVES]. Battles of Legends of Code
// and Magic against random, by clicks. The last line of the output is JSON: times in ms by the browser's own clock, and the
// CPU time of the page in ms per click, including the moves of the bot that follow it.

import { visit } from "./browser.mjs";
import { playByClicks, turnOrEnd } from "./clicks.mjs";

const [link, moves = "500"] = process.argv.slice(2);
const CLICKS_AT_A_TIME = 40;
const CPU = { script: "ScriptDuration", style: "RecalcStyleDuration", layout: "LayoutDuration" };

/** Runs in the page before its own scripts: times from a click to the change of the board, and to the frame after it. */
function watchClicks() {
    window.clickTimes = [];
    let clicked = 0;
    let ply;
    addEventListener("click", () => (clicked = performance.now()), true);
    new MutationObserver(() => {
        const now = document.querySelector(".board")?.dataset.ply;
        if (now === ply) return;
        const [before, at] = [ply, performance.now()];
        ply = now;
        if (before === undefined || now === undefined || !clicked) return;
        const from = clicked;
        clicked = 0; // the moves of the bot that follow belong to no click
        requestAnimationFrame(() =>
            setTimeout(() => window.clickTimes.push([at - from, performance.now() - from])),
        );
    }).observe(document, { subtree: true, childList: true, attributes: true, attributeFilter: ["data-ply"] });
}

/** Begin a battle with dealt decks, without a draft. */
async function newBattle(page, origin, seed) {
    const id = await page.evaluate(async (seed) => {
        const seats = [{ bot: null }, { bot: "random" }];
        const order = { game: "locm", seats, seed: String(seed), options: { setup: "dealt" } };
        const response = await fetch("/api/tables", { method: "POST", body: JSON.stringify(order) });
        const { id, keys } = await response.json();
        localStorage.setItem(`ludus-key-${id}`, keys[0]);
        return id;
    }, seed);
    await page.goto(`${origin}/tables/${id}`);
}

/** CPU time of the page since its browser was started, in ms. The scripts that click are not part of it. */
async function cpuTimes(session) {
    const { metrics } = await session.send("Performance.getMetrics");
    const seconds = Object.fromEntries(metrics.map(({ name, value }) => [name, value]));
    return Object.values(CPU).map((name) => 1000 * seconds[name]);
}

const quantile = (sorted, share) => Math.round(10 * sorted[Math.floor(share * (sorted.length - 1))]) / 10;

await visit(link, 1280, async (page, origin) => {
    await page.addInitScript(watchClicks);
    const session = await page.context().newCDPSession(page);
    await session.send("Performance.enable", { timeDomain: "threadTicks" }); // the time that the page computes
    const times = [];
    const used = Object.keys(CPU).map(() => 0);
    let clicks = 0;
    for (let seed = 1; times.length < Number(moves); seed += 1) {
        await newBattle(page, origin, seed);
        await turnOrEnd(page, "locm");
        const before = await cpuTimes(session);
        while (!(await page.locator(".ending").count())) clicks += await playByClicks(page, "locm", CLICKS_AT_A_TIME);
        for (const [k, time] of (await cpuTimes(session)).entries()) used[k] += time - before[k];
        times.push(...(await page.evaluate(() => window.clickTimes)));
    }
    const cpu = Object.keys(CPU).map((name, k) => [name, Math.round((100 * used[k]) / clicks) / 100]);
    const column = (k) => times.map((pair) => pair[k]).sort((a, b) => a - b);
    const [changed, painted] = [column(0), column(1)];
    console.log(
        JSON.stringify({
            moves: times.length,
            clicks,
            changed: quantile(changed, 0.5),
            painted: quantile(painted, 0.5),
            painted95: quantile(painted, 0.95),
            ...Object.fromEntries(cpu),
            cpu: Math.round((100 * used.reduce((sum, time) => sum + time)) / clicks) / 100,
        }),
    );
});
