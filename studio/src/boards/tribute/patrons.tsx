/** Patrons: what a call costs and does, whom they favour, and why they cannot be called. */

import { Coin, Glyph } from "../../components/glyphs";
import { tip } from "../../components/tip";
import { say } from "../../components/toast";
import type { Scene } from "../../scene";
import { Deeds } from "./cards";
import type { View } from "./facts";
import { nameOf, patronOf, patronWords, plateOf, priceWords, whyNotCalled } from "./facts";

export function Patrons({ scene, view }: { scene: Scene; view: View }) {
  return (
    <section class="patrons" aria-label="Patrons">
      {Object.entries(view.patrons).map(([key, favoured]) => (
        <Patron key={key} scene={scene} view={view} name={key} favoured={favoured} />
      ))}
    </section>
  );
}

/** The patrons that can be drafted, and those that were. */
export function PatronDraft({ scene, view }: { scene: Scene; view: View }) {
  const offered = [...scene.seen.legal.map((move) => move.text)]
    .filter((text) => text.startsWith("DRAFT "))
    .map((text) => text.slice(6));
  const drafted = Object.keys(view.patrons);
  const all = (scene.whole.facts["patrons"] ?? {}) as object;
  const shown = offered.length
    ? offered
    : Object.keys(all).filter((key) => key !== "treasury" && !drafted.includes(key));
  return (
    <div class="patron-draft">
      <h2>Patrons to draft</h2>
      <div class="patron-offer">
        {shown.map((key) => {
          const text = `DRAFT ${key}`;
          const patron = patronOf(scene, key);
          return (
            <button
              type="button"
              key={key}
              data-card={key}
              data-legal={scene.legal.has(text) || undefined}
              disabled={!scene.live}
              class={`patron plate-${plateOf(scene, key)} ${scene.legal.has(text) ? "legal" : ""}`}
              onClick={() => scene.play(text)}
            >
              <b>{nameOf(scene, key)}</b>
              <span class="small">{patron && patronWords(scene, patron)}</span>
            </button>
          );
        })}
      </div>
      {drafted.length > 0 && (
        <p>
          Drafted so far: <b>{drafted.map((key) => nameOf(scene, key)).join(", ")}</b>
        </p>
      )}
    </div>
  );
}

function Patron({ scene, view, name, favoured }: { scene: Scene; view: View; name: string; favoured: number | null }) {
  const patron = patronOf(scene, name);
  if (!patron) return null;
  const text = `CALL ${name}`;
  const legal = scene.legal.has(text);
  const why = scene.live && !legal ? whyNotCalled(scene, view, name) : "";
  const standing = favoured === null ? "neutral" : favoured === scene.seat ? "favoured" : "unfavoured";
  const moves = patron.favour !== "never";
  const whose = favoured === null ? "favours nobody" : `favours ${scene.names[favoured]}`;
  const { coins, power } = patron.price;
  return (
    <button
      type="button"
      class={`patron plate-${plateOf(scene, name)} ${legal ? "legal" : ""} ${scene.live && !legal ? "closed" : ""}`}
      data-card={name}
      data-legal={legal || undefined}
      onClick={
        scene.live
          ? () => (legal ? scene.play(text) : why ? say(`${patron.name}: ${why}`) : scene.explain(text))
          : undefined
      }
      {...tip(
        <>
          <strong>{nameOf(scene, name)}</strong>
          {moves && <>, {whose}</>}
          <br />
          {patronWords(scene, patron)}
          {why && (
            <>
              <br />
              <em>Cannot be called: {why}</em>
            </>
          )}
        </>,
      )}
    >
      <span class="unseen">{`${nameOf(scene, name)}, ${moves ? whose : "favours nobody ever"}. ${patronWords(scene, patron)}. ${why && `Cannot be called: ${why}`}`}</span>
      <span class="patron-head" aria-hidden="true">
        <b>{nameOf(scene, name)}</b>
        {moves && <Favour standing={standing} seat={favoured} own={scene.seat} />}
      </span>
      <span class="patron-deeds" aria-hidden="true">
        <span class="effect" aria-label={`for ${priceWords(patron)}`}>
          {coins !== undefined && coins !== 0 && (
            <>
              <Coin size={14} />
              {coins}
            </>
          )}
          {power ? (
            <>
              <Glyph name="power" size={14} />
              {power}
            </>
          ) : null}
          {!coins && !power && "free"}
        </span>
        <span class="quiet">→</span>
        <Deeds scene={scene} text={patron.call || patron[standing]} />
      </span>
      {why && (
        <span class="why" aria-hidden="true">
          {why}
        </span>
      )}
    </button>
  );
}

/** A bead on a string: up with the rival, in the middle with nobody, down with oneself. */
function Favour({ standing, seat, own }: { standing: string; seat: number | null; own: number }) {
  const y = standing === "neutral" ? 12 : seat === own ? 20 : 4;
  return (
    <svg class="favour" viewBox="0 0 10 24" width="10" height="24" aria-hidden="true">
      <path d="M5 2v20" stroke="currentColor" stroke-width="1.5" opacity=".5" />
      <circle
        cx="5"
        cy={y}
        r="4"
        fill={seat === null ? "var(--face)" : `var(--seat${seat})`}
        stroke="currentColor"
        stroke-width="1.2"
      />
    </svg>
  );
}
