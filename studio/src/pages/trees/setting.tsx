/** What trees are measured with, and what is wanted of them. */

import type { TreeSetting, TreesInfo } from "../../protocol";

interface Props {
  info: TreesInfo;
  setting: TreeSetting;
  change: (setting: TreeSetting) => void;
}

export function SettingForm({ info, setting, change }: Props) {
  const number = (
    name: string,
    value: number,
    low: number,
    high: number,
    step: number,
    set: (value: number) => Partial<TreeSetting>,
  ) => (
    <label class="field">
      <span>{name}</span>
      <input
        class="input"
        type="number"
        min={low}
        max={high}
        step={step}
        value={value}
        onChange={(event) => {
          const given = event.currentTarget.valueAsNumber;
          if (given >= low && given <= high) change({ ...setting, ...set(given) });
        }}
      />
    </label>
  );
  const choice = (name: string, value: string, values: string[], set: (value: string) => Partial<TreeSetting>) => (
    <label class="field">
      <span>{name}</span>
      <select
        class="input"
        value={value}
        onChange={(event) => change({ ...setting, ...set(event.currentTarget.value) })}
      >
        {values.map((each) => (
          <option key={each}>{each}</option>
        ))}
      </select>
    </label>
  );
  const [hard, easy] = setting.zone;
  const [fewest, most] = setting.turns;
  return (
    <div class="node-form">
      {choice("Who fights", setting.player, Object.keys(info.players), (player) => ({ player }))}
      <p class="quiet small">{info.players[setting.player]}</p>
      {choice("With which decks", setting.decks, info.deck_sets, (decks) => ({ decks }))}
      <div class="two-fields">
        {number("Orders of cards", setting.orders, 2, 200, 2, (orders) => ({ orders: orders - (orders % 2) }))}
        {number("Seed", setting.seed, 0, Number.MAX_SAFE_INTEGER, 1, (seed) => ({ seed: Math.floor(seed) }))}
        {number("Flow zone from", hard, 0, easy - 0.01, 0.05, (low) => ({ zone: [low, easy] }))}
        {number("to", easy, hard + 0.01, 1, 0.05, (high) => ({ zone: [hard, high] }))}
        {number("Builds that should win", setting.win, 0.01, 1, 0.05, (win) => ({ win }))}
        {number("Nodes", setting.nodes, 1, info.most_nodes, 1, (nodes) => ({ nodes: Math.floor(nodes) }))}
        {number("Turns of a win, from", fewest, 1, most, 1, (low) => ({ turns: [low, most] }))}
        {number("to", most, fewest, 50, 1, (high) => ({ turns: [fewest, high] }))}
      </div>
    </div>
  );
}
