/** End of a game: the winner and the reason, the seed, the replay, and another game. */

import { useState } from "preact/hooks";
import { Glyph } from "../components/glyphs";
import { showToast } from "../components/toast";
import type { CreatedSession, NewSession, SessionSnapshot } from "../protocol";
import { navigate } from "../route";
import { post } from "../api/http";
import { saveAllSeatKeys, saveSeatKey } from "../api/seat-keys";

export function describeEnding(session: SessionSnapshot, names: string[]): string {
  const ending = session.ending;
  if (!ending) return session.state === "broken off" ? "The game was aborted." : "";
  const reason = ending.reason.replaceAll("_", " ");
  if (names.length === 1)
    return reason === "won" ? "Won" : (ending.shares[0] ?? 0) >= 1 ? `Won (${reason})` : `Lost (${reason})`;
  if (session.state === "broken off") return reason === "broken off" ? "The game was aborted" : `Ended: ${reason}`;
  if (ending.winner === null && ending.culprit !== null && ending.culprit !== undefined)
    return `${names[ending.culprit] ?? ""} has lost (${reason})`;
  if (ending.winner === null) return `${describeDraw(ending.shares, names)} (${reason})`;
  const winner = names[ending.winner] ?? "";
  return `${winner} ${winner === "You" ? "have" : "has"} won (${reason})`;
}

/** Players who share the win; if all do, it is a draw. */
function describeDraw(shares: number[], names: string[]): string {
  const sharers = names.filter((_, k) => (shares[k] ?? 0) > 0);
  return sharers.length < names.length ? `${sharers.join(" and ")} share the win` : "A draw";
}

export function EndScreen({ session, names }: { session: SessionSnapshot; names: string[] }) {
  const ending = session.ending;
  if (!ending) return null;
  const won = session.seat !== null && (ending.shares[session.seat] ?? 0) >= 1;
  return (
    <section class={`panel ending ${won ? "won" : ""}`} aria-label="The game is over" role="status">
      <h2>
        {won && <Glyph name="crown" size={22} />} {describeEnding(session, names)}
      </h2>
      {ending.fault && (
        <p class="error">
          {names[ending.culprit ?? 0]}: {ending.fault}
        </p>
      )}
      <table class="scores">
        <thead>
          <tr>
            <th>Player</th>
            <th class="number">Score</th>
            <th class="number">Payoff</th>
          </tr>
        </thead>
        <tbody>
          {names.map((name, k) => (
            <tr key={k}>
              <td>
                <span class={`dot seat${k}`} /> {name}
              </td>
              <td class="number">{formatScore(ending.points[k])}</td>
              <td class="number">{formatScore(ending.shares[k])}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <div class="ending-actions">
        <Seed seed={session.seed} />
        <div class="actions">
          <a class="button" href={`/tables/${session.id}/0${session.open ? "?open=1" : ""}`}>
            Step through it
          </a>
          <a class="button" href={`/api/tables/${session.id}/replay`} download={`${session.game}-${session.id}.json`}>
            Save the replay
          </a>
          {!session.origin && (
            <>
              <button type="button" class="button main" onClick={() => playAgain(session, null)}>
                New game
              </button>
              <button type="button" class="button" onClick={() => playAgain(session, session.seed)}>
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
      showToast("The browser does not allow copying. Select the number and copy it.");
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

/** Start another game with the same players and options. */
async function playAgain(session: SessionSnapshot, seed: string | null): Promise<void> {
  const options = Object.fromEntries(
    Object.entries(session.options)
      .filter(([, value]) => value !== null)
      .map(([key, value]) => [key, String(value)]),
  );
  const onlyBots = session.seats.every((seat) => !seat.person);
  const newSession: NewSession = {
    game: session.game,
    seats: session.seats.map((seat) => ({ bot: seat.person ? null : seat.player })),
    seed,
    options,
    open: session.open,
    halted: onlyBots,
  };
  try {
    const created = await post<CreatedSession>("/tables", newSession);
    const key = created.keys[session.seat ?? 0] ?? created.keys.find((otherKey) => otherKey !== null);
    if (key) saveSeatKey(created.id, key);
    saveAllSeatKeys(created.id, created.keys); // for invitation links, if other people play
    navigate(`/tables/${created.id}`);
  } catch (error) {
    showToast((error as Error).message);
  }
}

function formatScore(value: number | undefined): string {
  return value === undefined ? "" : String(Math.round(value * 100) / 100);
}
