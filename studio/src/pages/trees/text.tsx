/** The file beside the drawing: what is drawn is written, and what is written is drawn, as soon as it can be read. */

import { useEffect, useRef, useState } from "preact/hooks";
import type { TreeChecked, TreeFault, TreeText } from "../../protocol";
import { post } from "../../api/http";
import type { Format } from "./check";
import type { Tree } from "./draft";
import { fromDraft } from "./draft";
import type { Source } from "./history";

const PAUSE = 400; // ms

interface Props {
  tree: Tree;
  written: string; // the drawing as a file
  source: Source | null; // the text that the tree was read from, while it is the same
  format: Format;
  read: (source: Source) => void;
}

export function TextView({ tree, written, source, format, read }: Props) {
  const [typed, setTyped] = useState<string | null>(null); // what cannot be read yet, or was not
  const [fault, setFault] = useState<TreeFault | null>(null);
  const newest = useRef(0);
  const area = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    if (typed === null) return;
    const number = ++newest.current;
    const timer = setTimeout(async () => {
      try {
        const order: TreeText = { format, text: typed };
        const checked = await post<TreeChecked>("/trees/written", order);
        if (number !== newest.current) return;
        setFault(checked.fault);
        if (!checked.draft) return;
        read({ text: typed, of: fromDraft(checked.draft, tree) });
        setTyped(null);
      } catch (error) {
        if (number === newest.current) setFault({ message: (error as Error).message, nodes: [], line: null });
      }
    }, PAUSE);
    return () => clearTimeout(timer);
  }, [typed, format]);
  const shown = typed ?? (source?.of === tree ? source.text : written);
  const jump = (line: number) => {
    const lines = shown.split("\n");
    const from = lines.slice(0, line - 1).reduce((sum, each) => sum + each.length + 1, 0);
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
        value={shown}
        onInput={(event) => setTyped(event.currentTarget.value)}
      />
      {fault && typed !== null && (
        <p class="fault" role="alert">
          {fault.line !== null && (
            <button type="button" class="button plain" onClick={() => jump(fault.line as number)}>
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
