// Time to first paint: node paint.mjs LINK [TIMES]. Medians in ms over new browsers, by the browser's own clock.

import { visit } from "./browser.mjs";

const [link, times = "5"] = process.argv.slice(2);
const PAGES = ["/", "/new/dominion", "/tables", "/kingdoms"];
const median = (list) => [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)];

for (const path of PAGES) {
    const samples = [];
    for (let k = 0; k < Number(times); k += 1)
        await visit(link, 1280, async (page, origin) => {
            await page.goto(origin + path);
            await page.waitForFunction(() => performance.getEntriesByName("first-contentful-paint").length);
            samples.push(
                await page.evaluate(() => {
                    const paint = performance.getEntriesByName("first-contentful-paint")[0].startTime;
                    const { responseEnd, domContentLoadedEventEnd } = performance.getEntriesByType("navigation")[0];
                    return { paint, responseEnd, ready: domContentLoadedEventEnd };
                }),
            );
        });
    const medians = Object.fromEntries(
        Object.keys(samples[0]).map((key) => [key, Math.round(median(samples.map((sample) => sample[key])))]),
    );
    console.log(path, JSON.stringify(medians), `slowest ${Math.round(Math.max(...samples.map((sample) => sample.paint)))}`);
}
