// Scenarios of the level editor: node level_editor.mjs NAME LINK. The last line of the output is JSON.

import { readFile } from "node:fs/promises";
import { accessFaults, address, rendered, settled, visit } from "./browser.mjs";
import { sweepPage } from "./layout.mjs";

const results = (page) => page.locator(".level-results");
const status = (page) => results(page).getByRole("status");
const fileText = (page) => page.getByLabel("Level file", { exact: true }).inputValue();

/** Wait until the level as it is now is checked. */
async function checked(page, text) {
    await rendered(page); // another level is opened after rendering
    await page.locator('.level-results[data-state="done"][data-current="true"]').waitFor();
    await status(page).getByText(text).waitFor();
}

/** Put the cursor of the map on a cell by keyboard. */
async function moveTo(page, x, y) {
    const map = page.getByRole("application", { name: /^Map/ });
    await map.focus();
    const [fromX, fromY] = (await map.getAttribute("data-cursor")).split(" ").map(Number);
    const steps = [
        [x - fromX, "ArrowRight", "ArrowLeft"],
        [y - fromY, "ArrowUp", "ArrowDown"],
    ];
    for (const [distance, forward, back] of steps)
        for (let k = 0; k < Math.abs(distance); k += 1) await page.keyboard.press(distance > 0 ? forward : back);
    await page.locator(`.map-frame[data-cursor="${x} ${y}"]`).waitFor();
}

const scenarios = {
    /** Draw, place and time a trap by keyboard; break and mend the level; play it; save and open files. */
    edit: (link) =>
        visit(link, 1280, async (page, origin) => {
            await page.goto(`${origin}/levels`);
            await page.getByRole("link", { name: "Level editor" }).click();
            await checked(page, "checked and rated");
            await page.getByText("The level as a file").click();
            const empty = await fileText(page);
            await moveTo(page, 12, 2);
            await page.keyboard.press("1");
            await page.keyboard.press("Space");
            await page.getByRole("spinbutton", { name: /^Phase/ }).fill("30");
            await checked(page, "checked and rated"); // the numbers of the new trap come while one types
            await page.getByRole("spinbutton", { name: /^Phase/ }).press("Enter");
            await checked(page, "checked and rated");
            const trap = (await fileText(page)).split("\n").find((line) => line.startsWith("saw"));
            const numbers = await page.locator(".level-numbers dd").allInnerTexts();
            const draft = (await address(page)).search;
            await page.reload();
            await checked(page, "checked and rated");
            await page.getByText("The level as a file").click();
            const kept = (await fileText(page)).includes(trap);
            await moveTo(page, 6, 2);
            await page.keyboard.press("g");
            for (let k = 0; k < 6; k += 1) await page.keyboard.press("Shift+ArrowUp");
            await checked(page, "cannot be finished");
            const fault = await page.locator(".fault").innerText();
            const canPlay = await page.getByRole("button", { name: "Play", exact: true }).isEnabled();
            await page.locator(".map-frame").focus();
            for (let k = 0; k < 6; k += 1) await page.keyboard.press("Control+z");
            await checked(page, "checked and rated");
            await page.keyboard.press("p");
            await page.locator('.level-area[data-state="ready"]').waitFor();
            await page.keyboard.press("b");
            await checked(page, "checked and rated");
            await page.getByRole("button", { name: "Save…" }).click();
            await page.getByLabel("Format").selectOption(".tmx");
            const [download] = await Promise.all([
                page.waitForEvent("download"),
                page.getByRole("button", { name: /^Download/ }).click(),
            ]);
            const saved = { name: download.suggestedFilename(), text: await readFile(await download.path(), "utf8") };
            await page.keyboard.press("Escape");
            await page.getByRole("button", { name: "Open…" }).click();
            await page.getByLabel(/^A level file/).setInputFiles({
                name: "again.tmx",
                mimeType: "text/xml",
                buffer: Buffer.from(saved.text),
            });
            await page.getByRole("dialog").waitFor({ state: "detached" });
            await checked(page, "checked and rated");
            const again = (await fileText(page)).includes(trap);
            const other = (await address(page)).search !== draft;
            return { empty, trap, numbers, draft, kept, fault, canPlay, file: saved.name, again, other };
        }),

    /** Draw with the mouse; undo is one step for a stroke. A typed file becomes the level, or its error is marked. */
    draw: (link) =>
        visit(link, 1280, async (page, origin) => {
            await page.goto(`${origin}/levels/edit?from=first-steps`);
            await checked(page, "checked and rated");
            await page.getByText("The level as a file").click();
            const before = await fileText(page);
            const box = await page.locator(".map-canvas").boundingBox();
            const at = (x, y) => [box.x + 32 * x + 16, box.y + 32 * y + 16];
            await page.mouse.move(...at(4, 3));
            await page.mouse.down();
            await page.mouse.move(...at(9, 3));
            await page.mouse.up();
            await rendered(page);
            const drawn = await fileText(page);
            await page.getByRole("button", { name: "Undo" }).click();
            const undone = (await fileText(page)) === before;
            await page.getByRole("button", { name: "Redo" }).click();
            const redone = (await fileText(page)) === drawn;
            const area = page.getByLabel("Level file", { exact: true });
            await area.fill(before.replace("start ", "begin "));
            await page.locator(".code-marks .error").waitFor();
            const marked = await page.locator(".code-gutter .error").innerText();
            const line = String(before.split("\n").findIndex((text) => text.startsWith("start ")) + 1);
            const said = await page.locator(".code-marks .error").innerText();
            await page.getByText("The level as a file").click(); // closes it
            const listed = await page.locator(".fault-list .fault").innerText();
            await page.locator(".fault-list .fault").click();
            await page.waitForFunction(() => document.activeElement?.getAttribute("aria-label") === "Level file");
            const shown = await area.evaluate((element) => [
                element.closest("details").open,
                element.value.slice(element.selectionStart, element.selectionEnd).startsWith("begin "),
            ]);
            await area.fill(before.replace(/^level .*/, "level Typed"));
            await page.waitForFunction(() => document.querySelector(".editor-head input").value === "Typed");
            const faults = await accessFaults(page);
            return { row: drawn.split("\n")[6], undone, redone, marked: marked === line, line, said, listed, shown, faults };
        }),

    /** The editor with a selected trap, its file and a fault, its dialogs, and the draft that is played. */
    looks: (link) =>
        visit(link, 1280, async (page, origin) => {
            await page.goto(`${origin}/levels/edit?from=trap-school`);
            await checked(page, "checked and rated");
            await page.getByRole("button", { name: /^squeeze/ }).click();
            await page.getByText("The level as a file").click();
            const faults = await sweepPage(page, "a trap");
            await moveTo(page, 8, 2);
            await page.keyboard.press("g");
            for (let k = 0; k < 6; k += 1) await page.keyboard.press("Shift+ArrowUp");
            await checked(page, "cannot be finished");
            faults.push(...(await sweepPage(page, "a fault")));
            for (const name of ["Open…", "Generate…", "Save…"]) {
                await page.getByRole("button", { name }).click();
                await settled(page);
                faults.push(...(await sweepPage(page, name)));
                await page.keyboard.press("Escape");
            }
            await page.getByRole("button", { name: "Play", exact: true }).click();
            faults.push(...(await sweepPage(page, "played")));
            return { faults };
        }),

    /** A guest is told that only the owner edits. */
    guest: (link) =>
        visit(link, 1280, async (page, origin) => {
            await page.goto(`${origin}/levels/edit`);
            const notice = await page.locator(".notice").innerText();
            await page.goto(`${origin}/levels`);
            await settled(page);
            return { notice, link: await page.getByRole("link", { name: "Level editor" }).count() };
        }),
};

const [name, ...rest] = process.argv.slice(2);
console.log(JSON.stringify(await scenarios[name](...rest)));
