/** Picking ten cards: by search, from a recommended set, or by chance. */

import { useMemo, useState } from "preact/hooks";
import { CardView } from "../../boards/dominion/cards";
import type { CardFacts } from "../../boards/dominion/facts";
import { byCost, cardWords } from "../../boards/dominion/facts";
import type { KingdomsInfo } from "../../protocol";
import type { State } from "./state";
import { drawn, keyOf, TEN } from "./state";

interface Props {
  info: KingdomsInfo;
  state: State;
  change: (more: Partial<State>) => void;
}

export function Picker({ info, state, change }: Props) {
  const [sought, setSought] = useState("");
  const cards = info.cards as unknown as Record<string, CardFacts>;
  const edition = info.editions.find((each) => each.name === state.edition) ?? info.editions[0];
  const all = useMemo(() => [...(edition?.cards ?? [])].sort(byCost(cards)), [edition]);
  const words = sought.toLowerCase().split(/\s+/).filter(Boolean);
  const shown = all.filter((name) => {
    const card = cards[name];
    const text = `${name} ${card ? cardWords(card) : ""}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
  const sets = info.sets.filter((each) => each.edition === state.edition);
  const full = state.cards.length >= TEN;
  const turn = (name: string) =>
    change({ cards: state.cards.includes(name) ? state.cards.filter((each) => each !== name) : [...state.cards, name] });
  const turnEdition = (name: string) => {
    const there = info.editions.find((each) => each.name === name)?.cards ?? [];
    change({ edition: name, cards: state.cards.filter((card) => there.includes(card)) });
  };
  return (
    <section class="panel part picker" aria-label="Cards to pick">
      <div class="picker-tools">
        <input
          class="input"
          type="search"
          placeholder={`Search ${all.length} cards: a name, attack, +1 buy, costs 5…`}
          aria-label="Search the cards"
          value={sought}
          onInput={(event) => setSought(event.currentTarget.value)}
        />
        <div class="segments" role="group" aria-label="Edition">
          {info.editions.map((each) => (
            <button
              type="button"
              class="button"
              key={each.name}
              aria-pressed={each.name === state.edition}
              onClick={() => turnEdition(each.name)}
            >
              {each.name} edition
            </button>
          ))}
        </div>
        {sets.length > 0 && (
          <select
            class="input fit"
            aria-label="Recommended sets"
            value={sets.find((each) => keyOf(each.cards) === keyOf(state.cards))?.name ?? ""}
            onChange={(event) => {
              const found = sets.find((each) => each.name === event.currentTarget.value);
              if (found) change({ cards: found.cards });
            }}
          >
            <option value="">a recommended set…</option>
            {sets.map((each) => (
              <option key={each.name} value={each.name}>
                {each.name.replaceAll("-", " ")}
              </option>
            ))}
          </select>
        )}
        <button type="button" class="button" onClick={() => change({ cards: drawn(info, state.edition) })}>
          Ten by chance
        </button>
      </div>
      <div class="card-shelf" role="group" aria-label="Cards of the edition">
        {shown.map((name) => {
          const picked = state.cards.includes(name);
          return (
            <CardView
              key={name}
              name={name}
              card={cards[name]}
              size="small"
              chosen={picked}
              dim={full && !picked}
              id={`pick-${name}`}
              onClick={() => (picked || !full) && turn(name)}
            />
          );
        })}
        {!shown.length && <p class="quiet">No card of this edition has these words.</p>}
      </div>
    </section>
  );
}

/** The kingdom so far, and what to do with it. */
export function Picked({ info, state, change, children }: Props & { children: preact.ComponentChildren }) {
  const cards = info.cards as unknown as Record<string, CardFacts>;
  const missing = TEN - state.cards.length;
  const query = new URLSearchParams({ kingdom: state.cards.join(", "), edition: state.edition });
  return (
    <section class="panel part picked" aria-label="The kingdom">
      <h2>
        The kingdom{" "}
        <span class="quiet small" role="status">
          {missing ? `${state.cards.length} of ${TEN} cards` : "ten cards"}
        </span>
      </h2>
      <ul class="picked-cards">
        {[...state.cards].sort(byCost(cards)).map((name) => (
          <li key={name} class="chip">
            <span class="coin-cost">{cards[name]?.cost}</span> {name}
            <button
              type="button"
              class="button plain"
              aria-label={`Take ${name} out`}
              onClick={() => change({ cards: state.cards.filter((each) => each !== name) })}
            >
              ×
            </button>
          </li>
        ))}
        {missing > 0 && (
          <li class="quiet small">
            {missing} more to pick
          </li>
        )}
      </ul>
      <div class="actions">
        {missing === 0 && (
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
