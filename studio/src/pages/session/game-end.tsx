/** End of a game: who won and why, the seed, a link and the replay to share, and another game. */

import { useState } from "preact/hooks";
import { Glyph } from "../../components/glyphs";
import { showToast } from "../../components/toast";
import type { GameBoard } from "../../board";
import type { CreatedSession, NewSession, SeatInfo, SessionSnapshot } from "../../protocol";
import { navigateLater } from "../../route";
import { post } from "../../api/http";
import { saveAllSeatKeys, saveSeatKey } from "../../api/seat-keys";
import { describeEnding } from "../../endings";
import { formatRounded } from "../../format";
import { AFTER_GUIDE } from "../../learn/play-now";

export { describeEnding } from "../../endings";

interface EndScreenProps {
  session: SessionSnapshot;
  names: string[];
  /** Base address of links for other people. */
  shareBase: string;
}

export function EndScreen({ session, names, shareBase }: EndScreenProps) {
  const ending = session.ending;
  if (!ending) return null;
  const won = session.seat !== null && (ending.shares[session.seat] ?? 0) >= 1;
  return (
    <section class={`panel ending ${won ? "won" : ""}`} aria-label="The game is over">
      <h2>
        {won && <Glyph name="crown" size={20} />} {describeEnding(session, names)}
      </h2>
      <Seed seed={session.seed} />
      {ending.fault && (
        <p class="error">
          {names[ending.culprit ?? 0]}: {ending.fault}
        </p>
      )}
      <div class="actions">
        <a class="button" href={`/tables/${session.id}/0${session.open ? "?open=1" : ""}`}>
          Step through it
        </a>
        <button type="button" class="button" onClick={() => copyLink(session.id, shareBase)}>
          Copy the link
        </button>
        <a class="button" href={`/api/tables/${session.id}/replay`} download={`${session.game}-${session.id}.json`}>
          Save the replay
        </a>
        {session.guided && (
          <a class="button main" href={`/new/${encodeURIComponent(session.game)}?${AFTER_GUIDE}=1`}>
            Play a whole game
          </a>
        )}
        {!session.origin && !session.guided && (
          <>
            <button type="button" class="button main" onClick={() => playAgain(session, session.seats, null)}>
              New game
            </button>
            {session.seats.length > 1 && (
              <button type="button" class="button" onClick={() => playAgain(session, rotated(session.seats), null)}>
                {session.seats.length === 2 ? "Rematch, seats swapped" : "Rematch, seats moved by one"}
              </button>
            )}
            <button type="button" class="button" onClick={() => playAgain(session, session.seats, session.seed)}>
              Same seed again
            </button>
          </>
        )}
      </div>
    </section>
  );
}

/** Score and result of a player: "21, won", or "won, 2 encounters won"; "shared" if several have won. */
export function describeResult(
  { ending }: Pick<SessionSnapshot, "ending">,
  seat: number,
  describeScore?: GameBoard["describeScore"],
): string {
  if (!ending) return "";
  const [score, share] = [ending.points[seat], describeShare(ending.shares[seat])];
  const result = describeScore && score !== undefined ? [share, describeScore(score)] : [formatScore(score), share];
  return result.filter(Boolean).join(", ");
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

/** Copy the address of the game from its first position on. */
async function copyLink(id: string, shareBase: string): Promise<void> {
  const link = new URL(shareBase);
  link.pathname = `/tables/${encodeURIComponent(id)}/0`;
  try {
    await navigator.clipboard.writeText(link.href);
    showToast("Link copied. It opens the game at its first position.");
  } catch {
    showToast(`The browser does not allow copying. The link is ${link.href}`);
  }
}

/** The players, each one seat further. */
export const rotated = <T,>(seats: T[]): T[] => [...seats.slice(-1), ...seats.slice(0, -1)];

/** Start another game with these players and the same options. */
async function playAgain(session: SessionSnapshot, seats: SeatInfo[], seed: string | null): Promise<void> {
  const options = Object.fromEntries(
    Object.entries(session.options)
      .filter(([, value]) => value !== null)
      .map(([key, value]) => [key, String(value)]),
  );
  const onlyBots = session.seats.every((seat) => !seat.person);
  const newSession: NewSession = {
    game: session.game,
    seats: seats.map((seat) => ({ bot: seat.person ? null : seat.player })),
    seed,
    options,
    open: session.open,
    halted: onlyBots,
    drafted: session.drafted,
  };
  const goTo = navigateLater();
  try {
    const created = await post<CreatedSession>("/tables", newSession);
    const ownSeat = seats.findIndex((seat) => seat.seat === session.seat);
    const key = created.keys[ownSeat] ?? created.keys.find((otherKey) => otherKey !== null);
    if (key) saveSeatKey(created.id, key);
    saveAllSeatKeys(created.id, created.keys); // for invitation links, if other people play
    goTo(`/tables/${created.id}`);
  } catch (error) {
    showToast((error as Error).message);
  }
}

/** What a player got of the win. */
function describeShare(share: number | undefined): string {
  if (share === undefined) return "";
  if (share >= 1) return "won";
  return share <= 0 ? "lost" : "shared";
}

function formatScore(value: number | undefined): string {
  return value === undefined ? "" : formatRounded(value, 2);
}
