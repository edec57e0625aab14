/** The end of a game: who has won and why, the seed to copy, the replay, and another game. */

import { useState } from "preact/hooks";
import { Glyph } from "../components/glyphs";
import { say } from "../components/toast";
import type { MadeTable, NewTable, Whole } from "../protocol";
import { go } from "../route";
import { post } from "../api/http";
import { keepKey, keepKeys } from "../api/keys";

export function endingWords(whole: Whole, names: string[]): string {
  const ending = whole.ending;
  if (!ending) return whole.state === "broken off" ? "The game was broken off." : "";
  const reason = ending.reason.replaceAll("_", " ");
  if (names.length === 1)
    return reason === "won" ? "Won" : (ending.shares[0] ?? 0) >= 1 ? `Won (${reason})` : `Lost (${reason})`;
  if (whole.state === "broken off") return reason === "broken off" ? "The game was broken off" : `Ended: ${reason}`;
  if (ending.winner === null && ending.culprit !== null && ending.culprit !== undefined)
    return `${names[ending.culprit] ?? ""} has lost (${reason})`;
  if (ending.winner === null) return `${drawWords(ending.shares, names)} (${reason})`;
  const who = names[ending.winner] ?? "";
  return `${who} ${who === "You" ? "have" : "has"} won (${reason})`;
}

/** Who shares the win; all of them: a draw. */
function drawWords(shares: number[], names: string[]): string {
  const first = names.filter((_, k) => (shares[k] ?? 0) > 0);
  return first.length < names.length ? `${first.join(" and ")} share the win` : "A draw";
}

export function EndScreen({ whole, names }: { whole: Whole; names: string[] }) {
  const ending = whole.ending;
  if (!ending) return null;
  const won = whole.seat !== null && (ending.shares[whole.seat] ?? 0) >= 1;
  return (
    <section class={`panel ending ${won ? "won" : ""}`} aria-label="The game is over" role="status">
      <h2>
        {won && <Glyph name="crown" size={22} />} {endingWords(whole, names)}
      </h2>
      {ending.fault && (
        <p class="fault">
          {names[ending.culprit ?? 0]}: {ending.fault}
        </p>
      )}
      <table class="scores">
        <thead>
          <tr>
            <th>Player</th>
            <th class="number">Points</th>
            <th class="number">Share</th>
          </tr>
        </thead>
        <tbody>
          {names.map((name, k) => (
            <tr key={k}>
              <td>
                <span class={`dot seat${k}`} /> {name}
              </td>
              <td class="number">{round(ending.points[k])}</td>
              <td class="number">{round(ending.shares[k])}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <div class="ending-more">
        <Seed seed={whole.seed} />
        <div class="actions">
          <a class="button" href={`/tables/${whole.id}/0${whole.open ? "?open=1" : ""}`}>
            Go through it again
          </a>
          <a class="button" href={`/api/tables/${whole.id}/replay`} download={`${whole.game}-${whole.id}.json`}>
            Save the replay
          </a>
          {!whole.origin && (
            <>
              <button type="button" class="button main" onClick={() => again(whole, null)}>
                New game
              </button>
              <button type="button" class="button" onClick={() => again(whole, whole.seed)}>
                Same seed again
              </button>
            </>
          )}
        </div>
      </div>
    </section>
  );
}

function Seed({ seed }: { seed: string | null }) {
  const [copied, setCopied] = useState(false);
  if (seed === null) return null;
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(seed);
      setCopied(true);
    } catch {
      say("The browser does not let this page copy; mark the number and copy it.");
    }
  };
  return (
    <p class="seed">
      Seed <code>{seed}</code>
      <button type="button" class="button plain" onClick={copy}>
        <Glyph name="copy" size={14} /> {copied ? "Copied" : "Copy"}
      </button>
    </p>
  );
}

/** The same players and options once more. */
async function again(whole: Whole, seed: string | null): Promise<void> {
  const options = Object.fromEntries(
    Object.entries(whole.options)
      .filter(([, value]) => value !== null)
      .map(([key, value]) => [key, String(value)]),
  );
  const watched = whole.seats.every((seat) => !seat.person);
  const order: NewTable = {
    game: whole.game,
    seats: whole.seats.map((seat) => ({ bot: seat.person ? null : seat.player })),
    seed,
    options,
    open: whole.open,
    halted: watched,
  };
  try {
    const made = await post<MadeTable>("/tables", order);
    const key = made.keys[whole.seat ?? 0] ?? made.keys.find((each) => each !== null);
    if (key) keepKey(made.id, key);
    keepKeys(made.id, made.keys); // for the links of the others, if there are any
    go(`/tables/${made.id}`);
  } catch (error) {
    say((error as Error).message);
  }
}

function round(value: number | undefined): string {
  return value === undefined ? "" : String(Math.round(value * 100) / 100);
}
