/** Pareto front of a search: a scatter plot, and measurements of the selected tree. */

import { useMemo, useState } from "preact/hooks";
import type { FrontMember, RatingInfo, TreeFront, TreeSetting, TreesInfo, ValueWithInterval } from "../../protocol";
import { Estimate } from "../../components/estimate";
import { spotsOf } from "./check";
import { fromDraft } from "./tree";
import type { Tree } from "./tree";
import { TreeDrawing } from "./drawing";
import { useMeasure } from "./measure";
import { EncounterTable, explainRating, ResultCharts } from "./results";
import type { Goal } from "../../charts/scatter";
import { memberTitle, Scatter } from "../../charts/scatter";
import { formatRounded } from "../../format";

const Z = 1.96; // standard errors of a 95 % interval

interface ParetoFrontProps {
  info: TreesInfo;
  front: TreeFront;
  running: boolean;
  setting: TreeSetting;
  openInEditor: (tree: Tree) => void;
}

export function ParetoFront({ info, front, running, setting, openInEditor }: ParetoFrontProps) {
  const goals = useMemo(() => listGoals(front.ratings, info), [front.ratings.join()]);
  const [axes, setAxes] = useState<[string, string]>(["WinRate", "Balance"]);
  const [picked, setPicked] = useState<FrontMember | null>(null); // kept even if the search drops this tree
  const member = picked ?? front.members[0];
  const selectedIndex = front.members.findIndex((other) => member && memberKey(other) === memberKey(member));
  const [x, y] = axes.map((axis) => goals.find((goal) => goal.key === axis) ?? goals[0]) as [Goal, Goal];
  const axisSelect = (k: 0 | 1, label: string) => (
    <label class="field">
      <span>{label}</span>
      <select
        class="input fit"
        value={axes[k]}
        onChange={(event) => {
          const value = event.currentTarget.value;
          setAxes(k === 0 ? [value, axes[1]] : [axes[0], value]);
        }}
      >
        {goals.map((goal) => (
          <option key={goal.key} value={goal.key}>
            {goal.name}
          </option>
        ))}
      </select>
    </label>
  );
  return (
    <div class="front-layout">
      <section class="panel padded" aria-label="Pareto front">
        <h2>
          Pareto front{" "}
          <span class="muted small">
            {running ? `generation ${front.generation} of ${front.generations}; ` : ""}
            {front.members.filter((member) => member.front).length} trees: none is better than another in one goal
            without being worse in another
          </span>
        </h2>
        <div class="inline wrap">
          {axisSelect(0, "X axis")}
          {axisSelect(1, "Y axis")}
          <p class="muted small grow">
            Filled: on the Pareto front of all goals. Rings: other trees of the population. Star: the final tree, tuned
            from the front. Line: the Pareto front of these two goals.
          </p>
        </div>
        <Scatter
          members={front.members}
          x={x}
          y={y}
          selectedIndex={selectedIndex}
          onSelect={(k) => setPicked(front.members[k] as FrontMember)}
        />
      </section>
      {member && (
        <SelectedTree
          info={info}
          member={member}
          title={selectedIndex < 0 ? "a tree that is no longer in the population" : memberTitle(member, selectedIndex)}
          ratingNames={front.ratings}
          setting={setting}
          shouldMeasure={picked !== null || !running}
          openInEditor={openInEditor}
        />
      )}
    </div>
  );
}

/** One tree of the front. During the search only a tree that was clicked on is measured. */
function SelectedTree(props: {
  info: TreesInfo;
  member: FrontMember;
  title: string;
  ratingNames: string[];
  setting: TreeSetting;
  shouldMeasure: boolean;
  openInEditor: (tree: Tree) => void;
}) {
  const { info, member, title, ratingNames, setting, shouldMeasure, openInEditor } = props;
  const tree = useMemo(
    () => fromDraft({ name: member.made ? "made" : "from a front", nodes: member.nodes }),
    [memberKey(member)],
  );
  const spots = spotsOf(
    tree,
    member.places.map(([column, row]) => ({ column, row })),
  );
  const measured = useMeasure(shouldMeasure ? tree : null, null, setting);
  const isCurrent = measured.tree === tree;
  return (
    <>
      <section class="panel padded" aria-label="Selected tree">
        <div class="inline wrap">
          <h2>{title[0]?.toUpperCase() + title.slice(1)}</h2>
          <span class="muted small">{tree.nodes.length} nodes</span>
          <span class="grow" />
          <button type="button" class="button main" onClick={() => openInEditor(tree)}>
            Open in the editor
          </button>
        </div>
        <TreeDrawing tree={tree} spots={spots} targets={info.targets} heat={measured.heat} title={title} />
        <dl class="counts rating-list">
          <div>
            <dt>total</dt>
            <dd>{formatRounded(member.total, 3)}</dd>
          </div>
          {ratingNames.map((name, k) => (
            <div key={name}>
              <dt title={explainRating(ratingInfo(info, name)?.meaning ?? "", name)}>{ratingTitle(info, name)}</dt>
              <dd>
                <Estimate value={ratingOf(member, k)} kind="number" />
              </dd>
            </div>
          ))}
        </dl>
        {measured.error && <p class="error">{measured.error}</p>}
        {!shouldMeasure && <p class="muted small">Select a point to measure its tree.</p>}
      </section>
      {isCurrent && <ResultCharts measured={measured} setting={setting} />}
      {isCurrent && <EncounterTable measured={measured} setting={setting} />}
    </>
  );
}

/** A rating, with an interval if builds were sampled. */
function ratingOf(member: FrontMember, k: number): ValueWithInterval | number {
  const value = member.ratings[k] ?? 0;
  const error = member.errors[k] ?? 0;
  return error > 0 ? { value, low: value - Z * error, high: value + Z * error } : value;
}

export function listGoals(ratings: string[], info: Ratings): Goal[] {
  return [
    ...ratings.map((name, k) => ({
      key: name,
      name: ratingTitle(info, name),
      of: (member: FrontMember) => member.ratings[k] ?? 0,
    })),
    { key: "total", name: "total", of: (member) => member.total },
    { key: "nodes", name: "nodes", of: (member) => member.nodes.length },
  ];
}

type Ratings = Pick<TreesInfo, "ratings" | "choice_ratings">;

const ratingInfo = (info: Ratings, name: string): RatingInfo | undefined =>
  [...info.ratings, ...info.choice_ratings].find((rating) => rating.name === name);

const ratingTitle = (info: Ratings, name: string): string => ratingInfo(info, name)?.title ?? name;

function memberKey(member: FrontMember): string {
  return JSON.stringify([member.made, member.nodes]);
}
