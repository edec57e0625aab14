/** The tree as text: follows the drawing, and is parsed while it is typed. */

import { useEffect } from "preact/hooks";
import { CodeArea } from "../../components/code-area";
import type { CheckedTree, TreeFault, TreeText } from "../../protocol";
import { post } from "../../api/http";
import type { Format } from "./check";
import type { Tree } from "./tree";
import { fromDraft } from "./tree";
import type { Source } from "./undo-history";

const DEBOUNCE_MS = 400; // ms

/** What is typed and is not in the drawing: it is not read yet, or has a fault. */
export interface TypedText {
  text: string;
  isRead: boolean;
  fault: TreeFault | null; // until the text is read, the fault of the one before
}

interface Props {
  tree: Tree;
  drawn: string; // the text of the drawn tree
  drawnFault: TreeFault | null;
  format: Format;
  typed: TypedText | null;
  type: (typed: TypedText | null) => void;
  read: (source: Source) => void;
}

export function TreeTextEditor({ tree, drawn, drawnFault, format, typed, type, read }: Props) {
  const text = typed?.text ?? null;
  useEffect(() => {
    if (text === null) return;
    let current = true; // until something else is typed, or the drawing is shown again
    const refuse = (fault: TreeFault) => type({ text, isRead: true, fault });
    const timer = setTimeout(async () => {
      try {
        const request: TreeText = { format, text };
        const checked = await post<CheckedTree>("/trees/written", request);
        if (!current) return;
        if (checked.fault) refuse(checked.fault);
        if (!checked.draft) return;
        read({ text, format, tree: fromDraft(checked.draft, tree) });
        type(null);
      } catch (error) {
        if (current) refuse({ message: (error as Error).message, nodes: [], line: null });
      }
    }, DEBOUNCE_MS);
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [text, format]);
  const shownFault = typed ? typed.fault : drawnFault;
  return (
    <div class="tree-text">
      <CodeArea
        label="The tree as a file"
        value={text ?? drawn}
        marks={shownFault ? [{ line: shownFault.line, message: shownFault.message, kind: "error" }] : []}
        rows={24}
        change={(next) => type({ text: next, isRead: false, fault: typed?.fault ?? null })}
      />
      {typed?.fault && (
        <p class="muted small">
          The drawing shows the tree before this error.{" "}
          <button type="button" class="button plain" onClick={() => type(null)}>
            Back to the drawing
          </button>
        </p>
      )}
    </div>
  );
}
