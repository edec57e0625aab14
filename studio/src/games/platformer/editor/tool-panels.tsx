/** Tools, the list of traps with their ratings, and the size of the level. */

import { Estimate } from "../../../components/estimate";
import { NumberInput } from "../../../components/number-input";
import { plural } from "../../../format";
import type { LevelEditorInfo, TrapRating } from "../../../protocol";
import { type Cell, type DraftLevel, type Edit, describeTrap, height, resizeLevel, trapCells, width } from "./draft";
import { findTool, TOOLS, type Tool, type ToolName } from "./tools";

const BUTTON_GROUPS: Tool["group"][] = ["Draw", "Place", "Traps"];
const MIN_SIZE = 3;

interface ToolBarProps {
  tool: ToolName;
  setTool: (tool: ToolName) => void;
  fixed: boolean;
  setFixed: (fixed: boolean) => void;
}

export function ToolBar({ tool, setTool, fixed, setFixed }: ToolBarProps) {
  const decorations = TOOLS.filter((candidate) => candidate.group === "Decoration");
  const chosen = findTool(tool);
  return (
    <section class="panel tool-bar" aria-label="Tools">
      {BUTTON_GROUPS.map((group) => (
        <div key={group} class="tool-group" role="group" aria-label={group}>
          {TOOLS.filter((candidate) => candidate.group === group).map(({ name, label, key, help }) => (
            <button
              key={name}
              type="button"
              class="button"
              aria-pressed={tool === name}
              title={`${label}: ${help} (key ${key.toUpperCase()})`}
              onClick={() => setTool(name)}
            >
              {label}
            </button>
          ))}
        </div>
      ))}
      <label class="inline">
        <span class="small muted">Decoration</span>
        <select
          class="input fit"
          value={chosen.group === "Decoration" ? tool : ""}
          onChange={(event) => setTool((event.currentTarget.value || "select") as ToolName)}
        >
          <option value="">none</option>
          {decorations.map(({ name, label }) => (
            <option key={name} value={name}>
              {label}
            </option>
          ))}
        </select>
      </label>
      {(tool === "ground" || tool === "gap") && (
        <label class="check small">
          <input type="checkbox" checked={fixed} onChange={(event) => setFixed(event.currentTarget.checked)} />
          fixed: a generator must not change it
        </label>
      )}
    </section>
  );
}

interface TrapListProps {
  level: DraftLevel;
  ratings: readonly TrapRating[];
  cursor: Cell;
  select: (cell: Cell) => void;
}

export function TrapList({ level, ratings, cursor, select }: TrapListProps) {
  if (!level.traps.length) return null;
  return (
    <section class="panel padded" aria-label="Traps">
      <h2>{plural(level.traps.length, "trap")}</h2>
      <ul class="trap-list">
        {level.traps.map((trap) => {
          const name = `${trap.kind} ${trap.x} ${trap.y}`;
          const rating = ratings.find((candidate) => candidate.trap === name);
          const selected = trapCells(trap).some(([x, y]) => x === cursor[0] && y === cursor[1]);
          return (
            <li key={name}>
              <button
                type="button"
                class="button plain"
                aria-pressed={selected}
                title={describeTrap(trap)}
                onClick={() => select([trap.x, trap.y])}
              >
                {name}
              </button>
              {rating?.failed ? (
                <span class="small">
                  <Estimate value={rating.failed} kind="share" />
                </span>
              ) : (
                <span class="muted small">{rating ? "nobody tries it" : ""}</span>
              )}
            </li>
          );
        })}
      </ul>
      <p class="muted small">Share of attempts that fail, by synthetic players; traps are shaded by it.</p>
    </section>
  );
}

interface LevelFormProps {
  level: DraftLevel;
  info: LevelEditorInfo;
  edit: Edit;
}

export function LevelForm({ level, info, edit }: LevelFormProps) {
  const sizeField = (
    label: string,
    value: number,
    most: number,
    resize: (level: DraftLevel, to: number) => DraftLevel,
  ) => (
    <label class="field">
      <span>{label}</span>
      <NumberInput
        min={MIN_SIZE}
        max={most}
        value={value}
        set={(entered) => edit((now) => resize(now, Math.round(entered)), `size ${label}`)}
      />
    </label>
  );
  return (
    <section class="panel padded" aria-label="Size">
      <h2>Size</h2>
      <div class="two-sizes">
        {sizeField("Columns", width(level), info.columns, (now, columns) => resizeLevel(now, columns, height(now)))}
        {sizeField("Rows", height(level), info.rows, (now, rows) => resizeLevel(now, width(now), rows))}
      </div>
    </section>
  );
}
