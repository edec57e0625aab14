/** A report inside the page: in a frame that is shut off. What it says is which of its files somebody clicked on. */

import { useEffect, useRef } from "preact/hooks";

export function ReportFrame({ src, title, open }: { src: string; title: string; open: (path: string) => void }) {
  const frame = useRef<HTMLIFrameElement>(null);
  useEffect(() => {
    const hear = (event: MessageEvent) => {
      if (event.source !== frame.current?.contentWindow) return;
      const path = (event.data as { ludusFile?: unknown } | null)?.ludusFile;
      if (typeof path === "string") open(path);
    };
    addEventListener("message", hear);
    return () => removeEventListener("message", hear);
  }, [open]);
  return <iframe ref={frame} class="report" src={src} title={title} />;
}
