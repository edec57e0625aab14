// Pictures of every page and board at three sizes, for the documentation: node pictures.mjs GROUP LINK FOLDER [NAME...], with a
// Studio started with --uploads and the game of the guide. pictures.py calls it for every group. The last line of the
// output is the list of the pictures, as JSON.

import { rendered, settled, visit } from "./browser.mjs";
import { shootCards } from "./card_steps.mjs";
import { SIZES } from "./layout.mjs";
import { shootLevels } from "./level_pictures.mjs";
import { visitDetails, visitJob, visitMenu, visitOwnGame, visitPages, visitTables } from "./views.mjs";
import { shootTrees } from "./tree_steps.mjs";
import { shootKingdoms, shootRuns, shootTournament, shootUpload } from "./work_pictures.mjs";

const TOP = 62; // px; the bar and a gap, above what is scrolled to
const DARK = ["dominion"]; // views with a picture in dark colours, too

/** Views by group. Groups with lists come last: then the lists have entries. */
const GROUPS = {
    locm: (page, origin, shoot) => visitTables(page, origin, shoot, ["locm"], "random"),
    dominion: (page, origin, shoot) => visitTables(page, origin, shoot, ["dominion"]),
    tribute: (page, origin, shoot) => visitTables(page, origin, shoot, ["tribute"]),
    delve: (page, origin, shoot) => visitTables(page, origin, shoot, ["delve"]),
    ends: (page, origin, shoot) => visitTables(page, origin, shoot, ["ends"]),
    own: visitOwnGame,
    cards: shootCards,
    trees: shootTrees,
    kingdoms: shootKingdoms,
    levels: shootLevels,
    runs: shootRuns,
    tournament: shootTournament,
    upload: shootUpload,
    pages: async (page, origin, shoot) => {
        await visitDetails(page, origin, shoot);
        await visitPages(page, origin, shoot);
        await visitJob(page, origin, shoot);
        await page.goto(`${origin}/`);
        await visitMenu(page, shoot);
    },
};

const slug = (name) => name.toLowerCase().replaceAll(/\W+/g, "-");

const [group, link, folder, ...wanted] = process.argv.slice(2);
const made = [];
await visit(
    link,
    1280,
    async (page, origin) => {
        /** Take a picture at each size, scrolled to the top or to an element. */
        const shoot = async (view, place = null) => {
            const name = slug(view);
            if (wanted.length && !wanted.includes(name)) return;
            const before = page.viewportSize();
            for (const [width, height] of SIZES) {
                if (name === "menu" && width !== SIZES[0][0]) continue;
                await page.setViewportSize({ width, height });
                await page.mouse.move(0, 0);
                for (const theme of DARK.includes(name) && width === 1280 ? ["light", "dark"] : ["light"]) {
                    await page.evaluate((theme) => (document.documentElement.dataset.theme = theme), theme);
                    await settled(page);
                    await rendered(page);
                    if (place) await place.evaluate((element, top) => scrollTo(0, element.getBoundingClientRect().top + scrollY - top), TOP);
                    else await page.evaluate(() => scrollTo(0, 0));
                    await rendered(page);
                    const file = `${name}-${width}${theme === "dark" ? "-dark" : ""}.png`;
                    await page.screenshot({ path: `${folder}/${file}` });
                    made.push(file);
                }
            }
            await page.evaluate(() => (document.documentElement.dataset.theme = "light"));
            await page.setViewportSize(before);
            await settled(page);
        };
        await GROUPS[group](page, origin, shoot);
    },
    { ignoredErrors: /status of 40[04]/ }, // from the bot with a mistake, and the page for addresses without one
);
console.log(JSON.stringify(made));
