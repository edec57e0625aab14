// Plays a level by keyboard, tick by tick.

const KEYS = { left: "ArrowLeft", right: "ArrowRight", jump: "Space", down: "ArrowDown" };

/** The agent's run through the level of a seed. */
export function walkOf(page, seed) {
    return page.evaluate(async (wanted) => {
        const rows = await (await fetch("/api/levels")).json();
        const id = rows.find((row) => row.recipe?.seed === wanted).id;
        return (await (await fetch(`/api/levels/${id}/survey`)).json()).survey.walk;
    }, seed);
}

/** Hold keys tick by tick, as in "13 right, 24 right+jump, ...", from the first tick on. */
export async function typeRun(page, presses, most = Infinity) {
    await page.keyboard.press("KeyP"); // pause at the first tick
    await typeTicks(page, presses, most);
}

/** Hold keys tick by tick while the game is paused. */
export async function typeTicks(page, presses, most = Infinity) {
    const held = new Set();
    let left = most;
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
