/** Form that creates a session: players, seed, options of the game. */

import { useEffect, useState } from "preact/hooks";
import { showToast } from "../components/toast";
import type { CreatedSession, GameInfo, Hello, NewSession, PlayLevels } from "../protocol";
import { navigateLater, useRoute } from "../route";
import { post } from "../api/http";
import { inviteLink, saveAllSeatKeys, saveSeatKey } from "../api/seat-keys";
import { useGameInfo } from "../api/game-info";
import { BotPicker } from "../components/bot-picker";
import { Emblem } from "../games/emblem";
import { OptionFields } from "../components/option-fields";
import { AFTER_GUIDE, PlayNow, usePlayLevels } from "../learn/play-now";

const YOU = "you";
const PERSON = "person";
const SEED = /^[0-9]{1,20}$/;

export function NewSessionPage({ game, hello }: { game: string; hello: Hello | null }) {
  const info = useGameInfo(game);
  const { levels, reload } = usePlayLevels(game);
  if (!info || !levels) return <main class="content muted">Loading the game…</main>;
  return <SetupForm info={info} levels={levels} reload={reload} hello={hello} />;
}

interface SetupFormProps {
  info: GameInfo;
  levels: PlayLevels;
  reload: () => void;
  hello: Hello | null;
}

function SetupForm({ info, levels, reload, hello }: SetupFormProps) {
  const { query } = useRoute();
  const watching = query.has("watch");
  const medium = levels.levels.find(({ level }) => level === "medium"); // also from a tournament of this Studio
  const usual = medium?.bot || info.opponent;
  const [options, setOptions] = useState<Record<string, string>>(() =>
    Object.fromEntries([...query].filter(([key]) => info.options.some((option) => option.key === key))),
  );
  const count = Math.min(info.most, Math.max(info.fewest, Number(options.seats ?? defaultSeats(info))));
  const [seats, setSeats] = useState<string[]>(() =>
    Array.from({ length: info.most }, (_, k) => (k === 0 && !watching ? YOU : (query.get("bot") ?? usual))),
  );
  const chosen = [...query.keys()].some((key) => key !== AFTER_GUIDE);
  const [unfolded] = useState(chosen || levels.levels.length === 0); // also when levels are there later
  const [seed, setSeed] = useState("");
  const [open, setOpen] = useState(false);
  const [drafted, setDrafted] = useState(levels.drafts.length > 0);
  const [turnSeconds, setTurnSeconds] = useState("");
  const [created, setCreated] = useState<{ session: CreatedSession; ownSeat: number } | null>(null);
  const [busy, setBusy] = useState(false);
  const players = seats.slice(0, count);
  const peopleCount = players.filter((player) => player === YOU || player === PERSON).length;
  const timed = players.some((player) => player !== YOU && player !== PERSON && takesTurnSeconds(info, player));
  // decks that are given, or dealt at random, leave nothing to draft
  const canBeDrafted = levels.drafts.length > 0 && peopleCount > 0;
  useEffect(() => {
    document.title = `${info.title} · Ludus Studio`;
  }, [info.title]);
  const setSeat = (k: number, choice: string) =>
    setSeats(seats.map((player, j) => (j === k ? choice : choice === YOU && player === YOU ? usual : player)));
  const create = async () => {
    if (seed && !SEED.test(seed))
      return showToast("A seed is a number of at most 20 digits. Leave the field empty for a random seed.");
    if (timed && turnSeconds && !(Number(turnSeconds) > 0))
      return showToast("The time for a turn is a number of seconds. Leave the field empty for the bots' own budgets.");
    const newSession: NewSession = {
      game: info.name,
      seats: players.map((player) => ({
        bot: player === YOU || player === PERSON ? null : player,
        invited: player === PERSON,
      })),
      seed: seed || null,
      options,
      open: open && peopleCount === 1,
      halted: peopleCount === 0,
      turn_seconds: timed && turnSeconds ? Number(turnSeconds) : null,
      drafted: drafted && canBeDrafted,
    };
    setBusy(true);
    const goTo = navigateLater();
    try {
      const session = await post<CreatedSession>("/tables", newSession);
      const ownSeat = players.indexOf(YOU);
      const key = ownSeat >= 0 ? session.keys[ownSeat] : null;
      if (key) saveSeatKey(session.id, key);
      if (players.includes(PERSON)) saveAllSeatKeys(session.id, session.keys);
      if (players.includes(PERSON)) setCreated({ session, ownSeat });
      else goTo(`/tables/${session.id}${open ? "?open=1" : ""}`);
    } catch (error) {
      showToast((error as Error).message);
    }
    setBusy(false);
  };
  const startButton = (
    <div class="setup-actions">
      <button type="submit" class="button main" disabled={busy}>
        {busy ? "Starting…" : peopleCount ? "Start" : "Watch"}
      </button>
    </div>
  );
  if (created) return <Invite created={created.session} ownSeat={created.ownSeat} hello={hello} />;
  return (
    <main class="content setup">
      <header class="setup-head">
        <Emblem game={info.name} />
        <div>
          <h1>{info.title}</h1>
          <p class="muted">{info.summary}</p>
        </div>
      </header>
      {!watching && <PlayNow info={info} levels={levels} guest={hello?.guest ?? true} reload={reload} />}
      <details class="setup-more" open={watching || unfolded}>
        <summary>More: players, seed and options</summary>
        <form
          class="setup-form"
          onSubmit={(event) => {
            event.preventDefault();
            void create();
          }}
        >
          <div class="setup-left">
            <section class="panel padded">
              <h2>Players</h2>
              {players.map((player, k) => (
                <div class="seat-choice" key={k}>
                  <span class={`dot seat${k}`} />
                  <span class="seat-name">{count === 1 ? "The player" : SEAT_NAMES[k]}</span>
                  <div class="segments" role="group" aria-label={`Player of seat ${k + 1}`}>
                    <button type="button" class="button" aria-pressed={player === YOU} onClick={() => setSeat(k, YOU)}>
                      You
                    </button>
                    {info.most > 1 && (
                      <button
                        type="button"
                        class="button"
                        aria-pressed={player === PERSON}
                        onClick={() => setSeat(k, PERSON)}
                      >
                        Another person
                      </button>
                    )}
                    <button
                      type="button"
                      class="button"
                      aria-pressed={player !== YOU && player !== PERSON}
                      onClick={() => (player === YOU || player === PERSON) && setSeat(k, usual)}
                    >
                      Bot
                    </button>
                  </div>
                  {player !== YOU && player !== PERSON && (
                    <BotPicker
                      info={info}
                      value={player}
                      uploads={hello?.uploads ?? false}
                      change={(text) => setSeat(k, text)}
                    />
                  )}
                </div>
              ))}
              {timed && (
                <label class="field">
                  <span>Time of each bot for a turn, in seconds: for bots without a budget of their own</span>
                  <input
                    class="input"
                    inputMode="decimal"
                    placeholder="no limit"
                    value={turnSeconds}
                    onInput={(event) => setTurnSeconds(event.currentTarget.value.trim())}
                  />
                </label>
              )}
            </section>
            {startButton}
          </div>
          <section class="panel padded">
            <h2>Game</h2>
            <label class="field">
              <span>Seed: the same seed deals the same cards</span>
              <input
                class="input"
                inputMode="numeric"
                placeholder="random"
                value={seed}
                onInput={(event) => setSeed(event.currentTarget.value.trim())}
              />
            </label>
            <OptionFields info={info} values={options} change={setOptions} />
            {canBeDrafted && (
              <label class="check">
                <input
                  type="checkbox"
                  checked={!drafted}
                  onChange={(event) => setDrafted(!event.currentTarget.checked)}
                />
                <span>People {levels.drafts.join(" and ")} themselves; otherwise a bot does it for them</span>
              </label>
            )}
            {info.most > 1 && peopleCount === 1 && !hello?.guest && (
              <label class="check">
                <input type="checkbox" checked={open} onChange={(event) => setOpen(event.currentTarget.checked)} />
                <span>Open play: the hands of bots are face up; the game and its replay are marked</span>
              </label>
            )}
          </section>
        </form>
      </details>
    </main>
  );
}

const SEAT_NAMES = ["First player", "Second player", "Third player", "Fourth player"];

/** Invitation links for other people. */
function Invite({ created, ownSeat, hello }: { created: CreatedSession; ownSeat: number; hello: Hello | null }) {
  return (
    <main class="content">
      <h1>The game is ready</h1>
      {created.keys.map(
        (key, k) =>
          key &&
          k !== ownSeat && (
            <div class="panel padded" key={k}>
              <h2>{SEAT_NAMES[k]}</h2>
              <p>The person who opens this link gets this seat.</p>
              <code class="link">{inviteLink(created.id, key, hello?.shared || location.origin)}</code>
            </div>
          ),
      )}
      {!hello?.shared && (
        <p class="muted small">
          The links are also beside the board while a seat is empty. They work on this machine only. For people on other
          machines, start the Studio with <code>ludus studio --share</code>.
        </p>
      )}
      <p>
        <a class="button main" href={`/tables/${created.id}`}>
          {ownSeat >= 0 ? "Open the game" : "Watch"}
        </a>
      </p>
    </main>
  );
}

/** Whether a bot can be limited by the time for a turn: searches with that option, and programs. */
function takesTurnSeconds(info: GameInfo, text: string): boolean {
  const [name = "", rest = ""] = text.split(/:(.*)/s);
  const bot = info.bots.find((bot) => bot.name === name);
  if (!bot) return text.startsWith("@") || text.includes(":");
  return (
    bot.options.some((option) => option.key === "turn_seconds") && !/(^|,)(turn_)?seconds=|(^|,)iterations=/.test(rest)
  );
}

function defaultSeats(info: GameInfo): number {
  const option = info.options.find((option) => option.key === "seats");
  return Number(option?.default ?? info.fewest);
}
