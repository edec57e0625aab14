/** Players of a session, invitation links for empty seats, and aborting the game. */

import { useState } from "preact/hooks";
import { Glyph } from "../../components/glyphs";
import { showToast } from "../../components/toast";
import type { GameBoard } from "../../board";
import type { SessionSnapshot } from "../../protocol";
import { allSeatKeys, inviteLink } from "../../api/seat-keys";
import type { SessionClient } from "../../api/session";
import { memo } from "../../memo";
import { describeResult } from "./game-end";

interface PlayerListProps extends Pick<SessionSnapshot, "id" | "seats" | "seat" | "state" | "thinking" | "ending"> {
  /** Seat that is to move in the newest position. */
  decider: number | null;
  names: string[];
  inviteBase: string;
  describeScore?: GameBoard["describeScore"];
}

export const PlayerList = memo(({ decider, names, inviteBase, describeScore, ...session }: PlayerListProps) => {
  const keys = allSeatKeys(session.id);
  return (
    <section class="player-list" aria-label="Players">
      {session.seats.map((seat, k) => {
        const key = keys[k];
        const isEmpty = seat.person && !seat.here && k !== session.seat && session.state === "playing";
        return (
          <div key={k} class={decider === k ? "player-row current-player" : "player-row"}>
            <span class={`dot seat${k}`} />
            <span class="grow">
              {names[k]} <span class="muted small">{describeSeat(session, k, names[k] ?? "")}</span>
            </span>
            {session.state !== "playing" && <span class="result">{describeResult(session, k, describeScore)}</span>}
            {session.thinking === k && <span class="muted small">thinking…</span>}
            {isEmpty && key && (
              <InviteLinkButton link={inviteLink(session.id, key, inviteBase)} name={names[k] ?? ""} />
            )}
          </div>
        );
      })}
    </section>
  );
});

/** What is said beside the name of a player: the bot with its options, or a person who is not there to play. */
export function describeSeat(session: Pick<SessionSnapshot, "seats" | "state">, k: number, name: string): string {
  const seat = session.seats[k];
  if (!seat) return "";
  if (seat.person) return seat.here || session.state !== "playing" ? "" : "not here";
  return seat.player === name ? "bot" : seat.player;
}

/** Copies the invitation link of an empty seat. */
function InviteLinkButton({ link, name }: { link: string; name: string }) {
  const [visible, setVisible] = useState(false);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(link);
      showToast("Link copied. The person who opens it gets this seat.");
    } catch {
      setVisible(true); // the browser does not allow copying
    }
  };
  return visible ? (
    <code class="link small">{link}</code>
  ) : (
    <button type="button" class="button plain" onClick={copy} aria-label={`Copy the link for ${name}`}>
      <Glyph name="copy" size={14} /> link
    </button>
  );
}

interface AbortGameProps extends Pick<SessionSnapshot, "seats" | "seat" | "state"> {
  client: SessionClient;
}

/** Abort the game permanently, with a confirmation. */
export const AbortGame = memo(({ client, seats, seat, state }: AbortGameProps) => {
  const people = seats.filter(({ person }) => person).length;
  if (state !== "playing" || (people > 0 && seat === null)) return null;
  return (
    <details class="fold">
      <summary>
        <Glyph name="close" size={14} /> Abort the game
      </summary>
      <div class="fold-body inline wrap">
        <span class="muted small grow">
          The game ends{people > 1 && " for everybody"} and cannot be continued. Its moves can still be viewed.
        </span>
        <button type="button" class="button" onClick={() => client.send({ type: "stop" })}>
          Abort permanently
        </button>
      </div>
    </details>
  );
});
