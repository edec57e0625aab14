/** How to play: the primer of a game in a dialog. The text comes from the package; here it is only drawn. */

import { useEffect, useState } from "preact/hooks";
import { get } from "../api/http";
import { Dialog } from "../components/dialog";
import { Coin, Glyph, isGlyph } from "../components/glyphs";
import { memo } from "../memo";
import type { Primer, PrimerBlock, PrimerSection, TextRun } from "../protocol";

const TITLES: Partial<Record<PrimerSection["role"], string>> = { goal: "Goal", tips: "Three tips" };
const SHORT: PrimerSection["role"][] = ["goal", "turn", "symbols", "tips"]; // shown first, in this order
const SYMBOL_HEADS = ["symbol", "keyword"]; // heads of columns whose words have a symbol on the board

/** Button that opens the rules of a game, at the set-up and at the table. */
export const HowToPlay = memo(({ game, plain = false }: { game: string; plain?: boolean }) => {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" class={plain ? "button plain" : "button"} onClick={() => setOpen(true)}>
        <Glyph name="question" size={14} /> <span class="button-word">How to play</span>
      </button>
      {open && <PrimerDialog game={game} close={() => setOpen(false)} />}
    </>
  );
});

function PrimerDialog({ game, close }: { game: string; close: () => void }) {
  const [primer, setPrimer] = useState<Primer | null>(null);
  const [error, setError] = useState("");
  useEffect(() => {
    get<Primer>(`/games/${encodeURIComponent(game)}/primer`).then(setPrimer, (error: Error) => setError(error.message));
  }, [game]);
  return (
    <Dialog title={primer ? `How to play ${primer.title}` : "How to play"} close={close}>
      <div class="primer">
        {error && <p class="error">{error}</p>}
        {!primer && !error && <p class="muted">Loading the rules…</p>}
        {primer?.sections.length === 0 && (
          <p>This game has no text about its rules. Its author can add one: a Markdown file named by `primer`.</p>
        )}
        {primer && <Rules sections={primer.sections} />}
      </div>
    </Dialog>
  );
}

/** The short part first, everything else folded below. */
function Rules({ sections }: { sections: PrimerSection[] }) {
  const short = SHORT.flatMap((role) => sections.filter((section) => section.role === role));
  const more = sections.filter((section) => !SHORT.includes(section.role));
  return (
    <>
      {short.map((section) => (
        <SectionView key={section.heading} section={section} />
      ))}
      {more.length > 0 && (
        <details class="primer-more" open={short.length === 0}>
          <summary>All other rules</summary>
          {more.map((section) => (
            <SectionView key={section.heading} section={section} />
          ))}
        </details>
      )}
    </>
  );
}

function SectionView({ section }: { section: PrimerSection }) {
  return (
    <section class={`primer-${section.role}`}>
      <h3>{TITLES[section.role] ?? section.heading}</h3>
      {section.blocks.map((block, k) => (
        <Block key={k} block={block} />
      ))}
    </section>
  );
}

function Block({ block: { kind, rows } }: { block: PrimerBlock }) {
  const cell = rows[0]?.[0] ?? [];
  if (kind === "paragraph") return <p>{runs(cell)}</p>;
  if (kind === "code") return <pre>{cell.map(({ text }) => text).join("")}</pre>;
  if (kind === "table") return <TableView rows={rows} />;
  const items = rows.map((row, k) => <li key={k}>{runs(row.flat())}</li>);
  return kind === "numbers" ? <ol>{items}</ol> : <ul>{items}</ul>;
}

function TableView({ rows: [head = [], ...rows] }: { rows: TextRun[][][] }) {
  const hasSymbols = SYMBOL_HEADS.includes(plainText(head[0] ?? []));
  return (
    <div class="primer-table">
      <table>
        <thead>
          <tr>
            {head.map((cell, k) => (
              <th key={k} scope="col">
                {runs(cell)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, k) => (
            <tr key={k}>
              {row.map((cell, j) => (
                <td key={j}>
                  {hasSymbols && j === 0 && <SymbolOf name={plainText(cell).toLowerCase()} />}
                  {runs(cell)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** The symbol as the boards draw it; nothing if there is none of this name. */
function SymbolOf({ name }: { name: string }) {
  const drawn = name === "coin" ? <Coin size={18} /> : isGlyph(name) ? <Glyph name={name} size={18} /> : null;
  return drawn && <span class="primer-symbol">{drawn}</span>;
}

const plainText = (cell: TextRun[]): string => cell.map(({ text }) => text).join("");

function runs(cell: TextRun[]) {
  return cell.map(({ text, style }, k) => {
    if (style === "strong") return <strong key={k}>{text}</strong>;
    if (style === "emphasis") return <em key={k}>{text}</em>;
    if (style === "code") return <code key={k}>{text}</code>;
    return text;
  });
}
