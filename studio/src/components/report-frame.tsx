/** A report in a sandboxed frame. Its only message is the path of a clicked file. */

import { useEffect, useRef } from "preact/hooks";

export function ReportFrame({
  src,
  title,
  openFile,
}: {
  src: string;
  title: string;
  openFile: (path: string) => void;
}) {
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
