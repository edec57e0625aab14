/** Tooltips with text or cards; there is one tooltip element for the whole page. */

import type { ComponentChildren } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { useKeys } from "../keys";

/** Content of a tooltip; a function if it is expensive or one of hundreds. */
type Content = ComponentChildren | (() => ComponentChildren);

interface ActiveTooltip {
  anchor: Element;
  content: ComponentChildren;
}

interface Handlers {
  onMouseEnter?: (event: MouseEvent) => void;
  onMouseMove?: (event: MouseEvent) => void;
  onMouseLeave?: () => void;
  onFocus?: (event: FocusEvent) => void;
  onBlur?: () => void;
  onContextMenu?: (event: MouseEvent) => void;
}

let show: (active: ActiveTooltip | null) => void = () => {};
let pendingTimer = 0;
let pointedAt: Element | null = null; // until the pointer leaves it, its tooltip opens once
let lastMove: MouseEvent | null = null;
let pointer: { x: number; y: number } | null = null; // where the pointer has last moved to
const DELAY = 120; // ms; avoids flicker while the pointer crosses the board

/** Event handlers for an element with a tooltip; none without content. */
export function tooltip(content: Content): Handlers {
  if (!content) return {};
  const open = (event: Event, delay: number) => {
    const anchor = event.currentTarget as Element;
    clearTimeout(pendingTimer);
    pendingTimer = window.setTimeout(() => {
      const rendered = typeof content === "function" ? content() : content;
      show(rendered ? { anchor, content: rendered } : null);
    }, delay);
  };
  // Cards also come to lie under a resting pointer, when the board changes or scrolls: that opens no tooltip.
  const openIfMoved = (event: MouseEvent) => {
    if (event.type === "mousemove") {
      if (event === lastMove) return; // a tooltip inside this one has taken it
      lastMove = event;
    }
    if (pointedAt === event.currentTarget || isResting(event)) return;
    pointedAt = event.currentTarget as Element;
    open(event, DELAY);
  };
  return {
    onMouseEnter: openIfMoved,
    onMouseMove: openIfMoved,
    onMouseLeave: () => {
      pointedAt = null;
      hideTooltip();
    },
    onFocus: (event) => {
      if ((event.currentTarget as Element).matches(":focus-visible")) open(event, 0);
    },
    onBlur: hideTooltip,
    onContextMenu: (event) => {
      if (matchMedia("(hover: none)").matches) {
        event.preventDefault(); // a long press on a touch screen shows the tooltip and does not play
        open(event, 0);
      }
    },
  };
}

/** Whether the pointer is where it was before this event. A page that has just been opened does not know that yet. */
function isResting(event: MouseEvent): boolean {
  if (pointer === null) return event.type === "mouseenter";
  return event.screenX === pointer.x && event.screenY === pointer.y;
}

function rememberPointer(event: MouseEvent): void {
  pointer = { x: event.screenX, y: event.screenY };
}

export function hideTooltip(): void {
  clearTimeout(pendingTimer);
  show(null);
}

export function TooltipLayer() {
  const [active, setActive] = useState<ActiveTooltip | null>(null);
  const box = useRef<HTMLDivElement>(null);
  useKeys([
    {
      keys: ["Escape"],
      label: "Hide the tooltip",
      everywhere: true,
      active: active !== null,
      run: () => {
        hideTooltip();
        return false;
      },
    },
  ]);
  useEffect(() => {
    show = setActive;
    addEventListener("scroll", hideTooltip, { passive: true, capture: true });
    addEventListener("pointerdown", hideTooltip);
    addEventListener("mousemove", rememberPointer, { passive: true }); // after the elements under the pointer
    return () => {
      removeEventListener("scroll", hideTooltip, { capture: true });
      removeEventListener("pointerdown", hideTooltip);
      removeEventListener("mousemove", rememberPointer);
    };
  }, []);
  useEffect(() => {
    if (!active) return;
    const timer = setInterval(() => active.anchor.isConnected || hideTooltip(), 250); // its card may have been played
    return () => clearInterval(timer);
  }, [active]);
  useLayoutEffect(() => {
    const popover = box.current;
    if (!popover) return;
    if (popover.matches(":popover-open")) popover.hidePopover();
    if (!active) return;
    popover.showPopover(); // also above dialogs
    const anchorBox = active.anchor.getBoundingClientRect();
    const { width, height } = popover.getBoundingClientRect();
    const left = Math.min(Math.max(8, anchorBox.left + anchorBox.width / 2 - width / 2), innerWidth - width - 8);
    const above = anchorBox.top - height - 8;
    const top = above > 8 ? above : Math.min(anchorBox.bottom + 8, innerHeight - height - 8);
    popover.style.transform = `translate(${Math.round(left)}px, ${Math.round(Math.max(8, top))}px)`;
  }, [active]);
  return (
    <div ref={box} class="tooltip" role="tooltip" popover="manual">
      {active?.content}
    </div>
  );
}
