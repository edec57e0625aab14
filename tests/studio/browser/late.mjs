// Answers of the Studio that come late, or in another order than they were asked for: node late.mjs NAME LINK.
// The last line of the output is JSON.

import { address, holdAnswers, rendered, settled, visit } from "./browser.mjs";
import { choose, openCards, row } from "./card_steps.mjs";
import { openEditor } from "./tree_steps.mjs";

const WIDE = 1280;
const levelText = (page) => page.getByLabel("Level file", { exact: true }).inputValue();
const phase = (page) => page.getByRole("spinbutton", { name: /^Phase/ });

/** The phase of a trap in a level file. */
const phaseIn = (text, trap) => /phase=?\s*(\d+)/.exec(text.split("\n").find((line) => line.startsWith(trap)) ?? "")?.[1];

const scenarios = {
    /** A number that is typed for one trap, while another one is chosen on the map; the old number typed again. */
    number: (link) =>
        visit(link, WIDE, async (page, origin) => {
            await page.goto(`${origin}/levels/edit?from=trap-school`);
            await page.getByText("The level as a file").click();
            const traps = await page.locator(".trap-list button").allInnerTexts();
            const [one, other] = traps.filter((name) => /^(saw|squeeze|jaws|wall-spikes|twin-saws)/.test(name));
            await page.keyboard.press("v");
            await page.getByRole("button", { name: one, exact: true }).click();
            const before = await levelText(page);
            await phase(page).fill("17");
            const [x, y] = other.split(" ").slice(1).map(Number);
            const canvas = page.locator(".map-canvas");
            const { width, height } = await canvas.boundingBox();
            const [columns] = (await page.locator(".map-frame").getAttribute("aria-label")).match(/\d+/g);
            const cell = width / Number(columns);
            await canvas.click({ position: { x: (x + 0.5) * cell, y: height - (y + 0.5) * cell } });
            await page.locator(`.map-frame[data-cursor="${x} ${y}"]`).waitFor();
            await rendered(page);
            const after = await levelText(page);
            const shown = await phase(page).inputValue();
            const number = Number(shown);
            await phase(page).fill(String(number + 3));
            await phase(page).press("Enter");
            await phase(page).fill(String(number + 5));
            await phase(page).fill(String(number + 3)); // no change for the browser
            await page.getByRole("button", { name: "Undo" }).click();
            await rendered(page);
            const undone = Number(await phase(page).inputValue()) - number;
            return {
                one: [phaseIn(before, one), phaseIn(after, one)],
                other: [phaseIn(before, other), phaseIn(after, other), shown],
                undone,
            };
        }),

    /** Fast clicks and fast typing in the form of a card, before the server has answered. */
    card: (link) =>
        visit(link, WIDE, async (page, origin) => {
            await openCards(page, origin, "locm");
            await choose(page, "Slimer", "1");
            await page.getByLabel("Search by name, cost or text").fill("");
            const field = (label) => page.getByLabel(label, { exact: true });
            const letThrough = await holdAnswers(page, "**/api/cards/edit");
            const cost = Number(await field("cost").inputValue());
            const more = page.getByRole("button", { name: "cost: one more" });
            await more.click();
            await more.click();
            await letThrough();
            await page.waitForFunction((cost) => document.querySelector('.card-row[data-key="1"] .cost-badge').textContent === String(cost), cost + 1);
            await more.click();
            const clicked = Number(await field("cost").inputValue()) - cost;
            await letThrough();
            await letThrough();
            await row(page, "1").locator(".cost-badge").getByText(String(cost + 3), { exact: true }).waitFor();

            const choices = page.locator(".choice-buttons").first().getByRole("button");
            const pressed = () => choices.evaluateAll((all) => all.map((button) => button.ariaPressed === "true"));
            const before = await pressed();
            await choices.nth(0).click();
            await choices.nth(1).click();
            const atOnce = await pressed();
            await letThrough();
            await letThrough();
            await settled(page);
            const answered = await pressed();

            await field("name").fill("Sli");
            await page.keyboard.press("Enter");
            await field("name").fill("Slime");
            await page.keyboard.press("Enter");
            await letThrough();
            await row(page, "1").getByText("Sli", { exact: true }).waitFor();
            const typed = await field("name").inputValue();
            await letThrough();
            await row(page, "1").getByText("Slime", { exact: true }).waitFor();

            await field("attack").fill("x"); // no number
            await letThrough();
            await page.locator(".problem-bar").waitFor();
            const focused = await field("attack").evaluate((input) => document.activeElement === input);
            return { clicked, changed: before.map((was, k) => [was !== atOnce[k], was !== answered[k]]), typed, focused };
        }),

    /** Cards are picked while the server starts to measure; the page is left while it starts a game. */
    left: (link) =>
        visit(link, WIDE, async (page, origin) => {
            await page.goto(`${origin}/kingdoms`);
            await page.getByLabel("Recommended sets").selectOption("first-game");
            await page.getByText("Players, games, seed").click();
            await page.getByLabel(/games of the pair/).fill("2");
            const letThrough = await holdAnswers(page, "**/api/design/dominion/inspect");
            await page.getByRole("button", { name: "Measure it" }).click();
            await page.getByRole("button", { name: "Remove Market" }).click();
            await letThrough({ all: true });
            await page.waitForFunction(() => location.search.includes("measuring="));
            const cards = (await address(page)).searchParams.get("cards").split(",").length;
            await page.goto(`${origin}/new/delve?more=1`);
            const start = await holdAnswers(page, "**/api/tables");
            await page.getByRole("button", { name: "Start" }).click();
            await page.getByRole("link", { name: "Levels" }).click();
            await page.locator("main h1", { hasText: "Levels" }).waitFor();
            await start({ all: true });
            await settled(page);
            return { cards, path: (await address(page)).pathname };
        }),

    /** A list that is asked for again and again: an old answer comes after a newer one. */
    list: (link) =>
        visit(link, WIDE, async (page, origin) => {
            let letThrough;
            const released = new Promise((done) => (letThrough = done));
            let requests = 0;
            await page.route("**/api/tournaments", async (route) => {
                const json = await (await route.fetch()).json();
                requests += 1;
                if (requests > 1)
                    return route.fulfill({ json: [{ ...ROW, name: "newer" }, ...json] });
                await released;
                await route.fulfill({ json: [] });
            });
            await page.goto(`${origin}/tournaments`);
            const rows = page.locator(".row-list li");
            await rows.first().waitFor();
            letThrough();
            await page.waitForFunction(() => window.pendingRequests === 0);
            await rendered(page);
            return { rows: await rows.count() };
        }),

    /** Another game is chosen for a tournament, and a player at once. */
    players: (link) =>
        visit(link, WIDE, async (page, origin) => {
            await page.goto(`${origin}/tournaments`);
            await page.getByLabel("Another player").fill("random:seed=5");
            await page.evaluate(async () => {
                const game = document.querySelector('select[aria-label="Game"]');
                game.value = [...game.options].find((option) => option.value !== game.value).value;
                game.dispatchEvent(new Event("change", { bubbles: true }));
                await Promise.resolve(); // the page is drawn
                [...document.querySelectorAll("button")].find((button) => button.textContent === "Add").click();
            });
            await rendered(page);
            await settled(page);
            return { chosen: await page.getByRole("button", { name: "random:seed=5" }).count() };
        }),

    /** Bots are measured while one fills in the form of a new game. */
    measured: (link) =>
        visit(link, WIDE, async (page, origin) => {
            let requests = 0;
            await page.route("**/api/games/locm/levels", async (route) => {
                const json = await (await route.fetch()).json();
                requests += 1;
                await route.fulfill({ json: requests > 1 ? json : { ...json, levels: [], work: "measuring" } });
            });
            await page.goto(`${origin}/new/locm`);
            await page.getByLabel("Seed: ").fill("5");
            await page.locator(".play-level").first().waitFor();
            return { open: await page.getByLabel("Seed: ").isVisible(), seed: await page.getByLabel("Seed: ").inputValue() };
        }),

    /** Files that are opened one after the other. */
    files: (link) =>
        visit(link, WIDE, async (page, origin) => {
            await page.goto(`${origin}/design/locm`);
            await page.evaluate(async () => {
                for (const name of ["one.csv", "other.csv"])
                    await fetch("/api/content", {
                        method: "POST",
                        body: JSON.stringify({ name, text: `# ${name}` }),
                        headers: { "content-type": "application/json" },
                    });
            });
            await page.reload();
            const file = (name) => page.locator(".content-files .chip", { hasText: `@${name}` });
            const letThrough = await holdAnswers(page, "**/api/content/one.csv");
            await file("one.csv").getByRole("button", { name: "edit" }).click();
            await file("other.csv").getByRole("button", { name: "edit" }).click();
            const area = page.getByLabel("Content of the file");
            await area.waitFor();
            await letThrough();
            await settled(page);
            const opened = await area.inputValue();

            await openEditor(page, origin);
            await page.getByRole("button", { name: "File", exact: true }).click();
            const text = page.getByLabel("The tree as a file", { exact: true });
            await text.fill("no tree");
            await page.locator(".code-marks li").waitFor();
            const open = await holdAnswers(page, "**/api/trees/open");
            await page.getByLabel("Open").selectOption("delver");
            await open();
            await page.waitForFunction(() => !document.querySelector(".tree-text textarea").value.includes("no tree"));
            const fault = await page.locator(".tree-fault").count();
            await page.getByLabel("Open").selectOption({ index: 2 });
            await page.getByRole("button", { name: "New", exact: true }).click();
            await page.getByText("A tree without nodes.").waitFor();
            await open();
            await settled(page);
            const nodes = await page.locator(".tree-node").count();

            await page.goto(`${origin}/levels/edit?draft=none`);
            await page.getByText("The level as a file").click();
            const before = await levelText(page);
            const level = await holdAnswers(page, "**/api/levels/first-steps");
            await page.getByRole("button", { name: "Open…" }).click();
            await page.getByRole("button", { name: /^First steps/ }).click();
            await page.keyboard.press("Escape");
            await page.getByRole("dialog").waitFor({ state: "detached" });
            await level();
            await settled(page);
            return { opened, fault, nodes, level: (await levelText(page)) === before };
        }),

    /** Steps through a game that are faster than the server. */
    steps: (link) =>
        visit(link, WIDE, async (page, origin) => {
            let hold = false;
            const held = [];
            await page.routeWebSocket(/\/socket\/tables\//, (socket) => {
                const server = socket.connectToServer();
                server.onMessage((message) => {
                    if (hold && JSON.parse(message).type === "looked") held.push(() => socket.send(message));
                    else socket.send(message);
                });
            });
            await page.goto(`${origin}/new/delve?watch=1`);
            await page.getByRole("button", { name: "Watch" }).click();
            await page.getByRole("button", { name: "Play to the end" }).click();
            await page.locator(".ending").waitFor();
            await page.keyboard.press("Home");
            await page.locator('.board[data-ply="0"]').waitFor();
            await page.reload(); // no position is known but this one
            await page.locator('.board[data-ply="0"]').waitFor();
            hold = true;
            for (let k = 0; k < 3; k += 1) await page.keyboard.press("ArrowRight");
            await page.waitForFunction(() => location.pathname.split("/")[3] !== "0");
            const place = (await address(page)).pathname.split("/")[3];
            hold = false;
            for (const letThrough of held) letThrough();
            await page.locator(`.board[data-ply="${place}"]`).waitFor();
            return { place };
        }),
};

const ROW = { game: "delve", players: ["random", "first"], played: 0, planned: 10, seed: 1, work: "", options: {} };

const [name, link, ...args] = process.argv.slice(2);
console.log(JSON.stringify(await scenarios[name](link, ...args)));
