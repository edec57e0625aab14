/** A text area with line numbers that marks lines with errors. */

import { useRef } from "preact/hooks";
import "./code-area.css";

export interface LineMark {
  line: number | null; // from 1; null: the error is about no line
  message: string; // empty: said elsewhere
  kind: "error" | "warning";
}

interface Props {
  label: string;
  value: string;
  marks: readonly LineMark[];
  rows: number;
  change: (value: string) => void;
}

const INDENT = "    ";

export function CodeArea({ label, value, marks, rows, change }: Props) {
  const area = useRef<HTMLTextAreaElement>(null);
  const gutter = useRef<HTMLDivElement>(null);
  const lines = value.split("\n").length;
  const kinds = new Map(marks.toReversed().map((mark) => [mark.line, mark.kind]));
  const alignGutter = () => {
    if (gutter.current && area.current) gutter.current.scrollTop = area.current.scrollTop;
  };
  const goToLine = (line: number) => {
    const element = area.current;
    if (!element) return;
    const [from, to] = lineRange(value, line);
    element.focus();
    element.setSelectionRange(from, to);
    element.scrollTop = Math.max(0, (line - rows / 2) * lineHeight(element));
    alignGutter();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const element = area.current;
    if (!element || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key !== "Enter") return;
    event.preventDefault();
    // unlike a change of the value, this can be undone with Ctrl+Z
    document.execCommand("insertText", false, newLine(value.slice(0, element.selectionStart)));
  };
  return (
    <div class="code-area">
      <div class="code-frame">
        <div ref={gutter} class="code-gutter" aria-hidden="true">
          {Array.from({ length: lines }, (_, k) => (
            <span key={k} class={kinds.get(k + 1) ?? ""}>
              {k + 1}
            </span>
          ))}
        </div>
        <textarea
          ref={area}
          class="input code"
          rows={rows}
          wrap="off"
          spellcheck={false}
          autocapitalize="off"
          aria-label={label}
          aria-invalid={marks.some((mark) => mark.kind === "error")}
          value={value}
          onScroll={alignGutter}
          onKeyDown={onKeyDown}
          onInput={(event) => change(event.currentTarget.value)}
        />
      </div>
      <ul class="code-marks" aria-live="polite" aria-label="Errors and warnings">
        {marks.map((mark) => (
          <li key={`${mark.line} ${mark.message}`} class={mark.kind}>
            <LineButton line={mark.line} goTo={goToLine} />
            {mark.message}
          </li>
        ))}
      </ul>
    </div>
  );
}

function LineButton({ line, goTo }: { line: number | null; goTo: (line: number) => void }) {
  if (line === null) return null;
  return (
    <>
      <button type="button" class="button plain" onClick={() => goTo(line)}>
        Line {line}
      </button>{" "}
    </>
  );
}

/** First and last position of a line in a text. */
export function lineRange(text: string, line: number): [number, number] {
  const lines = text.split("\n");
  const from = lines.slice(0, line - 1).reduce((sum, before) => sum + before.length + 1, 0);
  return [from, from + (lines[line - 1]?.length ?? 0)];
}

/** What Enter inserts after a text: a new line, indented as the one above, and deeper after a colon. */
export function newLine(before: string): string {
  const line = before.slice(before.lastIndexOf("\n") + 1);
  const indent = /^[ \t]*/.exec(line)?.[0] ?? "";
  return `\n${indent}${line.trimEnd().endsWith(":") ? INDENT : ""}`;
}

function lineHeight(element: HTMLElement): number {
  return Number.parseFloat(getComputedStyle(element).lineHeight) || 20;
}
