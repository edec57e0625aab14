// Headless Chromium at the page of a studio that runs already. Nothing outside this machine is asked for.
//
// Nothing here may depend on how quick a machine is: wait for what is read, never for a while. To see whether that holds,
// LUDUS_SLOW=250 has every answer and every message of the studio come so many milliseconds late.

import { createRequire } from "node:module";

const require = createRequire(new URL("../../../studio/package.json", import.meta.url));
const { chromium } = require("playwright-core");

const { source: axe } = require("axe-core");

const SLOW = Number(process.env.LUDUS_SLOW ?? 0); // ms
const PATIENCE = 60_000; // ms
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

/** Waits until all that the page asked for is there and drawn, and what it asks for because of that, too. */
export const settled = (page) =>
    page.evaluate(async (patience) => {
        const late = performance.now() + patience;
        for (let quiet = 0; quiet < 3; quiet = window.awaited ? 0 : quiet + 1) {
            if (performance.now() > late) throw new Error(`the page still waits for ${window.awaited} answers`);
            await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
        }
    }, PATIENCE);

/** Looks from now on whether something is on the page, be it for a moment; what comes back waits for that. */
export async function lookOut(page, selector) {
    const notes = await page.evaluateHandle((sought) => {
        const found = { seen: false };
        const look = () => (found.seen ||= document.querySelector(sought) !== null);
        new MutationObserver(look).observe(document, { subtree: true, childList: true, attributes: true });
        return found;
    }, selector);
    return () => page.waitForFunction((found) => found.seen, notes);
}

/** Where the page is. page.url() is told later than the page knows it. */
export const address = async (page) => new URL(await page.evaluate(() => location.href));

const IN_A_ROW = ["Tab", "Period"];

/** Nobody presses a key because of something that is not on the screen yet; but many of the same in a row. */
function pressWhenDrawn(page) {
    const press = page.keyboard.press.bind(page.keyboard);
    page.keyboard.press = async (key) => {
        if (!IN_A_ROW.includes(key)) await drawn(page);
        await press(key);
    };
}

/** In the page, before all else: counts what was asked for and is not there yet. */
function countAsked() {
    window.awaited = 0;
    const counted = (ask) =>
        async function (...words) {
            window.awaited += 1;
            try {
                return await ask.apply(this, words);
            } finally {
                setTimeout(() => (window.awaited -= 1)); // after whoever asked has heard it
            }
        };
    window.fetch = counted(window.fetch);
    Response.prototype.json = counted(Response.prototype.json);
}

async function slowDown(context) {
    const late = () => new Promise((done) => setTimeout(done, SLOW));
    await context.route("**/api/**", async (route) => {
        await late();
        await route.continue().catch(() => {}); // whoever asked may have left
    });
    await context.routeWebSocket(/\/socket\//, (socket) => {
        const server = socket.connectToServer();
        server.onMessage((message) => late().then(() => socket.send(message)));
        server.onClose((code, reason) => late().then(() => socket.close({ code, reason })));
    });
}

/** Somebody with a browser window of their own comes in by a link; `fault` hears of errors of their page. */
export async function comeIn(browser, link, settings, fault) {
    const context = await browser.newContext({ reducedMotion: "reduce", ...settings });
    await context.addInitScript(countAsked);
    if (SLOW) await slowDown(context);
    const page = await context.newPage();
    page.setDefaultTimeout(PATIENCE);
    pressWhenDrawn(page);
    page.on("pageerror", (error) => fault(String(error)));
    page.on("console", (message) => message.type() === "error" && fault(message.text()));
    await page.goto(link);
    await page.locator(".bar nav").waitFor(); // the bar itself is there before the page works
    return page;
}

/** Opens the link of a studio, does something with the page, and fails if the page had an error. */
export async function visit(link, width, act, { theme = "light", height = 800, forgiven = /^$/, touch = false } = {}) {
    const browser = await chromium.launch({ executablePath: process.env.CHROMIUM, args: QUIET });
    try {
        const faults = [];
        const fault = (words) => forgiven.test(words) || faults.push(words);
        const settings = { viewport: { width, height }, colorScheme: theme, hasTouch: touch, isMobile: touch };
        const page = await comeIn(browser, link, settings, fault);
        const told = await act(page, new URL(link).origin, fault);
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
