/** Who sits at the table, the links for those who do not sit there yet, and leaving it for good. */

import { useState } from "preact/hooks";
import { Glyph } from "../components/glyphs";
import { say } from "../components/toast";
import type { Whole } from "../protocol";
import { invitation, keysOf } from "../api/keys";
import type { Table } from "../api/table";

export function People({ whole, names, door }: { whole: Whole; names: string[]; door: string }) {
  const keys = keysOf(whole.id);
  return (
    <section class="people" aria-label="Players">
      {whole.seats.map((seat, k) => {
        const key = keys[k];
        const free = seat.person && !seat.here && k !== whole.seat && whole.state === "playing";
        return (
          <div key={k} class={whole.now.decider === k ? "person deciding" : "person"}>
            <span class={`dot seat${k}`} />
            <span class="grow">
              {names[k]}{" "}
              <span class="quiet small">
                {seat.person ? (seat.here ? "" : "not here") : seat.player !== names[k] ? seat.player : "bot"}
              </span>
            </span>
            {whole.thinking === k && <span class="quiet small">thinking…</span>}
            {free && key && <Link link={invitation(whole.id, key, door)} name={names[k] ?? ""} />}
          </div>
        );
      })}
    </section>
  );
}

/** The link for a seat that waits for somebody. */
function Link({ link, name }: { link: string; name: string }) {
  const [shown, setShown] = useState(false);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(link);
      say("The link is copied: whoever opens it sits here.");
    } catch {
      setShown(true); // the browser does not let this page copy
    }
  };
  return shown ? (
    <code class="link small">{link}</code>
  ) : (
    <button type="button" class="button plain" onClick={copy} aria-label={`Copy the link for ${name}`}>
      <Glyph name="copy" size={14} /> link
    </button>
  );
}

/** Break the game off for good; asked twice. */
export function BreakOff({ table, whole }: { table: Table; whole: Whole }) {
  const people = whole.seats.some((seat) => seat.person);
  if (whole.state !== "playing" || (people && whole.seat === null)) return null;
  return (
    <details class="fold">
      <summary>
        <Glyph name="close" size={14} /> Break the game off
      </summary>
      <div class="fold-inside inline wrap">
        <span class="quiet small grow">It ends here for everybody; what was played can be looked at.</span>
        <button type="button" class="button" onClick={() => table.tell({ type: "stop" })}>
          Break it off for good
        </button>
      </div>
    </details>
  );
}
