/** A report inside the page: in a frame that is shut off. What it says is which of its files somebody clicked on. */

import { useEffect, useRef } from "preact/hooks";

export function ReportFrame({ src, title, openFile }: { src: string; title: string; openFile: (path: string) => void }) {
  const frame = useRef<HTMLIFrameElement>(null);
  useEffect(() => {
    const onMessage = (event: MessageEvent) => {
      if (event.source !== frame.current?.contentWindow) return;
      const path = (event.data as { ludusFile?: unknown } | null)?.ludusFile;
      if (typeof path === "string") openFile(path);
    };
    addEventListener("message", onMessage);
    return () => removeEventListener("message", onMessage);
  }, [openFile]);
  return <iframe ref={frame} class="report" src={src} title={title} />;
}
