/** Page of a session: play, watch, or step through a finished game. */

import { useCallback, useEffect, useMemo, useReducer, useRef, useState } from "preact/hooks";
import { boardFor } from "../boards";
import { ChoiceDialog } from "../components/choice-dialog";
import { MoveHistory } from "../components/move-history";
import { Playback } from "../components/playback";
import { showToast } from "../components/toast";
import type { MoveExplanation, PositionView, SessionSnapshot } from "../protocol";
import { navigate, useRoute } from "../route";
import type { BoardContext } from "../board";
import { SessionClient } from "../api/session";
import { describeEnding, EndScreen } from "./game-end";
import { Announcer, useFocusOnLegal } from "./announcer";
import { BranchForm, OpinionPanel, PositionText } from "./session-panels";
import { BotLogs } from "./bot-logs";
import { playerNames } from "./player-names";
import { SaveReplay } from "./replay-files";
import { AbortGame, PlayerList } from "./session-seats";

export function SessionPage({ id, inviteBase }: { id: string; inviteBase: string }) {
  const [, redraw] = useReducer((n: number) => n + 1, 0);
  const clientRef = useRef<SessionClient | null>(null);
  useEffect(() => {
    clientRef.current = new SessionClient(id, () => redraw(null), showToast);
    redraw(null);
    return () => clientRef.current?.close();
  }, [id]);
  const client = clientRef.current;
  if (!client?.session) {
    const message = client?.state === "lost" ? "The Studio does not answer. Trying again…" : "Opening the game…";
    return (
      <p class="content muted" role="status">
        {client?.state === "refused" ? client.reason : message}
      </p>
    );
  }
  return (
    <OpenSession
      key={id}
      client={client}
      session={client.session}
      lost={client.state === "lost"}
      inviteBase={inviteBase}
    />
  );
}

/** Position whose ply is in the address; without a ply the newest one. */
function usePosition(
  client: SessionClient,
  session: SessionSnapshot,
): { position: PositionView; ply: number; goTo: (ply: number) => void } {
  const route = useRoute();
  const requested = route.parts[2] === undefined ? null : Number(route.parts[2]);
  const last = session.now.ply;
  const ply = requested === null || !Number.isInteger(requested) ? last : Math.min(Math.max(requested, 0), last);
  const [loaded, setLoaded] = useState<PositionView>(session.now);
  const open = session.open ? "?open=1" : "";
  const goTo = useCallback(
    (to: number) => {
      const lastPly = client.session?.now.ply ?? 0;
      const finished = client.session?.state !== "playing";
      navigate(
        to >= lastPly && !finished
          ? `/tables/${client.id}${open}`
          : `/tables/${client.id}/${Math.min(to, lastPly)}${open}`,
        true,
      );
    },
    [client, open],
  );
  useEffect(() => {
    let current = true;
    client.loadPosition(ply).then(
      (position) => current && setLoaded(position),
      (error: Error) => current && showToast(error.message),
    );
    return () => {
      current = false;
    };
  }, [ply, session.now, session.everything]);
  useEffect(() => {
    if (session.open && !route.query.has("open")) navigate(`${location.pathname}?open=1`, true); // marks open play
  }, [session.open, route]);
  return { position: client.positionAt(ply) ?? loaded, ply, goTo };
}

interface OpenSessionProps {
  client: SessionClient;
  session: SessionSnapshot;
  lost: boolean;
  /** Base address of invitation links. */
  inviteBase: string;
}

function OpenSession({ client, session, lost, inviteBase }: OpenSessionProps) {
  const { position, ply, goTo } = usePosition(client, session);
  const [rotation, setRotation] = useState(0);
  const board = boardFor(session.game);
  const names = useMemo(() => playerNames(session), [session.seats, session.seat]);
  const seat = ((session.seat ?? 0) + rotation) % session.seats.length;
  const isNewest = position.ply === session.now.ply;
  const isOwnTurn = session.seat !== null && position.decider === session.seat && session.state === "playing";
  const live = isOwnTurn && isNewest && !lost;
  const context: BoardContext = {
    session,
    position,
    seat,
    names,
    live,
    observations: new Map(position.sights.map((observation) => [observation.seat, observation.view])),
    legal: new Map(live ? position.legal.map((move) => [move.text, move.phrase]) : []),
    play: (text) => client.play(position.ply, text),
    explain: (text) => {
      client.request<MoveExplanation>({ type: "explain", text }).then(
        ({ words: explanation }) => explanation && showToast(shorten(explanation)),
        (error: Error) => showToast(error.message),
      );
    },
  };
  useFocusOnLegal(context);
  const prompt = board.prompt(context);
  const hasPeople = session.seats.some((seatInfo) => seatInfo.person);
  const turnStarts = useMemo(
    () => session.moves.filter((row, k) => row.turn !== session.moves[k - 1]?.turn).map((row) => row.ply),
    [session.moves],
  );
  const canContinue = session.state === "playing" && !hasPeople;
  useEffect(() => {
    document.title = `${session.title} · Ludus Studio`;
  }, [session.title]);
  return (
    <main class={`session-page ${session.open ? "open-play" : ""}`}>
      <div class="stage">
        <header class="stage-head">
          <h1>{session.title}</h1>
          <span class="muted">{position.turn}</span>
          {session.open && <span class="mark">Open play: all hands are visible</span>}
          {session.origin && (
            <a class="small" href={`/tables/${session.origin.table}/${session.origin.ply}`}>
              branched off at move {session.origin.ply}
            </a>
          )}
          <span class="grow" />
          {session.everything && session.seats.length > 1 && (
            <button type="button" class="button plain" onClick={() => setRotation(rotation + 1)}>
              Rotate the board
            </button>
          )}
        </header>
        {lost && (
          <p class="notice" role="status">
            Connection lost. Reconnecting; no move is lost.
          </p>
        )}
        {!isNewest && session.state === "playing" && (
          <p class="notice" role="status">
            This is move {position.ply} of {session.now.ply}.{" "}
            <button type="button" class="button plain" onClick={() => goTo(session.now.ply)}>
              Back to the game
            </button>
          </p>
        )}
        {session.state !== "playing" && isNewest && <EndScreen session={session} names={names} />}
        <div class="board" data-game={session.game} data-ply={position.ply}>
          <board.Board context={context} />
        </div>
        <footer class="stage-foot">
          <div class={live ? "prompt mine" : "prompt"} role="status">
            <span class="prompt-text">{promptText(context, names, prompt.text)}</span>
            {!prompt.choice &&
              prompt.buttons.map((move) => (
                <button
                  type="button"
                  class={`button ${move.main ? "main" : ""}`}
                  data-legal
                  key={move.text}
                  onClick={() => context.play(move.text)}
                  disabled={!live}
                  title={context.legal.get(move.text) ?? ""}
                >
                  {move.label}
                </button>
              ))}
          </div>
          <Playback
            ply={position.ply}
            last={session.now.ply}
            canContinue={canContinue}
            halted={session.halted}
            personPlays={hasPeople && session.state === "playing"}
            turns={turnStarts}
            go={goTo}
            requestMoves={(moves) => {
              goTo(Infinity);
              client.send({ type: "go", moves });
            }}
            halt={() => client.send({ type: "halt" })}
            autoplay={canContinue && ply === 0}
          />
        </footer>
        {prompt.choice && (
          <ChoiceDialog key={position.ply} prompt={prompt} choice={prompt.choice} play={context.play} />
        )}
      </div>
      <aside class="sidebar">
        <PlayerList session={session} names={names} inviteBase={inviteBase} />
        <MoveHistory
          moves={session.moves}
          names={names}
          ply={position.ply}
          go={goTo}
          cards={(row) => board.cards(context, row)}
        />
        <OpinionPanel client={client} context={context} />
        <BranchForm session={session} ply={position.ply} seat={seat} names={names} />
        <PositionText client={client} ply={position.ply} />
        <BotLogs client={client} session={session} names={names} ply={position.ply} />
        <SaveReplay session={session} />
        <AbortGame client={client} session={session} />
        <Announcer session={session} names={names} ply={position.ply} />
      </aside>
    </main>
  );
}

const MAX_LENGTH = 150; // of an explanation; longer ones end with a list of legal moves, which the board marks anyway

function shorten(explanation: string): string {
  const text = explanation.length > MAX_LENGTH ? (explanation.split(": ")[0] ?? explanation) : explanation;
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function promptText(context: BoardContext, names: string[], text: string): string {
  const { session, position } = context;
  if (position.decider === null) return describeEnding(session, names);
  const player = names[position.decider] ?? "";
  if (context.live) return text;
  if (position.ply !== session.now.ply) return `${player}: ${text}`;
  if (session.state === "broken off") return "The game was aborted.";
  if (session.thinking !== null) return `${names[session.thinking]} is thinking…`;
  return session.halted ? `${player} waits: step forward, or play` : `${player} is to move`;
}
