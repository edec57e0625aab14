/** A window over the page: Escape and a click beside it close it, the keyboard stays inside. */

import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { Glyph } from "./glyphs";

export function Window({ title, close, children }: { title: string; close: () => void; children: ComponentChildren }) {
  const box = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const dialog = box.current;
    dialog?.showModal();
    return () => dialog?.close();
  }, []);
  return (
    <dialog
      ref={box}
      class="window"
      aria-label={title}
      onCancel={(event) => {
        event.preventDefault();
        close();
      }}
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
