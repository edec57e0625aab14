/** Setting up a table: who sits where, the seed, and the options of the game. */

import { useEffect, useState } from "preact/hooks";
import { say } from "../components/toast";
import type { GameInfo, Hello, MadeTable, NewTable } from "../protocol";
import { go, usePlace } from "../route";
import { post } from "../api/http";
import { invitation, keepKey, keepKeys } from "../api/keys";
import { useGame } from "./beside";
import { BotPicker } from "./bots";
import { Emblem } from "./emblem";
import { OptionFields } from "./options";

const YOU = "you";
const PERSON = "person";
const SEED = /^[0-9]{1,20}$/;

export function NewRoom({ game, hello }: { game: string; hello: Hello | null }) {
  const info = useGame(game);
  if (!info) return <main class="room quiet">Looking at the game…</main>;
  return <SetUp info={info} hello={hello} />;
}

function SetUp({ info, hello }: { info: GameInfo; hello: Hello | null }) {
  const { query } = usePlace();
  const watch = query.has("watch");
  const [options, setOptions] = useState<Record<string, string>>(() =>
    Object.fromEntries([...query].filter(([key]) => info.options.some((each) => each.key === key))),
  );
  const count = Math.min(info.most, Math.max(info.fewest, Number(options["seats"] ?? defaultSeats(info))));
  const [seats, setSeats] = useState<string[]>(() =>
    Array.from({ length: info.most }, (_, k) => (k === 0 && !watch ? YOU : (query.get("bot") ?? info.opponent))),
  );
  const [seed, setSeed] = useState("");
  const [open, setOpen] = useState(false);
  const [made, setMade] = useState<{ table: MadeTable; mine: number } | null>(null);
  const [busy, setBusy] = useState(false);
  const sitting = seats.slice(0, count);
  const people = sitting.filter((each) => each === YOU || each === PERSON).length;
  useEffect(() => {
    document.title = `${info.title} · Ludus Studio`;
  }, [info.title]);
  const seat = (k: number, who: string) =>
    setSeats(seats.map((each, j) => (j === k ? who : who === YOU && each === YOU ? info.opponent : each)));
  const begin = async () => {
    if (seed && !SEED.test(seed)) return say("A seed is a whole number of at most 20 digits, or empty for a new one.");
    const order: NewTable = {
      game: info.name,
      seats: sitting.map((each) => ({ bot: each === YOU || each === PERSON ? null : each })),
      seed: seed || null,
      options,
      open,
      halted: people === 0,
    };
    setBusy(true);
    try {
      const table = await post<MadeTable>("/tables", order);
      const mine = sitting.indexOf(YOU);
      const key = mine >= 0 ? table.keys[mine] : null;
      if (key) keepKey(table.id, key);
      if (sitting.includes(PERSON)) keepKeys(table.id, table.keys);
      if (sitting.includes(PERSON)) setMade({ table, mine });
      else go(`/tables/${table.id}${open ? "?open=1" : ""}`);
    } catch (error) {
      say((error as Error).message);
    }
    setBusy(false);
  };
  const begins = (
    <div class="setup-go">
      <button type="submit" class="button main" disabled={busy}>
        {busy ? "Setting up…" : people ? "Begin" : "Watch"}
      </button>
    </div>
  );
  if (made) return <Invite made={made.table} mine={made.mine} hello={hello} />;
  return (
    <main class="room setup">
      <header class="setup-head">
        <Emblem game={info.name} />
        <div>
          <h1>{info.title}</h1>
          <p class="quiet">{info.summary}</p>
        </div>
      </header>
      <form
        class="setup-form"
        onSubmit={(event) => {
          event.preventDefault();
          void begin();
        }}
      >
        <div class="setup-left">
          <section class="panel part">
            <h2>Who plays</h2>
            {sitting.map((who, k) => (
              <div class="seat-choice" key={k}>
                <span class={`dot seat${k}`} />
                <span class="seat-name">{count === 1 ? "The player" : ORDER[k]}</span>
                <div class="segments" role="group" aria-label={`Who sits in seat ${k + 1}`}>
                  <button type="button" class="button" aria-pressed={who === YOU} onClick={() => seat(k, YOU)}>
                    You
                  </button>
                  {info.most > 1 && (
                    <button type="button" class="button" aria-pressed={who === PERSON} onClick={() => seat(k, PERSON)}>
                      Another person
                    </button>
                  )}
                  <button
                    type="button"
                    class="button"
                    aria-pressed={who !== YOU && who !== PERSON}
                    onClick={() => (who === YOU || who === PERSON) && seat(k, info.opponent)}
                  >
                    Bot
                  </button>
                </div>
                {who !== YOU && who !== PERSON && (
                  <BotPicker
                    info={info}
                    value={who}
                    uploads={hello?.uploads ?? false}
                    change={(text) => seat(k, text)}
                  />
                )}
              </div>
            ))}
          </section>
          {begins}
        </div>
        <section class="panel part">
          <h2>The game</h2>
          <label class="field">
            <span>Seed: the same one deals the same cards</span>
            <input
              class="input"
              inputMode="numeric"
              placeholder="a new one"
              value={seed}
              onInput={(event) => setSeed(event.currentTarget.value.trim())}
            />
          </label>
          <OptionFields info={info} values={options} change={setOptions} />
          {info.most > 1 && people > 0 && (
            <label class="check">
              <input type="checkbox" checked={open} onChange={(event) => setOpen(event.currentTarget.checked)} />
              <span>Open play, for authors of bots: all hands are visible, and the game is marked so</span>
            </label>
          )}
        </section>
      </form>
    </main>
  );
}

const ORDER = ["First player", "Second player", "Third player", "Fourth player"];

/** The links by which other people take their seats. */
function Invite({ made, mine, hello }: { made: MadeTable; mine: number; hello: Hello | null }) {
  return (
    <main class="room">
      <h1>The table is set</h1>
      {made.keys.map(
        (key, k) =>
          key &&
          k !== mine && (
            <div class="panel part" key={k}>
              <h2>{ORDER[k]}</h2>
              <p>Whoever opens this link sits here.</p>
              <code class="link">{invitation(made.id, key, hello?.shared || location.origin)}</code>
            </div>
          ),
      )}
      {!hello?.shared && (
        <p class="quiet small">
          They are beside the board, too, as long as a seat is empty. The link works on this machine. For people elsewhere, start the studio with <code>ludus studio --share</code>.
        </p>
      )}
      <p>
        <a class="button main" href={`/tables/${made.id}`}>
          {mine >= 0 ? "Take your seat" : "Watch"}
        </a>
      </p>
    </main>
  );
}

function defaultSeats(info: GameInfo): number {
  const option = info.options.find((each) => each.key === "seats");
  return Number(option?.default ?? info.fewest);
}
