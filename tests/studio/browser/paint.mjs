// How soon the page is there: node paint.mjs LINK [TIMES]. Medians in ms, by the browser's own clock, of fresh browsers.

import { visit } from "./browser.mjs";

const [link, times = "5"] = process.argv.slice(2);
const ROOMS = ["/", "/new/dominion", "/tables", "/kingdoms"];
const median = (list) => [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)];

for (const room of ROOMS) {
    const found = [];
    for (let k = 0; k < Number(times); k += 1)
        await visit(link, 1280, async (page, origin) => {
            await page.goto(origin + room);
            await page.waitForFunction(() => performance.getEntriesByName("first-contentful-paint").length);
            found.push(
                await page.evaluate(() => {
                    const paint = performance.getEntriesByName("first-contentful-paint")[0].startTime;
                    const { responseEnd, domContentLoadedEventEnd } = performance.getEntriesByType("navigation")[0];
                    return { paint, responseEnd, ready: domContentLoadedEventEnd };
                }),
            );
        });
    const told = Object.fromEntries(
        Object.keys(found[0]).map((key) => [key, Math.round(median(found.map((each) => each[key])))]),
    );
    console.log(room, JSON.stringify(told), `slowest ${Math.round(Math.max(...found.map((each) => each.paint)))}`);
}
