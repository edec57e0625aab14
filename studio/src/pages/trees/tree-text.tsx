/** The tree as text: follows the drawing, and is parsed while it is typed. */

import { useEffect, useState } from "preact/hooks";
import { CodeArea } from "../../components/code-area";
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
  drawnFault: TreeFault | null; // of the drawn tree
  read: (source: Source) => void;
  report: (fault: TypedFault | null) => void; // the fault of what is typed
}

/** A fault of the typed text, which is not in the drawing yet. */
export interface TypedFault extends TreeFault {
  text: string;
}

export function TreeTextEditor({ tree, generated, source, format, drawnFault, read, report }: Props) {
  const [typed, setTyped] = useState<string | null>(null); // text that is not parsed yet, or has a fault
  const [fault, setFault] = useState<TypedFault | null>(null);
  useEffect(() => {
    if (typed === null) return;
    let current = true; // until something else is typed, or the drawing is shown again
    const timer = setTimeout(async () => {
      try {
        const request: TreeText = { format, text: typed };
        const checked = await post<CheckedTree>("/trees/written", request);
        if (!current) return;
        setFault(checked.fault && { ...checked.fault, text: typed });
        if (!checked.draft) return;
        read({ text: typed, tree: fromDraft(checked.draft, tree) });
        setTyped(null);
      } catch (error) {
        if (current) setFault({ message: (error as Error).message, nodes: [], line: null, text: typed });
      }
    }, DEBOUNCE_MS);
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [typed, format]);
  const text = typed ?? (source?.tree === tree ? source.text : generated);
  const shownFault = typed === null ? drawnFault : fault;
  useEffect(() => report(typed === null ? null : fault), [typed === null, fault]);
  return (
    <div class="tree-text">
      <CodeArea
        label="The tree as a file"
        value={text}
        marks={shownFault ? [{ line: shownFault.line ?? 1, message: shownFault.message, kind: "error" }] : []}
        rows={24}
        change={setTyped}
      />
      {fault && typed !== null && (
        <p class="muted small">
          The drawing shows the tree before this error.{" "}
          <button
            type="button"
            class="button plain"
            onClick={() => {
              setTyped(null);
              setFault(null);
            }}
          >
            Back to the drawing
          </button>
        </p>
      )}
    </div>
  );
}
