/** A window over the page: Escape and a click beside it close it, the keyboard stays inside. */

import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { Glyph } from "./glyphs";

export function Dialog({ title, close, children }: { title: string; close: () => void; children: ComponentChildren }) {
  const box = useRef<HTMLDialogElement>(null);
  // In one step with the drawing: a key pressed right after must not find a window that is there and not yet open.
  useLayoutEffect(() => {
    const dialog = box.current;
    dialog?.showModal();
    return () => dialog?.close();
  }, []);
  return (
    <dialog
      ref={box}
      class="window"
      aria-label={title}
      onClose={() => box.current && close()} // one that was taken from the page has nothing to say any more
      onClick={(event) => event.target === box.current && close()}
    >
      <div class="window-inside">
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
