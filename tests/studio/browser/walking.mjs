// Somebody at the keyboard in a level: tick by tick as a run says, or as time goes by.

const KEYS = { left: "ArrowLeft", right: "ArrowRight", jump: "Space", down: "ArrowDown" };

/** The agent's run through the level that was made from a seed. */
export function walkOf(page, seed) {
    return page.evaluate(async (wanted) => {
        const rows = await (await fetch("/api/levels")).json();
        const id = rows.find((row) => row.recipe?.seed === wanted).id;
        return (await (await fetch(`/api/levels/${id}/survey`)).json()).survey.walk;
    }, seed);
}

/** Holds keys as a run does, tick by tick: 13 right, 24 right+jump, ... */
export async function typeRun(page, presses, most = Infinity) {
    const held = new Set();
    let left = most;
    await page.keyboard.press("KeyP"); // it waits at its first tick
    for (const part of presses.split(", ")) {
        const [ticks, names] = part.split(" ");
        const wanted = new Set(names.split("+").flatMap((name) => KEYS[name] ?? []));
        for (const key of held) if (!wanted.has(key)) await page.keyboard.up(key);
        for (const key of wanted) if (!held.has(key)) await page.keyboard.down(key);
        held.clear();
        for (const key of wanted) held.add(key);
        for (let k = 0; k < Number(ticks) && left > 0; k += 1, left -= 1) await page.keyboard.press("Period");
    }
    for (const key of held) await page.keyboard.up(key);
}

/** Runs and jumps through the first level as time goes by: to the right, out of the pit, and down at its end. */
export async function hop(page) {
    await page.locator(".level-area").focus();
    const see = () =>
        page.evaluate(() => {
            const { state, cell } = document.querySelector(".level-area")?.dataset ?? { state: "over", cell: "0 0" };
            return { state, cell: cell.split(" ").map(Number) };
        });
    for (let jumps = 0, seen = await see(); jumps < 300 && seen.state !== "over"; jumps += 1, seen = await see()) {
        const [x, y] = seen.cell;
        const approach = y === 3 && (x === 14 || x === 15); // of the high wall: one jumps from its edge
        const way = x === 17 && y < 3 ? "ArrowLeft" : "ArrowRight";
        const keys = x >= 22 ? ["ArrowDown"] : approach ? [way] : [way, "Space"];
        for (const key of keys) await page.keyboard.down(key);
        await page.waitForTimeout(approach ? 60 : 400);
        for (const key of keys) await page.keyboard.up(key);
    }
}
