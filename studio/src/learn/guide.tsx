/** Guided first game: says what to do, and outlines the piece or button to click. What it says comes from the server. */

import { useEffect, useState } from "preact/hooks";
import type { SessionClient } from "../api/session";
import type { BoardContext } from "../board";
import { Glyph } from "../components/glyphs";
import { GuidedGame } from "./play-now";
import { moveButtons, pieceElements } from "../motion/find-elements";
import type { GuideAdvice, PositionView } from "../protocol";

const LEFT = "ludus-guide-left"; // sessions of this browser tab whose guide was left
const MARK = "data-guide";

const NARROW = "(max-width: 860px)"; // the sidebar is below the board there, so the guide is at the foot of the board

interface GuideProps {
  place: "foot" | "sidebar";
  client: SessionClient;
  context: BoardContext;
}

/** The guide, at the place that is visible beside the board; nothing at the other one. */
export function Guide({ place, ...props }: GuideProps) {
  const [narrow, setNarrow] = useState(() => matchMedia(NARROW).matches);
  useEffect(() => {
    const media = matchMedia(NARROW);
    const update = () => setNarrow(media.matches);
    media.addEventListener("change", update);
    return () => media.removeEventListener("change", update);
  }, []);
  const { guided, seat, state } = props.context.session;
  if (!guided || seat === null || state !== "playing" || (place === "foot") !== narrow) return null;
  return <GuidePanel {...props} />;
}

function GuidePanel({ client, context }: Omit<GuideProps, "place">) {
  const { session, position, live } = context;
  const [newest, setNewest] = useState<{ advice: GuideAdvice; position: PositionView } | null>(null);
  const [left, setLeft] = useState(() => leftGuides().includes(session.id));
  const moves = session.moves.length;
  useEffect(() => {
    if (left || !live) return;
    let current = true;
    client.request<GuideAdvice>({ type: "guide", ply: position.ply }).then(
      (answer) => current && setNewest({ advice: answer, position }),
      () => {}, // the game has gone on, or the connection is lost: the next position asks again
    );
    return () => {
      current = false;
    };
  }, [left, live, position, moves]);
  const advice = newest?.advice;
  const shown = !left && live && newest?.position === position ? newest.advice : null;
  useOutline(shown);
  const leave = (on: boolean) => {
    const others = leftGuides().filter((id) => id !== session.id);
    sessionStorage.setItem(LEFT, JSON.stringify(on ? [...others, session.id] : others));
    setLeft(on);
  };
  if (left)
    return (
      <div class="guide left">
        <button type="button" class="button plain" onClick={() => leave(false)}>
          <Glyph name="bulb" size={14} /> Show the guide again
        </button>
      </div>
    );
  return (
    <section class="guide" aria-label="Guide">
      <div class="guide-text" role="status">
        <Glyph name="bulb" size={18} />
        <p>{shown ? shown.words : live ? "One moment…" : "The other player moves…"}</p>
      </div>
      <div class="guide-actions">
        {shown?.strayed && <GuidedGame game={session.game} label="Start again" />}
        {advice && !advice.strayed && (
          <span class="muted small">
            {Math.min(advice.step + 1, advice.steps)} of {advice.steps}
          </span>
        )}
        {shown?.text && (
          <button type="button" class="button plain" onClick={() => marked()?.focus()}>
            Go to it
          </button>
        )}
        <button type="button" class="button plain" aria-label="Leave the guide" onClick={() => leave(true)}>
          Leave
        </button>
      </div>
    </section>
  );
}

function leftGuides(): string[] {
  try {
    return JSON.parse(sessionStorage.getItem(LEFT) ?? "[]") as string[];
  } catch {
    return [];
  }
}

/** Whether the guide advises this move now, by a button that it outlines. */
export const isAdvised = (text: string): boolean => marked()?.getAttribute("data-move") === text;

const marked = () => document.querySelector<HTMLElement>(`[${MARK}]`);

/** Mark the element that the advice means, also after the board was drawn again. */
function useOutline(advice: GuideAdvice | null): void {
  useEffect(() => {
    const stage = document.querySelector(".stage");
    if (!advice?.text || !stage) return;
    let shown: Element | undefined;
    const mark = () => {
      const element = findElement(advice);
      const before = marked();
      if (before !== element) before?.removeAttribute(MARK);
      element?.setAttribute(MARK, "");
      if (element && element !== shown && !isVisible(element)) element.scrollIntoView({ block: "center" });
      shown = element;
    };
    mark();
    const observer = new MutationObserver(mark);
    observer.observe(stage, { childList: true, subtree: true, attributeFilter: ["class", "aria-pressed"] });
    return () => {
      observer.disconnect();
      marked()?.removeAttribute(MARK);
    };
  }, [advice]);
}

/** Whether the middle of an element is on the screen, and nothing covers it. */
function isVisible(element: Element): boolean {
  const { left, top, width, height } = element.getBoundingClientRect();
  return element.contains(document.elementFromPoint(left + width / 2, top + height / 2));
}

/** The element to click next for a move: a button, the piece, or its target once the piece is chosen. */
function findElement({ text, parts }: GuideAdvice): Element | undefined {
  const [button] = moveButtons(text);
  if (button) return button;
  const [piece] = pieceElements(parts?.piece);
  const [target] = pieceElements(parts?.target);
  const chosen = piece?.getAttribute("aria-pressed") === "true" || piece?.classList.contains("chosen");
  return target && (chosen || !piece) ? target : piece;
}
