// Screenshots of the platformer's pages.

import { typeRun, walkOf } from "./walking.mjs";

const TO_THE_EDGE = // of the guided run: until the body hangs at the wall
    "75 right, 10 rest, 5 right, 24 right+jump, 20 right, 10 rest, 10 right, 24 right+jump, 4 right, 20 rest, 70 right, 24 right+jump, 40 right";

/** A generated level with its survey, and the study. */
export async function shootLevels(page, origin, shoot) {
    await page.goto(`${origin}/levels`);
    await page.locator(".level-tile").first().waitFor();
    await shoot("levels");
    await page.goto(`${origin}/levels/guide`);
    await page.locator(".level-area").focus();
    await typeRun(page, TO_THE_EDGE);
    await page.locator('.guide[data-step="4"]').waitFor();
    await shoot("guided-run");
    await page.goto(`${origin}/levels/edit?from=trap-school`);
    await page.locator('.level-results[data-state="done"]').waitFor();
    await page.getByRole("button", { name: /^squeeze/ }).click();
    await page.evaluate(() => scrollTo(0, 0));
    await shoot("level-editor");
    await page.goto(`${origin}/levels/made?seed=7&rooms=5x1&loops=0.25`);
    await page.locator(".level-numbers").waitFor();
    await page.getByRole("button", { name: "Show all ghosts" }).click();
    await page.locator(".level-area").focus();
    await typeRun(page, (await walkOf(page, 7)).presses, 318);
    await shoot("platformer");
    for (const name of ["Challenges", "Easiest path", "Deaths", "Whole level"])
        await page.getByRole("button", { name, exact: true }).click();
    await shoot("platformer-overlays");
    await page.goto(`${origin}/study`);
    await page.getByLabel(/A name/).fill("Ann");
    await page.getByRole("button", { name: "Start" }).click();
    for (const name of ["2 easy", "3 medium", "4 hard"]) {
        await page.getByRole("button", { name: "Skip this level" }).click();
        await page.getByRole("button", { name, exact: true }).click();
    }
    await page.locator(".level-area").waitFor();
    await shoot("study");
    await page.getByRole("button", { name: "Skip this level" }).click();
    await page.locator(".study-rating").waitFor();
    await shoot("study-rating");
}
