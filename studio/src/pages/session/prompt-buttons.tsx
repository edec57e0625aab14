/** Buttons of the current decision: a guard against double clicks, a key for the end of the turn, and a question before
moves that matter are given up. */

import { useState } from "preact/hooks";
import type { BoardContext, GameBoard, Prompt } from "../../board";
import { useClickGuard } from "../../click-guard";
import { Dialog } from "../../components/dialog";
import { useKeys } from "../../keys";
import { isAdvised } from "../../learn/guide";
import type { PositionView } from "../../protocol";

type PromptButton = Prompt["buttons"][number];

const ENDING_VERBS = ["pass", "end", "stop"];
const ASK = "ludus-ask-before-end"; // setting of this browser: "never" asks in no game
const askedNoMore = new Set<string>(); // sessions in which the player does not want to be asked

export interface PromptButtonsProps {
  context: BoardContext;
  board: GameBoard;
  buttons: PromptButton[];
}

export function PromptButtons({ context, board, buttons }: PromptButtonsProps) {
  const { held } = context;
  const guard = useClickGuard(context.live ? buttons.map((button) => button.label).join(" / ") : "");
  const { ending: endingMove, play: playOrAsk, question } = useEndQuestion({ context, board, buttons });
  const ending = held ? buttons[0] : endingMove;
  const play = held ? context.confirm : playOrAsk;
  useKeys([
    {
      keys: ["e"],
      label: ending?.label ?? "End turn",
      active: Boolean(ending) && context.live,
      run: (event) => (ending && context.live ? guard.allowsKey(event.repeat) && play(ending.text) : false),
    },
  ]);
  return (
    <>
      {buttons.map((button) => (
        <button
          type="button"
          class={`button ${button.main ? "main" : ""}`}
          data-legal
          data-move={button.text}
          key={button.text}
          onPointerDown={() => guard.pointerDown()}
          onClick={(event) => guard.allowsClick(event.detail > 0) && play(button.text)}
          disabled={!context.live}
          title={[context.legal.get(button.text), button === ending && "(E)"].filter(Boolean).join(" ")}
        >
          {button.label}
        </button>
      ))}
      {question}
    </>
  );
}

/** The button that ends the turn, a way to play that asks before it gives up moves that matter, and the question. */
export function useEndQuestion({ context, board, buttons }: PromptButtonsProps) {
  const [asking, setAsking] = useState<{ button: PromptButton; position: PositionView; unused: string } | null>(null);
  const ending = buttons.find((button) => isEnding(context, button));
  const play = (text: string) => {
    const unused = ending?.text === text && isAsked(context, text) ? (board.unusedMoves?.(context) ?? "") : "";
    if (ending && unused) setAsking({ button: ending, position: context.position, unused });
    else context.play(text);
  };
  const question = asking && asking.position === context.position && (
    <EndDialog
      label={asking.button.label}
      unused={asking.unused}
      close={() => setAsking(null)}
      confirm={(noMore) => {
        if (noMore) askedNoMore.add(context.session.id);
        setAsking(null);
        context.play(asking.button.text);
      }}
    />
  );
  return { ending, play, question };
}

/** Whether the page asks before turns end with moves left, in all games of this browser. */
export function AskBeforeEndSetting() {
  const [ask, setAsk] = useState(localStorage.getItem(ASK) !== "never");
  return (
    <label class="check">
      <input
        type="checkbox"
        checked={ask}
        onChange={(event) => {
          localStorage.setItem(ASK, event.currentTarget.checked ? "always" : "never");
          setAsk(event.currentTarget.checked);
        }}
      />
      Ask before a turn ends with moves left
    </label>
  );
}

/** Question before the turn ends although moves are left. */
function EndDialog({
  label,
  unused,
  close,
  confirm,
}: {
  label: string;
  unused: string;
  close: () => void;
  confirm: (noMore: boolean) => void;
}) {
  const [noMore, setNoMore] = useState(false);
  return (
    <Dialog title={`${label}?`} close={close}>
      <p>{unused}</p>
      <label class="check">
        <input type="checkbox" checked={noMore} onChange={(event) => setNoMore(event.currentTarget.checked)} />
        <span>Do not ask again in this game</span>
      </label>
      <div class="actions">
        <button type="button" class="button main" autofocus onClick={() => confirm(noMore)}>
          {label}
        </button>
        <button type="button" class="button" onClick={close}>
          Keep playing
        </button>
      </div>
    </Dialog>
  );
}

function isEnding(context: BoardContext, button: PromptButton): boolean {
  const move = context.moves.find(({ text }) => text === button.text);
  return ENDING_VERBS.includes(move?.parts?.verb ?? "");
}

/** Whether the player is asked before the turn ends. Not where the guide says to end it. */
const isAsked = (context: BoardContext, text: string): boolean =>
  localStorage.getItem(ASK) !== "never" && !askedNoMore.has(context.session.id) && !isAdvised(text);
