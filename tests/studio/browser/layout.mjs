// Faults of a layout, measured in the page: content wider than the screen, controls that overlap or are covered, cut
// or tiny names, broken words, small targets, short sliders, a hand that is out of sight, a supply under it, a head of
// several lines, cards that show beside a bar above them, and text that ends at the edge of a drawing.

import { accessFaults, rendered, settled } from "./browser.mjs";

export const SIZES = [
    [390, 844],
    [1280, 800],
    [1920, 1080],
];
const SMALL_PHONE = [360, 740]; // for boards, in one theme
const TARGET = 40; // px, the least size of what a finger presses
const NAME = 8.5; // px, the least font size of names of cards
const SLIDER = 150; // px, the least width of what a finger drags through a game

/** Runs in the page. Returns a list of faults: kind, element, detail. */
function findFaults({ smallest, name, slider, barWidth }) {
    const TOLERANCE = 1.5; // px; browsers round boxes and fonts
    const CONTROLS = "button, a[href], input, select, textarea, summary, [role=button], [role=slider], [tabindex='0']";
    const faults = [];
    const report = (kind, element, detail = "") => {
        const id = element.dataset?.card ? `[data-card="${element.dataset.card}"]` : "";
        const classes = typeof element.className === "string" ? element.className.trim().split(/\s+/).join(".") : "";
        const text = (element.getAttribute("aria-label") ?? element.textContent ?? "").trim().slice(0, 40);
        faults.push([kind, `${element.tagName.toLowerCase()}${classes && `.${classes}`}${id}`, `${text} ${detail}`.trim()]);
    };
    const style = new Map();
    const styleOf = (element) => {
        if (!style.has(element)) style.set(element, getComputedStyle(element));
        return style.get(element);
    };
    const isShown = (element) => {
        if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) return false;
        if (element.closest(".skip-link, iframe, [inert]")) return false;
        if ([element, ...ancestors(element)].some((up) => styleOf(up).clipPath === "inset(50%)")) return false; // for screen readers only
        const { width, height } = element.getBoundingClientRect();
        return width > 0 && height > 0;
    };
    // An open dialog or menu is checked alone: it lies over the rest, and can be closed.
    const root = document.querySelector("dialog:modal, [role=dialog], .bar nav.open") ?? document.body;
    const isScroller = (element) => /auto|scroll/.test(styleOf(element).overflowX + styleOf(element).overflowY);
    const isClip = (element) => /hidden|clip/.test(styleOf(element).overflowX + styleOf(element).overflowY);
    const ancestors = (element) => {
        const list = [];
        for (let up = element.parentElement; up && up !== document.documentElement; up = up.parentElement) list.push(up);
        return list;
    };

    // 1. The page is not wider than the screen, and no content lies beyond its edge.
    const wide = document.scrollingElement.scrollWidth;
    const { clientWidth } = document.documentElement; // without a scroll bar
    if (wide > clientWidth) faults.push(["wide", "html", `${wide} of ${clientWidth} px`]);

    // 2. Text lies inside what clips it, and inside its own control.
    const texts = function* (element) {
        const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
        while (walker.nextNode()) yield walker.currentNode;
    };
    const range = document.createRange();
    const cut = new Set();
    for (const node of texts(root)) {
        const parent = node.parentElement;
        if (!node.data.trim() || parent.closest("svg, option, textarea, script, style") || !isShown(parent)) continue;
        range.selectNodeContents(node);
        const boxes = [...range.getClientRects()];
        for (const up of [parent, ...ancestors(parent)]) {
            if (isScroller(up) || up.matches(".code-gutter")) break; // it can be scrolled into view; line numbers follow their text
            const frame = isClip(up) || up.matches(".card, .button, button, .plate, .chip, .pile") ? up : null;
            if (!frame) continue;
            const outer = frame.getBoundingClientRect();
            const outside = boxes.some(
                (box) =>
                    box.width > 0 &&
                    (box.left < outer.left - TOLERANCE ||
                        box.right > outer.right + TOLERANCE ||
                        box.top < outer.top - 3 || // lines may be higher than their letters
                        box.bottom > outer.bottom + 3),
            );
            if (outside && !cut.has(parent)) {
                cut.add(parent);
                report("cut", parent, `leaves ${up.className || up.tagName}`);
            }
        }
        if (styleOf(parent).textOverflow === "ellipsis" && parent.scrollWidth > parent.clientWidth + 1 && !cut.has(parent))
            report("cut", parent, "ends with dots");
    }

    // 3. Controls do not overlap each other, and nothing covers them.
    const controls = [...root.querySelectorAll(CONTROLS)].filter(
        (element) =>
            isShown(element) &&
            element.type !== "hidden" &&
            styleOf(element).pointerEvents !== "none" &&
            !element.closest("svg"), // points of a chart lie where their numbers are
    );
    const layerOf = (element) =>
        [element, ...ancestors(element)].find((up) => /fixed|sticky/.test(styleOf(up).position)) ?? document.body;
    const visibleBox = (element) => {
        const box = element.getBoundingClientRect();
        let [left, top, right, bottom] = [box.left, box.top, box.right, box.bottom];
        for (const up of ancestors(element)) {
            if (!isScroller(up) && !isClip(up)) continue;
            const outer = up.getBoundingClientRect();
            [left, right] = [Math.max(left, outer.left), Math.min(right, outer.right)];
            [top, bottom] = [Math.max(top, outer.top), Math.min(bottom, outer.bottom)];
        }
        return { left, top, right, bottom };
    };
    const placed = controls.map((element) => ({ element, layer: layerOf(element), box: visibleBox(element) }));
    for (const [k, one] of placed.entries())
        for (const other of placed.slice(k + 1)) {
            if (one.layer !== other.layer || one.element.contains(other.element) || other.element.contains(one.element)) continue;
            const x = Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left);
            const y = Math.min(one.box.bottom, other.box.bottom) - Math.max(one.box.top, other.box.top);
            if (x > TOLERANCE && y > TOLERANCE)
                report("overlap", one.element, `and ${other.element.textContent.trim().slice(0, 30)}: ${Math.round(x)} x ${Math.round(y)} px`);
        }
    const { scrollX, scrollY } = window;
    const scrolled = new Map();
    for (const { element } of placed) {
        for (const up of ancestors(element)) if (isScroller(up)) scrolled.set(up, scrolled.get(up) ?? [up.scrollLeft, up.scrollTop]);
        const hit = () => {
            const box = element.getBoundingClientRect();
            const found = document.elementFromPoint((box.left + box.right) / 2, (box.top + box.bottom) / 2);
            const label = element.closest("label") ?? element.labels?.[0];
            return found && (element.contains(found) || found.contains(element) || label?.contains(found)) ? null : (found ?? root);
        };
        if (element.disabled || !hit()) continue;
        element.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
        const found = hit();
        if (found) report("covered", element, `by ${found.tagName.toLowerCase()}.${found.className?.baseVal ?? found.className}`);
    }
    for (const [element, [left, top]] of scrolled) element.scrollTo({ left, top, behavior: "instant" });
    scrollTo({ left: scrollX, top: scrollY, behavior: "instant" });

    // 4. Fingers hit controls, and find a position in a slider. Links in running text are as high as their line.
    if (smallest)
        for (const { element } of placed) {
            if (element.matches("a, span") && /^inline/.test(styleOf(element).display)) continue; // words with an explanation, too
            const target = element.matches("input[type=checkbox], input[type=radio]") ? (element.closest("label") ?? element) : element;
            const { width, height } = target.getBoundingClientRect();
            if (width < smallest - 0.5 || height < smallest - 0.5)
                report("small", element, `${Math.round(width)} x ${Math.round(height)} px`);
        }

    for (const element of root.querySelectorAll(".slider"))
        if (isShown(element) && element.getBoundingClientRect().width < slider - 0.5)
            report("short", element, `${Math.round(element.getBoundingClientRect().width)} px`);

    // 5. In one's turn, one's own cards are in sight above the bar with the actions.
    const hand = root.querySelector(".board-frame .strip.own .hand");
    const bar = document.querySelector(".stage-foot:has(.prompt.mine)");
    if (hand && bar && scrollY === 0 && styleOf(hand.closest(".strip")).position === "sticky") {
        const { top, bottom } = hand.getBoundingClientRect();
        if (top < 0 || bottom > bar.getBoundingClientRect().top + TOLERANCE) report("hidden", hand, `${Math.round(top)} to ${Math.round(bottom)} px`);
    }

    // 6. On a phone, the head of a board is one line: its tools stand side by side, beside its title.
    const title = root.querySelector(".stage-title");
    const tools = [...root.querySelectorAll(".stage-tools > button")].filter(isShown).map((element) => element.getBoundingClientRect());
    if (smallest && title && tools.length) {
        const { top, bottom } = title.getBoundingClientRect();
        if (tools.some((box) => box.bottom <= top + TOLERANCE || box.top >= bottom - TOLERANCE || Math.abs(box.top - tools[0].top) > TOLERANCE))
            report("head", title.parentElement, "breaks its tools");
    }

    // 7. On and beside a board, where text may break anywhere for names of 40 letters, words that are not long stay whole, or break at a soft hyphen.
    const boxesOf = (node, place) => {
        range.setStart(node, place);
        range.setEnd(node, place + 1);
        return [...range.getClientRects()];
    };
    for (const node of [...root.querySelectorAll(".stage-head, .sidebar, .board")].flatMap((element) => [...texts(element)])) {
        const parent = node.parentElement;
        if (styleOf(parent).overflowWrap !== "anywhere" || parent.closest("code, pre, .code, svg") || !isShown(parent)) continue;
        for (const { 0: word, index } of node.data.matchAll(/[\p{L}\p{N}]{2,12}(?![\p{L}\p{N}])(?<![\p{L}\p{N}]{13})/gu)) {
            const first = boxesOf(node, index).at(-1); // the box before it is that of a soft hyphen
            const [last] = boxesOf(node, index + word.length - 1);
            if (Math.round(first?.top) !== Math.round(last?.top)) report("broken", parent, word);
        }
    }

    // 8. Names of cards can be read.
    for (const element of root.querySelectorAll(".card-name, .patron-head b"))
        if (isShown(element) && Number.parseFloat(styleOf(element).fontSize) < name - 0.05) report("tiny", element, styleOf(element).fontSize);

    // 9. A bar that stays in sight covers what is scrolled under it, with its border and glow.
    for (const bar of root.querySelectorAll(".stage-foot, .strip.own")) {
        if (styleOf(bar).position !== "sticky") continue;
        const { left, right } = bar.getBoundingClientRect();
        for (const element of root.querySelectorAll(".board [data-card], .board .current-player")) {
            if (bar.contains(element) || !isShown(element)) continue;
            const box = visibleBox(element);
            if (box.right <= left || box.left >= right) continue; // not below it
            const spreads = [...styleOf(element).boxShadow.matchAll(/0px 0px 0px (\d+)px/g)].map((match) => Number(match[1]));
            const spread = ancestors(element).some((up) => isScroller(up) || isClip(up)) ? 0 : Math.max(0, ...spreads);
            if (box.left - spread < left - 0.5 || box.right + spread > right + 0.5) report("beside", element, `shows beside ${bar.className}`);
        }
    }

    // 10. On a phone, in one's turn against one rival, the whole supply is in sight above the hand.
    const own = root.querySelector(".board-frame .strip.own");
    if (smallest && own && bar && scrollY === 0 && root.querySelectorAll(".strip.other").length === 1 && styleOf(own).position === "sticky")
        for (const card of root.querySelectorAll(".supply .card"))
            if (card.getBoundingClientRect().bottom > own.getBoundingClientRect().top + TOLERANCE) report("under", card, "under the hand");

    // 11. A drawing that goes on beside its edge fades there: a cut word does not look like a whole one.
    for (const drawing of root.querySelectorAll(".tree-scroll, .tree-drawing"))
        if (isShown(drawing) && drawing.scrollWidth > drawing.clientWidth + 1 && styleOf(drawing).maskImage === "none")
            report("edge", drawing, `${drawing.scrollWidth} of ${drawing.clientWidth} px`);

    // 12. Where scroll bars take room, one bar is no reason for another.
    if (barWidth)
        for (const element of root.querySelectorAll("*")) {
            if (!isScroller(element) || !isShown(element) || element.matches("textarea, select")) continue;
            const over = [element.scrollWidth - element.clientWidth, element.scrollHeight - element.clientHeight];
            if (over.some((px) => px > 0 && px <= barWidth)) report("bar", element, `${over.join(" and ")} px`);
        }
    return faults;
}

/** Faults of the page as it is shown. `smallest` is the least size of a target in px, 0 for pages used with a mouse;
 * `barWidth` is the width of scroll bars, 0 if they take no room. */
export const layoutFaults = (page, smallest, barWidth = 0) => page.evaluate(findFaults, { smallest, name: NAME, slider: SLIDER, barWidth });

/**
 * Faults of layout and accessibility at all sizes in both themes, without loading the page again: where, and what. Boards
 * are checked on a small phone, too.
 */
export async function sweepPage(page, name) {
    const faults = [];
    const before = page.viewportSize();
    for (const [width, height] of SIZES) {
        await page.setViewportSize({ width, height });
        for (const theme of ["light", "dark"]) {
            await page.evaluate((theme) => (document.documentElement.dataset.theme = theme), theme);
            await settled(page);
            await rendered(page);
            const found = await layoutFaults(page, width === SIZES[0][0] ? TARGET : 0);
            // The widest page has the same elements as the one before it.
            if (width < SIZES[2][0]) found.push(...(await accessFaults(page)).map(([rule, ...rest]) => [`axe ${rule}`, ...rest]));
            faults.push(...found.map((fault) => [name, width, theme, ...fault]));
        }
    }
    if (await page.locator(".board").count()) {
        await page.setViewportSize({ width: SMALL_PHONE[0], height: SMALL_PHONE[1] });
        await settled(page);
        await rendered(page);
        faults.push(...(await layoutFaults(page, TARGET)).map((fault) => [name, SMALL_PHONE[0], "dark", ...fault]));
    }
    await page.setViewportSize(before);
    return faults;
}
