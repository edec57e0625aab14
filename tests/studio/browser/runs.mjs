// Steps with runs, used by tests and screenshots.

/** Start a study with the form of the runs page. */
export async function startRun(page, origin, sets) {
    await page.goto(`${origin}/runs`);
    await page.getByLabel("Study").selectOption("dominion-cards");
    await page.getByLabel("Preset").selectOption("quick");
    await page.getByText("Other settings").click();
    for (const [key, value] of Object.entries(sets))
        await page
            .locator(".option-fields .field", { has: page.locator("b", { hasText: new RegExp(`^${key}$`) }) })
            .locator("input")
            .fill(value);
    await page.getByRole("button", { name: "Run", exact: true }).click();
    await page.waitForURL(/\/runs\/.+/);
}

/** Wait until the run on the page is finished. */
export const finished = (page) => page.locator(".stage-head .state.finished").waitFor({ timeout: 240_000 });

/** Select runs in the list by their seeds. */
export async function choose(page, ...seeds) {
    for (const seed of seeds)
        await page
            .locator(".row-list li", { hasText: new RegExp(`seed ${seed}(?!\\d)`) })
            .getByRole("checkbox")
            .check();
}
