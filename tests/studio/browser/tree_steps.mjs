// Steps on the skill tree page, used by tests and screenshots.

import { watchFor } from "./browser.mjs";

export const nodeNamed = (page, name) => page.locator(`.tree-node[data-name="${name}"]`);

/** Wait until the server has checked the last edit, so that nodes do not move any more. */
export const laidOut = (page) => page.locator('.tree-panel[aria-busy="false"]').waitFor();

/** Wait until the last edit is measured. */
export const measured = (page) =>
    page.waitForFunction(() => {
        const status = document.querySelector(".summary-bar [role=status]");
        return status?.dataset.waiting === "false" && status.textContent === "measured";
    });

export async function openEditor(page, origin) {
    await page.goto(`${origin}/trees`);
    await page.locator(".tree-node").first().waitFor();
    await measured(page);
}

/** Run an action that changes the tree, and wait until it is measured. */
export async function edit(page, act) {
    const started = await watchFor(page, '.summary-bar [data-waiting="true"]');
    await act();
    await started();
    await measured(page);
}

/** Start a search with these options, and wait for the first points of its front. */
export async function beginSearch(page, origin, options) {
    await page.goto(`${origin}/trees/generate`);
    for (const [key, text] of Object.entries(options)) {
        const field = page.locator(".field", { has: page.locator("b", { hasText: new RegExp(`^${key}$`) }) });
        if (await field.locator("select").count()) await field.locator("select").selectOption(text);
        else await field.locator("input").fill(text);
    }
    await page.getByRole("button", { name: "Make", exact: true }).click();
    await page.locator(".tree-point").first().waitFor({ timeout: 120_000 });
}

/** Screenshots: an edit with its results, and the Pareto front of a search. */
export async function shootTrees(page, origin, shoot) {
    await openEditor(page, origin);
    await nodeNamed(page, "Focus").click();
    await edit(page, () => page.getByLabel("By", { exact: true }).fill("8"));
    await shoot("trees", page.locator(".tree-panel"));
    await shoot("trees-curves", page.locator(".compare"));
    await beginSearch(page, origin, { generations: "30", seed: "3" });
    await page.getByLabel("Summary").waitFor({ timeout: 240_000 });
    await page.locator(".curves .curve").nth(1).waitFor();
    await shoot("pareto", page.getByLabel("Pareto front"));
    await shoot("pareto-tree", page.getByLabel("Selected tree"));
}
