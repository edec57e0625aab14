/** Patrons: cost and effect of a call, the favoured player, and why a call is impossible. */

import { Coin, Glyph } from "../../components/glyphs";
import { tooltip } from "../../components/tooltip";
import { showToast } from "../../components/toast";
import type { BoardContext } from "../../board";
import { EffectIcons } from "./cards";
import type { Observation } from "./observation";
import { describePatron, describePrice, displayName, patronOf, plateOf, reasonNotCallable } from "./observation";

export function Patrons({ context, observation }: { context: BoardContext; observation: Observation }) {
  return (
    <section class="patrons" aria-label="Patrons">
      {Object.entries(observation.patrons).map(([key, favouredSeat]) => (
        <Patron key={key} context={context} observation={observation} name={key} favouredSeat={favouredSeat} />
      ))}
    </section>
  );
}

/** Draft of patrons: available and drafted ones. */
export function PatronDraft({ context, observation }: { context: BoardContext; observation: Observation }) {
  const offered = [...context.position.legal.map((move) => move.text)]
    .filter((text) => text.startsWith("DRAFT "))
    .map((text) => text.slice(6));
  const drafted = Object.keys(observation.patrons);
  const patrons = (context.session.facts["patrons"] ?? {}) as object;
  const draftable = offered.length
    ? offered
    : Object.keys(patrons).filter((key) => key !== "treasury" && !drafted.includes(key));
  return (
    <div class="patron-draft">
      <h2>Patrons to draft</h2>
      <div class="patron-offer">
        {draftable.map((key) => {
          const text = `DRAFT ${key}`;
          const patron = patronOf(context, key);
          return (
            <button
              type="button"
              key={key}
              data-card={key}
              data-legal={context.legal.has(text) || undefined}
              disabled={!context.live}
              class={`patron plate-${plateOf(context, key)} ${context.legal.has(text) ? "legal" : ""}`}
              onClick={() => context.play(text)}
            >
              <b>{displayName(context, key)}</b>
              <span class="small">{patron && describePatron(context, patron)}</span>
            </button>
          );
        })}
      </div>
      {drafted.length > 0 && (
        <p>
          Drafted so far: <b>{drafted.map((key) => displayName(context, key)).join(", ")}</b>
        </p>
      )}
    </div>
  );
}

function Patron({
  context,
  observation,
  name,
  favouredSeat,
}: {
  context: BoardContext;
  observation: Observation;
  name: string;
  favouredSeat: number | null;
}) {
  const patron = patronOf(context, name);
  if (!patron) return null;
  const text = `CALL ${name}`;
  const legal = context.legal.has(text);
  const reason = context.live && !legal ? reasonNotCallable(context, observation, name) : "";
  const favour = favouredSeat === null ? "neutral" : favouredSeat === context.seat ? "favoured" : "unfavoured";
  const canFavour = patron.favour !== "never";
  const favourText = favouredSeat === null ? "favours nobody" : `favours ${context.names[favouredSeat]}`;
  const { coins, power } = patron.price;
  return (
    <button
      type="button"
      class={`patron plate-${plateOf(context, name)} ${legal ? "legal" : ""} ${context.live && !legal ? "closed" : ""}`}
      data-card={name}
      data-legal={legal || undefined}
      onClick={
        context.live
          ? () => (legal ? context.play(text) : reason ? showToast(`${patron.name}: ${reason}`) : context.explain(text))
          : undefined
      }
      {...tooltip(
        <>
          <strong>{displayName(context, name)}</strong>
          {canFavour && <>, {favourText}</>}
          <br />
          {describePatron(context, patron)}
          {reason && (
            <>
              <br />
              <em>Cannot be called: {reason}</em>
            </>
          )}
        </>,
      )}
    >
      <span class="visually-hidden">{`${displayName(context, name)}, ${canFavour ? favourText : "favours nobody ever"}. ${describePatron(context, patron)}. ${reason && `Cannot be called: ${reason}`}`}</span>
      <span class="patron-head" aria-hidden="true">
        <b>{displayName(context, name)}</b>
        {canFavour && <Favour favour={favour} seat={favouredSeat} own={context.seat} />}
      </span>
      <span class="patron-effects" aria-hidden="true">
        <span class="effect" aria-label={`for ${describePrice(patron)}`}>
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
        <span class="muted">→</span>
        <EffectIcons context={context} text={patron.call || patron[favour]} />
      </span>
      {reason && (
        <span class="reason" aria-hidden="true">
          {reason}
        </span>
      )}
    </button>
  );
}

/** A bead on a string: at the top for the rival, in the middle for nobody, at the bottom for oneself. */
function Favour({ favour, seat, own }: { favour: string; seat: number | null; own: number }) {
  const y = favour === "neutral" ? 12 : seat === own ? 20 : 4;
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
