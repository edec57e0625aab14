/** Components whose code is loaded when they are first shown. */

import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";

type Component<P> = (props: P) => ComponentChildren;

/** A page that is loaded when somebody goes there. */
export function lazyPage<P extends object>(load: () => Promise<Component<P>>): Component<P> {
  let loaded: Component<P> | null = null;
  return function LazyPage(props: P) {
    const [, redraw] = useState(0);
    const [failed, setFailed] = useState(false);
    useEffect(() => {
      if (loaded) return;
      let current = true;
      load().then(
        (component) => {
          loaded = component;
          if (current) redraw((n) => n + 1);
        },
        () => current && setFailed(true),
      );
      return () => {
        current = false;
      };
    }, []);
    const Page = loaded;
    if (Page) return <Page {...props} />;
    return (
      <main class="content" aria-busy={!failed}>
        {failed && (
          <div class="notice" role="alert">
            <p>This page could not be loaded. The Studio may have been stopped or updated.</p>
            <button type="button" class="button" onClick={() => location.reload()}>
              Reload
            </button>
          </div>
        )}
      </main>
    );
  };
}
