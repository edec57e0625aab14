/** Tree editor: drawing, form or file of the tree, and results of the last edit. */

import { useEffect, useState } from "preact/hooks";
import { useKeys } from "../../keys";
import { showToast } from "../../components/toast";
import type { ContentRow, CreatedSession, NewSession, TreeSetting, TreesInfo } from "../../protocol";
import { navigateLater } from "../../route";
import { post } from "../../api/http";
import { saveSeatKey } from "../../api/seat-keys";
import { goToFirstMark } from "../../components/first-mark";
import { Estimate } from "../../components/estimate";
import type { Selection } from "./canvas";
import { Canvas, removeSelectedEdge } from "./canvas";
import { completeSpots, formatOf, nodesOfTextFault, textOf, useTreeCheck, whyNotUsable } from "./check";
import { MiniCurve } from "../../charts/encounter-charts";
import { addNode, childrenOf, describeChanges, findNode, removeNode, toDraft } from "./tree";
import { heatColour } from "./drawing";
import { TreeFiles } from "./files";
import { NodeForm } from "./node-form";
import type { TreeDocument } from "./undo-history";
import type { Measurement } from "./measure";
import { useMeasure } from "./measure";
import { Difference, EncounterTable, RatingTable, ResultCharts } from "./results";
import { SettingForm } from "./setting-form";
import type { TypedText } from "./tree-text";
import { TreeTextEditor } from "./tree-text";
import { formatCount } from "../../format";

const TABS = ["Node", "File", "Setting"] as const;

interface Props {
  info: TreesInfo;
  doc: TreeDocument;
  setting: TreeSetting;
  changeSetting: (setting: TreeSetting) => void;
}

export function Editor({ info, doc, setting, changeSetting }: Props) {
  const { now: tree, source, edit } = doc;
  const [selection, select] = useState<Selection>(null);
  const [tab, setTab] = useState<(typeof TABS)[number]>("Node");
  const [comparePinned, setComparePinned] = useState(false);
  const [typing, setTyping] = useState<{ opening: number; typed: TypedText | null }>({ opening: 0, typed: null });
  const typed = typing.opening === doc.opening ? typing.typed : null;
  const format = formatOf(doc.file);
  const checked = useTreeCheck(tree, format);
  const before = comparePinned ? doc.opened : (doc.past.at(-1) ?? null);
  const valid = checked.tree === tree && !checked.fault && !checked.connectionError;
  const compared = before && before !== tree ? before : null;
  const measured = useMeasure(valid ? tree : null, compared, setting);
  const drawn = textOf(tree, format, source, checked);
  const unusable = whyNotUsable(tree, drawn, typed, checked);
  useEffect(() => {
    if (selection && !findNode(tree, "node" in selection ? selection.node : selection.to)) select(null);
  }, [tree, selection]);
  useUndoKeys(doc);

  const addAfter = (parent: number | null) => {
    const target = findNode(tree, parent)?.target ?? info.targets[0]?.name ?? "";
    const [next, id] = addNode(tree, parent, target);
    edit(next);
    select({ node: id });
    setTab("Node");
  };
  const removeSelected = () => {
    if (!selection) return;
    if ("to" in selection) {
      edit(removeSelectedEdge(tree, selection));
      select(null);
    } else {
      const removed = findNode(tree, selection.node);
      edit(removeNode(tree, selection.node));
      const next = removed?.parents[0] ?? childrenOf(tree, selection.node)[0]?.id;
      select(next === undefined ? null : { node: next });
    }
  };
  const playGame = async () => {
    const goTo = navigateLater();
    try {
      const saved = await post<ContentRow>("/trees/keep", toDraft(tree));
      const newSession: NewSession = { game: "delve", seats: [{ bot: null }], options: { tree: `@${saved.name}` } };
      const session = await post<CreatedSession>("/tables", newSession);
      if (session.keys[0]) saveSeatKey(session.id, session.keys[0]);
      goTo(`/tables/${session.id}`);
    } catch (error) {
      showToast((error as Error).message);
    }
  };
  const saveAndOpen = async (path: string) => {
    const goTo = navigateLater();
    try {
      const saved = await post<ContentRow>("/trees/keep", toDraft(tree));
      goTo(`${path}=@${encodeURIComponent(saved.name)}`);
    } catch (error) {
      showToast((error as Error).message);
    }
  };
  const fault = typed?.fault ?? checked.fault;
  const faulty = typed?.fault
    ? nodesOfTextFault(tree, typed.text, typed.fault)
    : (checked.fault?.ids ?? new Set<number>());
  const changes = compared ? describeChanges(compared, tree) : [];
  const sharedProps = { tree, selection, select, heat: measured.heat, addAfter, removeSelected };
  return (
    <>
      <section class="panel padded tree-tools" aria-label="Files and undo">
        <TreeFiles info={info} doc={doc} text={typed?.text ?? drawn} canSave={!typed && Boolean(drawn)} />
        <div class="inline wrap">
          <button type="button" class="button" disabled={!doc.past.length} onClick={doc.undo}>
            Undo
          </button>
          <button type="button" class="button" disabled={!doc.future.length} onClick={doc.redo}>
            Redo
          </button>
          <span id="tree-unusable" class="muted small">
            {unusable}
          </span>
          <button
            type="button"
            class="button"
            disabled={Boolean(unusable)}
            aria-describedby="tree-unusable"
            onClick={() => saveAndOpen("/design/delve?content")}
            title="for all players, with everything that ludus inspect reports"
          >
            Inspect it in full
          </button>
          <button
            type="button"
            class="button"
            disabled={Boolean(unusable)}
            aria-describedby="tree-unusable"
            onClick={() => saveAndOpen("/new/delve?tree")}
          >
            Set up a game with it
          </button>
          <button
            type="button"
            class="button main"
            disabled={Boolean(unusable)}
            aria-describedby="tree-unusable"
            onClick={playGame}
            title="you play at once, with the default deck and encounters of Delve"
          >
            Start a game with it
          </button>
        </div>
      </section>
      <div class="tree-layout">
        <section class="panel tree-panel" aria-label="Drawing" aria-busy={checked.tree !== tree}>
          {fault && (
            <p class="error tree-fault" role="alert">
              {fault.line !== null && (
                <button
                  type="button"
                  class="button plain"
                  onClick={() => {
                    setTab("File");
                    requestAnimationFrame(() => goToFirstMark(".tree-text"));
                  }}
                >
                  Line {fault.line}
                </button>
              )}{" "}
              {fault.message}{" "}
              {[...faulty].slice(0, 4).map((id) => (
                <button key={id} type="button" class="button plain" onClick={() => select({ node: id })}>
                  Show {findNode(tree, id)?.name}
                </button>
              ))}
            </p>
          )}
          {tree.nodes.length ? (
            <Canvas
              {...sharedProps}
              before={compared}
              spots={completeSpots(tree, checked.spots)}
              targets={info.targets}
              faulty={faulty}
              fault={fault?.message ?? ""}
              file={doc.file}
              edit={edit}
            />
          ) : (
            <p class="muted padded">
              A tree without nodes.{" "}
              <button type="button" class="button" onClick={() => addAfter(null)}>
                Add the first one
              </button>
            </p>
          )}
          <Legend info={info} targets={new Set(tree.nodes.map((node) => node.target))} heat={measured.heat.size > 0} />
        </section>
        <section class="panel padded tree-side" aria-label="Details">
          <div class="segments" role="group" aria-label="What to show">
            {TABS.map((name) => (
              <button key={name} type="button" class="button" aria-pressed={tab === name} onClick={() => setTab(name)}>
                {name}
              </button>
            ))}
          </div>
          {tab === "Node" && <NodeForm {...sharedProps} info={info} checked={checked} edit={edit} />}
          <div hidden={tab !== "File"}>
            <TreeTextEditor
              key={doc.opening}
              tree={tree}
              drawn={drawn ?? checked.written?.text ?? ""}
              drawnFault={checked.tree === tree ? checked.fault : null}
              format={format}
              typed={typed}
              type={(next) => setTyping({ opening: doc.opening, typed: next })}
              read={doc.read}
            />
          </div>
          {tab === "Setting" && <SettingForm info={info} setting={setting} change={changeSetting} />}
        </section>
      </div>
      <section class="panel padded compare" aria-label="What if">
        <div class="inline wrap">
          <h2>What if</h2>
          <div class="segments" role="group" aria-label="Compare with">
            <button type="button" class="button" aria-pressed={!comparePinned} onClick={() => setComparePinned(false)}>
              Before the last edit
            </button>
            <button type="button" class="button" aria-pressed={comparePinned} onClick={() => setComparePinned(true)}>
              The pinned tree
            </button>
          </div>
          <button type="button" class="button" onClick={doc.pin}>
            Pin this tree
          </button>
        </div>
        {changes.length > 0 && <p class="small">{changes.join("; ")}.</p>}
        {measured.error && (
          <p class="error" role="alert">
            {measured.error}
          </p>
        )}
      </section>
      <ResultCharts measured={measured} setting={setting} />
      <EncounterTable measured={measured} setting={setting} />
      <RatingTable info={info} measured={measured} />
      <SummaryBar measured={measured} setting={setting} comparePinned={comparePinned} />
    </>
  );
}

/** The most important results, always visible. */
function SummaryBar(props: { measured: Measurement; setting: TreeSetting; comparePinned: boolean }) {
  const { measured, setting, comparePinned } = props;
  const { waiting, fighting, fought } = measured;
  const stages = fought?.after.stages ?? [];
  const inFlow = stages.filter((stage) => stage.verdict === "flow").length;
  return (
    <aside class="summary-bar panel" aria-label="Summary">
      {fought && (
        <MiniCurve after={stages} before={fought.before?.stages ?? null} zone={setting.zone as [number, number]} />
      )}
      {fought && (
        <span>
          Encounters won <Estimate value={fought.after.wins} kind="share" />
        </span>
      )}
      {fought?.more && (
        <span>
          {comparePinned ? "against the pinned tree" : "since the edit"} <Difference value={fought.more} />
        </span>
      )}
      {fought && (
        <span class="in-flow">
          surely in the flow zone {inFlow} of {stages.length}
        </span>
      )}
      <span class="grow" />
      <span class="muted small number" role="status" data-waiting={waiting}>
        {waiting
          ? fighting
            ? `${formatCount(fighting.done)} of ${formatCount(fighting.total)} encounters`
            : "measuring…"
          : fought
            ? "measured"
            : ""}
      </span>
    </aside>
  );
}

function Legend({ info, targets, heat }: { info: TreesInfo; targets: Set<string>; heat: boolean }) {
  return (
    <div class="tree-legend small muted">
      {info.targets
        .filter((target) => targets.has(target.name))
        .map((target) => (
          <span key={target.name} class="inline">
            <span class="swatch" style={{ background: target.colour }} /> {target.name}
          </span>
        ))}
      {heat && (
        <span class="inline">
          builds with it win less
          <span
            class="scale"
            style={{ background: `linear-gradient(90deg, ${[0, 0.5, 1].map(heatColour).join(", ")})` }}
            aria-hidden="true"
          />
          more; bar: how often it is the best pick; dot: changed
        </span>
      )}
    </div>
  );
}

/** Undo and redo by keyboard, except in text fields. */
function useUndoKeys(doc: TreeDocument): void {
  useKeys([
    {
      keys: ["z"],
      label: "Undo; with Shift redo",
      control: true,
      run: (event) => (event.shiftKey ? doc.redo() : doc.undo()),
    },
    { keys: ["y"], label: "Redo", control: true, run: () => doc.redo() },
  ]);
}
