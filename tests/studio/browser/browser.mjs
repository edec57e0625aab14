// Headless Chromium at the page of a studio that runs already. Nothing outside this machine is asked for.

import { createRequire } from "node:module";

const require = createRequire(new URL("../../../studio/package.json", import.meta.url));
const { chromium } = require("playwright-core");

const { source: axe } = require("axe-core");

const QUIET = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
];

/** Two pictures later: what the page does after drawing (it moves the focus, it listens to keys) is done by then. */
export const drawn = (page) =>
    page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done)))));

const IN_A_ROW = ["Tab", "Period"];

/** Nobody presses a key because of something that is not on the screen yet; but many of the same in a row. */
function pressWhenDrawn(page) {
    const press = page.keyboard.press.bind(page.keyboard);
    page.keyboard.press = async (key) => {
        if (!IN_A_ROW.includes(key)) await drawn(page);
        await press(key);
    };
}

/** Opens the link of a studio, does something with the page, and fails if the page had an error. */
export async function visit(link, width, act, { theme = "light", height = 800, forgiven = /^$/ } = {}) {
    const browser = await chromium.launch({ executablePath: process.env.CHROMIUM, args: QUIET });
    try {
        const context = await browser.newContext({
            viewport: { width, height },
            colorScheme: theme,
            reducedMotion: "reduce",
        });
        const page = await context.newPage();
        page.setDefaultTimeout(60_000);
        pressWhenDrawn(page);
        const faults = [];
        page.on("pageerror", (error) => faults.push(String(error)));
        page.on(
            "console",
            (message) => message.type() === "error" && !forgiven.test(message.text()) && faults.push(message.text()),
        );
        await page.goto(link);
        await page.locator(".bar nav").waitFor(); // the bar itself is there before the page works
        const told = await act(page, new URL(link).origin);
        if (faults.length) throw new Error(`the page had errors: ${faults.join("; ")}`);
        return told;
    } finally {
        await browser.close();
    }
}

/** What axe holds against the page: rule and where. */
export async function accessFaults(page) {
    await page.evaluate(axe);
    return page.evaluate(async () => {
        const { violations } = await window.axe.run(document, {
            runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa"],
        });
        return violations.flatMap((rule) =>
            rule.nodes.map((node) => [rule.id, node.target.join(" "), node.any[0]?.message ?? ""]),
        );
    });
}
