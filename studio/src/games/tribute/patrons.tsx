/** Patrons: cost and effect of a call, the favoured player, and why a call is impossible. */

import { BoardFrame } from "../../components/board-frame";
import { longestWord, Name } from "../../components/card-name";
import { Coin, Glyph } from "../../components/glyphs";
import { tooltip } from "../../components/tooltip";
import { showToast } from "../../components/toast";
import { type BoardContext, factsOf, movesOf } from "../../board";
import { zoneAt } from "../../motion/places";
import { EffectIcons } from "./cards";
import type { Facts, Move, Observation, Piece } from "./types";
import {
  callEffects,
  describePatron,
  describePrice,
  displayName,
  patronOf,
  plateOf,
  reasonNotCallable,
} from "./observation";

export function Patrons({ context, observation }: { context: BoardContext; observation: Observation }) {
  return (
    <section class="patrons" aria-label="Patrons">
      {Object.entries(observation.patrons).map(([key, favouredSeat]) => (
        <Patron key={key} context={context} observation={observation} name={key} favouredSeat={favouredSeat} />
      ))}
    </section>
  );
}

const patronPiece = (key: string): Piece => ({ zone: "patrons", seat: null, id: key, card: null });

function moveOn(context: BoardContext, verb: "draft" | "call", key: string) {
  return movesOf<Move>(context).find(({ parts }) => parts.verb === verb && parts.piece?.id === key);
}

/** Draft of patrons: available and drafted ones. */
export function PatronDraft({ context, observation }: { context: BoardContext; observation: Observation }) {
  const drafted = Object.keys(observation.patrons);
  const draftable = Object.entries(factsOf<Facts>(context).patrons)
    .filter(([key, patron]) => patron.selectable && !drafted.includes(key))
    .map(([key]) => key);
  return (
    <BoardFrame name="patron-draft">
      <h2>Patrons to draft</h2>
      <p>
        The players draft four patrons, which serve both of them. Each brings its deck of cards into the tavern. Once in
        a turn you can call a patron: you pay its price, get its effect, and its favour moves one step towards you. The
        favour of all four wins the game. The cooldown is your discard pile.
      </p>
      <div class="patron-offer" role="group" aria-label="Patrons to draft">
        {draftable.map((key) => {
          const draft = moveOn(context, "draft", key);
          const patron = patronOf(context, key);
          return (
            <button
              type="button"
              key={key}
              data-card={key}
              {...zoneAt("patrons", null, key)}
              data-legal={Boolean(draft) || undefined}
              disabled={!draft}
              class={`patron plate-${plateOf(context, key)} ${draft ? "legal" : ""}`}
              onClick={draft && (() => context.play(draft.text))}
            >
              <span class="visually-hidden">Draft </span>
              <b>{displayName(context, key)}</b>
              <span class="visually-hidden">: </span>
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
    </BoardFrame>
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
  const call = moveOn(context, "call", name);
  const legal = call !== undefined;
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
      {...zoneAt("patrons", null, name)}
      data-legal={legal || undefined}
      aria-disabled={!legal || undefined}
      onClick={
        context.live
          ? () => {
              if (call) context.play(call.text);
              else if (reason) showToast(`${patron.name}: ${reason}`);
              else context.explain({ verb: "call", piece: patronPiece(name), target: null } satisfies Move);
            }
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
      <span class="visually-hidden">{`${legal ? "Call " : ""}${displayName(context, name)}, ${canFavour ? favourText : "favours nobody ever"}. ${describePatron(context, patron)} ${reason && `Cannot be called: ${reason}`}`}</span>
      <span class="patron-head" style={longestWord(displayName(context, name))} aria-hidden="true">
        <b>
          <Name name={displayName(context, name)} />
        </b>
        {canFavour && <Favour favour={favour} seat={favouredSeat} own={context.seat} />}
      </span>
      <span class="patron-effects" aria-hidden="true">
        <span class="effect" aria-label={`for ${describePrice(patron)}`}>
          {coins !== 0 && (
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
        <EffectIcons context={context} effects={callEffects(patron, favour)} />
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
