// Scenarios of the card editor: node cards.mjs NAME LINK [ARGUMENTS]. The last line of the output is JSON.

import { address, holdAnswers, settled, visit } from "./browser.mjs";
import { choose, measure, openCards, row, setNumber } from "./card_steps.mjs";
import { sweepPage } from "./layout.mjs";

const WIDE = 1280;
const scenarios = {
    /** Give a card of Legends of Code and Magic the number of another one, mend it, make the card weaker, and measure. */
    weaker: (link) =>
        visit(link, WIDE, async (page, origin) => {
            await openCards(page, origin, "locm");
            await choose(page, "psyshroom", "8");
            const costs = [await page.locator(".card-picture .mana-cost").innerText()];
            await setNumber(page, "number", 48);
            costs.push(await page.locator(".card-picture figcaption").innerText());
            await page.getByLabel("Search by name, cost or text").fill("");
            const wrong = {
                bar: await page.locator(".problem-bar").innerText(),
                lines: await page.locator(".problem-bar button").allInnerTexts(),
                marked: await page.locator(".card-row.wrong b").allInnerTexts(),
            };
            await page.getByRole("button", { name: "Undo", exact: true }).click();
            await settled(page);
            await choose(page, "psyshroom", "8");
            await setNumber(page, "cost", 12);
            costs.push(await page.locator(".card-picture .mana-cost").innerText());
            for (const game of ["dominion", "tribute"]) {
                await openCards(page, origin, game);
                const name = await page.locator(".card-picture :is(.card-name, b)").first().innerText();
                costs.push(name.replaceAll("\u00ad", "")); // without the places for hyphens
            }
            await openCards(page, origin, "locm");
            return { costs, wrong, words: (await measure(page)).words };
        }),

    /** Make a card stronger, measure it against the original one, and ask whether it is too strong. */
    tooStrong: (link) =>
        visit(link, WIDE, async (page, origin) => {
            await openCards(page, origin, "locm");
            const why = await page.getByText("Change a card to measure it.").count();
            await choose(page, "murgling", "6");
            await setNumber(page, "attack", 8);
            const changed = await page.getByText("Change a card to measure it.").count();
            const { words } = await measure(page);
            const first = await address(page);
            await page.getByRole("button", { name: "Is it too strong in this list?" }).click();
            await page.waitForFunction((before) => location.search !== before, first.search);
            await page.getByText("Too strong, above").first().waitFor({ timeout: 240_000 });
            const verdict = await page.getByLabel("Answer", { exact: true }).first().innerText();
            await page.reload();
            await page.locator(".card-files select").waitFor();
            await settled(page);
            const files = await page.locator(".card-files option").allInnerTexts();
            return { why, changed, words, verdict, files };
        }),

    /** A designer breaks a card, sees an error, corrects it, undoes, measures, and plays: all on the page. */
    walk: (link) =>
        visit(link, WIDE, async (page, origin) => {
            const result = {};
            await page.goto(`${origin}/design`);
            await page.getByRole("link", { name: "Edit cards" }).first().click();
            await page.locator(".card-row").first().waitFor();
            result.address = (await address(page)).pathname;
            result.unchanged = await page.getByRole("button", { name: "Measure", exact: true }).isDisabled();
            await choose(page, "market", "Market");
            await setNumber(page, "coins", 99);
            result.wrong = await page.locator(".card-field.wrong").innerText();
            result.bar = await page.locator(".problem-bar").innerText();
            result.blocked = await page.getByRole("button", { name: "Play with these cards" }).isDisabled();
            await page.getByRole("button", { name: "Text", exact: true }).click();
            await page.locator(".code-gutter .error").waitFor();
            result.line = await page.locator(".code-gutter .error").innerText();
            await page.getByRole("button", { name: "Form", exact: true }).click();
            await setNumber(page, "coins", 8);
            result.was = await page.locator(".card-field .was").innerText();
            await page.getByRole("button", { name: "Undo" }).click();
            await settled(page);
            result.undone = await page.getByLabel("coins", { exact: true }).inputValue();
            await page.getByRole("button", { name: "Redo" }).click();
            await settled(page);
            result.redone = await page.getByLabel("coins", { exact: true }).inputValue();
            await page.reload();
            await row(page, "Market").locator(".row-mark").waitFor();
            result.draft = await row(page, "Market").locator(".row-mark").innerText();
            Object.assign(result, await measure(page));
            await page.goto(`${origin}/design`);
            await openCards(page, origin, "dominion");
            result.kept = await page.getByLabel("Measurement", { exact: true }).count();
            await page.getByRole("button", { name: "Play with these cards" }).click();
            await page.locator(".board").waitFor();
            await settled(page);
            result.played = (await page.locator(".board").innerText()).includes("Market");
            return result;
        }),

    /** Files: edited as text, saved for the owner, opened again, a copy imported. */
    files: (link) =>
        visit(link, WIDE, async (page, origin) => {
            const result = {};
            await openCards(page, origin, "locm");
            await page.getByRole("button", { name: "Text", exact: true }).click();
            const area = page.getByLabel("The card file", { exact: true });
            const text = await area.inputValue();
            await area.fill(text.replace("creature", "creatur"));
            await page.locator(".code-marks .button").waitFor();
            result.mark = await page.locator(".code-marks").innerText();
            await area.fill(`# mine\n${text.replace(",2,1,------,1,", ",9,1,------,1,")}`);
            await page.locator(".code-marks .button").waitFor({ state: "detached" });
            await settled(page);
            await page.getByLabel("File", { exact: true }).fill("strong.csv");
            await page.getByRole("button", { name: "Save" }).click();
            await page.locator("option", { hasText: "@strong.csv" }).waitFor({ state: "attached" });
            const [download] = await Promise.all([
                page.waitForEvent("download"),
                page.getByRole("link", { name: "Download" }).click(),
            ]);
            result.downloaded = download.suggestedFilename();
            await page.locator(".card-files select").selectOption({ label: "the game's own cards" });
            await settled(page);
            result.own = await area.inputValue().then((now) => now === text);
            await page.locator(".card-files select").selectOption({ label: "@strong.csv" });
            await page.waitForFunction(() => document.querySelector("textarea").value.startsWith("# mine"));
            const letAnswersThrough = await holdAnswers(page, "**/api/cards/check");
            await page.getByText("From a file").locator("input").setInputFiles({
                name: "my cards!.csv",
                mimeType: "text/csv",
                buffer: Buffer.from(text.replace("Slimer", "Slimy")),
            });
            await page.waitForFunction(() => document.querySelector("textarea").value.includes("Slimy"));
            result.imported = await page.getByLabel("File", { exact: true }).inputValue();
            await page.locator('.card-row[tabindex="0"]').focus();
            await page.keyboard.press("ArrowDown"); // in the list of the old file, whose lines are others
            await letAnswersThrough({ all: true });
            await row(page, "1").getByText("Slimy").waitFor();
            await page.keyboard.press("ArrowDown");
            await page.keyboard.press("Enter");
            result.walked = await page.locator(".card-form h2").innerText();
            await page.getByRole("button", { name: "New card" }).click();
            await page.getByLabel("name", { exact: true }).waitFor();
            await settled(page);
            result.added = await page.locator(".card-form h2").innerText();
            return result;
        }),

    /** Sweep form and text of all games, with an error: layout and axe at three sizes, in both themes. */
    access: (link) =>
        visit(link, WIDE, async (page, origin) => {
            const faults = [];
            for (const [game, wrong] of [["locm", "cost"], ["dominion", "coins"], ["tribute", "turn coins"]]) {
                await openCards(page, origin, game);
                faults.push(...(await sweepPage(page, `${game}, form`)));
                await setNumber(page, wrong, 999);
                await page.locator(".card-field.wrong").waitFor();
                faults.push(...(await sweepPage(page, `${game}, error`)));
                await page.getByRole("button", { name: "Text", exact: true }).click();
                faults.push(...(await sweepPage(page, `${game}, text`)));
                await page.getByRole("button", { name: "Undo" }).click();
                await settled(page);
            }
            return { faults };
        }),
};

const [name, link, ...args] = process.argv.slice(2);
console.log(JSON.stringify(await scenarios[name](link, ...args)));
