/** Page of a session: play, watch, or step through a finished game. */

import { useCallback, useEffect, useMemo, useReducer, useRef, useState } from "preact/hooks";
import { useBoard } from "../../games/loading";
import { ChoiceDialog } from "../../components/choice-dialog";
import { Glyph } from "../../components/glyphs";
import { KeysButton } from "../../components/keys-dialog";
import { ErrorBoundary } from "../../components/notices";
import { MoveHistory } from "../../components/move-history";
import { LegendButton } from "../../components/pictogram";
import { Playback } from "../../components/playback";
import { showToast } from "../../components/toast";
import { hideTooltip } from "../../components/tooltip";
import type { MoveExplanation, PositionView, SessionSnapshot } from "../../protocol";
import { currentPath, navigate, useRoute } from "../../route";
import { isToMove, moveWords, turnText, whoseTurn } from "../../words";
import { FrameLimit } from "../../frames";
import { turnStarts } from "../../turns";
import type { BoardContext, GameBoard, Prompt } from "../../board";
import { SessionClient } from "../../api/session";
import { describeEnding, EndScreen } from "./game-end";
import { Announcer } from "./announcer";
import { useHeldMove } from "./held-move";
import { useSelection } from "./selection";
import { useNeutralFocus, usePressGuard } from "./keyboard-focus";
import { EvaluationPanel } from "./evaluation";
import { BranchForm, PositionText } from "./panels";
import { BotLogs } from "./bot-logs";
import { playerNames } from "../../player-names";
import { SaveReplay } from "../../components/replay-files";
import { useHandKeys } from "./hand-keys";
import { HintPanel } from "./hint";
import { useOpenHands } from "./open-hands";
import { NothingHere } from "../../components/nothing-here";
import { AskBeforeEndSetting, PromptButtons } from "./prompt-buttons";
import { AbortGame, PlayerList } from "./seats";
import { TakeBackButton } from "./take-back";
import { Guide } from "../../learn/guide";
import { HowToPlay } from "../../learn/primer";
import { BoardMotion } from "../../motion/board-motion";
import { SettingsPanel, SkipMoves, useTurnSignals } from "../../motion/controls";
import { MoveQueue } from "../../motion/queue";
import { prefersReducedMotion } from "../../motion/settings";
import { plural, sentenceCase } from "../../format";
import { memo } from "../../memo";

export function SessionPage({ id, inviteBase }: { id: string; inviteBase: string }) {
  const [, redraw] = useReducer((n: number) => n + 1, 0);
  const clientRef = useRef<SessionClient | null>(null);
  const queueRef = useRef<MoveQueue | null>(null);
  useEffect(() => {
    const frames = new FrameLimit(() => redraw(null)); // the moves of a bot may come all at once
    let isWhole = true; // changes that came together are drawn together
    const draw = () => isWhole && frames.request();
    const queue = new MoveQueue(draw);
    const client = new SessionClient(
      id,
      (isLast) => {
        isWhole = isLast;
        if (client.session) queue.update(client.session);
        draw();
      },
      showToast,
    );
    clientRef.current = client;
    queueRef.current = queue;
    redraw(null);
    return () => {
      client.close();
      queue.close();
      frames.close();
    };
  }, [id]);
  const client = clientRef.current;
  const queue = queueRef.current;
  const { board, error } = useBoard(client?.session?.game);
  if (!client || !queue?.shown || !board) {
    const why = client?.reason ? `The Studio says: ${client.reason}.` : "The Studio does not answer.";
    const message = client?.state === "lost" ? `${why} Trying again…` : "Opening the game…";
    if (client?.state === "refused")
      return <NothingHere reason={client.reason} places={["games"]} refused={!client.isMissing} />;
    return (
      <main class="content muted">
        <p role="status">{error || message}</p>
      </main>
    );
  }
  return (
    <OpenSession
      key={id}
      client={client}
      queue={queue}
      session={queue.shown}
      board={board}
      lost={client.state === "lost"}
      inviteBase={inviteBase}
    />
  );
}

/** Position whose ply is in the address; without a ply the newest one. `beyond`: the ply, if the game has none such. */
function usePosition(
  client: SessionClient,
  session: SessionSnapshot,
): { position: PositionView; ply: number; beyond: string; goTo: (ply: number) => void } {
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
    if (ply !== last)
      client.loadPosition(ply).then(
        (position) => current && setLoaded(position),
        (error: Error) => current && showToast(error.message),
      );
    return () => {
      current = false;
    };
  }, [ply, session.now, session.everything]);
  useEffect(() => {
    if (session.open && !route.query.has("open")) navigate(`${currentPath().split("?")[0]}?open=1`, true); // marks open play
  }, [session.open, route]);
  const asked = route.parts[2] ?? "";
  const beyond = asked !== "" && requested !== ply ? asked : "";
  return { beyond, position: ply === last ? session.now : (client.positionAt(ply) ?? loaded), ply, goTo };
}

interface OpenSessionProps {
  client: SessionClient;
  /** Moves that are still to be shown. */
  queue: MoveQueue;
  /** The session as it is shown: after the last move that was shown. */
  session: SessionSnapshot;
  board: GameBoard;
  lost: boolean;
  /** Base address of invitation links. */
  inviteBase: string;
}

function OpenSession({ client, queue, session, board, lost, inviteBase }: OpenSessionProps) {
  const { position, ply, beyond, goTo } = usePosition(client, session);
  const { observations, handSwitch } = useOpenHands(session, position);
  const [rotation, setRotation] = useState(0);
  const names = useMemo(() => playerNames(session), [session.seats, session.seat]);
  const seat = ((session.seat ?? 0) + rotation) % session.seats.length;
  const isNewest = position.ply === session.now.ply;
  const playing = session.seat !== null && session.state === "playing" && isNewest;
  const live = playing && position.decider === session.seat && !lost && !queue.isBehind;
  const { held, hold, release } = useHeldMove(position, live);
  const { selected, select } = useSelection(position);
  const isFree = live && !held;
  const context: BoardContext = {
    session,
    position,
    seat,
    names,
    live,
    playing,
    observations,
    selected,
    select,
    held,
    legal: new Map(isFree ? position.legal.map((move) => [move.text, move.phrase]) : []),
    moves: isFree ? position.legal : [],
    play: (text) => {
      const move = context.moves.find((legal) => legal.text === text);
      if (move && board.heldMove?.(context, move)) hold(move);
      else if (!held) client.play(position.ply, text);
    },
    confirm: () => held && client.play(position.ply, held.text),
    release,
    explain: (parts) => {
      hideTooltip(); // it would cover what the explanation is about
      if (!live) {
        showToast("It is not your turn.");
        return;
      }
      if (held) {
        showToast("First end the turn, or take back.");
        return;
      }
      client.request<MoveExplanation>({ type: "explain", parts: { ...parts } }).then(
        ({ words: explanation }) => {
          hideTooltip(); // a key has also moved the focus to the card
          if (explanation) showToast(shorten(explanation));
        },
        (error: Error) => showToast(error.message),
      );
    },
  };
  const { moves, seats, state, everything } = session; // what else boards know of the session never changes
  const drawnBoard = useMemo(
    () => <board.Board context={context} />,
    [
      board,
      client,
      position,
      seat,
      names,
      live,
      selected,
      held,
      playing,
      observations,
      moves,
      seats,
      state,
      everything,
    ],
  );
  useNeutralFocus(context);
  usePressGuard();
  useHandKeys(context);
  const prompt: Prompt = held
    ? {
        text: board.heldMove?.(context, held) ?? "",
        buttons: [{ text: held.text, label: "End turn", main: true }],
      }
    : board.prompt(context);
  const buttons = prompt.choice ? [] : prompt.buttons;
  // In the bar below the board, which stays in sight where a page is scrolled.
  const lostText = lost ? describeLoss(client.isMoveWaiting) : "";
  const showsEnd = isNewest && session.state !== "playing" && Boolean(session.ending);
  const hasPeople = session.seats.some((seatInfo) => seatInfo.person);
  const turns = useMemo(() => turnStarts(session.moves), [session.moves]);
  const canContinue = session.state === "playing" && !hasPeople;
  const [running, setRunning] = useState(canContinue && ply === 0); // automatic playback
  useTurnSignals(session, live);
  useEffect(() => {
    if (!isNewest && queue.isBehind) queue.skip(); // one looks at an earlier position
  }, [isNewest]);
  return (
    <main class={`session-page ${session.open ? "open-play" : ""} ${showsEnd ? "over" : ""}`}>
      <div class="stage">
        <header class="stage-head">
          <div class="stage-title">
            <h1>{session.title}</h1>
            <span class="muted">{turnText(position, names)}</span>
          </div>
          {(session.open || session.origin) && (
            <div class="stage-notes">
              {session.open && <span class="mark">Open play: all hands are visible</span>}
              {handSwitch}
              {session.origin && (
                <a class="small" href={`/tables/${session.origin.table}/${session.origin.ply}`}>
                  branched off at move {session.origin.ply}
                </a>
              )}
            </div>
          )}
          <div class="stage-tools">
            {board.legend && <LegendButton legend={board.legend} />}
            <HowToPlay game={session.game} plain />
            {session.everything && session.seats.length > 1 && (
              <button type="button" class="button plain" onClick={() => setRotation(rotation + 1)}>
                <Glyph name="rotate" size={14} /> <span class="button-word">Rotate the board</span>
              </button>
            )}
            <KeysButton />
          </div>
        </header>
        {showsEnd && lostText && (
          <p class="notice" role="status">
            {lostText}
          </p>
        )}
        {beyond && (
          <p class="notice" role="status">
            This game has no move {beyond}: it has {plural(session.now.ply, "move")}
            {session.state === "playing" ? " so far" : ""}. This is {ply === 0 ? "its beginning" : `move ${ply}`}.
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
        {showsEnd && <EndScreen session={session} names={names} shareBase={inviteBase} />}
        <BoardMotion context={context} motion={board.motion}>
          <ErrorBoundary what="board" place={`${session.id}/${position.ply}`}>
            {drawnBoard}
          </ErrorBoundary>
        </BoardMotion>
        <footer class="stage-foot">
          <Guide place="foot" client={client} context={context} />
          {!showsEnd && (
            <div class={`prompt ${live ? "mine" : lost ? "lost" : ""}`}>
              {queue.isBehind && !lost ? (
                <span class="prompt-text" aria-hidden="true">
                  {shownMoveText(session, names)}
                </span>
              ) : (
                <span class="prompt-text" role="status">
                  {lostText || promptText(context, names, prompt.text, running)}
                </span>
              )}
              <SkipMoves queue={queue} />
              <TakeBackButton client={client} context={context} />
              <PromptButtons context={context} board={board} buttons={buttons} />
            </div>
          )}
          <Playback
            ply={ply}
            shown={position.ply}
            last={session.now.ply}
            canContinue={canContinue}
            halted={session.halted}
            personPlays={hasPeople && session.state === "playing"}
            turns={turns}
            go={goTo}
            requestMoves={(moves) => {
              goTo(Infinity);
              client.send({ type: "go", moves });
            }}
            halt={() => client.send({ type: "halt" })}
            running={running}
            setRunning={setRunning}
          />
        </footer>
        {prompt.choice && (
          <ChoiceDialog key={position.ply} prompt={prompt} choice={prompt.choice} play={context.play} />
        )}
      </div>
      <aside class="sidebar">
        <PlayerList
          id={session.id}
          seats={session.seats}
          seat={session.seat}
          state={session.state}
          thinking={session.thinking}
          ending={session.ending}
          decider={session.now.decider}
          names={names}
          inviteBase={inviteBase}
          {...(board.describeScore ? { describeScore: board.describeScore } : {})}
        />
        <EvaluationPanel session={session} names={names} ply={position.ply} go={goTo} />
        <Guide place="sidebar" client={client} context={context} />
        <MoveHistory
          moves={session.moves}
          folds={session.folds}
          names={names}
          ply={position.ply}
          go={goTo}
          cards={(row) => board.cards(context, row)}
          empty={board.firstMove ?? "No move yet."}
        />
        <HintPanel client={client} context={context} board={board} buttons={buttons} />
        <BranchForm session={session} ply={position.ply} seat={seat} names={names} />
        <PositionText client={client} ply={position.ply} />
        <BotLogs client={client} session={session} names={names} ply={position.ply} />
        <Settings reducedMotion={prefersReducedMotion()} />
        <SaveReplay session={session} />
        <AbortGame client={client} seats={session.seats} seat={session.seat} state={session.state} />
        <Announcer session={session} names={names} ply={position.ply} live={live} prompt={prompt.text} />
      </aside>
    </main>
  );
}

const Settings = memo(({ reducedMotion }: { reducedMotion: boolean }) => (
  <SettingsPanel reducedMotion={reducedMotion}>
    <AskBeforeEndSetting />
  </SettingsPanel>
));

const MAX_LENGTH = 150; // of an explanation; longer ones end with a list of legal moves, which the board marks anyway

function shorten(explanation: string): string {
  const text = explanation.length > MAX_LENGTH ? (explanation.split(": ")[0] ?? explanation) : explanation;
  return sentenceCase(text);
}

/** The last shown move, while others are waiting. Screen readers get it from the announcer. */
function shownMoveText(session: SessionSnapshot, names: string[]): string {
  const row = session.moves.at(-1);
  return row ? moveWords(row, names) : "";
}

const describeLoss = (isMoveWaiting: boolean): string =>
  isMoveWaiting ? "Connection lost; your move will be sent again" : "Connection lost. Reconnecting…";

function promptText(context: BoardContext, names: string[], text: string, running: boolean): string {
  const { session, position } = context;
  if (position.decider === null) return describeEnding(session, names);
  const player = names[position.decider] ?? "";
  if (context.live) return text;
  if (position.ply !== session.now.ply) return `Before move ${position.ply + 1}: ${whoseTurn(player)}`;
  if (session.state === "broken off") return "The game was aborted.";
  if (session.thinking !== null) return `${names[session.thinking]} is thinking…`;
  return session.halted && !running ? `${player} waits: step forward, or play` : isToMove(player);
}
