/** Form for the parameters of measurements and the design goals. */

import { NumberInput } from "../../components/number-input";
import type { TreeSetting, TreesInfo } from "../../protocol";

interface Props {
  info: TreesInfo;
  setting: TreeSetting;
  change: (setting: TreeSetting) => void;
}

export function SettingForm({ info, setting, change }: Props) {
  const numberField = (
    name: string,
    value: number,
    low: number,
    high: number,
    step: number,
    set: (value: number) => Partial<TreeSetting>,
  ) => (
    <label class="field">
      <span>{name}</span>
      <NumberInput
        min={low}
        max={high}
        step={step}
        value={value}
        set={(entered) => change({ ...setting, ...set(entered) })}
      />
    </label>
  );
  const selectField = (name: string, value: string, values: string[], set: (value: string) => Partial<TreeSetting>) => (
    <label class="field">
      <span>{name}</span>
      <select
        class="input"
        value={value}
        onChange={(event) => change({ ...setting, ...set(event.currentTarget.value) })}
      >
        {values.map((option) => (
          <option key={option}>{option}</option>
        ))}
      </select>
    </label>
  );
  const [hard, easy] = setting.zone;
  const [fewest, most] = setting.turns;
  return (
    <div class="node-form">
      {selectField("Player", setting.player, Object.keys(info.players), (player) => ({ player }))}
      <p class="muted small">{info.players[setting.player]}</p>
      {selectField("Decks", setting.decks, info.deck_sets, (decks) => ({ decks }))}
      <div class="two-fields">
        {numberField("Orders of cards", setting.orders, 2, 200, 2, (orders) => ({ orders: orders - (orders % 2) }))}
        {numberField("Seed", setting.seed, 0, Number.MAX_SAFE_INTEGER, 1, (seed) => ({ seed: Math.floor(seed) }))}
        {numberField("Flow zone from", hard, 0, easy - 0.01, 0.05, (low) => ({ zone: [low, easy] }))}
        {numberField("to", easy, hard + 0.01, 1, 0.05, (high) => ({ zone: [hard, high] }))}
        {numberField("Builds that should win", setting.win, 0.01, 1, 0.05, (win) => ({ win }))}
        {numberField("Nodes", setting.nodes, 1, info.most_nodes, 1, (nodes) => ({ nodes: Math.floor(nodes) }))}
        {numberField("Turns of a win, from", fewest, 1, most, 1, (low) => ({ turns: [low, most] }))}
        {numberField("to", most, fewest, 50, 1, (high) => ({ turns: [fewest, high] }))}
      </div>
    </div>
  );
}
