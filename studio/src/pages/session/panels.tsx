/** Panels beside the board: branching off, the position as text. */

import { useEffect, useState } from "preact/hooks";
import { Glyph } from "../../components/glyphs";
import { showToast } from "../../components/toast";
import type { CreatedSession, PositionDescription, SessionSnapshot } from "../../protocol";
import { navigateLater } from "../../route";
import { useGameInfo } from "../../api/game-info";
import { post } from "../../api/http";
import { saveSeatKey } from "../../api/seat-keys";
import type { SessionClient } from "../../api/session";

/** Creates a new session that continues from the position on the board. */
export function BranchForm({
  session,
  ply,
  seat,
  names,
}: {
  session: SessionSnapshot;
  ply: number;
  seat: number;
  names: string[];
}) {
  const info = useGameInfo(session.game);
  const [ownSeat, setOwnSeat] = useState(seat);
  useEffect(() => setOwnSeat(seat), [seat]);
  if (!session.everything) return null; // only when no secrets are left: nobody may try out positions of a running game
  const branch = async () => {
    const seats = session.seats.map((seatInfo, k) => ({
      bot: k === ownSeat ? null : seatInfo.person ? (info?.opponent ?? "random") : seatInfo.player,
    }));
    const goTo = navigateLater();
    try {
      const created = await post<CreatedSession>("/tables", {
        game: session.game,
        seats,
        open: session.open,
        origin: { table: session.id, ply },
      });
      const ownKey = created.keys[ownSeat];
      if (ownKey) saveSeatKey(created.id, ownKey);
      goTo(`/tables/${created.id}`);
    } catch (error) {
      showToast((error as Error).message);
    }
  };
  return (
    <details class="fold">
      <summary>
        <Glyph name="branch" size={14} /> Continue from move {ply}
      </summary>
      <div class="fold-body inline">
        <select
          class="input"
          aria-label="Your seat"
          value={ownSeat}
          onChange={(event) => setOwnSeat(Number(event.currentTarget.value))}
        >
          {names.map((name, k) => (
            <option key={k} value={k}>
              instead of {name}
            </option>
          ))}
        </select>
        <button type="button" class="button" onClick={branch}>
          Branch off
        </button>
      </div>
    </details>
  );
}

/** The position as text, for people who cannot see the board. */
export function PositionText({ client, ply }: { client: SessionClient; ply: number }) {
  const [open, setOpen] = useState(false);
  const [text, setText] = useState("");
  useEffect(() => {
    if (!open) return;
    let current = true;
    client.request<PositionDescription>({ type: "describe", ply }).then(
      (response) => current && setText(response.words || "This game has no description of its positions."),
      (error: Error) => current && showToast(error.message),
    );
    return () => {
      current = false;
    };
  }, [open, ply]);
  return (
    <details class="fold" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <Glyph name="eye" size={14} /> Position as text
      </summary>
      <div class="fold-body">
        <pre class="log" tabIndex={0} aria-label="Position" aria-live="polite">
          {text}
        </pre>
      </div>
    </details>
  );
}
