/** The tree as text: follows the drawing, and is parsed while it is typed. */

import { useEffect, useRef, useState } from "preact/hooks";
import type { CheckedTree, TreeFault, TreeText } from "../../protocol";
import { post } from "../../api/http";
import type { Format } from "./check";
import type { Tree } from "./tree";
import { fromDraft } from "./tree";
import type { Source } from "./undo-history";

const DEBOUNCE_MS = 400; // ms

interface Props {
  tree: Tree;
  generated: string; // the drawn tree as text
  source: Source | null; // the text that the tree was parsed from
  format: Format;
  read: (source: Source) => void;
}

export function TreeTextEditor({ tree, generated, source, format, read }: Props) {
  const [typed, setTyped] = useState<string | null>(null); // text that is not parsed yet, or has a fault
  const [fault, setFault] = useState<TreeFault | null>(null);
  const latestRequest = useRef(0);
  const area = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    if (typed === null) return;
    const requestNumber = ++latestRequest.current;
    const timer = setTimeout(async () => {
      try {
        const request: TreeText = { format, text: typed };
        const checked = await post<CheckedTree>("/trees/written", request);
        if (requestNumber !== latestRequest.current) return;
        setFault(checked.fault);
        if (!checked.draft) return;
        read({ text: typed, tree: fromDraft(checked.draft, tree) });
        setTyped(null);
      } catch (error) {
        if (requestNumber === latestRequest.current)
          setFault({ message: (error as Error).message, nodes: [], line: null });
      }
    }, DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [typed, format]);
  const text = typed ?? (source?.tree === tree ? source.text : generated);
  const goToLine = (line: number) => {
    const lines = text.split("\n");
    const from = lines.slice(0, line - 1).reduce((sum, textLine) => sum + textLine.length + 1, 0);
    area.current?.focus();
    area.current?.setSelectionRange(from, from + (lines[line - 1]?.length ?? 0));
  };
  return (
    <div class="tree-text">
      <textarea
        ref={area}
        class="input code"
        rows={24}
        spellcheck={false}
        aria-label="The tree as a file"
        aria-invalid={fault !== null}
        value={text}
        onInput={(event) => setTyped(event.currentTarget.value)}
      />
      {fault && typed !== null && (
        <p class="error" role="alert">
          {fault.line !== null && (
            <button type="button" class="button plain" onClick={() => goToLine(fault.line as number)}>
              Line {fault.line}
            </button>
          )}{" "}
          {fault.message}{" "}
          <button type="button" class="button plain" onClick={() => (setTyped(null), setFault(null))}>
            Back to the drawing
          </button>
        </p>
      )}
    </div>
  );
}
