// Drives headless Chromium on the page of a running Studio. No request leaves this machine.
//
// Tests must not depend on the speed of the machine: wait for a condition, never for a time. To check this,
// LUDUS_SLOW=250 delays every response and every message of the Studio by 250 ms, and LUDUS_SLOW_CPU=6 lets the page
// run 6 times slower.

import { EventEmitter, once } from "node:events";
import { createRequire } from "node:module";

const require = createRequire(new URL("../../../studio/package.json", import.meta.url));
const { chromium } = require("playwright-core");

const { source: axe } = require("axe-core");

const SLOW = Number(process.env.LUDUS_SLOW ?? 0); // ms
const SLOW_CPU = Number(process.env.LUDUS_SLOW_CPU ?? 1); // times
const TIMEOUT = 60_000; // ms
const BROWSER_FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
];

/** Wait two frames: by then the page has moved the focus and listens to keys. */
export const rendered = (page) =>
    page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done)))));

/** Wait until the page is loaded and all its requests are answered and rendered, including requests that follow from them. */
export const settled = (page) =>
    page.evaluate(async (timeout) => {
        const deadline = performance.now() + timeout;
        const isBusy = () => window.pendingRequests > 0 || document.querySelector('main[aria-busy="true"]') !== null;
        for (let quietFrames = 0; quietFrames < 3; quietFrames = isBusy() ? 0 : quietFrames + 1) {
            if (performance.now() > deadline)
                throw new Error(`the page still waits for its code or for ${window.pendingRequests} responses`);
            await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
        }
    }, TIMEOUT);

/** The name on a card, without the places where a hyphen may come. */
export const nameOf = async (card) => (await card.locator(".card-name").innerText()).replaceAll("\u00ad", "");

/** Watch for an element that may appear only for a moment; returns a function that waits for it. */
export async function watchFor(page, selector) {
    const watch = await page.evaluateHandle((selector) => {
        const state = { seen: false };
        const check = () => (state.seen ||= document.querySelector(selector) !== null);
        new MutationObserver(check).observe(document, { subtree: true, childList: true, attributes: true });
        return state;
    }, selector);
    return () => page.waitForFunction((state) => state.seen, watch);
}

/** Hold back the answers of the Studio to requests of an address: each says what was so when it was asked.
 *
 * Returns a function that lets the next answer through, as soon as there is one; with `all`, also all others. */
export async function holdAnswers(page, address) {
    const held = [];
    const arrivals = new EventEmitter();
    let open = false;
    await page.route(address, async (route) => {
        const response = await route.fetch();
        if (!open)
            await new Promise((letThrough) => {
                held.push(letThrough);
                arrivals.emit("held");
            });
        await route.fulfill({ response });
    });
    return async ({ all = false } = {}) => {
        open ||= all;
        if (!all && !held.length) await once(arrivals, "held");
        for (const letThrough of held.splice(0, all ? held.length : 1)) letThrough();
    };
}

/** Address of the page. page.url() is updated later than the page itself. */
export const address = async (page) => new URL(await page.evaluate(() => location.href));

const REPEATED_KEYS = ["Tab", "Period"];

/** Press keys only after the page is rendered, as a person does; repeated keys need no wait. */
function pressWhenDrawn(page) {
    const press = page.keyboard.press.bind(page.keyboard);
    page.keyboard.press = async (key) => {
        if (!REPEATED_KEYS.includes(key)) await rendered(page);
        await press(key);
    };
}

/** Runs in the page before its own scripts: counts requests without a response. */
function countRequests() {
    window.pendingRequests = 0;
    const counted = (request) =>
        async function (...args) {
            window.pendingRequests += 1;
            try {
                return await request.apply(this, args);
            } finally {
                setTimeout(() => (window.pendingRequests -= 1)); // after the caller has got the response
            }
        };
    window.fetch = counted(window.fetch);
    Response.prototype.json = counted(Response.prototype.json);
}

/** Runs in the page: turns end without a question about moves that are left; a scenario may ask for it again. */
function neverAskBeforeEnd() {
    if (window.origin === "null") return; // the frame of a report, which has no storage
    if (!localStorage.getItem("ludus-ask-before-end")) localStorage.setItem("ludus-ask-before-end", "never");
}

/** Delay all responses and messages of the Studio by SLOW. */
async function slowDown(context) {
    const delay = () => new Promise((done) => setTimeout(done, SLOW));
    await context.route("**/api/**", async (route) => {
        await delay();
        await route.continue().catch(() => {}); // the page may be closed
    });
    await context.routeWebSocket(/\/socket\//, (socket) => {
        const server = socket.connectToServer();
        server.onMessage((message) => delay().then(() => socket.send(message)));
        server.onClose((code, reason) => delay().then(() => socket.close({ code, reason })));
    });
}

/** Open a link in a new browser context; `onError` is called with errors of the page. */
export async function openPage(browser, link, settings, onError) {
    const context = await browser.newContext({ reducedMotion: "reduce", ...settings });
    await context.addInitScript(countRequests);
    await context.addInitScript(neverAskBeforeEnd);
    if (SLOW) await slowDown(context);
    const page = await context.newPage();
    if (SLOW_CPU > 1)
        await (await context.newCDPSession(page)).send("Emulation.setCPUThrottlingRate", { rate: SLOW_CPU });
    page.setDefaultTimeout(TIMEOUT);
    pressWhenDrawn(page);
    page.on("pageerror", (error) => onError(String(error)));
    page.on("console", (message) => message.type() === "error" && onError(message.text()));
    await page.goto(link);
    await page.locator(".bar .brand").waitFor(); // before the scripts run, the bar is empty
    return page;
}

/**
 * Open the link of a Studio and run `act` on the page; fails if the page reports an error. `motion` allows animation;
 * `scrollBars` shows scroll bars that take room, as most desktops do.
 */
export async function visit(link, width, act, options = {}) {
    const { theme = "light", height = 800, ignoredErrors = /^$/, touch = false, motion = false, scrollBars = false } = options;
    const browser = await chromium.launch({
        executablePath: process.env.CHROMIUM,
        args: BROWSER_FLAGS,
        ignoreDefaultArgs: scrollBars ? ["--hide-scrollbars"] : false,
    });
    try {
        const errors = [];
        const onError = (text) => ignoredErrors.test(text) || errors.push(text);
        const settings = {
            viewport: { width, height },
            colorScheme: theme,
            hasTouch: touch,
            isMobile: touch,
            reducedMotion: motion ? "no-preference" : "reduce",
        };
        const page = await openPage(browser, link, settings, onError);
        const result = await act(page, new URL(link).origin, onError);
        if (errors.length) throw new Error(`the page had errors: ${errors.join("; ")}`);
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
