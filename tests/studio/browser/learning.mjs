// Scenarios of new players: how to play, play now, guided games: node learning.mjs NAME LINK [ARGUMENTS].

import { accessFaults, address, rendered, settled, visit } from "./browser.mjs";
import { typeTicks } from "./walking.mjs";

const MARKED = "[data-guide]";
const PAUSES = ["One moment…", "The other player moves…"]; // what the guide says while others move

/** Runs in the page: whether the middle of an element is on the screen, and nothing covers it. */
function isUncovered(element) {
    const { left, top, width, height } = element.getBoundingClientRect();
    return element.contains(document.elementFromPoint(left + width / 2, top + height / 2));
}

/** Click what the guide outlines until it comes to its next step: a piece, and its target if it has one. */
async function followStep(page) {
    await page.locator(MARKED).waitFor();
    const words = await page.locator(".guide-text").innerText();
    for (let clicks = 0; clicks < 3; clicks += 1) {
        const marked = page.locator(MARKED);
        const before = await marked.elementHandle();
        const inside = marked.locator("button[data-legal]"); // a lane has a button of its own
        const target = ((await inside.count()) ? inside : marked).first();
        await settled(page);
        if (!(await target.evaluate(isUncovered))) throw new Error(`what the guide outlines is covered: ${words}`);
        await target.click();
        await page.waitForFunction(
            ([old, element, pauses]) => {
                const marked = document.querySelector("[data-guide]");
                const text = document.querySelector(".guide-text").innerText;
                return marked && !pauses.includes(text) && (text !== old || marked !== element);
            },
            [words, before, PAUSES],
        );
        if ((await page.locator(".guide-text").innerText()) !== words) return;
    }
    throw new Error(`the guide stays at: ${words}`);
}

const stepNumber = async (page) => Number((await page.locator(".guide-actions .muted").innerText()).split(" ")[0]);

/** Whether the marked move of the history is inside its list. */
const isNewestMoveVisible = (page) =>
    page.locator(".history .move[aria-current]").evaluate((move) => {
        const [row, list] = [move, move.closest("ol")].map((element) => element.getBoundingClientRect());
        return row.top >= list.top && row.bottom <= list.bottom + 1;
    });

/** Open the guided run of the platformer from the list of levels. */
async function openGuidedRun(page, origin) {
    await page.goto(`${origin}/levels`);
    await page.getByRole("link", { name: "Guided first run" }).click();
    await page.locator('.level-area[data-state="ready"]').waitFor();
    await settled(page);
}

const guidedStep = async (page) => Number(await page.locator(".guide").getAttribute("data-step"));

/** Fingers on the buttons of a level: `hold` puts down exactly these. */
class Fingers {
    constructor(page, client) {
        this.page = page;
        this.client = client;
        this.held = [];
    }

    async hold(...names) {
        if (this.held.length) await this.client.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
        this.held = names;
        const touchPoints = [];
        for (const name of names) {
            const box = await this.page.getByRole("button", { name, exact: true }).boundingBox();
            touchPoints.push({ x: box.x + box.width / 2, y: box.y + box.height / 2, id: touchPoints.length });
        }
        if (names.length) await this.client.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints });
    }

    /**
     * Hold buttons until the body is in this column or a later one, or the guide has come to this step. If that takes long,
     * for example after a missed jump, release the buttons and press them again, as a player would.
     */
    async until({ column = Infinity, step = Infinity }, ...names) {
        for (let attempt = 0; attempt < 20; attempt++) {
            await this.hold(...names);
            const arrived = await this.page
                .waitForFunction(
                    ([column, step]) => {
                        const x = Number(document.querySelector(".level-area").dataset.cell.split(" ")[0]);
                        const shown = Number(document.querySelector(".guide").dataset.step);
                        return x >= (column ?? Infinity) || shown >= (step ?? Infinity);
                    },
                    [column, step],
                    { timeout: 4000 },
                )
                .catch(() => null);
            if (arrived) return;
        }
        const cell = await this.page.locator(".level-area").getAttribute("data-cell");
        throw new Error(`no way to column ${column} or step ${step} by ${names.join(" and ")}; the body is at ${cell}`);
    }
}

const scenarios = {
    /** Levels of the platformer: how hard they are, and one of them opened. */
    playLevel: (link, level, width, theme) =>
        visit(
            link,
            Number(width),
            async (page, origin) => {
                await page.goto(`${origin}/levels`);
                await page.getByRole("button", { name: "How to play" }).click();
                await page.locator(".primer section").first().waitFor();
                const headings = await page.locator(".primer > section h3").allInnerTexts();
                await page.keyboard.press("Escape");
                await page.locator("dialog").waitFor({ state: "detached" });
                const link = page.locator(`[data-level=${level}]`);
                await link.waitFor();
                const levels = await page.locator(".play-level b").allInnerTexts();
                const [words, strength] = [await link.innerText(), await link.getAttribute("aria-description")];
                const faults = await accessFaults(page);
                const wide = await page.evaluate(() => document.documentElement.scrollWidth);
                await link.click();
                await page.locator('.level-area[data-state="ready"]').waitFor();
                const atLevel = await page.getByRole("button", { name: "How to play" }).count();
                return { headings, levels, words, strength, faults, wide, atLevel, path: (await address(page)).pathname };
            },
            { theme, touch: Number(width) < 500 },
        ),

    /** Play the guided run by keyboard, tick by tick: returns the steps of the guide and what it says at the end. */
    guidedRun: (link, presses, theme) =>
        visit(
            link,
            1280,
            async (page, origin) => {
                await openGuidedRun(page, origin);
                const faults = await accessFaults(page);
                const first = await page.locator(".guide-text").innerText();
                await page.locator(".level-area").focus();
                await page.keyboard.press("KeyP"); // pause at the first tick
                const steps = [await guidedStep(page)];
                for (const part of presses.split(", ")) {
                    await typeTicks(page, part);
                    await rendered(page);
                    const step = await guidedStep(page);
                    if (step !== steps.at(-1)) steps.push(step);
                }
                const end = await page.locator(".level-over b").innerText();
                const closing = await page.locator(".guide-text").innerText();
                await page.getByRole("button", { name: "Once more" }).click();
                await page.locator('.guide[data-step="0"]').waitFor();
                const again = await page.locator(".guide-text").innerText();
                return { faults, first, steps, end, closing, again };
            },
            { theme },
        ),

    /** Die in the guided run: the guide stays at its step and says what happened. */
    guidedDeath: (link) =>
        visit(link, 1280, async (page, origin) => {
            await openGuidedRun(page, origin);
            await page.locator(".level-area").focus();
            await page.keyboard.press("KeyP");
            await typeTicks(page, "140 right");
            await page.locator(".guide-text b").waitFor();
            return { step: await guidedStep(page), words: await page.locator(".guide-text").innerText() };
        }),

    /** Play the guided run with two fingers on a phone, in real time. No step depends on the speed of the machine. */
    guidedTouch: (link) =>
        visit(
            link,
            390,
            async (page, origin) => {
                await openGuidedRun(page, origin);
                const words = await page.locator(".guide-text").innerText();
                const jump = await page.getByRole("button", { name: "Jump", exact: true }).boundingBox();
                const wide = await page.evaluate(() => document.documentElement.scrollWidth);
                const fingers = new Fingers(page, await page.context().newCDPSession(page));
                await fingers.until({ column: 6 }, "Right"); // in time, or back beside the pit after a death
                await fingers.until({ step: 2 }, "Right", "Jump");
                await fingers.until({ column: 13 }, "Right");
                await fingers.until({ column: 14 }, "Right", "Jump"); // onto the block, or over it
                await fingers.until({ column: 19 }, "Right");
                await fingers.until({ step: 4 }, "Right", "Jump"); // until the hands catch the edge
                await fingers.until({ column: 20 }, "Right", "Jump");
                await fingers.until({ column: 24 }, "Right"); // at 23 one can still stand on the edge of the wall
                await fingers.until({ step: 6 });
                await fingers.hold("Right"); // through the squeeze: after a death at once again
                await page.locator(".level-over").waitFor();
                await fingers.hold();
                const end = await page.locator(".level-over b").innerText();
                return { words, bottom: jump.y + jump.height, wide, step: await guidedStep(page), end };
            },
            { touch: true, height: 844 },
        ),

    /** Read the rules at the set-up and the strength of a level, then start a level. */
    playNow: (link, game, level, width, theme) =>
        visit(
            link,
            Number(width),
            async (page, origin) => {
                await page.goto(`${origin}/new/${game}`);
                await page.getByRole("button", { name: "How to play" }).click();
                await page.locator(".primer section").first().waitFor();
                const headings = await page.locator(".primer > section h3").allInnerTexts();
                const tips = await page.locator(".primer-tips li").count();
                const symbols = await page.locator(".primer-symbols .primer-symbol svg").count();
                const faults = await accessFaults(page);
                await page.keyboard.press("Escape");
                await page.locator("dialog").waitFor({ state: "detached" });
                await page.getByRole("button", { name: "Symbols" }).click(); // before the game, as at the table
                const legend = await page.locator("dialog .legend dt").allInnerTexts();
                await page.keyboard.press("Escape");
                await page.locator("dialog").waitFor({ state: "detached" });
                const levels = await page.locator(".play-level b").allInnerTexts();
                const strength = await page.locator(`[data-level=${level}]`).getAttribute("aria-description");
                const formOpen = await page.locator(".setup-form").isVisible();
                const wide = await page.evaluate(() => document.documentElement.scrollWidth);
                await page.locator(`[data-level=${level}]`).click();
                await page.locator(".prompt.mine").waitFor();
                const turn = await page.locator(".stage-head .muted").first().innerText();
                const opponent = await page.locator(".player-list").innerText();
                const atTable = await page.getByRole("button", { name: "How to play" }).count();
                return { headings, tips, symbols, legend, faults, levels, strength, formOpen, turn, opponent, atTable, wide };
            },
            { theme, touch: Number(width) < 500 },
        ),

    /** Follow a guide for some steps, do something else, leave the guide and come back. */
    guide: (link, game, steps, width, theme) =>
        visit(
            link,
            Number(width),
            async (page, origin) => {
                await page.goto(`${origin}/new/${game}`);
                await page.getByRole("button", { name: "Guided first game" }).click();
                await page.locator(MARKED).waitFor();
                await settled(page);
                const scrolled = await page.evaluate(() => window.scrollY);
                const faults = await accessFaults(page);
                for (let k = 0; k < Number(steps); k += 1) await followStep(page);
                await page.locator(MARKED).waitFor();
                await rendered(page); // the list scrolls in the next frame
                const newest = await isNewestMoveVisible(page);
                const followed = await stepNumber(page);
                await page.getByRole("button", { name: "Go to it" }).click();
                const focused = await page.locator(MARKED).evaluate((marked) => marked === document.activeElement);
                const words = await page.locator(".guide-text").innerText();
                await page.locator(".prompt.mine").getByRole("button", { name: /End turn/ }).click();
                await settled(page);
                const question = page.getByRole("dialog").getByRole("button", { name: /End turn/ });
                if (await question.count()) await question.click(); // moves are left: the page asks first
                await page.waitForFunction(
                    (old) => !old.includes(document.querySelector(".guide-text").innerText),
                    [words, ...PAUSES],
                );
                const strayed = await page.locator(".guide-text").innerText();
                await page.getByRole("button", { name: "Leave the guide" }).click();
                await page.locator(".guide-text").waitFor({ state: "detached" });
                await page.getByRole("button", { name: "Show the guide again" }).click();
                await page.getByRole("button", { name: "Start again" }).click();
                await page.locator(MARKED).waitFor();
                return { scrolled, newest, faults, followed, focused, strayed, again: await stepNumber(page) };
            },
            { theme, ...(Number(width) < 500 && { touch: true, height: 844 }) },
        ),

    /** The set-up as a new player sees it, and after the guided game: its main buttons, and whether the form is open. */
    mainButton: (link) =>
        visit(link, 1280, async (page, origin) => {
            const found = [];
            for (const query of ["", "?guided=1"]) {
                await page.goto(`${origin}/new/delve${query}`);
                await page.locator(".play-level").first().waitFor();
                const buttons = await page.locator(".play-now .button.main").allInnerTexts();
                const faults = await accessFaults(page);
                found.push([...buttons, await page.locator(".setup-form").isVisible(), ...faults]);
            }
            return found;
        }),

    /** Follow Delve's guide until the first encounter is won; returns what the board says then. */
    firstEncounter: (link) =>
        visit(link, 1280, async (page, origin) => {
            await page.goto(`${origin}/new/delve`);
            await page.getByRole("button", { name: "Guided first game" }).click();
            await page.locator(MARKED).waitFor();
            while (!(await page.locator(".node.legal").count())) await followStep(page);
            return {
                prompt: await page.locator(".prompt-text").innerText(),
                next: await page.locator(".next-enemies").innerText(),
                enemies: await page.locator(".enemy").count(),
                dead: await page.locator(".enemy.dead").count(),
            };
        }),
};

const [name, ...args] = process.argv.slice(2);
console.log(JSON.stringify(await scenarios[name](...args)));
