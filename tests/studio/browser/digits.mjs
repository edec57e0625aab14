// Digits of cards: node digits.mjs NAME LINK [ARGUMENTS]. The last line of the output is JSON.

import { rendered, settled, visit } from "./browser.mjs";
import { playByClicks, turnOrEnd } from "./clicks.mjs";
import { openTable } from "./views.mjs";

/** Runs in the page: texts and pictures of numbered cards that lie under the box of the digit. */
function coveredByDigits() {
    const covered = [];
    const cards = [...document.querySelectorAll("[data-digit]")].filter((card) => card.checkVisibility());
    for (const card of cards) {
        const digit = getComputedStyle(card, "::after");
        if (digit.position === "absolute") covered.push(`${card.textContent}: the digit lies over the card`);
        const room = Number.parseFloat(digit.height);
        const content = Math.max(...[...card.querySelectorAll("*")].map((part) => part.getBoundingClientRect().bottom));
        if (content > card.getBoundingClientRect().bottom - room + 1) covered.push(card.textContent.trim().slice(0, 40));
    }
    return { cards: cards.length, covered };
}

const scenarios = {
    /** Digits of a hand, of an offer and of a choice. */
    digits: (link, width) =>
        visit(link, Number(width), async (page, origin) => {
            const found = {};
            const look = async (name) => {
                await page.keyboard.press("Shift");
                await settled(page);
                await rendered(page);
                found[name] = await page.evaluate(coveredByDigits);
                if (process.env.LUDUS_PICTURES) await page.screenshot({ path: `${process.env.LUDUS_PICTURES}/digits-${name}-${width}.png` });
            };
            await openTable(page, origin, "locm", [null, "random"]);
            await turnOrEnd(page, "locm");
            await look("offer");
            await openTable(page, origin, "locm", [null, "random"], { setup: "dealt" });
            await turnOrEnd(page, "locm");
            await look("battle");
            await openTable(page, origin, "tribute", [null, "random"]);
            await turnOrEnd(page, "tribute");
            await look("patrons");
            for (let clicks = 0; clicks < 120 && !(await page.locator(".choice").count()); clicks += 1) {
                await playByClicks(page, "tribute", 1);
                await turnOrEnd(page, "tribute");
            }
            await look("choice");
            return found;
        }),
};

const [name, link, ...args] = process.argv.slice(2);
console.log(JSON.stringify(await scenarios[name](link, ...args)));
