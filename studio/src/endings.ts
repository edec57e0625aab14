/** How a game ended, in a sentence. The words come from the server; the page has its own for games without words. */

import type { Ending, SessionRow } from "./protocol";

/** What a player did who lost by a fault of its own, by end reason. */
const FAULTS: Record<string, string> = {
  "illegal move": "made an illegal move",
  "unreadable reply": "gave an unreadable reply",
  timeout: "ran out of time",
  "too much output": "wrote too much output",
  "out of memory": "ran out of memory",
  "too many processes": "started too many processes",
  "too much computing time": "used too much computing time",
  "starved timeout": "ran out of time while others had the processors",
};

/** A session, or its row in a list. */
interface EndedGame {
  state: SessionRow["state"];
  ending: Ending | null;
  outcome: string;
}

export function describeEnding({ state, ending, outcome }: EndedGame, names: string[]): string {
  if (state === "broken off") return `The game was ${describeAbort(ending)}`;
  if (outcome && !ending?.fault) return outcome;
  if (!ending) return "";
  const reason = ending.reason.replaceAll("_", " ");
  const culprit = ending.culprit ?? null;
  if (culprit !== null) {
    const loss = `${names[culprit] ?? ""} ${FAULTS[ending.reason] ?? reason}`;
    if (names.length === 1) return `Lost: ${loss}`;
    return ending.winner === null ? `The others share the win: ${loss}` : `${names[ending.winner] ?? ""} won: ${loss}`;
  }
  if (names.length === 1)
    return reason === "won" ? "Won" : (ending.shares[0] ?? 0) >= 1 ? `Won (${reason})` : `Lost (${reason})`;
  if (ending.winner === null) return `${describeDraw(ending.shares, names)} (${reason})`;
  return `${names[ending.winner] ?? ""} won (${reason})`;
}

/** A game that was ended before its end: "aborted", "not finished" for a replay of such a game. */
export function describeAbort(ending: Ending | null): string {
  const reason = ending?.reason ?? "broken off";
  if (reason === "broken off") return "aborted";
  return reason === "not finished" ? reason : `aborted: ${reason}`;
}

/** Players who share the win; if all do, it is a draw. */
function describeDraw(shares: number[], names: string[]): string {
  const sharers = names.filter((_, k) => (shares[k] ?? 0) > 0);
  return sharers.length < names.length ? `${sharers.join(" and ")} share the win` : "A draw";
}
