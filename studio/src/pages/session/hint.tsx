/** Hints: the move that a bot would play, in words and outlined on the board. */

import { useEffect, useState } from "preact/hooks";
import type { SessionClient } from "../../api/session";
import { useGameInfo } from "../../api/game-info";
import type { BoardContext } from "../../board";
import { type PromptButtonsProps, useEndQuestion } from "./prompt-buttons";
import { BotPicker } from "../../components/bot-picker";
import { Glyph } from "../../components/glyphs";
import { showToast } from "../../components/toast";
import { useKeys } from "../../keys";
import { botName } from "../../player-names";
import { moveButtons, pieceElements } from "../../motion/find-elements";
import type { BotOpinion, PositionView } from "../../protocol";
import { useNotation } from "../../words";

export function HintPanel({ client, ...props }: { client: SessionClient } & PromptButtonsProps) {
  const { context } = props;
  const { play, question } = useEndQuestion(props);
  const info = useGameInfo(context.session.game);
  const [open, setOpen] = useState(false);
  const [notation] = useNotation();
  const [bot, setBot] = useState("");
  const [opinion, setOpinion] = useState<{ answer: BotOpinion; position: PositionView } | null>(null);
  const [waiting, setWaiting] = useState(false);
  const { position } = context;
  const { ply, decider } = position;
  const shown = opinion?.position === position ? opinion.answer : null; // after a take-back the same ply is another position
  useOutline(shown, context);
  const canAsk = decider !== null && (context.live || context.session.everything);
  const selected = bot || info?.adviser || "";
  const ask = async () => {
    setWaiting(true);
    try {
      const answer = await client.request<BotOpinion>({ type: "ask", ply, bot: selected });
      setOpinion({ answer, position });
    } catch (error) {
      showToast((error as Error).message);
    }
    setWaiting(false);
  };
  const askByKey = () => {
    if (!canAsk || waiting || !selected) return false;
    setOpen(true);
    void ask();
  };
  useKeys([{ keys: ["h"], label: "Ask a bot for a hint", active: canAsk, run: askByKey }]);
  return (
    <details class="fold" open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary title="Ask a bot for a hint (H)">
        <Glyph name="bulb" size={14} /> Ask a bot
      </summary>
      <div class="fold-body">
        {info && selected && <BotPicker info={info} value={selected} uploads={false} change={setBot} />}
        <button type="button" class="button" disabled={!canAsk || waiting} onClick={ask}>
          {waiting ? "Thinking…" : "Ask"}
        </button>
        {!canAsk && <p class="muted small">You can ask when it is your turn.</p>}
        {shown && (
          <p class="opinion" role="status">
            {botName(shown.bot)} would <b>{shown.words || `play ${shown.text}`}</b>
            {shown.phrase && !shown.words && <span class="muted small"> ({shown.phrase})</span>}
            {shown.words && notation && <code class="notation">{shown.text}</code>}{" "}
            {context.legal.has(shown.text) && (
              <button type="button" class="button plain" onClick={() => play(shown.text)}>
                Play it
              </button>
            )}
          </p>
        )}
        {question}
      </div>
    </details>
  );
}

/** Outline piece and target of a move on the board, or its button. */
function useOutline(opinion: BotOpinion | null, { position }: BoardContext): void {
  useEffect(() => {
    if (!opinion) return;
    const { piece, target } = opinion.parts ?? { piece: null, target: null };
    const marked = [...pieceElements(piece), ...moveButtons(opinion.text)];
    const aimed = pieceElements(target);
    for (const element of marked) element.setAttribute("data-hint", "piece");
    for (const element of aimed) element.setAttribute("data-hint", "target");
    marked[0]?.scrollIntoView({ block: "nearest" });
    return () => {
      for (const element of [...marked, ...aimed]) element.removeAttribute("data-hint");
    };
  }, [opinion, position]);
}
