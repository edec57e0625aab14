/** A title or a heading with an explanation on hover and focus. */

import type { ComponentChildren } from "preact";
import { tooltip } from "./tooltip";

export function Explained({ about, children }: { about: string; children: ComponentChildren }) {
  if (!about) return <>{children}</>;
  return (
    <span class="explained" tabIndex={0} aria-description={about} {...tooltip(<p class="explanation">{about}</p>)}>
      {children}
    </span>
  );
}
