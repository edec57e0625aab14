/** Check and rating of a draft by the server, requested shortly after an edit; a new request replaces the old one. */

import { useEffect, useRef, useState } from "preact/hooks";
import { ReconnectingSocket } from "../../../api/socket";
import type {
  CheckedLevel,
  CheckLevel,
  FromLevels,
  LevelFault,
  LevelRating,
  LevelRatingProgress,
  LevelWalk,
  SurveyRequest,
} from "../../../protocol";

const DEBOUNCE_MS = 200; // after an edit
const RETRY_MS = 200; // while the socket opens

export interface LevelCheck {
  text: string; // the draft that `checked`, `walk` and `rating` are about; empty: none yet
  checked: CheckedLevel | null;
  walk: LevelWalk | null;
  rating: LevelRating | null;
  earlier: LevelRating | null; // rating of an earlier draft, shown until there is a new one
  progress: LevelRatingProgress | null;
  state: "working" | "done" | "stopped" | "failed";
  error: string;
}

export const NO_CHECK: LevelCheck = {
  text: "",
  checked: null,
  walk: null,
  rating: null,
  earlier: null,
  progress: null,
  state: "working",
  error: "",
};

interface Pending {
  message: CheckLevel;
  sent: boolean;
}

export interface LevelChecker extends LevelCheck {
  stop: () => void;
  again: () => void;
}

/** Check a draft whenever its text changes. */
export function useLevelCheck(text: string, setting: SurveyRequest): LevelChecker {
  const [check, setCheck] = useState(NO_CHECK);
  const [round, setRound] = useState(0);
  const pending = useRef<Pending | null>(null);
  const socketRef = useRef<ReconnectingSocket | null>(null);
  const lastRequest = useRef(0);
  useEffect(() => {
    const socket = new ReconnectingSocket(
      "/socket/levels",
      (message) => setCheck((previous) => applyMessage(previous, message as FromLevels, pending.current?.message)),
      () => {
        if (socket.state === "lost" && pending.current) pending.current.sent = false;
        if (socket.state === "lost" || socket.state === "refused")
          setCheck((previous) => connectionLost(previous, socket.state === "refused" ? socket.reason : ""));
      },
    );
    socketRef.current = socket;
    const timer = setInterval(() => send(socket, pending.current), RETRY_MS);
    return () => {
      clearInterval(timer);
      socket.close();
    };
  }, []);
  useEffect(() => {
    setCheck((previous) => ({ ...previous, state: "working", progress: null, error: "" }));
    const timer = setTimeout(() => {
      const message: CheckLevel = { type: "check", request: ++lastRequest.current, text, setting };
      pending.current = { message, sent: false };
      if (socketRef.current) send(socketRef.current, pending.current);
    }, DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [text, setting, round]);
  return {
    ...check,
    stop: () => {
      pending.current = null;
      socketRef.current?.send({ type: "drop", request: lastRequest.current });
      setCheck((previous) => ({ ...previous, state: "stopped", progress: null }));
    },
    again: () => setRound((number) => number + 1),
  };
}

function send(socket: ReconnectingSocket, pending: Pending | null): void {
  if (pending && !pending.sent) pending.sent = socket.send(pending.message);
}

/** Add a message of the server to what is known; answers to older requests are ignored. */
export function applyMessage(check: LevelCheck, message: FromLevels, asked: CheckLevel | undefined): LevelCheck {
  if (!asked || message.request !== asked.request) return check;
  switch (message.type) {
    case "checked": {
      const earlier = check.rating ?? check.earlier;
      const known: LevelCheck = { ...NO_CHECK, text: asked.text, checked: message, earlier };
      return message.scene ? known : { ...known, state: "done", earlier: null };
    }
    case "walked":
      return message.fault
        ? { ...check, walk: message, state: "done", earlier: null }
        : { ...check, walk: message, error: "" };
    case "rated":
      return { ...check, rating: message, earlier: null, progress: null, state: message.last ? "done" : "working" };
    case "rating":
      return { ...check, progress: message };
    default:
      return { ...check, state: "failed", progress: null, error: message.message };
  }
}

/** The connection is lost, which the page mends by itself, or refused for a reason. */
export function connectionLost(check: LevelCheck, reason: string): LevelCheck {
  if (reason) return { ...check, state: "failed", progress: null, error: reason };
  if (check.state !== "working") return check;
  return { ...check, error: "The Studio does not answer. The check goes on as soon as it does." };
}

/** All faults of the last check: of the level itself, or why it cannot be finished. */
export function faultsOf(check: Pick<LevelCheck, "checked" | "walk">): LevelFault[] {
  return [...(check.checked?.faults ?? []), ...(check.walk?.fault ? [check.walk.fault] : [])];
}

/** Whether a fault is one of the text, with a line but no place on the map. */
export const isOfText = (fault: LevelFault): boolean => fault.line !== null && !fault.cells.length;
