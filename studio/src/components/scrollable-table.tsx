/** Scrolls a table that is wider than the page, also by keyboard. */

import type { ComponentChildren } from "preact";

export function ScrollableTable({ label, children }: { label: string; children: ComponentChildren }) {
  return (
    <div class="table-scroll" role="region" aria-label={label} tabIndex={0}>
      {children}
    </div>
  );
}
