// Drives headless Chromium on the page of a running Studio. No request leaves this machine.
//
// Tests must not depend on the speed of the machine: wait for a condition, never for a time. To check this,
// LUDUS_SLOW=250 delays every response and every message of the Studio by 250 ms.

import { createRequire } from "node:module";

const require = createRequire(new URL("../../../studio/package.json", import.meta.url));
const { chromium } = require("playwright-core");

const { source: axe } = require("axe-core");

const SLOW = Number(process.env.LUDUS_SLOW ?? 0); // ms
const TIMEOUT = 60_000; // ms
const QUIET = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
];

/** Wait two frames: by then the page has moved the focus and listens to keys. */
export const drawn = (page) =>
    page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done)))));

/** Wait until all requests of the page are answered and rendered, including requests that follow from them. */
export const settled = (page) =>
    page.evaluate(async (timeout) => {
        const late = performance.now() + timeout;
        for (let quiet = 0; quiet < 3; quiet = window.awaited ? 0 : quiet + 1) {
            if (performance.now() > late) throw new Error(`the page still waits for ${window.awaited} answers`);
            await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
        }
    }, TIMEOUT);

/** Watch for an element that may appear only for a moment; returns a function that waits for it. */
export async function lookOut(page, selector) {
    const notes = await page.evaluateHandle((selector) => {
        const found = { seen: false };
        const look = () => (found.seen ||= document.querySelector(selector) !== null);
        new MutationObserver(look).observe(document, { subtree: true, childList: true, attributes: true });
        return found;
    }, selector);
    return () => page.waitForFunction((found) => found.seen, notes);
}

/** Address of the page. page.url() is updated later than the page itself. */
export const address = async (page) => new URL(await page.evaluate(() => location.href));

const IN_A_ROW = ["Tab", "Period"];

/** Press keys only after the page is rendered, as a person does; repeated keys need no wait. */
function pressWhenDrawn(page) {
    const press = page.keyboard.press.bind(page.keyboard);
    page.keyboard.press = async (key) => {
        if (!IN_A_ROW.includes(key)) await drawn(page);
        await press(key);
    };
}

/** Runs in the page before its own scripts: counts requests without a response. */
function countAsked() {
    window.awaited = 0;
    const counted = (ask) =>
        async function (...args) {
            window.awaited += 1;
            try {
                return await ask.apply(this, args);
            } finally {
                setTimeout(() => (window.awaited -= 1)); // after the caller has got the response
            }
        };
    window.fetch = counted(window.fetch);
    Response.prototype.json = counted(Response.prototype.json);
}

async function slowDown(context) {
    const late = () => new Promise((done) => setTimeout(done, SLOW));
    await context.route("**/api/**", async (route) => {
        await late();
        await route.continue().catch(() => {}); // the page may be closed
    });
    await context.routeWebSocket(/\/socket\//, (socket) => {
        const server = socket.connectToServer();
        server.onMessage((message) => late().then(() => socket.send(message)));
        server.onClose((code, reason) => late().then(() => socket.close({ code, reason })));
    });
}

/** Open a link in a new browser context; `fault` is called with errors of the page. */
export async function comeIn(browser, link, settings, fault) {
    const context = await browser.newContext({ reducedMotion: "reduce", ...settings });
    await context.addInitScript(countAsked);
    if (SLOW) await slowDown(context);
    const page = await context.newPage();
    page.setDefaultTimeout(TIMEOUT);
    pressWhenDrawn(page);
    page.on("pageerror", (error) => fault(String(error)));
    page.on("console", (message) => message.type() === "error" && fault(message.text()));
    await page.goto(link);
    await page.locator(".bar nav").waitFor(); // the bar alone is there before the scripts run
    return page;
}

/** Open the link of a Studio and run `act` on the page; fails if the page reports an error. */
export async function visit(link, width, act, { theme = "light", height = 800, forgiven = /^$/, touch = false } = {}) {
    const browser = await chromium.launch({ executablePath: process.env.CHROMIUM, args: QUIET });
    try {
        const faults = [];
        const fault = (text) => forgiven.test(text) || faults.push(text);
        const settings = { viewport: { width, height }, colorScheme: theme, hasTouch: touch, isMobile: touch };
        const page = await comeIn(browser, link, settings, fault);
        const result = await act(page, new URL(link).origin, fault);
        if (faults.length) throw new Error(`the page had errors: ${faults.join("; ")}`);
        return result;
    } finally {
        await browser.close();
    }
}

/** Accessibility faults found by axe: rule, element, message. */
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
