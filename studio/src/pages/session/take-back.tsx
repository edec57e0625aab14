/** Take back the last move: offered only where the server will grant it. Otherwise the button and the key say why. */

import { tooltip } from "../../components/tooltip";
import { showToast } from "../../components/toast";
import type { BoardContext } from "../../board";
import type { SessionClient } from "../../api/session";
import type { SessionSnapshot } from "../../protocol";
import { sentenceCase } from "../../format";
import { useKeys } from "../../keys";

interface TakeBackProps {
  client: SessionClient;
  context: BoardContext;
}

const REASON = "take-back-reason"; // id of the description of the button

/** Why the last move cannot be taken back; empty: it can. The answer for an older position says nothing. */
export function takeBackRefusal({ take_back, now }: Pick<SessionSnapshot, "take_back" | "now">): string {
  if (take_back.ply !== now.ply) return "Wait until the game has gone on";
  return take_back.possible ? "" : sentenceCase(take_back.reason);
}

export function TakeBackButton({ client, context }: TakeBackProps) {
  const { session, position, live, held } = context;
  const refusal = held ? "" : takeBackRefusal(session);
  const takeBack = () => {
    if (!live) return false;
    if (held) context.release();
    else if (refusal) showToast(refusal);
    else client.takeBack(position.ply);
    return true;
  };
  useKeys([{ keys: ["u"], label: "Take back the last move", active: live && !refusal, run: takeBack }]);
  if (!live || !(held || isLastMoveOwn(session))) return null;
  return (
    <>
      <button
        type="button"
        class="button"
        aria-disabled={Boolean(refusal)}
        aria-describedby={refusal ? REASON : undefined}
        onClick={takeBack}
        {...tooltip(refusal || "Take back the last move (U)")}
      >
        Take back
      </button>
      {refusal && (
        <span id={REASON} class="visually-hidden">
          {refusal}
        </span>
      )}
    </>
  );
}

/** Whether the person has made the last move; not the others, and not the bot that has drafted for the person. */
function isLastMoveOwn({ folds, moves, seat }: SessionSnapshot): boolean {
  const last = moves.at(-1);
  return last?.seat === seat && !folds.some((fold) => fold.plies.includes(last.ply));
}
