// Screenshots of runs, tournaments and uploaded bots, with a Studio started with --uploads.

import { choose, finished, startRun } from "./runs.mjs";

const WRONG = `import ludus


class Rusher(ludus.Bot):
    """Summons what it can, and always attacks the opponent itself."""

    def choose(self, turn)
        return turn.moves[-1]
`;

export async function shootWork(page, origin, shoot) {
    await startRun(page, origin, { generations: "60", games: "200" });
    await page.locator(".line-chart").nth(1).waitFor();
    await page.waitForTimeout(4000);
    await shoot("run");
    await page.getByRole("button", { name: "Stop" }).click();
    await page.locator(".stage-head .state.stopped").waitFor();
    for (const seed of ["5", "6"]) {
        await startRun(page, origin, { seed, generations: "8", games: "100" });
        await finished(page);
    }
    await page.frameLocator("iframe.report").locator("h1").waitFor();
    await shoot("run-report");
    await page.goto(`${origin}/runs`);
    await choose(page, "5", "6");
    await shoot("runs");
    await page.getByRole("button", { name: "Compare these two" }).click();
    await page.locator(".line-chart").waitFor();
    await shoot("run-compare");
    await page.evaluate(() => document.querySelector("details.fold-panel[open]").scrollIntoView());
    await shoot("run-compare-numbers");
    await shootTournament(page, origin, shoot);
    await shootUpload(page, origin, shoot);
}

/** A tournament with a selected cell. */
async function shootTournament(page, origin, shoot) {
    await page.goto(`${origin}/tournaments`);
    await page.getByLabel("Game", { exact: true }).selectOption("locm");
    await page.getByRole("button", { name: "baseline1", exact: true }).waitFor({ timeout: 240_000 }); // may compile
    for (const bot of ["random", "baseline1", "baseline2", "greedy"])
        await page.getByRole("button", { name: bot, exact: true }).click();
    await page.getByRole("button", { name: /Start with/ }).click();
    await page.getByText("The report", { exact: true }).waitFor({ timeout: 240_000 });
    await page.locator(".matrix button").first().click();
    await page.getByLabel("Games of this pair").locator("tbody tr").first().waitFor();
    await page.evaluate(() => {
        document.querySelector(".matrix").closest("section").scrollIntoView();
        scrollBy(0, -66);
    });
    await shoot("tournament");
    await page.getByText("The report", { exact: true }).click();
    await page.frameLocator("iframe.report").locator("h1").waitFor();
    await page.locator("iframe.report").scrollIntoViewIfNeeded();
    await shoot("tournament-report");
}

/** A bot with an error, then a correct one that plays with its log open. */
async function shootUpload(page, origin, shoot) {
    await page.goto(`${origin}/bots`);
    const form = page.getByLabel("Upload a bot");
    await form.getByLabel(/^Name/).fill("rusher");
    await form.getByLabel("Game").selectOption("locm");
    const good = await form.getByLabel("Source code").inputValue();
    await form.getByLabel("Source code").fill(WRONG);
    const go = form.getByRole("button", { name: "Upload and watch it play" });
    await go.click();
    await form.locator(".error-line").waitFor();
    await shoot("upload");
    await form.getByLabel("Source code").fill(good);
    await go.click();
    await page.waitForURL(/\/tables\//);
    await page.getByRole("button", { name: "Play to the end" }).click();
    await page.locator(".ending").waitFor();
    await page.keyboard.press("PageUp");
    await page.locator(".sidebar .log").first().scrollIntoViewIfNeeded();
    await shoot("upload-plays");
}
