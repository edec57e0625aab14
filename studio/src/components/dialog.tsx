/** A modal dialog: Escape or a click outside closes it, and the focus stays inside. */

import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { Glyph } from "./glyphs";

export function Dialog({ title, close, children }: { title: string; close: () => void; children: ComponentChildren }) {
  const box = useRef<HTMLDialogElement>(null);
  // A layout effect, so that no key can be pressed between rendering and opening.
  useLayoutEffect(() => {
    const dialog = box.current;
    dialog?.showModal();
    return () => dialog?.close();
  }, []);
  return (
    <dialog
      ref={box}
      class="dialog"
      aria-label={title}
      onClose={() => box.current && close()} // not if it is already removed from the page
      onClick={(event) => event.target === box.current && close()}
    >
      <div class="dialog-body">
        <header>
          <h2>{title}</h2>
          <button type="button" class="button plain" onClick={close} aria-label="Close">
            <Glyph name="close" size={14} />
          </button>
        </header>
        {children}
      </div>
    </dialog>
  );
}
