// Opens pages at several widths: node page_widths.mjs FILE... The last line of the output is JSON: for every page and
// width, by how many pixels the page is too wide, which elements are, and which tables must be scrolled sideways.

import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";

const require = createRequire(new URL("../../studio/package.json", import.meta.url));
const { chromium } = require("playwright-core");

const WIDTHS = [1280, 390]; // pixels
const PICTURES = process.env.LUDUS_PICTURES; // folder for pictures of the pages

/** Elements that reach beyond the right edge, unless they are inside of one that scrolls. */
const tooWide = () => {
    const scrolls = (element) => element && (getComputedStyle(element).overflowX === "auto" || scrolls(element.parentElement));
    return [...document.querySelectorAll("main *")]
        .filter((element) => element.getBoundingClientRect().right > innerWidth + 1 && !scrolls(element.parentElement))
        .filter((element) => getComputedStyle(element).overflowX !== "auto" || element.clientWidth > innerWidth)
        .slice(0, 5)
        .map((element) => `${element.tagName} ${element.className}: ${element.textContent.slice(0, 60)}`);
};

/** Headings of tables that are wider than their box. */
const scrolledTables = () =>
    [...document.querySelectorAll(".scroll")]
        .filter((element) => element.scrollWidth > element.clientWidth + 1)
        .map((element) => element.textContent.slice(0, 60));

const browser = await chromium.launch({ executablePath: process.env.CHROMIUM, args: ["--no-sandbox", "--disable-gpu"] });
const results = [];
for (const file of process.argv.slice(2)) {
    for (const width of WIDTHS) {
        const page = await browser.newPage({ viewport: { width, height: 900 } });
        await page.goto(pathToFileURL(file).href);
        await page.evaluate(() => document.querySelectorAll("details").forEach((element) => (element.open = true)));
        const beyond = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
        const [wide, scrolled] = [await page.evaluate(tooWide), await page.evaluate(scrolledTables)];
        results.push({ file, width, beyond: Math.max(0, beyond), wide, scrolled });
        if (PICTURES) {
            await page.evaluate(() => document.querySelectorAll("details").forEach((element) => (element.open = false)));
            await page.screenshot({ path: `${PICTURES}/${file.replaceAll("/", "_")}-${width}.png`, fullPage: true });
        }
        await page.close();
    }
}
await browser.close();
console.log(JSON.stringify(results));
