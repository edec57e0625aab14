/** Frame of every board: parts below each other, and one's own cards pinned above the bar with the actions. */

import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";

interface BoardFrameProps {
  /** Class of the board, for the style of its game. */
  name: string;
  /** Whether one's own hand is pinned at the bottom. */
  hand?: boolean;
  children: ComponentChildren;
}

export function BoardFrame({ name, hand = false, children }: BoardFrameProps) {
  const frame = useRef<HTMLDivElement>(null);
  // The bar grows with its text, so its height is measured.
  useLayoutEffect(() => {
    const stage = frame.current?.closest<HTMLElement>(".stage");
    const bar = stage?.querySelector<HTMLElement>(".stage-foot");
    if (!stage || !bar) return;
    const observer = new ResizeObserver(() => stage.style.setProperty("--action-bar", `${bar.offsetHeight}px`));
    observer.observe(bar);
    return () => observer.disconnect();
  }, []);
  return (
    <div ref={frame} class={`board-frame ${name} ${hand ? "with-hand" : ""}`}>
      {children}
    </div>
  );
}
