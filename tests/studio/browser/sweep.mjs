// The layout of every page and board at three sizes and in two themes: node sweep.mjs NAME LINK [ARGUMENTS].
// The last line of the output is JSON.

import { rendered, settled, visit } from "./browser.mjs";
import { layoutFaults, sweepPage } from "./layout.mjs";
import { openTable, visitOwnGame, visitViews, visitWork } from "./views.mjs";

/** Styles that break a board, by the fault that they cause. */
const BROKEN = {
    wide: ".board-frame { width: 900px }",
    cut: ".card-name { width: 24px; overflow: hidden; white-space: nowrap }",
    tiny: ":root { --least-name: 6px } .card { --name-room: 40px }",
    overlap: ".hand .card + .card { margin-left: -60px !important }",
    covered: ".board::after { content: ''; position: fixed; inset: 0; z-index: 99 }",
    small: ".button { height: 20px; min-height: 0 !important }",
    short: ".slider { flex: none !important; min-width: 0 !important; width: 48px }",
    head: ".stage-title { flex-basis: 100% !important }",
    broken: ".stage-title { flex: none !important; width: 2em }",
    beside: ".stage-foot { margin-inline: 60px !important }",
    edge: ".tree-scroll { mask-image: none !important }",
    hidden: ".board-frame .strip.own { bottom: -300px !important }",
};

/** Check the views that `open` visits; returns their names, and all faults. */
const sweep = (link, open) =>
    visit(
        link,
        1280,
        async (page, origin) => {
            const [views, faults] = [[], []];
            const check = async (name) => {
                views.push(name);
                faults.push(...(await sweepPage(page, name)));
            };
            await open(page, origin, check);
            return { views, faults };
        },
        { ignoredErrors: /status of 40[04]/ }, // the page for addresses without one, and the bot with a mistake
    );

/** Check the views that `open` visits at one size with scroll bars that take room; returns their names, and all faults. */
const sweepWithScrollBars = (link, open) =>
    visit(
        link,
        1280,
        async (page, origin) => {
            const barWidth = await page.evaluate(() => {
                document.documentElement.style.overflowY = "scroll";
                const width = innerWidth - document.documentElement.clientWidth;
                document.documentElement.style.overflowY = "";
                return width;
            });
            const [views, faults] = [[], []];
            const check = async (name) => {
                views.push(name);
                await settled(page);
                await rendered(page);
                faults.push(...(await layoutFaults(page, 0, barWidth)).map((fault) => [name, ...fault]));
            };
            await open(page, origin, check);
            return { barWidth, views, faults };
        },
        { ignoredErrors: /status of 40[04]/, scrollBars: true },
    );

const scenarios = {
    /** Tables and pages, or those that are named. */
    views: (link, ...names) => sweep(link, (page, origin, check) => visitViews(page, origin, check, names)),

    /** Results of measurements and other work, and dialogs, or the groups that are named. */
    work: (link, ...names) => sweep(link, (page, origin, check) => visitWork(page, origin, check, names)),

    /** Tables and pages with visible scroll bars, or those that are named. */
    bars: (link, ...names) => sweepWithScrollBars(link, (page, origin, check) => visitViews(page, origin, check, names)),

    /** A game of one's own. */
    own: (link) => sweep(link, visitOwnGame),

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
