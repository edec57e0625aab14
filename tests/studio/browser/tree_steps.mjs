// Steps in the room of skill trees, for tests and for pictures.

import { lookOut } from "./browser.mjs";

export const nodeNamed = (page, name) => page.locator(`.tree-node[data-name="${name}"]`);

/** Waits until the server has drawn and written the last edit: nodes stand where they stay. */
export const laidOut = (page) => page.locator('.tree-panel[aria-busy="false"]').waitFor();

/** Waits until the last edit is measured: the page says so once it waits for nothing. */
export const measured = (page) =>
    page.waitForFunction(() => {
        const status = document.querySelector(".summary-bar [role=status]");
        return status?.dataset.waiting === "false" && status.textContent === "measured";
    });

export async function openRoom(page, origin) {
    await page.goto(`${origin}/trees`);
    await page.locator(".tree-node").first().waitFor();
    await measured(page);
}

/** Does something that changes the tree, and waits until that is measured. */
export async function edit(page, act) {
    const begun = await lookOut(page, '.summary-bar [data-waiting="true"]');
    await act();
    await begun();
    await measured(page);
}

/** Starts a search with these asks, and waits for the first points of its front. */
export async function beginSearch(page, origin, asks) {
    await page.goto(`${origin}/trees/generate`);
    for (const [key, text] of Object.entries(asks)) {
        const field = page.locator(".field", { has: page.locator("b", { hasText: new RegExp(`^${key}$`) }) });
        if (await field.locator("select").count()) await field.locator("select").selectOption(text);
        else await field.locator("input").fill(text);
    }
    await page.getByRole("button", { name: "Make", exact: true }).click();
    await page.locator(".tree-point").first().waitFor({ timeout: 120_000 });
}

/** The pictures of the room: an edit with what follows from it, and the front of a search with a tree of it. */
export async function shootTrees(page, origin, shoot) {
    await openRoom(page, origin);
    await nodeNamed(page, "Focus").click();
    await edit(page, () => page.getByLabel("By", { exact: true }).fill("8"));
    await page.locator(".tree-panel").evaluate((panel) => scrollTo(0, panel.offsetTop - 70));
    await shoot("trees");
    await page.locator(".compare").evaluate((panel) => scrollTo(0, panel.offsetTop - 60));
    await shoot("trees-curves");
    await beginSearch(page, origin, { generations: "30", seed: "3" });
    await page.getByLabel("Summary").waitFor({ timeout: 240_000 });
    await page.locator(".curves .curve").nth(1).waitFor();
    await page.getByLabel("Pareto front").evaluate((panel) => scrollTo(0, panel.offsetTop - 60));
    await shoot("pareto");
    await page.getByLabel("Selected tree").evaluate((panel) => scrollTo(0, panel.offsetTop - 60));
    await shoot("pareto-tree");
}
