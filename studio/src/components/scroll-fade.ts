/** Fading edges of what can be scrolled sideways, so that a cut word does not look like the end. */

import type { RefObject } from "preact";
import { useLayoutEffect } from "preact/hooks";

/** Mark an element with the sides on which it has more: `data-more` is "left", "right" or both. */
export function useScrollFade(ref: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const element = ref.current;
    if (!element) return;
    const mark = () => {
      const hidden = element.scrollWidth - element.clientWidth;
      const sides = [element.scrollLeft > 1 && "left", element.scrollLeft < hidden - 1 && "right"].filter(Boolean);
      element.dataset.more = sides.join(" ");
    };
    const observer = new ResizeObserver(mark); // of its content, too, which may grow; it calls once now
    observer.observe(element);
    if (element.firstElementChild) observer.observe(element.firstElementChild);
    element.addEventListener("scroll", mark, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener("scroll", mark);
    };
  }, []);
}
