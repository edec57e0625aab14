/** Selection of ten kingdom cards: by search, from a recommended set, or at random. */

import { useMemo, useState } from "preact/hooks";
import { CardView } from "../../games/dominion/cards";
import { byCost, describeCard, withEffects } from "../../games/dominion/observation";
import type { CardInfo, Facts } from "../../games/dominion/types";
import { joinWords } from "../../format";
import type { KingdomsInfo } from "../../protocol";
import type { KingdomState } from "./url-state";
import { KINGDOM_SIZE, kingdomKey, knownCards, randomKingdom, unknownCards } from "./url-state";

interface Props {
  info: KingdomsInfo;
  state: KingdomState;
  change: (more: Partial<KingdomState>) => void;
}

export function CardPicker({ info, state, change }: Props) {
  const [query, setQuery] = useState("");
  const cards = useMemo(
    () => withEffects(info.cards as unknown as Record<string, CardInfo>, info.effects as unknown as Facts["effects"]),
    [info],
  );
  const edition = info.editions.find((edition) => edition.name === state.edition) ?? info.editions[0];
  const all = useMemo(() => [...(edition?.cards ?? [])].sort(byCost(cards)), [edition]);
  const terms = query.toLowerCase().split(/\s+/).filter(Boolean);
  const shown = all.filter((name) => {
    const card = cards[name];
    const text = `${name} ${card ? describeCard(card) : ""}`.toLowerCase();
    return terms.every((term) => text.includes(term));
  });
  const sets = info.sets.filter((set) => set.edition === state.edition);
  const full = knownCards(info, state).length >= KINGDOM_SIZE;
  const toggleCard = (name: string) =>
    change({
      cards: state.cards.includes(name) ? state.cards.filter((card) => card !== name) : [...state.cards, name],
    });
  const changeEdition = (name: string) => {
    const available = info.editions.find((edition) => edition.name === name)?.cards ?? [];
    change({ edition: name, cards: state.cards.filter((card) => available.includes(card)) });
  };
  return (
    <section class="panel padded picker" aria-label="Cards to pick">
      <div class="picker-tools">
        <input
          class="input"
          type="search"
          placeholder={`Search ${all.length} cards: a name, attack, +1 buy, costs 5…`}
          aria-label="Search the cards"
          value={query}
          onInput={(event) => setQuery(event.currentTarget.value)}
        />
        <div class="segments" role="group" aria-label="Edition">
          {info.editions.map((edition) => (
            <button
              type="button"
              class="button"
              key={edition.name}
              aria-pressed={edition.name === state.edition}
              onClick={() => changeEdition(edition.name)}
            >
              {edition.name} edition
            </button>
          ))}
        </div>
        {sets.length > 0 && (
          <select
            class="input fit"
            aria-label="Recommended sets"
            value={sets.find((set) => kingdomKey(set.cards) === kingdomKey(state.cards))?.name ?? ""}
            onChange={(event) => {
              const chosen = sets.find((set) => set.name === event.currentTarget.value);
              if (chosen) change({ cards: chosen.cards });
            }}
          >
            <option value="">a recommended set…</option>
            {sets.map((set) => (
              <option key={set.name} value={set.name}>
                {set.name.replaceAll("-", " ")}
              </option>
            ))}
          </select>
        )}
        <button type="button" class="button" onClick={() => change({ cards: randomKingdom(info, state.edition) })}>
          Ten random cards
        </button>
      </div>
      <div class="card-grid" role="group" aria-label="Cards of the edition">
        {shown.map((name) => {
          const picked = state.cards.includes(name);
          return (
            <CardView
              key={name}
              name={name}
              card={cards[name]}
              size="small"
              action={full && !picked ? undefined : "Pick"}
              chosen={picked}
              dim={full && !picked}
              id={`pick-${name}`}
              onClick={() => (picked || !full) && toggleCard(name)}
            />
          );
        })}
        {!shown.length && <p class="muted">No card of this edition matches.</p>}
      </div>
    </section>
  );
}

/** The picked cards, and actions on them. */
export function PickedKingdom({ info, state, change, children }: Props & { children: preact.ComponentChildren }) {
  const cards = useMemo(
    () => withEffects(info.cards as unknown as Record<string, CardInfo>, info.effects as unknown as Facts["effects"]),
    [info],
  );
  const count = knownCards(info, state).length;
  const missing = KINGDOM_SIZE - count;
  const unknown = unknownCards(info, state);
  const query = new URLSearchParams({ kingdom: state.cards.join(", "), edition: state.edition });
  return (
    <section class="panel padded picked" aria-label="Kingdom">
      <h2>
        Kingdom{" "}
        <span class="muted small" role="status">
          {missing ? `${count} of ${KINGDOM_SIZE} cards` : "ten cards"}
        </span>
      </h2>
      <ul class="picked-cards">
        {[...state.cards].sort(byCost(cards)).map((name) => (
          <li key={name} class={unknown.includes(name) ? "chip unknown" : "chip"}>
            <span class="coin-cost">{cards[name]?.cost}</span> {name}
            <button
              type="button"
              class="button plain"
              aria-label={`Remove ${name}`}
              onClick={() => change({ cards: state.cards.filter((card) => card !== name) })}
            >
              ×
            </button>
          </li>
        ))}
        {missing > 0 && <li class="muted small">{missing} more to pick</li>}
      </ul>
      {unknown.length > 0 && (
        <p class="error small" role="alert">
          The {state.edition} edition has no {unknown.length > 1 ? "cards" : "card"}{" "}
          {joinWords(
            unknown.map((name) => `“${name}”`),
            "or",
          )}
          . Remove {unknown.length > 1 ? "them" : "it"}.
        </p>
      )}
      <div class="actions">
        {missing === 0 && !unknown.length && (
          <>
            <a class="button" href={`/new/dominion?${query}`}>
              Play with it
            </a>
            <a class="button" href={`/new/dominion?${query}&watch=1`}>
              Watch bots
            </a>
          </>
        )}
        {state.cards.length > 0 && (
          <button type="button" class="button plain" onClick={() => change({ cards: [] })}>
            Clear
          </button>
        )}
      </div>
      {children}
    </section>
  );
}
