/** Board for any other game: its picture if it has one, otherwise its observation as panels; its moves as buttons. */

import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";
import { get, HttpError } from "../../api/http";
import { seatKey } from "../../api/seat-keys";
import { BoardFrame } from "../../components/board-frame";
import { observationOf, type BoardContext, type GameBoard } from "../../board";
import { formatNumber } from "../../format";
import type { LegalMove, PositionView } from "../../protocol";

export const genericBoard: GameBoard = {
  Board({ context }: { context: BoardContext }) {
    return (
      <BoardFrame name="generic-board">
        {context.session.picture ? <Picture context={context} /> : <Panels context={context} />}
        <MoveButtons context={context} />
      </BoardFrame>
    );
  },
  prompt: ({ session, position }) => ({
    text: session.seats.length > 1 && position.decider === session.seat ? "Your turn: choose a move" : "Choose a move",
    buttons: [],
  }),
  cards: () => null,
};

const versions = new WeakMap<PositionView, number>();
let lastVersion = 0;

/** A number of its own for each position: after a take-back the same ply is another position. */
export function versionOf(position: PositionView): number {
  const version = versions.get(position) ?? ++lastVersion;
  versions.set(position, version);
  return version;
}

/** The picture that the game draws; if that fails, the reason and the panels. */
function Picture({ context }: { context: BoardContext }) {
  const { id, everything, seat, title } = context.session;
  const key = seatKey(id);
  const query = new URLSearchParams({
    ply: String(context.position.ply),
    version: String(versionOf(context.position)), // browsers show a picture with the same address again
    ...(everything || seat === null ? {} : { seat: String(seat) }),
    ...(key ? { key } : {}),
  });
  const path = `/tables/${encodeURIComponent(id)}/picture?${query}`;
  const [problem, setProblem] = useState("");
  useEffect(() => setProblem(""), [path]);
  if (problem)
    return (
      <>
        <p class="notice" role="status">
          The picture of this position could not be drawn: {problem}
        </p>
        <Panels context={context} />
      </>
    );
  return (
    <img
      src={`/api${path}`}
      alt={`${title}, ${context.position.turn}`}
      onError={() => {
        get(path).catch((error: Error) =>
          setProblem(error instanceof HttpError ? error.message : "it is not a valid SVG document."),
        );
      }}
    />
  );
}

type Fields = Record<string, unknown>;

/** The observation: one panel for the table, and one for each player. */
function Panels({ context }: { context: BoardContext }) {
  const { session, seat, observations, names, position } = context;
  const observation = observationOf<Fields>(context);
  const bySeat = new Set(session.by_seat);
  const common = Object.entries(observation).filter(([key]) => key !== "seat" && !bySeat.has(key));
  const observer = observations.has(seat) ? seat : session.seat;
  return (
    <>
      {common.length > 0 && (
        <section class="panel table-panel" aria-label="Table">
          {session.everything && session.seats.length > 1 && observer !== null && (
            <h2 class="small muted">As {names[observer] === "You" ? "you see" : `${names[observer]} sees`} it</h2>
          )}
          <Rows fields={common} />
        </section>
      )}
      {bySeat.size > 0 && (
        <div class="player-panels">
          {session.seats.map((_, k) => (
            <section
              key={k}
              class={`player-panel seat${k} ${position.decider === k ? "current-player" : ""}`}
              aria-label={`Player ${k + 1}`}
            >
              <h2>
                {names[k]} <span class="small">player {k + 1}</span>
              </h2>
              {/* If all observations are visible, each player's own one shows the most about that player. */}
              <Rows fields={fieldsOfSeat(observations.get(k) ?? observation, session.by_seat, k)} />
            </section>
          ))}
        </div>
      )}
    </>
  );
}

/** Values of one seat; those of a list of records are shown without the name of the list. */
function fieldsOfSeat(observation: unknown, bySeat: string[], seat: number): [string, unknown][] {
  return bySeat.flatMap((key) => {
    const value = ((observation as Fields)[key] as unknown[] | undefined)?.[seat];
    return bySeat.length === 1 && isRecord(value) ? Object.entries(value) : [[key, value] as [string, unknown]];
  });
}

function Rows({ fields }: { fields: [string, unknown][] }) {
  return (
    <dl class="rows">
      {fields.map(([key, value]) => (
        <div key={key}>
          <dt>{label(key)}</dt>
          <dd>
            <Value value={value} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

const HIDDEN = "?";

/** A value of an observation: plain data of any shape. */
function Value({ value }: { value: unknown }): ComponentChildren {
  if (value === null || value === undefined) return <span class="muted">–</span>;
  if (typeof value === "boolean") return value ? <b>yes</b> : <span class="muted">no</span>;
  if (Array.isArray(value))
    return value.length ? (
      <span class="tokens">
        {value.map((item, k) => (
          <Token key={k} value={item} />
        ))}
      </span>
    ) : (
      <span class="muted">none</span>
    );
  if (isRecord(value)) {
    const entries = Object.entries(value);
    return entries.length ? (
      <span class="tokens">
        {entries.map(([key, item]) => (
          <span class="token" key={key}>
            <span class="muted">{label(key)}</span> <Value value={item} />
          </span>
        ))}
      </span>
    ) : (
      <span class="muted">none</span>
    );
  }
  return value === HIDDEN ? <Token value={value} /> : <b>{plainText(value)}</b>;
}

const plainText = (value: unknown): string => (typeof value === "number" ? formatNumber(value) : label(String(value)));

/** An item of a list, such as a card in a hand. */
function Token({ value }: { value: unknown }) {
  if (value === HIDDEN) return <span class="token hidden-token" role="img" aria-label="hidden" />;
  if (Array.isArray(value))
    return (
      <span class="token">
        <Value value={value} />
      </span>
    );
  if (isRecord(value)) {
    return (
      <span class="token">
        {Object.entries(value).map(([key, item]) => (
          <span class="token-field" key={key}>
            <span class="muted">{label(key)}</span> <Value value={item} />
          </span>
        ))}
      </span>
    );
  }
  return <span class="token">{value === null ? "–" : plainText(value)}</span>;
}

function isRecord(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A name of a program as words. */
function label(name: string): string {
  return name.replaceAll("_", " ");
}

/** The legal moves in groups; where this page cannot move, they show what was possible and what was played. */
function MoveButtons({ context }: { context: BoardContext }) {
  const { position, session, live, legal } = context;
  if (!position.legal.length) return null;
  const played = session.moves.find((row) => row.ply === position.ply)?.text;
  return (
    <section class="panel move-groups" aria-label={live ? "Your moves" : "Legal moves"}>
      {groupMoves(position.legal).map(({ head, moves }) => (
        <div class="move-group" role="group" aria-label={head || "Moves"} key={head}>
          {head && <span class="move-head">{label(head)}</span>}
          <div class="move-buttons">
            {moves.map((move) => (
              <button
                type="button"
                class={`button move-button ${move.text === played ? "chosen" : ""}`}
                data-legal={live || undefined}
                key={move.text}
                disabled={!live || !legal.has(move.text)}
                onClick={() => context.play(move.text)}
              >
                <span class="move-label">
                  {head && <span class="visually-hidden">{head} </span>}
                  {label(move.text.slice(head ? head.length + 1 : 0))}
                </span>{" "}
                {move.phrase && <span class="small">{move.phrase}</span>}
              </button>
            ))}
          </div>
        </div>
      ))}
    </section>
  );
}

interface MoveGroup {
  /** First word of all its moves; empty for moves that share it with no other one. */
  head: string;
  moves: LegalMove[];
}

/** Groups of moves with the same first word, in the order of the moves; the others are one group. */
function groupMoves(moves: LegalMove[]): MoveGroup[] {
  const heads = moves.map(({ text }) => (text.includes(" ") ? text.slice(0, text.indexOf(" ")) : ""));
  const groups = new Map<string, LegalMove[]>();
  moves.forEach((move, k) => {
    const shared = heads.filter((head) => head === heads[k]).length > 1 || moves.length === 1;
    const head = shared ? (heads[k] ?? "") : "";
    groups.set(head, [...(groups.get(head) ?? []), move]);
  });
  return [...groups].map(([head, grouped]) => ({ head, moves: grouped }));
}
