// Time to first paint: node paint.mjs LINK [TIMES]. Medians in ms over new browsers, by the browser's own clock.
// Each browser opens the start page first, with an empty cache; that load is the line "first load", with its bytes.

import { settled, visit } from "./browser.mjs";

const [link, times = "5"] = process.argv.slice(2);
const PAGES = ["/", "/new/dominion", "/tables", "/kingdoms"];
const median = (list) => [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)];

/** Times of the page that is open, and the bytes of its files as they were sent. */
async function measure(page) {
    await page.waitForFunction(() => performance.getEntriesByName("first-contentful-paint").length);
    await settled(page);
    return page.evaluate(() => {
        const paint = performance.getEntriesByName("first-contentful-paint")[0].startTime;
        const [navigation] = performance.getEntriesByType("navigation");
        const files = performance.getEntriesByType("resource").filter(({ name }) => !/\/(api|socket)\//.test(name));
        const bytes = [navigation, ...files].reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0);
        return { paint, responseEnd: navigation.responseEnd, ready: navigation.domContentLoadedEventEnd, bytes };
    });
}

function report(name, samples) {
    const medians = Object.fromEntries(
        Object.keys(samples[0]).map((key) => [key, Math.round(median(samples.map((sample) => sample[key])))]),
    );
    const paints = samples.map((sample) => Math.round(sample.paint));
    console.log(name, JSON.stringify(medians), `fastest ${Math.min(...paints)} slowest ${Math.max(...paints)}`);
}

const firstLoads = [];
for (const path of PAGES) {
    const samples = [];
    for (let k = 0; k < Number(times); k += 1)
        await visit(link, 1280, async (page, origin) => {
            firstLoads.push(await measure(page));
            await page.goto(origin + path);
            samples.push(await measure(page));
        });
    report(path, samples);
}
report("first load", firstLoads);
