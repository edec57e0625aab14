/** Effects in a layer above the board: flying cards, numbers, and an arrow from a piece to its target.

Animations of the browser leave no styles behind, so the board stays as it was drawn. */

import { render } from "preact";
import { Coin, Glyph, type GlyphName } from "../components/glyphs";
import type { NumberChange, Quantity } from "./changes";

const EDGE = 44; // px between the centre of a number and the edge of the window
const ROW = 32; // px between stacked numbers
const EASING = "cubic-bezier(0.3, 0, 0.2, 1)";
const SVG = "http://www.w3.org/2000/svg";

/** Let an element glide from its old box to its new one. */
export function slide(element: Element, from: DOMRect, to: DOMRect, duration: number): void {
  const [x, y] = [from.left - to.left, from.top - to.top];
  if (Math.abs(x) + Math.abs(y) < 1) return;
  element.animate([{ transform: `translate(${x}px, ${y}px)` }, { transform: "none" }], { duration, easing: EASING });
}

/** A copy of an element: what it shows, and the box whose size it has. */
interface Look {
  element: Element;
  box: DOMRect;
}

/** Let a copy of an element fly between two boxes. `landing`, which is there already, is hidden until it arrives. */
export function fly(layer: Element, look: Look, from: DOMRect, to: DOMRect, duration: number, landing?: Element): void {
  const { width, height } = look.box;
  const left = from.left + (from.width - width) / 2;
  const top = from.top + (from.height - height) / 2;
  const ghost = copyInto(layer, look.element, new DOMRect(left, top, width, height));
  const x = to.left + to.width / 2 - left - width / 2;
  const y = to.top + to.height / 2 - top - height / 2;
  const scale = Math.min(1.2, Math.max(0.4, Math.min(to.width / width, to.height / height)));
  const end = { transform: `translate(${x}px, ${y}px) scale(${scale})` };
  const frames: Keyframe[] = landing
    ? [{ transform: "none" }, end]
    : [
        { transform: "none", opacity: 1 },
        { ...end, opacity: 1, offset: 0.7 },
        { ...end, opacity: 0 },
      ];
  removeAfter(ghost, ghost.animate(frames, { duration: landing ? duration : 1.4 * duration, easing: EASING }));
  landing?.animate([{ opacity: 0 }, { opacity: 0 }], { duration });
}

/** Let a copy of an element that is gone fade where it was. */
export function fadeOut(layer: Element, element: Element, box: DOMRect, duration: number): void {
  const ghost = copyInto(layer, element, box);
  const animation = ghost.animate([{ opacity: 1 }, { opacity: 0, transform: "scale(0.85)" }], { duration });
  removeAfter(ghost, animation);
}

const GLYPHS: Record<Quantity, GlyphName | "coin"> = {
  health: "heart",
  attack: "sword",
  block: "shield",
  mana: "mana",
  energy: "energy",
  coins: "coin",
  power: "power",
  prestige: "prestige",
  points: "points",
  actions: "action",
  buys: "buy",
  cards: "card",
};

/** Where the middle of a number is that belongs to a box: in the window and below the bar of the page, which covers the board. */
export function numberPlace(
  box: Pick<DOMRect, "left" | "top" | "width" | "height">,
  view: { width: number; height: number; top: number },
): { x: number; y: number } {
  const between = (low: number, value: number, high: number) => Math.min(Math.max(low, value), high);
  return {
    x: between(EDGE, box.left + box.width / 2, view.width - EDGE),
    y: between(view.top + EDGE, box.top + Math.min(box.height / 2, 24), view.height - EDGE),
  };
}

/** The part of the window that the bar of the page does not cover. */
function clearView() {
  const bar = document.querySelector(".bar")?.getBoundingClientRect();
  return { width: innerWidth, height: innerHeight, top: Math.max(0, bar?.bottom ?? 0) };
}

/** Show changed numbers; several at one place are stacked. */
export function showNumbers(layer: Element, changes: (NumberChange & { box: DOMRect })[], duration: number): void {
  const view = clearView();
  const stacked = new Map<string, number>();
  for (const { quantity, amount, box } of changes) {
    const { x, y } = numberPlace(box, view);
    const key = `${x},${y}`;
    const row = stacked.get(key) ?? 0;
    stacked.set(key, row + 1);
    const number = document.createElement("span");
    number.className = `motion-number ${amount > 0 ? "motion-gain" : "motion-loss"}`;
    number.dataset.quantity = quantity;
    number.style.left = `${x}px`;
    number.style.top = `${y + ROW * row}px`;
    const glyph = GLYPHS[quantity];
    render(
      <>
        {amount > 0 ? `+${amount}` : `−${-amount}`}
        {glyph === "coin" ? <Coin size={18} /> : <Glyph name={glyph} size={16} />}
      </>,
      number,
    );
    layer.append(number);
    const at = (y: number, scale = 1) => `translate(-50%, calc(-50% + ${y}px)) scale(${scale})`;
    const animation = number.animate(
      [
        { transform: at(0, 0.5), opacity: 0 },
        { transform: at(-6, 1.15), opacity: 1, offset: 0.15 },
        { transform: at(-14), opacity: 1, offset: 0.75 },
        { transform: at(-26), opacity: 0 },
      ],
      { duration, easing: "ease-out" },
    );
    removeAfter(number, animation);
  }
}

/** Draw an arrow from one box to another one. */
export function drawArrow(layer: Element, from: DOMRect, to: DOMRect, duration: number): void {
  const [x1, y1] = [from.left + from.width / 2, from.top + from.height / 2];
  const [x2, y2] = [to.left + to.width / 2, to.top + to.height / 2];
  const length = Math.hypot(x2 - x1, y2 - y1);
  if (length < 30) return;
  const [dx, dy] = [(x2 - x1) / length, (y2 - y1) / length];
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("class", "motion-arrow");
  const path = document.createElementNS(SVG, "path");
  const [shaft, wide, head] = [4, 12, 24]; // px: half widths of shaft and head, length of the head
  const point = (along: number, across: number) => `${x1 + dx * along - dy * across} ${y1 + dy * along + dx * across}`;
  const outline = [
    [0, shaft],
    [length - head, shaft],
    [length - head, wide],
    [length, 0],
    [length - head, -wide],
    [length - head, -shaft],
    [0, -shaft],
  ] as const;
  path.setAttribute("d", `M${outline.map(([along, across]) => point(along, across)).join("L")}Z`);
  svg.append(path);
  layer.append(svg);
  const animation = svg.animate(
    [
      { opacity: 0, clipPath: `circle(0px at ${x1}px ${y1}px)` },
      { opacity: 1, clipPath: `circle(${length + head}px at ${x1}px ${y1}px)`, offset: 0.25 },
      { opacity: 1, clipPath: `circle(${length + head}px at ${x1}px ${y1}px)`, offset: 0.75 },
      { opacity: 0, clipPath: `circle(${length + head}px at ${x1}px ${y1}px)` },
    ],
    { duration },
  );
  removeAfter(svg, animation);
}

/** A copy of an element in the layer that looks the same and is nothing else: no button, no place, no name. */
export function copyInto(layer: Element, element: Element, box: DOMRect): HTMLElement {
  const ghost = document.createElement("div");
  ghost.className = `${element.getAttribute("class") ?? ""} motion-ghost`;
  for (const child of element.cloneNode(true).childNodes) ghost.append(child.cloneNode(true));
  for (const marked of ghost.querySelectorAll("[data-place], [data-legal], [data-card]")) {
    for (const name of ["data-place", "data-piece", "data-legal", "data-card"]) marked.removeAttribute(name);
  }
  ghost.style.left = `${box.left}px`;
  ghost.style.top = `${box.top}px`;
  ghost.style.width = `${box.width}px`;
  ghost.style.height = `${box.height}px`;
  layer.append(ghost);
  return ghost;
}

function removeAfter(element: Element, animation: Animation): void {
  animation.onfinish = () => element.remove();
  animation.oncancel = () => element.remove();
}
