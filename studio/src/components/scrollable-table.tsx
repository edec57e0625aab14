/** A table that may be wider than the page: it scrolls by itself, by keyboard too. */

import type { ComponentChildren } from "preact";

export function ScrollableTable({ label, children }: { label: string; children: ComponentChildren }) {
  return (
    <div class="table-scroll" role="region" aria-label={label} tabIndex={0}>
      {children}
    </div>
  );
}
