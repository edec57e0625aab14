/** The front of a search: points to choose from, and the tree behind the one that is chosen, measured. */

import { useMemo, useState } from "preact/hooks";
import type { FrontMember, TreeFront, TreeSetting, TreesInfo, Value } from "../../protocol";
import { Estimate } from "../estimate";
import { spotsOf } from "./check";
import { fromDraft } from "./draft";
import type { Tree } from "./draft";
import { Drawing } from "./drawing";
import { useMeasure } from "./measure";
import { Curves, Encounters } from "./numbers";
import type { Goal } from "./scatter";
import { Scatter, short, titleOf } from "./scatter";

const Z = 1.96; // standard errors that an interval goes to either side

interface Props {
  info: TreesInfo;
  front: TreeFront;
  going: boolean;
  setting: TreeSetting;
  take: (tree: Tree) => void;
}

export function Front({ info, front, going, setting, take }: Props) {
  const goals = useMemo(() => goalsOf(front.ratings), [front.ratings.join()]);
  const [axes, setAxes] = useState<[string, string]>(["WinRate", "GraciousLoss"]);
  const [picked, pick] = useState<FrontMember | null>(null); // stays, even if the search goes on without it
  const member = picked ?? front.members[0];
  const chosen = front.members.findIndex((each) => member && nameOf(each) === nameOf(member));
  const [x, y] = axes.map((axis) => goals.find((goal) => goal.name === axis) ?? goals[0]) as [Goal, Goal];
  const axis = (k: 0 | 1, words: string) => (
    <label class="field">
      <span>{words}</span>
      <select
        class="input fit"
        value={axes[k]}
        onChange={(event) => {
          const value = event.currentTarget.value;
          setAxes(k === 0 ? [value, axes[1]] : [axes[0], value]);
        }}
      >
        {goals.map((goal) => (
          <option key={goal.name}>{goal.name}</option>
        ))}
      </select>
    </label>
  );
  return (
    <div class="front-room">
      <section class="panel part" aria-label="The front">
        <h2>
          The front{" "}
          <span class="quiet small">
            {going ? `generation ${front.generation} of ${front.generations}; ` : ""}
            {front.members.filter((each) => each.front).length} compromises: none beats another in one goal without
            losing in another
          </span>
        </h2>
        <div class="inline wrap">
          {axis(0, "Across")}
          {axis(1, "Upwards")}
          <p class="quiet small grow">
            Filled: on the front of all goals. Rings: others that live. The star: the tree that was made of the front by
            tuning. The line: what is unbeaten in these two goals.
          </p>
        </div>
        <Scatter
          members={front.members}
          x={x}
          y={y}
          chosen={chosen}
          choose={(k) => pick(front.members[k] as FrontMember)}
        />
      </section>
      {member && (
        <Chosen
          info={info}
          member={member}
          title={chosen < 0 ? "a tree that lives no longer" : titleOf(member, chosen)}
          names={front.ratings}
          setting={setting}
          measures={picked !== null || !going}
          take={take}
        />
      )}
    </div>
  );
}

/** One tree of the front. While the search goes on, only what somebody has picked is measured. */
function Chosen(props: {
  info: TreesInfo;
  member: FrontMember;
  title: string;
  names: string[];
  setting: TreeSetting;
  measures: boolean;
  take: (tree: Tree) => void;
}) {
  const { info, member, title, names, setting, measures, take } = props;
  const tree = useMemo(
    () => fromDraft({ name: member.made ? "made" : "from a front", nodes: member.nodes }),
    [nameOf(member)],
  );
  const spots = spotsOf(
    tree,
    member.places.map(([column, row]) => ({ column, row })),
  );
  const measured = useMeasure(measures ? tree : null, null, setting);
  const known = measured.of === tree;
  return (
    <>
      <section class="panel part" aria-label="The chosen tree">
        <div class="inline wrap">
          <h2>{title[0]?.toUpperCase() + title.slice(1)}</h2>
          <span class="quiet small">{tree.nodes.length} nodes</span>
          <span class="grow" />
          <button type="button" class="button main" onClick={() => take(tree)}>
            Take it into the editor
          </button>
        </div>
        <Drawing tree={tree} spots={spots} targets={info.targets} heat={measured.heat} title={title} />
        <dl class="counts rating-list">
          <div>
            <dt>total</dt>
            <dd>{short(member.total)}</dd>
          </div>
          {names.map((name, k) => (
            <div key={name}>
              <dt title={info.ratings.find((each) => each.name === name)?.meaning}>{name}</dt>
              <dd>
                <Estimate value={ratingOf(member, k)} kind="number" />
              </dd>
            </div>
          ))}
        </dl>
        {measured.fault && <p class="fault">{measured.fault}</p>}
        {!measures && <p class="quiet small">Choose a point, and its tree is measured.</p>}
      </section>
      {known && <Curves measured={measured} setting={setting} />}
      {known && <Encounters measured={measured} setting={setting} />}
    </>
  );
}

/** With its interval where builds were sampled; where all were fought there is none. */
function ratingOf(member: FrontMember, k: number): Value | number {
  const value = member.ratings[k] ?? 0;
  const error = member.errors[k] ?? 0;
  return error > 0 ? { value, low: value - Z * error, high: value + Z * error } : value;
}

function goalsOf(ratings: string[]): Goal[] {
  return [
    ...ratings.map((name, k) => ({ name, of: (member: FrontMember) => member.ratings[k] ?? 0 })),
    { name: "total", of: (member) => member.total },
    { name: "nodes", of: (member) => member.nodes.length },
  ];
}

function nameOf(member: FrontMember): string {
  return JSON.stringify([member.made, member.nodes]);
}
