// The layout of every page and board at three sizes and in two themes: node sweep.mjs NAME LINK [ARGUMENTS].
// The last line of the output is JSON.

import { visit } from "./browser.mjs";
import { layoutFaults, sweepPage } from "./layout.mjs";
import { openTable, visitViews } from "./views.mjs";

/** Styles that break a board, by the fault that they cause. */
const BROKEN = {
    wide: ".board-frame { width: 900px }",
    cut: ".card-name { width: 24px; overflow: hidden; white-space: nowrap }",
    overlap: ".hand .card + .card { margin-left: -60px !important }",
    covered: ".board::after { content: ''; position: fixed; inset: 0; z-index: 99 }",
    small: ".button { height: 20px; min-height: 0 !important }",
    head: ".stage-title { flex-basis: 100% !important }",
    broken: ".stage-title { flex: none !important; width: 2em }",
    hidden: ".board-frame .strip.own { bottom: -300px !important }",
};

const scenarios = {
    /** Check all views, or those that are named. */
    views: (link, ...names) =>
        visit(
            link,
            1280,
            async (page, origin) => {
                const faults = [];
                const check = async (name) => faults.push(...(await sweepPage(page, name)));
                await visitViews(page, origin, check, names);
                return faults;
            },
            { ignoredErrors: /status of 404/ }, // the page for addresses without one
        ),

    /** Break the style of a board in several ways; returns the kinds of faults found for each. */
    broken: (link) =>
        visit(
            link,
            390,
            async (page, origin) => {
                await openTable(page, origin, "delve", [null]);
                await page.locator(".prompt.mine").waitFor();
                const kinds = async () => [...new Set((await layoutFaults(page, 40)).map(([kind]) => kind))];
                const found = { whole: await kinds() };
                for (const [name, content] of Object.entries(BROKEN)) {
                    const style = await page.addStyleTag({ content });
                    found[name] = await kinds();
                    await style.evaluate((element) => element.remove());
                }
                return found;
            },
            { height: 844 },
        ),
};

const [name, link, ...args] = process.argv.slice(2);
console.log(JSON.stringify(await scenarios[name](link, ...args)));
