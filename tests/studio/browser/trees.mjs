// Scenarios of the skill tree page: node trees.mjs NAME LINK [ARGUMENTS]. The last line of the output is JSON.

import { address, rendered, visit } from "./browser.mjs";
import { sweepPage } from "./layout.mjs";
import { beginSearch, edit, laidOut, measured, nodeNamed, openEditor } from "./tree_steps.mjs";

const WIDE = 1280;

/** Drag in small steps. */
async function drag(page, from, to) {
    const [start, end] = [await from(), await to()];
    await page.mouse.move(...start);
    await page.mouse.down();
    await page.mouse.move((start[0] + end[0]) / 2, (start[1] + end[1]) / 2, { steps: 4 });
    await page.mouse.move(...end, { steps: 4 });
    await page.mouse.up();
}

const middle = (locator) => async () => {
    const box = await locator.boundingBox();
    return [box.x + box.width / 2, box.y + box.height / 2];
};

/** Parents of the selected node. */
const parents = (page) =>
    page.locator("fieldset", { hasText: "Available after any of" }).locator(".chip").allInnerTexts();

const scenarios = {
    /** Change the value of a node; the tree is measured again and compared. */
    rate: (link) =>
        visit(link, WIDE, async (page, origin) => {
            await openEditor(page, origin);
            const before = await page.locator(".summary-bar").innerText();
            await nodeNamed(page, "Focus").click();
            await edit(page, () => page.getByLabel("By", { exact: true }).fill("8"));
            const lines = nodeNamed(page, "Focus").locator(".node-line"); // small boxes show only the name
            while (!(await lines.count())) await page.getByRole("button", { name: "Larger" }).click();
            const result = {
                before,
                after: await page.locator(".summary-bar").innerText(),
                changes: await page.locator(".compare p").innerText(),
                ghosts: await page.locator(".curves .ghost").count(),
                marked: await page.locator(".node-changed").count(),
                stages: await page.getByLabel("Encounters one by one").locator("tbody tr").count(),
                rating: await page.locator('[data-rating="builds that win"]').innerText(),
                heat: await lines.last().textContent(),
            };
            await edit(page, () => page.getByRole("button", { name: "Undo" }).click());
            result.undone = await page.locator(".node-changed").count();
            await page.getByRole("button", { name: "closest loss" }).last().click();
            await page.locator('.board[data-ply="0"]').waitFor();
            result.watched = (await address(page)).pathname;
            return result;
        }),

    /** Edit a tree by mouse, keyboard and file, with faults in between; save it and play with it. */
    draw: (link) =>
        visit(link, WIDE, async (page, origin) => {
            const result = {};
            await openEditor(page, origin);
            await nodeNamed(page, "Focus").click();
            await page.getByLabel("Name", { exact: true }).fill("Thunder");
            await page.locator(".tree-node.faulty").first().waitFor();
            result.wrong = await page.locator(".node-form .error").innerText();
            result.faulty = await page.locator(".tree-node.faulty").count();
            result.badges = await page.locator(".fault-badge title").allTextContents();
            result.drawnLine = await page.locator(".tree-fault .button").first().innerText();
            await page.getByRole("button", { name: "Undo" }).click();
            await page.locator(".tree-node.faulty").first().waitFor({ state: "detached" });

            await laidOut(page);
            result.entrances = await page.locator('.tree-node[tabindex="0"]').count();
            await nodeNamed(page, "Focus").focus();
            await page.keyboard.press("ArrowRight");
            await rendered(page);
            result.right = await page.evaluate(() => document.activeElement.dataset.name);
            await page.keyboard.press("Insert");
            await page.getByLabel("Name", { exact: true }).fill("Storm");
            await nodeNamed(page, "Storm").waitFor();
            result.grown = await parents(page);
            await laidOut(page);
            await nodeNamed(page, "Storm").focus();
            await page.keyboard.press("l");
            result.linking = await page.locator(".key-help").innerText();
            await page.keyboard.press("Escape");

            await page.locator(".tree-panel").evaluate((panel) => scrollTo(0, panel.offsetTop - 60)); // make the whole tree visible
            await drag(page, middle(nodeNamed(page, "Second Wind")), middle(nodeNamed(page, "Meditation")));
            result.moved = await parents(page);
            await laidOut(page);
            await nodeNamed(page, "Embers").click();
            await drag(
                page,
                middle(nodeNamed(page, "Embers").locator(".node-handle")),
                middle(nodeNamed(page, "Cyclone")),
            );
            await laidOut(page);
            await nodeNamed(page, "Cyclone").click();
            result.linked = await parents(page);
            await nodeNamed(page, "Embers").focus();
            await page.keyboard.press("Delete");
            await nodeNamed(page, "Embers").waitFor({ state: "detached" });
            await laidOut(page);
            await nodeNamed(page, "Wildfire").click();
            result.inherited = await parents(page);
            await page.keyboard.press("Control+z");
            await nodeNamed(page, "Embers").waitFor();
            await page.keyboard.press("Control+Shift+z");
            await nodeNamed(page, "Embers").waitFor({ state: "detached" });

            await page.getByRole("button", { name: "File", exact: true }).click();
            const file = page.getByLabel("The tree as a file", { exact: true });
            await laidOut(page);
            const text = await file.inputValue();
            const banana = text.replace("value = 1", "value = banana");
            const names = ["Save", "Inspect it in full", "Set up a game with it", "Start a game with it"];
            const buttons = names.map((name) => page.getByRole("button", { name, exact: true }));
            const enabled = () => Promise.all(buttons.map((button) => button.isEnabled()));
            const download = async () => {
                const link = await page.getByRole("link", { name: "Download" }).getAttribute("href");
                return decodeURIComponent(link.slice(link.indexOf(",") + 1));
            };
            result.enabled = await enabled();
            await file.fill(text.replace('target = "area"', 'target = "arena"'));
            await page.locator(".code-marks li").waitFor();
            result.line = await page.locator(".code-marks li").innerText();
            result.gutter = await page.locator(".code-gutter .error").innerText();
            await page.locator(".tree-node.faulty").first().waitFor(); // drawn after the text
            result.marked = await page.locator(".tree-node.faulty").evaluateAll((nodes) => nodes.map((node) => node.dataset.name));
            await file.fill(banana);
            result.typed = [await enabled(), (await download()) === banana, await page.locator("#tree-unusable").innerText()];
            await page.locator(".code-marks li", { hasText: "TOML" }).waitFor();
            result.banana = [await enabled(), (await download()) === banana, await page.locator("#tree-unusable").innerText()];
            result.bananaLine = [await page.locator(".code-marks .button").innerText(), 1 + banana.split("\n").findIndex((line) => line.includes("banana"))];
            await file.fill(`# mine\n${text.replace("Storm", "Gale")}`);
            await nodeNamed(page, "Gale").waitFor();
            const fileName = page.getByLabel("File", { exact: true }).last();
            await fileName.fill("gale.txt");
            result.wrongName = [await buttons[0].isEnabled(), await page.locator("#tree-file-fault").innerText()];
            await fileName.fill("gale.json");
            await page.waitForFunction(() => document.querySelector(".tree-text textarea").value.startsWith("{"));
            JSON.parse(await download());
            await buttons[0].click();
            await page.getByText("Saved as @gale.json.").waitFor();
            await page.getByLabel("Open").locator("option", { hasText: "@gale.json" }).waitFor({ state: "attached" }); // it is a tree
            await fileName.fill("gale.toml");
            await buttons[0].click();
            await page.getByText("Saved as @gale.toml.").waitFor();
            await page.getByRole("button", { name: "New", exact: true }).click();
            await page.getByText("A tree without nodes.").waitFor();
            await page.getByLabel("Open").selectOption("@gale.toml");
            await nodeNamed(page, "Gale").waitFor();
            await laidOut(page);
            result.comment = (await file.inputValue()).split("\n")[0];
            result.nodes = await page.locator(".tree-node").count();

            await page.reload();
            await nodeNamed(page, "Gale").waitFor();
            await page.getByRole("button", { name: "Start a game with it" }).click();
            await page.locator(".prompt.mine").waitFor();
            result.played = await page.locator('.tree [data-card="Gale"]').count();
            return result;
        }),

    /** The view fits the whole tree when it opens; it is made larger, and fits again by a button and by a key. */
    fit: (link) =>
        visit(link, WIDE, async (page, origin) => {
            await openEditor(page, origin);
            const overflow = () =>
                page.locator(".tree-drawing").evaluate((frame) => [
                    frame.scrollWidth - frame.clientWidth > 1,
                    frame.scrollHeight - frame.clientHeight > 1,
                ]);
            const scale = () => page.locator(".view-buttons .number").innerText();
            const bottoms = () =>
                page.evaluate(() => [".tree-drawing svg", ".summary-bar"].map((one) => document.querySelector(one).getBoundingClientRect()[one === ".summary-bar" ? "top" : "bottom"]));
            const [drawingEnd, barBegin] = await bottoms();
            const result = { opened: await overflow(), first: await scale(), inSight: drawingEnd <= barBegin };
            await nodeNamed(page, "Focus").hover();
            result.hovered = await page.locator(".tooltip:popover-open").innerText();
            for (let k = 0; k < 3; k += 1) await page.getByRole("button", { name: "Larger" }).click();
            await rendered(page);
            result.larger = await overflow();
            await page.getByRole("button", { name: "Fit", exact: true }).click();
            await rendered(page);
            result.fitted = await scale();
            await page.getByRole("button", { name: "Smaller" }).click();
            await page.keyboard.press("f");
            await rendered(page);
            result.byKey = await scale();
            await nodeNamed(page, "Focus").click(); // nodes are where they are drawn
            result.clicked = await page.getByLabel("Name", { exact: true }).inputValue();
            return result;
        }),

    /** Follow a search, open a tree of its front in the editor; stop another search. */
    front: (link) =>
        visit(link, WIDE, async (page, origin) => {
            const result = {};
            await beginSearch(page, origin, { generations: "12", nodes: "8", untuned: "true", seed: "3" });
            await page.getByLabel("Summary").waitFor({ timeout: 120_000 });
            result.answer = await page.getByLabel("Summary").innerText();
            await page.getByLabel("X axis").selectOption("even branches");
            await page.getByLabel("Y axis").selectOption("nodes");
            result.points = await page.locator(".tree-point").count();
            await page.locator(".tree-point.chosen").focus();
            const title = page.getByLabel("Selected tree").locator("h2");
            const first = await title.innerText();
            for (const key of ["ArrowLeft", "ArrowRight"]) {
                if ((await title.innerText()) === first) await page.keyboard.press(key); // the first tree has none to its left
                await rendered(page);
            }
            result.other = (await title.innerText()) !== first;
            await page.locator(".curves .curve").nth(1).waitFor();
            const nodes = await page.getByLabel("Selected tree").locator(".node-box").count();
            await page.getByRole("button", { name: "Open in the editor" }).click();
            await page.locator(".tree-node").first().waitFor();
            await measured(page);
            result.taken = (await page.locator(".tree-node").count()) === nodes;

            await beginSearch(page, origin, { generations: "10000" }); // long enough to be stopped
            result.live = await page.getByLabel("Pareto front").locator("h2").innerText();
            await page.getByRole("button", { name: "Stop" }).click();
            await page.locator(".state.stopped").waitFor();
            result.stopped = await page.locator(".tree-point").count();
            return result;
        }),

    /** Sweep editor and search: layout and axe at three sizes, in both themes. */
    access: (link) =>
        visit(link, WIDE, async (page, origin) => {
            const faults = [];
            const check = async (name) => faults.push(...(await sweepPage(page, name)));
            await beginSearch(page, origin, { generations: "2", nodes: "8", untuned: "true" });
            await page.getByLabel("Summary").waitFor({ timeout: 120_000 });
            await openEditor(page, origin);
            await nodeNamed(page, "Focus").click();
            await check("a node");
            await page.getByRole("button", { name: "File", exact: true }).click();
            await check("the file");
            await page.getByRole("button", { name: "Setting", exact: true }).click();
            await check("the setting");
            await page.goto(`${origin}/trees/generate`);
            const search = page.locator('a[href*="?work="]').first();
            await search.waitFor();
            await check("making");
            await search.click();
            await page.locator(".curves .curve").nth(1).waitFor(); // its first tree is measured
            await check("the front");
            return { faults };
        }),
};

const [name, link, ...args] = process.argv.slice(2);
console.log(JSON.stringify(await scenarios[name](link, ...args)));
