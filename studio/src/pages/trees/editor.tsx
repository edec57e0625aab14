/** The editor: the drawing, the chosen node or the file beside it, and what follows from every edit below. */

import { useEffect, useRef, useState } from "preact/hooks";
import { say } from "../../components/toast";
import type { ContentRow, MadeTable, NewTable, TreeSetting, TreesInfo } from "../../protocol";
import { go } from "../../route";
import { post } from "../../api/http";
import { keepKey } from "../../api/keys";
import { Estimate } from "../estimate";
import type { Chosen } from "./canvas";
import { Canvas, cutWay } from "./canvas";
import { allSpots, formatOf, useCheck } from "./check";
import { MiniCurve } from "./curves";
import { add, childrenOf, differences, find, remove, toDraft } from "./draft";
import { shade } from "./drawing";
import { Files } from "./files";
import { NodeForm } from "./form";
import type { Document } from "./history";
import type { Measured } from "./measure";
import { useMeasure } from "./measure";
import { Curves, Difference, Encounters, Ratings } from "./numbers";
import { SettingForm } from "./setting";
import { TextView } from "./text";

const TABS = ["Node", "File", "Setting"] as const;

interface Props {
  info: TreesInfo;
  document: Document;
  setting: TreeSetting;
  changeSetting: (setting: TreeSetting) => void;
}

export function Editor({ info, document, setting, changeSetting }: Props) {
  const { now: tree, source, edit } = document;
  const [chosen, choose] = useState<Chosen>(null);
  const [tab, setTab] = useState<(typeof TABS)[number]>("Node");
  const [opened, compareOpened] = useState(false);
  const format = formatOf(document.file);
  const checked = useCheck(tree, format);
  const before = opened ? document.opened : (document.past.at(-1) ?? null);
  const fine = checked.of === tree && !checked.fault && !checked.lost;
  const compared = before && before !== tree ? before : null;
  const measured = useMeasure(fine ? tree : null, compared, setting);
  const text = source?.of === tree ? source.text : checked.text;
  useEffect(() => {
    if (chosen && !find(tree, "node" in chosen ? chosen.node : chosen.to)) choose(null);
  }, [tree, chosen]);
  useKeys(document);

  const addAfter = (parent: number | null) => {
    const like = find(tree, parent)?.target ?? info.targets[0]?.name ?? "";
    const [next, id] = add(tree, parent, like);
    edit(next);
    choose({ node: id });
    setTab("Node");
  };
  const removeChosen = () => {
    if (!chosen) return;
    if ("to" in chosen) {
      edit(cutWay(tree, chosen));
      choose(null);
    } else {
      const gone = find(tree, chosen.node);
      edit(remove(tree, chosen.node));
      const next = gone?.parents[0] ?? childrenOf(tree, chosen.node)[0]?.id;
      choose(next === undefined ? null : { node: next });
    }
  };
  const play = async () => {
    try {
      const kept = await post<ContentRow>("/trees/keep", toDraft(tree));
      const order: NewTable = { game: "delve", seats: [{ bot: null }], options: { tree: `@${kept.name}` } };
      const table = await post<MadeTable>("/tables", order);
      if (table.keys[0]) keepKey(table.id, table.keys[0]);
      go(`/tables/${table.id}`);
    } catch (error) {
      say((error as Error).message);
    }
  };
  const keepAndGo = async (path: string) => {
    try {
      const kept = await post<ContentRow>("/trees/keep", toDraft(tree));
      go(`${path}=@${encodeURIComponent(kept.name)}`);
    } catch (error) {
      say((error as Error).message);
    }
  };
  const changes = compared ? differences(compared, tree) : [];
  const shared = { tree, chosen, choose, heat: measured.heat, addAfter, removeChosen };
  return (
    <>
      <section class="panel part tree-tools" aria-label="Files and steps">
        <Files info={info} document={document} text={text} />
        <div class="inline wrap">
          <button type="button" class="button" disabled={!document.past.length} onClick={document.undo}>
            Undo
          </button>
          <button type="button" class="button" disabled={!document.future.length} onClick={document.redo}>
            Redo
          </button>
          <span class="grow" />
          <button
            type="button"
            class="button"
            disabled={!fine}
            onClick={() => keepAndGo("/design/delve?content")}
            title="for all players, with everything that ludus inspect tells"
          >
            Inspect it in full
          </button>
          <button type="button" class="button" disabled={!fine} onClick={() => keepAndGo("/new/delve?tree")}>
            Set up a game with it
          </button>
          <button type="button" class="button main" disabled={!fine} onClick={play}>
            Play the scenario with it
          </button>
        </div>
      </section>
      <div class="tree-room">
        <section class="panel tree-panel" aria-label="Drawing" aria-busy={checked.of !== tree}>
          {tree.nodes.length ? (
            <Canvas
              {...shared}
              before={compared}
              spots={allSpots(tree, checked.spots)}
              targets={info.targets}
              faulty={checked.fault?.ids ?? new Set()}
              edit={edit}
            />
          ) : (
            <p class="quiet part">
              A tree without nodes.{" "}
              <button type="button" class="button" onClick={() => addAfter(null)}>
                Add the first one
              </button>
            </p>
          )}
          <Legend info={info} targets={new Set(tree.nodes.map((node) => node.target))} heat={measured.heat.size > 0} />
        </section>
        <section class="panel part tree-side" aria-label="Details">
          <div class="segments" role="group" aria-label="What to show">
            {TABS.map((each) => (
              <button key={each} type="button" class="button" aria-pressed={tab === each} onClick={() => setTab(each)}>
                {each}
              </button>
            ))}
          </div>
          {tab === "Node" && <NodeForm {...shared} info={info} checked={checked} edit={edit} />}
          <div hidden={tab !== "File"}>
            <TextView tree={tree} written={checked.text} source={source} format={format} read={document.read} />
          </div>
          {tab === "Setting" && <SettingForm info={info} setting={setting} change={changeSetting} />}
        </section>
      </div>
      <section class="panel part compare" aria-label="What if">
        <div class="inline wrap">
          <h2>What if</h2>
          <div class="segments" role="group" aria-label="Compare with">
            <button type="button" class="button" aria-pressed={!opened} onClick={() => compareOpened(false)}>
              Before the last edit
            </button>
            <button type="button" class="button" aria-pressed={opened} onClick={() => compareOpened(true)}>
              The pinned one
            </button>
          </div>
          <button type="button" class="button" onClick={document.pin}>
            Pin this one
          </button>
        </div>
        {changes.length > 0 && <p class="small">{changes.join("; ")}.</p>}
        {measured.fault && (
          <p class="fault" role="alert">
            {measured.fault}
          </p>
        )}
      </section>
      <Curves measured={measured} setting={setting} />
      <Encounters measured={measured} setting={setting} />
      <Ratings info={info} measured={measured} />
      <Standing measured={measured} setting={setting} opened={opened} />
    </>
  );
}

/** The most important numbers, in sight wherever one is. */
function Standing(props: { measured: Measured; setting: TreeSetting; opened: boolean }) {
  const { measured, setting, opened } = props;
  const { waiting, fighting, fought } = measured;
  const stages = fought?.after.stages ?? [];
  const flow = stages.filter((stage) => stage.verdict === "flow").length;
  return (
    <aside class="standing panel" aria-label="In short">
      {fought && (
        <MiniCurve after={stages} before={fought.before?.stages ?? null} zone={setting.zone as [number, number]} />
      )}
      {fought && (
        <span>
          Fights won <Estimate value={fought.after.wins} kind="share" />
        </span>
      )}
      {fought?.more && (
        <span>
          {opened ? "against the pinned one" : "since the edit"} <Difference value={fought.more} />
        </span>
      )}
      {fought && (
        <span class="in-flow">
          in the flow zone {flow} of {stages.length}
        </span>
      )}
      <span class="grow" />
      <span class="quiet small number" role="status" data-waiting={waiting}>
        {waiting
          ? fighting
            ? `${fighting.done.toLocaleString("en")} of ${fighting.total.toLocaleString("en")} fights`
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
    <div class="tree-legend small quiet">
      {info.targets
        .filter((each) => targets.has(each.name))
        .map((each) => (
          <span key={each.name} class="inline">
            <span class="swatch" style={{ background: each.colour }} /> {each.name}
          </span>
        ))}
      {heat && (
        <span class="inline">
          builds with it win less
          <span
            class="scale"
            style={{ background: `linear-gradient(90deg, ${[0, 0.5, 1].map(shade).join(", ")})` }}
            aria-hidden="true"
          />
          more; bars: best pick; a dot: changed
        </span>
      )}
    </div>
  );
}

/** Undo and redo by keyboard, except where a field has its own. */
function useKeys(document: Document): void {
  const newest = useRef(document);
  newest.current = document;
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || (event.target as Element).matches("input, textarea")) return;
      const key = event.key.toLowerCase();
      if (key !== "z" && key !== "y") return;
      event.preventDefault();
      if (key === "y" || event.shiftKey) newest.current.redo();
      else newest.current.undo();
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, []);
}
