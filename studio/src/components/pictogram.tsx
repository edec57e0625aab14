/** Pictograms: effects of a card as symbols with numbers and short words, and the legend that explains the symbols.

The games compose them from the effects of their cards, so cards of one's own have them, too. */

import { useState } from "preact/hooks";
import { memo } from "../memo";
import { Dialog } from "./dialog";
import { Coin, Glyph, type GlyphName } from "./glyphs";
import { tooltip } from "./tooltip";

export type SymbolName = GlyphName | "coin";

/** A symbol of a pictogram. */
export interface Part {
  symbol: SymbolName;
  /** A number or a bound: "+2", "≤4". */
  amount?: string;
  /** What the symbol is about, always shown: "Treasure". */
  word?: string;
  /** Short text, shown where there is room: "one enemy". */
  label?: string;
  /** Full text, for the tooltip. */
  description?: string;
  /** How it follows the part before it. */
  joint?: "or" | "→";
  /** It is taken away. */
  taken?: boolean;
}

/** Parts in a line: a sentence of a card, or a level of it. */
export interface Line {
  /** Number of the level, in a circle. */
  level?: { name: string; description: string };
  parts: Part[];
  /** Short text of the whole line, shown where there is room. */
  text?: string;
}

/** What a symbol means. */
export interface LegendEntry {
  symbol: SymbolName;
  name: string;
  description?: string;
}

export function Pictogram({ lines }: { lines: Line[] }) {
  return (
    <span class="pictogram">
      {lines.map(({ level, parts, text }, k) => (
        <span class="pictogram-line" key={k}>
          {level && (
            <span class="pictogram-level" {...tooltip(level.description)}>
              {level.name}
            </span>
          )}
          <span class="pictogram-parts">
            {parts.map((part, j) => (
              <PartView part={part} key={j} />
            ))}
          </span>
          {text && <span class="pictogram-text">{text}</span>}
        </span>
      ))}
    </span>
  );
}

function PartView({ part }: { part: Part }) {
  const { symbol, amount, word, label, description, joint, taken } = part;
  return (
    <>
      {joint && <span class="pictogram-joint">{joint}</span>}
      <span class={taken ? "pictogram-part taken" : "pictogram-part"} {...tooltip(description)}>
        <SymbolView symbol={symbol} />
        {amount && <b>{amount}</b>}
        {word && <span class="pictogram-word">{word}</span>}
        {label && <span class="pictogram-label">{label}</span>}
      </span>
    </>
  );
}

function SymbolView({ symbol }: { symbol: SymbolName }) {
  return symbol === "coin" ? <Coin size={16} /> : <Glyph name={symbol} />;
}

/** A button that opens the legend of a game, at the set-up and at the table. */
export const LegendButton = memo(({ legend, plain = true }: { legend: LegendEntry[]; plain?: boolean }) => {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" class={plain ? "button plain" : "button"} onClick={() => setOpen(true)}>
        <Glyph name="symbols" size={14} /> <span class="button-word">Symbols</span>
      </button>
      {open && (
        <Dialog title="Symbols on the cards" close={() => setOpen(false)}>
          <Legend legend={legend} />
        </Dialog>
      )}
    </>
  );
});

/** The symbols of a game with their meanings. */
export function Legend({ legend }: { legend: LegendEntry[] }) {
  return (
    <dl class="legend">
      {legend.map(({ symbol, name, description }) => (
        <div key={name}>
          <dt>
            <SymbolView symbol={symbol} /> {name}
          </dt>
          <dd>{description}</dd>
        </div>
      ))}
    </dl>
  );
}
