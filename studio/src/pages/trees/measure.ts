/** What follows from an edit: asked a moment after it, answered in steps; an older question is forgotten. */

import { useEffect, useRef, useState } from "preact/hooks";
import type {
  FromTrees,
  Measure,
  NodeFought,
  TreeFighting,
  TreeFought,
  TreeSetting,
  TreeSimulated,
} from "../../protocol";
import { Line } from "../../api/line";
import type { Tree } from "./draft";
import { toDraft } from "./draft";

const PAUSE = 250; // ms after an edit
const RETRY = 200; // ms, while the socket opens

export interface Measured {
  simulated: TreeSimulated | null;
  fought: TreeFought | null;
  heat: Map<number, NodeFought>; // by node, of the version that was fought with
  of: Tree | null; // the version that the numbers are about
  before: Tree | null;
  fighting: TreeFighting | null; // how far the answer is that is waited for
  waiting: boolean;
  fault: string;
}

const NOTHING: Measured = {
  simulated: null,
  fought: null,
  heat: new Map(),
  of: null,
  before: null,
  fighting: null,
  waiting: false,
  fault: "",
};

interface Question {
  request: number;
  after: Tree;
  before: Tree | null;
  setting: TreeSetting;
  sent: boolean;
}

/** Measures `after`, beside `before`; null: there is nothing to measure just now, and the last numbers stay. */
export function useMeasure(after: Tree | null, before: Tree | null, setting: TreeSetting | null): Measured {
  const [measured, setMeasured] = useState(NOTHING);
  const asked = useRef<Question | null>(null);
  const line = useRef<Line | null>(null);
  const count = useRef(0);
  useEffect(() => {
    const own = new Line(
      "/socket/trees",
      (message) => setMeasured((known) => hear(known, message as FromTrees, asked.current)),
      () => {
        if (own.state === "lost" && asked.current) asked.current.sent = false;
        if (own.state === "refused") setMeasured((known) => ({ ...known, waiting: false, fault: own.reason }));
      },
    );
    line.current = own;
    const timer = setInterval(() => send(own, asked.current), RETRY);
    return () => {
      clearInterval(timer);
      own.close();
    };
  }, []);
  useEffect(() => {
    if (!after || !setting) return;
    setMeasured((known) => ({ ...known, waiting: true, fault: "" }));
    const timer = setTimeout(() => {
      asked.current = { request: ++count.current, after, before, setting, sent: false };
      if (line.current) send(line.current, asked.current);
    }, PAUSE);
    return () => clearTimeout(timer);
  }, [after, before, setting]);
  return measured;
}

function send(line: Line, question: Question | null): void {
  if (!question || question.sent) return;
  const { request, after, before, setting } = question;
  const word: Measure = {
    type: "measure",
    request,
    after: toDraft(after),
    before: before && toDraft(before),
    setting,
  };
  question.sent = line.send(word);
}

function hear(known: Measured, word: FromTrees, question: Question | null): Measured {
  if (!question || word.request !== question.request) return known;
  const about = { of: question.after, before: question.before };
  switch (word.type) {
    case "simulated": {
      const waiting = question.after.nodes.length > 0;
      return { ...known, ...about, simulated: word, waiting, ...(waiting ? {} : { fought: null, heat: new Map() }) };
    }
    case "fought": {
      const heat = new Map(question.after.nodes.map((node, k) => [node.id, word.after.nodes[k] as NodeFought]));
      return { ...known, ...about, fought: word, heat, fighting: null, waiting: !word.last };
    }
    case "fighting":
      return { ...known, fighting: word };
    default:
      return { ...known, waiting: false, fighting: null, fault: word.message };
  }
}
