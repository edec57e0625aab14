/** A modal dialog: Escape or a click outside closes it, and the focus stays inside.

The second click of a double click that has opened it does not close it. */

import type { ComponentChildren } from "preact";
import { useLayoutEffect, useMemo, useRef } from "preact/hooks";
import { BackdropGuard } from "../click-guard";
import { Glyph } from "./glyphs";

export function Dialog({ title, close, children }: { title: string; close: () => void; children: ComponentChildren }) {
  const box = useRef<HTMLDialogElement>(null);
  const guard = useMemo(() => new BackdropGuard(), []);
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
      onMouseDown={(event) => event.detail > 1 && guard.isNew() && event.preventDefault()}
      onPointerDown={(event) => guard.pointerDown(event.target === box.current)}
      onClick={(event) => event.target === box.current && guard.allowsClick() && close()}
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
