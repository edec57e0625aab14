// General scenarios: node scenarios.mjs NAME LINK [ARGUMENTS]. The last line of the output is JSON.

import { createInterface } from "node:readline/promises";
import { address, settled, visit } from "./browser.mjs";
import { actAndWait, playByClicks, playThrough, setUp, turnOrEnd } from "./clicks.mjs";

const WIDE = 1280;
const TEN = ["Chapel", "Cellar", "Workshop", "Militia", "Moat", "Village", "Smithy", "Mine", "Library", "Market"];

/** Press Enter on a link or button that opens a game in one's turn, then the arrow down: where the focus is after each. */
async function openByKeys(page, opener) {
    await opener.press("Enter");
    await page.locator(".prompt.mine").waitFor();
    const isOn = (selector) => page.waitForFunction((selector) => document.activeElement.matches(selector), selector);
    await isOn(".stage .board");
    await page.keyboard.press("ArrowDown");
    await isOn(".board [data-legal]");
    return (await address(page)).pathname;
}

const scenarios = {
    /** Play a whole game by clicks; returns what the end screen says. */
    play: (link, game, bot, width) =>
        visit(link, Number(width), async (page, origin) => {
            const clicks = await playThrough(page, origin, game, { bot });
            const seed = await page.locator(".seed code").innerText();
            return { clicks, seed, text: await page.locator(".ending h2").innerText() };
        }),

    /** Let bots play to the end, then step through their game by keyboard. */
    step: (link) =>
        visit(link, WIDE, async (page, origin) => {
            await page.goto(`${origin}/new/delve?watch=1`);
            await page.getByRole("button", { name: "Watch" }).click();
            await page.getByRole("button", { name: "Play to the end" }).click();
            await page.locator(".ending").waitFor();
            const places = [];
            for (const key of [
                "Home",
                "ArrowRight",
                "ArrowRight",
                "ArrowRight",
                "ArrowLeft",
                "PageDown",
                "PageUp",
                "End",
                "ArrowLeft",
            ]) {
                await page.keyboard.press(key);
                await page.waitForFunction(
                    () => document.querySelector(".board")?.dataset.ply === location.pathname.split("/")[3],
                );
                const marked = await page.locator(".move[aria-current]").count();
                places.push([key, Number((await address(page)).pathname.split("/")[3]), marked]);
            }
            const before = await page.locator(".board").innerHTML();
            await page.reload();
            await page.waitForFunction(
                () => document.querySelector(".board")?.dataset.ply === location.pathname.split("/")[3],
            );
            const moves = Number(await page.locator(".slider").getAttribute("max"));
            return { places, moves, same: before === (await page.locator(".board").innerHTML()) };
        }),

    /** Click on a card that is too expensive. */
    explain: (link) =>
        visit(link, WIDE, async (page, origin) => {
            await setUp(page, origin, "dominion", { bot: "big-money" });
            await page.locator('[data-card="supply-Province"]').click({ force: true }); // it is marked as unavailable
            return { text: await page.locator(".toast").innerText() };
        }),

    /** Play a card and take it back. */
    takeBack: (link) =>
        visit(link, WIDE, async (page, origin) => {
            await setUp(page, origin, "delve", {});
            const ply = () => page.locator(".board").getAttribute("data-ply");
            const before = [await ply(), await page.locator(".own-status").innerText()];
            await page.locator(".hand [data-legal]").first().click();
            const enemy = page.locator(".enemy[data-legal]").first();
            if (await enemy.count()) await enemy.click();
            await page.locator('.board[data-ply="1"]').waitFor();
            const moves = await page.locator(".history .move").count();
            await page.getByRole("button", { name: "Take back" }).click();
            await page.locator('.board[data-ply="0"]').waitFor();
            const after = [await ply(), await page.locator(".own-status").innerText()];
            return { before, after, moves, left: await page.locator(".history .move").count() };
        }),

    /** Addresses with invalid escapes; where the focus is after a navigation, in a game that keys open, and after the skip link. */
    addresses: (link) =>
        visit(
            link,
            WIDE,
            async (page, origin) => {
                const headings = {};
                for (const path of ["/tables/%E0", "/runs/%E0%", "/%E0/%E0"]) {
                    await page.goto(origin + path);
                    await page.locator("main, main h1, p.content").first().waitFor();
                    headings[path] = await page.locator(".bar nav a").count();
                }
                await page.goto(`${origin}/tables`);
                await page.locator("main h1").waitFor();
                await page.getByRole("link", { name: "Runs" }).click();
                await page.waitForFunction(() => document.activeElement?.querySelector("h1")?.textContent === "Runs");
                const focused = await page.evaluate(() => document.activeElement.tagName);
                await page.goto(origin);
                await page.locator('.tile a[href="/new/locm"]').first().press("Enter");
                await page.waitForFunction(() => document.activeElement?.matches("main.setup"));
                await page.goto(`${origin}/new/delve`);
                const opened = [await openByKeys(page, page.getByRole("button", { name: "Easy" }))];
                await page.goto(origin);
                opened.push(await openByKeys(page, page.locator(".continue").getByRole("link").first()));
                await page.goto(`${origin}/tables`);
                opened.push(await openByKeys(page, page.locator(".list-row").first()));
                await page.goto(`${origin}/runs`);
                await page.locator("main h1").waitFor();
                await page.keyboard.press("Tab");
                const first = await page.evaluate(() => document.activeElement.textContent);
                await page.keyboard.press("Enter");
                await page.waitForFunction(() => document.activeElement?.tagName === "MAIN");
                return { headings, focused, opened, first };
            },
            { ignoredErrors: /status of 40[04]|WebSocket/ },
        ),

    /** A connection that dies silently is noticed and replaced: by a sign of life, and by a move, which is not lost. */
    silence: (link) =>
        visit(link, WIDE, async (page, origin) => {
            let connections = 0;
            let silent = 0; // connections up to this one have fallen silent
            let replaced;
            const replacement = new Promise((done) => (replaced = done));
            await page.routeWebSocket(/\/socket\/tables\//, (socket) => {
                const server = socket.connectToServer();
                const number = ++connections;
                server.onMessage((message) => {
                    if (number <= silent) return;
                    socket.send(message);
                    if (number === 2) replaced();
                });
                socket.onMessage((message) => (number <= silent ? undefined : server.send(message)));
            });
            await setUp(page, origin, "delve", {});
            silent = 1;
            await page.evaluate(() => dispatchEvent(new Event("online"))); // asks for a sign of life
            await replacement;
            await page.locator(".prompt.mine").waitFor();
            silent = 2;
            await page.locator(".hand [data-legal]").first().click();
            const enemy = page.locator(".enemy[data-legal]").first();
            if (await enemy.count()) await enemy.click();
            await page.locator('.board[data-ply="1"]').waitFor();
            return { connections };
        }),

    /** A phone that is scrolled down loses its connection, without and with a move on its way: what the bar says in sight. */
    lost: (link) =>
        visit(
            link,
            390,
            async (page, origin) => {
                let [connection, isDown] = [null, false];
                await page.routeWebSocket(/\/socket\/tables\//, (socket) => {
                    connection = socket;
                    if (isDown) return; // an attempt without an answer
                    const server = socket.connectToServer();
                    server.onMessage((message) => isDown || socket.send(message));
                    socket.onMessage((message) => isDown || server.send(message));
                });
                const close = () => connection.close({ code: 1012, reason: "" });
                const bar = page.locator(".prompt.lost .prompt-text");
                const readBar = async () => {
                    await bar.waitFor();
                    const { y, height } = await bar.boundingBox();
                    return [await bar.innerText(), y >= 0 && y + height <= page.viewportSize().height];
                };
                await setUp(page, origin, "tribute", { bot: "random" });
                const ply = Number(await page.locator(".board").getAttribute("data-ply"));
                await page.evaluate(() => scrollTo(0, 300));
                const head = await page.locator(".stage-head").boundingBox();
                isDown = true;
                await close();
                const said = [await readBar()];
                isDown = false;
                await close();
                await page.locator(".prompt.mine").waitFor();
                isDown = true;
                await page.locator(".board [data-legal]").first().click();
                said.push(await readBar());
                isDown = false;
                await close();
                await page.waitForFunction((ply) => Number(document.querySelector(".board").dataset.ply) > ply, ply);
                return { said, isScrolled: head.y + head.height < 0 };
            },
            { height: 844 },
        ),

    /** A board that cannot be drawn shows a message; the rest of the page goes on. */
    broken: (link) =>
        visit(
            link,
            WIDE,
            async (page, origin) => {
                await page.routeWebSocket(/\/socket\/tables\//, (socket) => {
                    const server = socket.connectToServer();
                    server.onMessage((text) => {
                        const message = JSON.parse(text);
                        if (message.type === "whole") message.now.sights[0].view.enemies = null;
                        socket.send(JSON.stringify(message));
                    });
                });
                await page.goto(`${origin}/new/delve?more=1`);
                await page.getByRole("button", { name: "Start" }).click();
                const notice = page.locator(".board [role=alert]");
                await notice.waitFor();
                const parts = await page.locator(".stage-head h1, .history").count();
                await page.getByRole("link", { name: "Games" }).click();
                await page.locator("main h1", { hasText: "Games" }).waitFor();
                return { text: await page.locator("main h1").innerText(), parts };
            },
            { ignoredErrors: /TypeError/ },
        ),

    /** Hide a choice, look at the board, then choose. */
    aside: (link) =>
        visit(link, WIDE, async (page, origin) => {
            await setUp(page, origin, "dominion", { bot: "big-money", options: { Kingdom: TEN } });
            const click = async (element) => {
                await actAndWait(page, () => element.click());
                await turnOrEnd(page, "dominion");
            };
            await click(page.locator('[data-card="supply-Chapel"][data-legal]'));
            const chapel = page.locator('[data-card="hand-Chapel"][data-legal]');
            for (let turn = 0; turn < 20 && !(await chapel.count()); turn += 1)
                await actAndWait(page, () =>
                    page.getByRole("button", { name: /End turn|Continue to buy/ }).evaluate((button) => button.click()),
                ).then(() => turnOrEnd(page, "dominion")); // not by the pointer: a button that has just changed ignores it
            await click(chapel);
            const bounds = await page.locator(".choice header p").innerText();
            await page.getByRole("button", { name: "Hide" }).click();
            const hidden = (await page.locator(".choice").count()) === 0;
            await page.locator(".strip.own .pile").first().click();
            await page.locator("dialog[open] .card").first().waitFor();
            const opened = await page.locator("dialog .card").count();
            await page.keyboard.press("Escape");
            await page.getByRole("button", { name: /Back to the choice/ }).click();
            await click(page.locator(".choice-option").first());
            await click(page.locator(".choice").getByRole("button", { name: "No more" }));
            await page.locator(".choice").waitFor({ state: "detached" });
            const trashed = await page.locator(".basic .pile b").innerText();
            return { bounds, hidden, opened, trashed };
        }),

    /** Kill the server in the middle of a game and start it again. */
    reconnect: (link) =>
        visit(
            link,
            WIDE,
            async (page, origin) => {
                await setUp(page, origin, "delve", {});
                await page.getByRole("button", { name: "End turn" }).click();
                await page.waitForFunction(() => document.querySelector(".board")?.dataset.ply === "1");
                const lines = createInterface({ input: process.stdin });
                console.log("kill it");
                await page.getByText("Connection lost").waitFor();
                console.log("start it");
                await lines.question("");
                lines.close();
                await page.getByText("Connection lost").waitFor({ state: "detached" });
                await page.getByRole("button", { name: "End turn" }).click();
                await page.waitForFunction(() => document.querySelector(".board")?.dataset.ply === "2");
                return { ply: 2 };
            },
            { ignoredErrors: /WebSocket|ERR_CONNECTION_REFUSED/ },
        ),

    /** Open play is marked; branch off from a position. */
    branch: (link) =>
        visit(link, WIDE, async (page, origin) => {
            await page.goto(`${origin}/new/locm?more=1`);
            await page.getByLabel(/^People draft/).check();
            await page.getByLabel("Bot", { exact: true }).selectOption("random");
            await page.getByLabel(/Open play/).check();
            await page.getByRole("button", { name: "Start" }).click();
            await page.locator(".mark").waitFor();
            await page.waitForFunction(() => location.search !== "");
            const marked = [await page.locator(".mark").innerText(), (await address(page)).search];
            await page.locator(".offer [data-legal]").first().click();
            await page.waitForFunction(() => Number(document.querySelector(".board")?.dataset.ply) > 1);
            await page.keyboard.press("Home");
            await page.getByText("Continue from move 0").click();
            await page.getByRole("button", { name: "Branch off" }).click();
            await page.getByText("branched off at move 0").waitFor();
            return { marked, ply: await page.locator(".board").getAttribute("data-ply") };
        }),

    /** A card comes to lie under the resting pointer; then the pointer moves. Returns whether a tooltip is open. */
    resting: (link) =>
        visit(link, WIDE, async (page, origin) => {
            const isOpen = () => page.locator(".tooltip:popover-open").count();
            await setUp(page, origin, "locm", { bot: "random" });
            const card = page.locator(".offer .card").first();
            await card.hover();
            await page.locator(".tooltip:popover-open").waitFor();
            await actAndWait(page, () => page.mouse.down().then(() => page.mouse.up()));
            await turnOrEnd(page, "locm");
            await page.waitForTimeout(400); // longer than the delay of a tooltip
            const resting = await isOpen();
            const { x, y, width, height } = await card.boundingBox();
            await page.mouse.move(x + width / 2 + 3, y + height / 2);
            await page.locator(".tooltip:popover-open").waitFor();
            return { resting, moved: await isOpen() };
        }),
};

const [name, link, ...args] = process.argv.slice(2);
console.log(JSON.stringify(await scenarios[name](link, ...args)));
