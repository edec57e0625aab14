/** A pile of cards that can be opened. Hidden cards stay hidden: they are sorted, or only their backs are shown. */

import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { Glyph } from "./glyphs";
import { Dialog } from "./dialog";
import type { PieceAttributes } from "../motion/places";

export interface PileProps {
  name: string;
  count: number;
  /** A remark on the order of the cards. */
  note?: string;
  /** Null: the cards are hidden from this player. */
  cards: ComponentChildren[] | null;
  /** Where the pile is on the board. */
  spot?: PieceAttributes;
}

export function Pile({ name, count, note, cards, spot }: PileProps) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" class="pile" onClick={() => setOpen(true)} {...spot}>
        <Glyph name="deck" size={14} />
        <span class="pile-name">{name}</span> <b>{count}</b>
        <span class="visually-hidden">. Open</span>
      </button>
      {open && (
        <Dialog title={`${name}: ${count}`} close={() => setOpen(false)}>
          {note && <p class="muted small">{cards === null ? "These cards are hidden." : note}</p>}
          <div class="spread">{cards?.length ? cards : cards && <p class="muted">Empty.</p>}</div>
        </Dialog>
      )}
    </>
  );
}
