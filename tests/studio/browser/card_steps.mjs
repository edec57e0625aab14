// Steps on the card page, used by tests and screenshots.

import { settled } from "./browser.mjs";

const TOO_LONG = 240_000; // ms; a measurement on a busy machine

export const row = (page, key) => page.locator(`.card-row[data-key="${key}"]`);

export async function openCards(page, origin, game) {
    await page.goto(`${origin}/cards/${game}`);
    await page.locator(".card-row").first().waitFor();
    await settled(page);
}

/** Choose a card by search. */
export async function choose(page, search, key) {
    await page.getByLabel("Search by name, cost or text").fill(search);
    await row(page, key).click();
    await page.locator(".card-form").waitFor();
}

/** Type into a number of the form, and wait until the server has changed the file. */
export async function setNumber(page, label, value) {
    await page.getByLabel(label, { exact: true }).fill(String(value));
    await page.keyboard.press("Enter");
    await settled(page);
}

/** Measure, and wait for the report. Returns the tables about the card and the sentences. */
export async function measure(page) {
    await page.getByRole("button", { name: "Measure", exact: true }).click();
    await page.getByLabel("Answer", { exact: true }).first().waitFor({ timeout: TOO_LONG });
    return {
        first: await page.locator(".card-measurement section h2").first().innerText(),
        use: await page.locator(".card-measurement table").first().innerText(),
        bots: await page.locator(".measured-bots").innerText(),
        words: await page.getByLabel("Answer", { exact: true }).first().innerText(),
    };
}

/** Screenshot: a changed card with its measurement. */
export async function shootCards(page, origin, shoot) {
    await openCards(page, origin, "dominion");
    await choose(page, "market", "Market");
    await setNumber(page, "coins", 8);
    await measure(page);
    await shoot("cards-measured", page.locator(".card-measurement"));
}
