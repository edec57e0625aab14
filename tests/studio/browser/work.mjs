// Scenarios of runs, tournaments, uploaded bots and replays: node work.mjs NAME LINK [ARGUMENTS].
// The last line of the output is JSON.

import { readFile } from "node:fs/promises";
import { createInterface } from "node:readline/promises";
import { accessFaults, address, holdAnswers, settled, visit } from "./browser.mjs";
import { sweepPage } from "./layout.mjs";
import { choose, finished, startRun } from "./runs.mjs";

const WIDE = 1280;
const LONG = { generations: "12", games: "200" }; // still running when the server is killed

/** Drop a file on an element. */
const drop = (page, where, text) =>
    page.evaluate(
        ([selector, text]) => {
            const data = new DataTransfer();
            data.items.add(new File([text], "game.json"));
            const event = new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true });
            document.querySelector(selector).dispatchEvent(event);
        },
        [where, text],
    );

const scenarios = {
    /** Start and follow a run, kill the server, resume the run, and open its report. */
    resume: (link) =>
        visit(
            link,
            WIDE,
            async (page, origin) => {
                await startRun(page, origin, LONG);
                const speed = page.locator(".progress").getByText("games per second");
                await speed.waitFor();
                const progress = {
                    speed: await speed.innerText(),
                    left: await page.locator(".progress").getByText(/ left$|^almost done$/).innerText(),
                };
                await page.locator(".line-chart polyline").first().waitFor();
                const run = (await address(page)).pathname;
                const lines = createInterface({ input: process.stdin });
                console.log("kill it");
                await page.locator(".notice").waitFor();
                console.log("start it");
                await lines.question("");
                lines.close();
                await page.locator(".stage-head .state.stopped").waitFor();
                const before = await page.locator(".stage-head .small.number").innerText();
                await page.getByRole("button", { name: "Resume" }).click();
                await finished(page);
                const report = page.frameLocator("iframe.report");
                const title = await page.locator("main h1").innerText();
                const answer = await page.getByLabel("Answer").innerText();
                const [file] = await Promise.all([
                    page.context().waitForEvent("response", (response) => response.url().includes("/files/")),
                    report.locator('a[href^="tables/"]').first().click(),
                ]);
                const repeated = await report.locator("h1, p.answer").filter({ visible: true }).count();
                return { progress, before, title, answer, repeated, run, file: [file.status(), new URL(file.url()).pathname] };
            },
            { ignoredErrors: /WebSocket|ERR_CONNECTION_REFUSED|Failed to load resource/ },
        ),

    /** Run a study with two seeds, and compare the runs. */
    compare: (link) =>
        visit(link, WIDE, async (page, origin) => {
            for (const seed of ["5", "6"]) {
                await startRun(page, origin, { seed, generations: "3", games: "60" });
                await finished(page);
            }
            await page.goto(`${origin}/runs`);
            await choose(page, "5", "6");
            await page.getByRole("button", { name: "Compare these two" }).click();
            await page.locator(".compare h2").first().waitFor();
            await settled(page);
            const faults = [];
            for (const theme of ["light", "dark"]) {
                for (const fault of await accessFaults(page)) faults.push([theme, ...fault]);
                await page.locator(".theme").click();
            }
            return {
                settings: await page.locator(".compare section table tbody tr").allInnerTexts(),
                verdict: await page.getByLabel("Answer").locator("h2").innerText(),
                sides: await page.locator(".line-chart g.side0, .line-chart g.side1").count(),
                intervals: await page.locator(".compare details .estimate").count(),
                faults,
            };
        }),

    /** Write a bot with an error, which is marked; upload a correct one; it plays with its log open; remove it. */
    bot: (link, width) =>
        visit(
            link,
            Number(width),
            async (page, origin) => {
                await page.goto(`${origin}/bots`);
                const form = page.getByLabel("Upload a bot");
                const needed = await form.getByRole("button", { name: "Upload", exact: true }).getAttribute("aria-describedby");
                const reason = await page.locator(`#${needed}`).innerText();
                await form.getByRole("button", { name: "Upload and watch it play" }).click(); // the browser asks for the name
                const belowBar = await form.getByLabel(/^Name/).evaluate((field) => field.getBoundingClientRect().top - document.querySelector(".bar").getBoundingClientRect().bottom);
                await form.getByLabel(/^Name/).fill("rusher");
                await form.getByLabel("Game").selectOption("locm");
                const source = form.getByLabel("Source code");
                const good = await source.inputValue();
                await form.getByLabel("Begin with").selectOption("Drafts for attack and attacks the opponent");
                await source.press("Control+End");
                await source.pressSequentially("\nbroken = {");
                await form.locator(".code-gutter .error").waitFor();
                await page.reload();
                const draft = (await source.inputValue()).endsWith("broken = {");
                await source.fill(good.replace("turn.moves[0]", "turn.mvoes[0]"));
                const warned = await form.locator(".code-marks .warning").innerText();
                await source.fill(good.replace("def choose(self, turn):", "def choose(self, turn)"));
                await form.locator(".code-marks .error").waitFor();
                const go = form.getByRole("button", { name: "Upload and watch it play" });
                await go.click();
                const wrong = [
                    await form.getByRole("alert").innerText(),
                    await form.locator(".code-gutter .error").innerText(),
                ];
                const file = { name: "mine.py", mimeType: "text/x-python", buffer: Buffer.from(good) };
                await form.locator('input[type="file"]').setInputFiles(file);
                await page.waitForFunction(([area, text]) => area.value === text, [await source.elementHandle(), good]);
                await go.click();
                await page.waitForURL(/\/tables\//);
                await page.locator(".board").waitFor();
                await page.getByRole("button", { name: "Play to the end" }).click();
                await page.locator(".ending").waitFor();
                const log = page.locator(".sidebar .log", { hasText: "moves" }).first();
                await log.waitFor();
                const players = await page.locator(".player-list").innerText();
                const ending = await page.locator(".ending h2").innerText();
                const logged = (await log.innerText()).slice(0, 200);
                await page.goto(`${origin}/new/locm?bot=@rusher`);
                await settled(page);
                const selected = await page.getByLabel("Bot", { exact: true }).inputValue();
                await page.goto(`${origin}/bots`);
                const row = page.getByLabel("@rusher");
                await row.getByLabel(/guests may play/).click();
                await row.locator("input:checked").waitFor(); // when the server has answered
                await settled(page); // the list is loaded again
                const allowed = await row.getByLabel(/guests may play/).isChecked();
                await row.getByRole("button", { name: "Edit" }).click();
                const editable = (await form.getByLabel("Source code").inputValue()) === good;
                await row.getByRole("button", { name: "Remove" }).click();
                await row.waitFor({ state: "detached" });
                return { reason, belowBar, wrong, draft, warned, players, ending, logged, selected, allowed, editable };
            },
            { ignoredErrors: /status of 400/, height: 844 },
        ),

    /** Start a tournament, open its report, and watch a game of a pair. */
    tournament: (link) =>
        visit(link, WIDE, async (page, origin) => {
            await page.goto(`${origin}/tournaments`);
            await page.getByLabel("Game", { exact: true }).selectOption("locm");
            await page.getByRole("button", { name: "baseline1", exact: true }).click();
            await page.getByRole("button", { name: "random", exact: true }).click();
            await page.getByLabel("games of each pair").fill("200");
            await page.getByRole("button", { name: "Start with 2 players" }).click();
            await page.waitForURL(/\/tournaments\/.+/);
            await page.getByText("The report").first().waitFor();
            await page.getByText("The report", { exact: true }).click();
            const title = await page.frameLocator("iframe.report").locator("h1").innerText();
            const cell = page.locator(".matrix button").first();
            const winRate = await cell.innerText();
            await cell.click();
            const games = page.getByLabel("Games of this pair");
            await games.locator("tbody tr").first().waitFor(); // all games
            const explained = await games.getByText("Seed of the deal").getAttribute("aria-description");
            const letThrough = await holdAnswers(page, /[?]first=1&/);
            for (const number of ["1", "12"]) await games.getByLabel("from number").fill(number);
            const numbers = games.locator("tbody tr td:first-child");
            await numbers.first().filter({ hasText: /^12$/ }).waitFor();
            await letThrough(); // the answer that is not wanted any more
            await settled(page);
            const from = await numbers.first().innerText();
            await games.getByLabel("from number").fill("0");
            await games.getByLabel("Show").selectOption("random");
            await settled(page);
            const rows = await games.locator("tbody tr").count();
            const won = await games.locator("tbody div", { hasText: "random" }).locator(".won-mark").count();
            await games.getByRole("button", { name: /Watch game/ }).first().click();
            await page.locator(".board").waitFor();
            return { title, winRate, explained, from, rows, won, url: (await address(page)).pathname };
        }),

    /** Save a game and import it again; other files are rejected with a reason. */
    replay: (link) =>
        visit(
            link,
            WIDE,
            async (page, origin) => {
                await page.goto(`${origin}/new/delve?watch=1`);
                await page.getByRole("button", { name: "Watch" }).click();
                await page.getByRole("button", { name: "Play to the end" }).click();
                await page.locator(".ending").waitFor();
                const [saved] = await Promise.all([
                    page.waitForEvent("download"),
                    page.locator(".sidebar").getByRole("link", { name: "Save the replay" }).click(),
                ]);
                const first = (await address(page)).pathname.split("/")[2];
                await page.goto(`${origin}/tables`);
                const area = page.getByLabel("Import a replay");
                const upload = (name, text) =>
                    area
                        .locator("input")
                        .setInputFiles({ name, mimeType: "application/json", buffer: Buffer.from(text) });
                const rejected = [];
                for (const [name, text] of [
                    ["notes.json", "hello"],
                    ["large.json", "x".repeat(2 * 1024 * 1024 + 1)],
                ]) {
                    await upload(name, text);
                    await area.getByRole("alert").filter({ hasText: name }).waitFor();
                    rejected.push(await area.getByRole("alert").innerText());
                }
                await area.locator("input").setInputFiles(await saved.path());
                await page.waitForURL(/\/tables\/[0-9a-f]{12}\/0/);
                await page.locator(".board").waitFor();
                const picked = (await address(page)).pathname.split("/")[2];
                await page.goto(`${origin}/tables`);
                await area.waitFor();
                await drop(page, '[aria-label="Import a replay"]', await readFile(await saved.path(), "utf8"));
                await page.waitForURL(/\/tables\/[0-9a-f]{12}\/0/);
                await page.locator(".board").waitFor();
                const [, , dropped, ply] = (await address(page)).pathname.split("/");
                return { rejected, tables: [first, picked, dropped], ply };
            },
            { ignoredErrors: /status of 400/ },
        ),

    /** Sweep pages: layout and axe at three sizes, in both themes. */
    pages: (link, ...paths) =>
        visit(link, WIDE, async (page, origin) => {
            const faults = [];
            for (const path of paths) {
                await page.goto(`${origin}/${path}`);
                await page.locator("main h1, main .notice").first().waitFor();
                faults.push(...(await sweepPage(page, path)));
            }
            return { faults };
        }),
};

const [name, link, ...args] = process.argv.slice(2);
console.log(JSON.stringify(await scenarios[name](link, ...args)));
