// Screenshots of docs/studio.md: node pictures.mjs LINK FOLDER, with a Studio started with --uploads. Both themes, desktop and phone.

import { settled, visit } from "./browser.mjs";
import { playThrough, setUp } from "./clicks.mjs";
import { shootTrees } from "./tree_steps.mjs";
import { shootLevels } from "./level_pictures.mjs";
import { shootWork } from "./work_pictures.mjs";

const [link, folder] = process.argv.slice(2);
const MIDDLE = { locm: ["random", 52], dominion: ["big-money", 9], tribute: ["random", 34], delve: ["", 34] };

for (const [width, height, themes] of [
    [1280, 800, ["light", "dark"]],
    [390, 844, ["dark", "light"]],
]) {
    await visit(
        link,
        width,
        async (page, origin) => {
            const shoot = async (name) => {
                for (const theme of themes) {
                    await page.evaluate(
                        (is) =>
                            document.documentElement.dataset.theme !== is && document.querySelector(".theme").click(),
                        theme,
                    );
                    await page.mouse.move(0, 0);
                    await settled(page);
                    await page.screenshot({ path: `${folder}/${name}-${width}-${theme}.png` });
                }
            };
            await page.locator(".tile h2").first().waitFor();
            await shoot("home");
            for (const [game, [bot, stop]] of Object.entries(MIDDLE)) {
                await playThrough(page, origin, game, { bot, stop });
                await shoot(game);
            }
            await setUp(page, origin, "locm", { bot: "random" });
            await shoot("draft");
            await page.goto(`${origin}/new/dominion`);
            await page.getByLabel("Kingdom", { exact: true }).selectOption("picked");
            await shoot("setting-up");
            await playThrough(page, origin, "dominion", { bot: "big-money" });
            await shoot("ending");
            await page.goto(`${origin}/new/tribute?watch=1`);
            await page.getByRole("button", { name: "Watch" }).click();
            await page.getByRole("button", { name: "Play to the end" }).click();
            await page.locator(".ending").waitFor();
            for (let k = 0; k < 3; k += 1) await page.keyboard.press("PageUp");
            await shoot("watch");
            await shootTrees(page, origin, shoot);
            await shootLevels(page, origin, shoot);
            await shootWork(page, origin, shoot);
            // The lists come last: now they have entries.
            for (const path of ["tables", "design", "design/delve", "tournaments", "runs"]) {
                await page.goto(`${origin}/${path}`);
                await settled(page);
                await shoot(path.replace("/", "-"));
            }
        },
        { height, ignoredErrors: /status of 400/ }, // from the bot with a mistake
    );
}
