/** Measurements of an edited tree, requested shortly after an edit; a new request replaces the old one. */

import { useEffect, useRef, useState } from "preact/hooks";
import type {
  FromTrees,
  MeasureEdit,
  NodeFights,
  SimulationResults,
  TreeFightProgress,
  TreeFightUpdate,
  TreeSetting,
} from "../../protocol";
import { ReconnectingSocket } from "../../api/socket";
import type { Tree } from "./tree";
import { toDraft } from "./tree";

const DEBOUNCE_MS = 250; // ms after an edit
const RETRY_MS = 200; // ms, while the socket opens

export interface Measurement {
  simulated: SimulationResults | null;
  fought: TreeFightUpdate | null;
  heat: Map<number, NodeFights>; // results by node id
  tree: Tree | null; // the measured version
  before: Tree | null;
  fighting: TreeFightProgress | null; // progress of the current request
  waiting: boolean;
  error: string;
}

const NO_MEASUREMENT: Measurement = {
  simulated: null,
  fought: null,
  heat: new Map(),
  tree: null,
  before: null,
  fighting: null,
  waiting: false,
  error: "",
};

interface MeasureRequest {
  request: number;
  after: Tree;
  before: Tree | null;
  setting: TreeSetting;
  sent: boolean;
}

/** Measure `after` and compare with `before`. With null nothing is measured, and the last results stay. */
export function useMeasure(after: Tree | null, before: Tree | null, setting: TreeSetting | null): Measurement {
  const [measured, setMeasured] = useState(NO_MEASUREMENT);
  const pending = useRef<MeasureRequest | null>(null);
  const socketRef = useRef<ReconnectingSocket | null>(null);
  const lastRequest = useRef(0);
  useEffect(() => {
    const socket = new ReconnectingSocket(
      "/socket/trees",
      (message) => setMeasured((previous) => applyMessage(previous, message as FromTrees, pending.current)),
      () => {
        if (socket.state === "lost" && pending.current) pending.current.sent = false;
        if (socket.state === "refused")
          setMeasured((previous) => ({ ...previous, waiting: false, error: socket.reason }));
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
    if (!after || !setting) return;
    setMeasured((previous) => ({ ...previous, waiting: true, error: "" }));
    const timer = setTimeout(() => {
      pending.current = { request: ++lastRequest.current, after, before, setting, sent: false };
      if (socketRef.current) send(socketRef.current, pending.current);
    }, DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [after, before, setting]);
  return measured;
}

function send(socket: ReconnectingSocket, measureRequest: MeasureRequest | null): void {
  if (!measureRequest || measureRequest.sent) return;
  const { request, after, before, setting } = measureRequest;
  const message: MeasureEdit = {
    type: "measure",
    request,
    after: toDraft(after),
    before: before && toDraft(before),
    setting,
  };
  measureRequest.sent = socket.send(message);
}

function applyMessage(previous: Measurement, message: FromTrees, measureRequest: MeasureRequest | null): Measurement {
  if (!measureRequest || message.request !== measureRequest.request) return previous;
  const trees: Pick<Measurement, "tree" | "before"> = { tree: measureRequest.after, before: measureRequest.before };
  switch (message.type) {
    case "simulated": {
      const waiting = measureRequest.after.nodes.length > 0;
      return {
        ...previous,
        ...trees,
        simulated: message,
        waiting,
        ...(waiting ? {} : { fought: null, heat: new Map() }),
      };
    }
    case "fought": {
      const heat = new Map(
        measureRequest.after.nodes.map((node, k) => [node.id, message.after.nodes[k] as NodeFights]),
      );
      return { ...previous, ...trees, fought: message, heat, fighting: null, waiting: !message.last };
    }
    case "fighting":
      return { ...previous, fighting: message };
    default:
      return { ...previous, waiting: false, fighting: null, error: message.message };
  }
}
