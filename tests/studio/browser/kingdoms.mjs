// Scenarios of the kingdoms page: node kingdoms.mjs NAME LINK. The last line of the output is JSON.

import { address, visit } from "./browser.mjs";

const GAMES = "200"; // enough to see measures arrive one by one

async function openKingdoms(page, origin) {
    await page.goto(`${origin}/kingdoms`);
    await page.locator(".card-grid .card").first().waitFor();
}

async function measure(page) {
    await page.getByText("Players, games, seed").click();
    await page.getByLabel(/games of the pair/).fill(GAMES);
    await page.getByRole("button", { name: "Measure it" }).click();
}

/** Count measures from now on: in messages of the Studio (`sent`), and on the page (`shown`). */
function countMeasures(page) {
    return page.evaluateHandle(() => {
        const counts = { sent: [], shown: [] };
        const Socket = window.WebSocket;
        window.WebSocket = class extends Socket {
            constructor(...args) {
                super(...args);
                this.addEventListener("message", ({ data }) => {
                    const { type, told } = JSON.parse(data);
                    if (type === "progress") counts.sent.push(told.length);
                });
            }
        };
        new MutationObserver(() => {
            const count = document.querySelectorAll(".measures .arrived").length;
            if (document.querySelector(".measures") && counts.shown.at(-1) !== count) counts.shown.push(count);
        }).observe(document, { subtree: true, childList: true, attributes: true });
        return counts;
    });
}

const scenarios = {
    /** Search and pick cards, then play with the kingdom. */
    pick: (link) =>
        visit(link, 1280, async (page, origin) => {
            await openKingdoms(page, origin);
            const all = await page.locator(".card-grid .card").count();
            await page.getByLabel("Search the cards").fill("attack");
            await page.waitForFunction((all) => document.querySelectorAll(".card-grid .card").length < all, all);
            const attacks = await page.locator(".card-grid .card").count();
            await page.locator('[data-card="pick-Witch"]').click();
            await page.getByLabel("Search the cards").fill("");
            const ready = await page.getByRole("button", { name: "Measure it" }).isEnabled();
            await page.getByRole("button", { name: "Ten random cards" }).click();
            const random = await page.locator(".picked-cards .chip").count();
            await page.getByLabel("Recommended sets").selectOption("first-game");
            const cards = (await address(page)).searchParams.get("cards");
            await page.reload();
            await page.locator(".picked-cards .chip").first().waitFor();
            const stored = await page.locator(".picked-cards .chip").count();
            await page.getByRole("link", { name: "Play with it" }).click();
            await page.getByRole("button", { name: "Start" }).click();
            await page.locator(".prompt.mine").waitFor();
            const supply = await page.locator(".kingdom .card").count();
            return { all, attacks, ready, random, cards, stored, supply };
        }),

    /** Measure a kingdom, swap a card as suggested, and watch a measured game. */
    measure: (link) =>
        visit(link, 1280, async (page, origin) => {
            await openKingdoms(page, origin);
            await page.getByLabel("Recommended sets").selectOption("first-game");
            const counts = await countMeasures(page);
            await measure(page);
            const swaps = page.locator(".swaps tbody tr");
            await swaps.first().waitFor({ timeout: 120_000 });
            const { sent, shown } = await counts.jsonValue();
            const intervals = await page.locator(".measures .estimate").allInnerTexts();
            const suggested = await swaps.count();
            const [out, into] = await swaps.first().locator("td").allInnerTexts();
            await swaps.first().getByRole("button").click();
            await page.waitForFunction((card) => !document.querySelector(".picked-cards")?.innerText.includes(card), out);
            const cards = await page.locator(".picked-cards").innerText();
            await page.locator(".swaps tbody tr").first().waitFor({ timeout: 120_000 });
            const before = await page.locator(".legend").innerText();
            await page.getByRole("button", { name: "Watch it" }).click();
            await page.locator(".board").waitFor();
            return {
                sent,
                shown,
                intervals,
                suggested,
                swapped: cards.includes(into) && !cards.includes(out),
                before: before.includes(out),
                watched: (await address(page)).pathname,
            };
        }),

    /** Make kingdoms to a target in a small search, and use one of them. */
    make: (link) =>
        visit(link, 1280, async (page, origin) => {
            await openKingdoms(page, origin);
            await page.getByRole("button", { name: "Make to a target" }).click();
            await page.getByLabel("Turns of a game", { exact: true }).fill("20");
            await page.getByText("Players, cards to ban").click();
            for (const [key, value] of [
                ["population", "8"],
                ["generations", "4"],
                ["search-games", "20"],
                ["kingdoms", "2"],
            ])
                await page.getByLabel(new RegExp(`^${key} `)).fill(value);
            await page.getByRole("button", { name: "Make kingdoms" }).click();
            await page.locator(".search-curve").waitFor({ timeout: 120_000 });
            await page.locator(".generated-kingdoms article").first().waitFor({ timeout: 120_000 });
            const generated = await page.locator(".generated-kingdoms article").count();
            await page.getByRole("button", { name: /Use it/ }).first().click();
            await page.getByRole("button", { name: "Measure it" }).waitFor();
            return { generated, used: await page.locator(".picked-cards .chip").count() };
        }),
};

const [name, link, ...args] = process.argv.slice(2);
console.log(JSON.stringify(await scenarios[name](link, ...args)));
