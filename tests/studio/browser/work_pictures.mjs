// Screenshots of runs, tournaments, kingdoms and uploaded bots, with a Studio started with --uploads.

import { settled } from "./browser.mjs";
import { choose, finished, startRun } from "./runs.mjs";

const WRONG = `import ludus


class Rusher(ludus.Bot):
    """Summons what it can, and always attacks the opponent itself."""

    def choose(self, turn)
        return turn.moves[-1]
`;

/** A study that runs, a report, and two runs compared. */
export async function shootRuns(page, origin, shoot) {
    await startRun(page, origin, { generations: "60", games: "200" });
    await page.locator(".line-chart").nth(1).waitFor();
    await page.waitForFunction(
        () => document.querySelector(".line-chart polyline").getAttribute("points").split(" ").length >= 8,
        null,
        { timeout: 240_000 },
    );
    await shoot("run");
    await page.getByRole("button", { name: "Stop" }).click();
    await page.locator(".stage-head .state.stopped").waitFor();
    for (const seed of ["5", "6"]) {
        await startRun(page, origin, { seed, generations: "8", games: "100" });
        await finished(page);
    }
    await page.frameLocator("iframe.report").locator("h2").first().waitFor();
    await shoot("run-report");
    await page.goto(`${origin}/runs`);
    await choose(page, "5", "6");
    await shoot("runs");
    await page.getByRole("button", { name: "Compare these two" }).click();
    await page.locator(".line-chart").waitFor();
    await shoot("run-compare");
    await shoot("run-compare-numbers", page.locator("details.fold-panel[open]").first());
}

/** A tournament with a selected cell. */
export async function shootTournament(page, origin, shoot) {
    await page.goto(`${origin}/tournaments`);
    await page.getByLabel("Game", { exact: true }).selectOption("locm");
    await page.getByRole("button", { name: "baseline1", exact: true }).waitFor({ timeout: 240_000 }); // may compile
    for (const bot of ["random", "baseline1", "baseline2", "greedy"])
        await page.getByRole("button", { name: bot, exact: true }).click();
    await page.getByRole("button", { name: /Start with/ }).click();
    await page.getByText("The report", { exact: true }).waitFor({ timeout: 240_000 });
    await page.locator(".matrix button").first().click();
    await page.getByLabel("Games of this pair").locator("tbody tr").first().waitFor();
    await shoot("tournament", page.locator("section").filter({ has: page.locator(".matrix") }).last());
    await page.getByText("The report", { exact: true }).click();
    await page.frameLocator("iframe.report").locator("h1").waitFor();
    await shoot("tournament-report", page.locator("iframe.report"));
}

/** A bot with an error, then a correct one that plays with its log open. */
export async function shootUpload(page, origin, shoot) {
    await page.goto(`${origin}/bots`);
    const form = page.getByLabel("Upload a bot");
    await form.getByLabel(/^Name/).fill("rusher");
    await form.getByLabel("Game").selectOption("locm");
    const good = await form.getByLabel("Source code").inputValue();
    await form.getByLabel("Source code").fill(WRONG);
    const go = form.getByRole("button", { name: "Upload and watch it play" });
    await go.click();
    await form.locator(".code-gutter .error").waitFor();
    await shoot("upload", form);
    await form.getByLabel("Source code").fill(good);
    await go.click();
    await page.waitForURL(/\/tables\//);
    await page.getByRole("button", { name: "Play to the end" }).click();
    await page.locator(".ending").waitFor();
    for (let turn = 0; turn < 6 && !(await page.locator(".sidebar .log mark").count()); turn += 1) {
        await page.keyboard.press("PageUp"); // to a turn of this bot, whose log is marked
        await settled(page);
    }
    await shoot("upload-plays");
}

/** A kingdom, its measures, and the form that makes kingdoms. */
export async function shootKingdoms(page, origin, shoot) {
    await page.goto(`${origin}/kingdoms`);
    await page.locator(".card-grid .card").first().waitFor();
    await page.getByLabel("Recommended sets").selectOption("village-square");
    await shoot("kingdoms");
    await page.getByRole("button", { name: "Measure it" }).click();
    await page.locator(".swaps tbody tr").first().waitFor({ timeout: 240_000 });
    await shoot("kingdom-measured", page.locator("section").filter({ has: page.locator(".measures") }).last());
    await page.getByRole("button", { name: "Make to a target" }).click();
    await shoot("kingdoms-make", page.locator("form.panel"));
}
