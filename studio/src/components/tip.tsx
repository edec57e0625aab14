/** One tip for the whole page: text or a card beside what the pointer or the keyboard is on. */

import type { ComponentChildren } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";

/** What a tip shows; a function where it takes some work to make, or is one of hundreds. */
type Content = ComponentChildren | (() => ComponentChildren);

interface Shown {
  anchor: Element;
  content: ComponentChildren;
}

interface Handlers {
  onMouseEnter?: (event: MouseEvent) => void;
  onMouseLeave?: () => void;
  onFocus?: (event: FocusEvent) => void;
  onBlur?: () => void;
  onContextMenu?: (event: MouseEvent) => void;
}

let show: (shown: Shown | null) => void = () => {};
let pending = 0;
const DELAY = 120; // ms; long enough not to flicker while the pointer crosses the board

/** The handlers of an element with a tip; without content there is none. */
export function tip(content: Content): Handlers {
  if (!content) return {};
  const open = (event: Event, delay: number) => {
    const anchor = event.currentTarget as Element;
    clearTimeout(pending);
    pending = window.setTimeout(() => {
      const made = typeof content === "function" ? content() : content;
      show(made ? { anchor, content: made } : null);
    }, delay);
  };
  return {
    onMouseEnter: (event) => open(event, DELAY),
    onMouseLeave: hideTip,
    onFocus: (event) => {
      if ((event.currentTarget as Element).matches(":focus-visible")) open(event, 0);
    },
    onBlur: hideTip,
    onContextMenu: (event) => {
      if (matchMedia("(hover: none)").matches) {
        event.preventDefault(); // a long press on a touch screen looks, it does not play
        open(event, 0);
      }
    },
  };
}

export function hideTip(): void {
  clearTimeout(pending);
  show(null);
}

export function TipLayer() {
  const [shown, setShown] = useState<Shown | null>(null);
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    show = setShown;
    const away = (event: KeyboardEvent) => event.key === "Escape" && hideTip();
    addEventListener("keydown", away);
    addEventListener("scroll", hideTip, { passive: true, capture: true });
    addEventListener("pointerdown", hideTip);
    return () => {
      removeEventListener("keydown", away);
      removeEventListener("scroll", hideTip, { capture: true });
      removeEventListener("pointerdown", hideTip);
    };
  }, []);
  useEffect(() => {
    if (!shown) return;
    const timer = setInterval(() => shown.anchor.isConnected || hideTip(), 250); // what it belongs to may be played
    return () => clearInterval(timer);
  }, [shown]);
  useLayoutEffect(() => {
    const tipBox = box.current;
    if (!tipBox) return;
    if (tipBox.matches(":popover-open")) tipBox.hidePopover();
    if (!shown) return;
    tipBox.showPopover(); // above windows, too
    const at = shown.anchor.getBoundingClientRect();
    const { width, height } = tipBox.getBoundingClientRect();
    const left = Math.min(Math.max(8, at.left + at.width / 2 - width / 2), innerWidth - width - 8);
    const above = at.top - height - 8;
    const top = above > 8 ? above : Math.min(at.bottom + 8, innerHeight - height - 8);
    tipBox.style.transform = `translate(${Math.round(left)}px, ${Math.round(Math.max(8, top))}px)`;
  }, [shown]);
  return (
    <div ref={box} class="tip" role="tooltip" popover="manual">
      {shown?.content}
    </div>
  );
}
