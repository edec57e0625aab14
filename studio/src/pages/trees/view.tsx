/** View of the drawing: it fits the tree when one is opened and on demand; larger and smaller by steps. */

import type { RefObject } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { useKeys } from "../../keys";
import { formatPercent } from "../../format";
import type { TreeLayout } from "./drawing";

const MIN_SCALE = 0.3; // smaller boxes cannot be read or touched
const MAX_SCALE = 2;
const STEP = 1.25;
const LEAST_ROOM = 200; // px of height; with less of the frame in sight, the tree fits the room after scrolling to it
const GAP = 8; // px above and below the bar with the results
const FAR_SCALE = 0.75; // below it, boxes show their name only, in larger letters

export interface TreeView {
  frame: RefObject<HTMLDivElement | null>;
  scale: number;
  far: boolean; // whether the text of boxes would be too small to read
  fits: boolean; // whether it follows the tree
  fit: () => void;
  zoom: (factor: number) => void;
}

/** Scale at which a whole drawing is visible in a frame; never larger than its natural size. */
export function fittingScale(layout: { width: number; height: number }, width: number, height: number): number {
  if (!width || !height) return 1;
  return Math.max(MIN_SCALE, Math.min(1, width / layout.width, height / layout.height));
}

/** The next scale; whole again near 100 %. */
export function zoomedScale(scale: number, factor: number): number {
  const next = Math.min(MAX_SCALE, Math.max(MIN_SCALE, scale * factor));
  return Math.abs(next - 1) < 0.08 ? 1 : next;
}

export function useTreeView(layout: TreeLayout, file: string): TreeView {
  const frame = useRef<HTMLDivElement>(null);
  const [chosen, setChosen] = useState<number | null>(null); // null: fit
  const [room, setRoom] = useState<[number, number]>([0, 0]);
  const measure = () => {
    const element = frame.current;
    if (element) setRoom([element.clientWidth, roomBelow(element)]);
  };
  useLayoutEffect(() => {
    const element = frame.current;
    if (!element) return;
    // The height counts only when the width changes, or the bar with the results grows: not with every scroll.
    let width = 0;
    const observer = new ResizeObserver(() => {
      if (element.clientWidth !== width) measure();
      width = element.clientWidth;
    });
    const barObserver = new ResizeObserver(() => scrollY === 0 && measure());
    observer.observe(element);
    const bar = resultBar();
    if (bar) barObserver.observe(bar);
    addEventListener("resize", measure);
    return () => {
      observer.disconnect();
      barObserver.disconnect();
      removeEventListener("resize", measure);
    };
  }, []);
  useEffect(() => setChosen(null), [file]);
  const scale = chosen ?? fittingScale(layout, ...room);
  const fit = () => {
    const element = frame.current;
    if (element && visibleHeight(element) < LEAST_ROOM) element.scrollIntoView({ block: "center" });
    measure();
    setChosen(null);
    element?.scrollTo(0, 0);
  };
  useKeys([{ keys: ["f"], label: "Fit the view to the tree", run: fit }]);
  return {
    frame,
    scale,
    far: scale < FAR_SCALE,
    fits: chosen === null,
    fit,
    zoom: (factor) => setChosen(zoomedScale(scale, factor)),
  };
}

const resultBar = () => document.querySelector<HTMLElement>(".summary-bar");

/** Where what is shown of the page begins and ends: below the navigation, above the results, which stay in sight. */
function visiblePart(): [number, number] {
  const bar = resultBar();
  return [document.querySelector(".bar")?.clientHeight ?? 0, innerHeight - (bar ? bar.offsetHeight + 2 * GAP : 0)];
}

/** Height of a frame that is in sight now, if it is as high as can be. */
function visibleHeight(frame: HTMLElement): number {
  const [begin, end] = visiblePart();
  return end - Math.max(frame.getBoundingClientRect().top, begin);
}

/** Height in which the tree has to fit: what is in sight, or will be. */
function roomBelow(frame: HTMLElement): number {
  const most = Number.parseFloat(getComputedStyle(frame).maxHeight) || 0;
  const visible = visibleHeight(frame);
  const [begin, end] = visiblePart();
  return Math.min(most, visible < LEAST_ROOM ? end - begin : visible);
}

export function ViewButtons({ view }: { view: TreeView }) {
  return (
    <div class="view-buttons" role="group" aria-label="View">
      <button type="button" class="button" aria-pressed={view.fits} onClick={view.fit}>
        Fit
      </button>
      <button type="button" class="button" aria-label="Smaller" onClick={() => view.zoom(1 / STEP)}>
        −
      </button>
      <button type="button" class="button" aria-label="Larger" onClick={() => view.zoom(STEP)}>
        +
      </button>
      <span class="muted small number">{formatPercent(view.scale, 0)}</span>
    </div>
  );
}
