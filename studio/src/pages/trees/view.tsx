/** View of the drawing: it fits the tree when one is opened and on demand; larger and smaller by steps. */

import type { RefObject } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { useKeys } from "../../keys";
import { formatPercent } from "../../format";
import type { TreeLayout } from "./drawing";

const MIN_SCALE = 0.3; // smaller boxes cannot be read or touched
const MAX_SCALE = 2;
const STEP = 1.25;

export interface TreeView {
  frame: RefObject<HTMLDivElement | null>;
  scale: number;
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
  useLayoutEffect(() => {
    const element = frame.current;
    if (!element) return;
    const measure = () => setRoom([element.clientWidth, Number.parseFloat(getComputedStyle(element).maxHeight) || 0]);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  useEffect(() => setChosen(null), [file]);
  const scale = chosen ?? fittingScale(layout, ...room);
  const fit = () => {
    setChosen(null);
    frame.current?.scrollTo(0, 0);
  };
  useKeys([{ keys: ["f"], label: "Fit the view to the tree", run: fit }]);
  return { frame, scale, fits: chosen === null, fit, zoom: (factor) => setChosen(zoomedScale(scale, factor)) };
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
