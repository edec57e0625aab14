/** A bar for a number between 0 and a maximum, such as health. */

import type { PieceAttributes } from "../motion/places";
import type { GlyphName } from "./glyphs";
import { Glyph } from "./glyphs";

interface MeterProps {
  name: string;
  value: number;
  max: number;
  colour: string;
  glyph: GlyphName;
  /** Where the number is on the board. */
  spot?: PieceAttributes;
}

export function Meter({ name, value, max, colour, glyph, spot }: MeterProps) {
  return (
    <div class="meter-row" {...spot}>
      <div class="meter-label">
        <Glyph name={glyph} size={15} /> <b>{value}</b>{" "}
        <span class="muted">
          of {max} <span class="meter-name">{name.toLowerCase()}</span>
        </span>
      </div>
      <div class="meter" role="meter" aria-label={name} aria-valuenow={value} aria-valuemin={0} aria-valuemax={max}>
        <span class="fill" style={{ width: `${(100 * value) / Math.max(1, max)}%`, background: colour }} />
      </div>
    </div>
  );
}
