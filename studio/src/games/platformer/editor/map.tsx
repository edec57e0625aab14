/** The map of the level editor: drawn by pointer, or by keyboard with a cursor. */

import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { type Colours, readColours } from "../render/colours";
import { buildGround, paintFlag, paintGround } from "../render/ground";
import { heatColour } from "../render/overlays";
import { paintTrap } from "../render/traps";
import { useKeys } from "../../../keys";
import type { LevelFault, TrapRating } from "../../../protocol";
import {
  type Cell,
  describeCell,
  type DraftLevel,
  type Edit,
  height,
  isInside,
  moveThing,
  removeThing,
  type Thing,
  thingAt,
  trapCells,
  width,
} from "./draft";
import { draftScene } from "./draft-scene";
import { applyTool, applyToolAlong, findTool, type ToolName } from "./tools";

export const ZOOMS = [18, 24, 32, 40, 52] as const; // px per cell
const MIN_ZOOM = 1; // smaller cells are hard to hit
const SIDEBAR = 400; // px beside the map on wide screens
const MAX_PAGE = 1700; // px

/** Index of the largest zoom at which a level of so many columns fits into the window. */
export function fitZoom(columns: number): number {
  const room = innerWidth > 980 ? Math.min(innerWidth, MAX_PAGE) - SIDEBAR : innerWidth;
  return Math.max(
    MIN_ZOOM,
    ZOOMS.findLastIndex((zoom) => columns * zoom <= room),
  );
}

const MAX_RATIO = 2; // canvas pixels per CSS pixel

interface Props {
  level: DraftLevel;
  tool: ToolName;
  fixed: boolean; // whether drawn cells are fixed for generators
  cell: number; // px per cell
  cursor: Cell;
  faults: readonly LevelFault[];
  ratings: readonly TrapRating[];
  /** Whether traps move. */
  moving: boolean;
  /** Change the level; edits with the same stroke are one step of undo. */
  edit: Edit;
  setCursor: (cell: Cell) => void;
}

const ARROWS: Record<string, Cell> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
};

export function LevelMap(props: Props) {
  const { level, tool, cell, cursor } = props;
  const canvas = useRef<HTMLCanvasElement>(null);
  const frame = useRef<HTMLDivElement>(null);
  const latest = useRef(props);
  latest.current = props;
  const stroke = useRef<{ id: string; at: Cell; tool: ToolName; moves: Thing | null } | null>(null);
  const strokes = useRef(0);
  usePainting(canvas, props);
  useEffect(() => scrollToCell(frame.current, cursor, height(level), cell), [cursor, cell]);

  const cellOf = (event: PointerEvent): Cell => {
    const box = canvas.current?.getBoundingClientRect();
    if (!box) return [0, 0];
    const x = Math.floor((event.clientX - box.left) / latest.current.cell);
    const y = height(latest.current.level) - 1 - Math.floor((event.clientY - box.top) / latest.current.cell);
    return [x, y];
  };
  const onPointerDown = (event: PointerEvent) => {
    const at = cellOf(event);
    if (event.button > 0 && event.button !== 2) return;
    if (!isInside(level, ...at)) return;
    const used = event.button === 2 ? (tool === "ground" ? "gap" : "erase") : tool;
    props.setCursor(at);
    if (used === "select" && event.pointerType === "touch") return; // one finger scrolls
    canvas.current?.setPointerCapture(event.pointerId);
    const id = `stroke ${++strokes.current}`;
    stroke.current = { id, at, tool: used, moves: used === "select" ? thingAt(level, ...at) : null };
    props.edit((now) => applyTool(now, used, ...at, props.fixed), id);
  };
  const onPointerMove = (event: PointerEvent) => {
    const current = stroke.current;
    if (!current) return;
    const at = cellOf(event);
    const [fromX, fromY] = current.at;
    if (at[0] === fromX && at[1] === fromY) return;
    const { level: now, fixed, edit, setCursor } = latest.current;
    if (current.moves) {
      const thing = thingAt(now, current.moves.x, current.moves.y);
      const next = thing && moveThing(now, thing, at[0] - fromX, at[1] - fromY);
      if (!thing || !next || next === now) return;
      current.moves = { ...thing, x: thing.x + at[0] - fromX, y: thing.y + at[1] - fromY };
      edit(() => next, current.id);
    } else if (findTool(current.tool).draws) {
      const { tool: used, at: from } = current;
      edit((drawn) => applyToolAlong(drawn, used, from, at, fixed), current.id);
    } else return;
    current.at = at;
    if (isInside(now, ...at)) setCursor(at);
  };
  const endStroke = () => {
    stroke.current = null;
  };
  const within = () => frame.current;
  useKeys([
    {
      keys: Object.keys(ARROWS),
      label: "On the map: move the cursor; with Shift draw, or move the selected thing",
      within,
      run: (event) => moveCursor(ARROWS[event.key] ?? [0, 0], event.shiftKey),
    },
    {
      keys: [" ", "Enter"],
      label: "On the map: use the tool",
      within,
      run: () => props.edit((now) => applyTool(now, tool, ...cursor, props.fixed), ""),
    },
    {
      keys: ["Delete", "Backspace"],
      label: "On the map: remove the thing at the cursor",
      within,
      run: () => props.edit((now) => removeThing(now, ...cursor), ""),
    },
  ]);
  /** Move the cursor; with `draw` the tool is used on the way, and a selected thing moves along. */
  const moveCursor = ([dx, dy]: Cell, draw: boolean) => {
    const to: Cell = [cursor[0] + dx, cursor[1] + dy];
    if (!isInside(level, ...to)) return;
    if (draw && tool === "select") {
      const thing = thingAt(level, ...cursor);
      const next = thing ? moveThing(level, thing, dx, dy) : level;
      if (next === level) return;
      props.edit(() => next, "keyboard");
    } else if (draw && findTool(tool).draws)
      props.edit((now) => applyToolAlong(now, tool, cursor, to, props.fixed), "keyboard");
    props.setCursor(to);
  };
  return (
    <div
      ref={frame}
      class="map-frame"
      tabIndex={0}
      role="application"
      aria-label={`Map of ${width(level)} by ${height(level)} cells. Arrow keys move the cursor, Space uses the tool.`}
      aria-describedby="map-cursor"
      data-cursor={cursor.join(" ")}
    >
      <canvas
        ref={canvas}
        class={`map-canvas ${tool === "select" ? "selects" : "draws"}`}
        aria-hidden="true"
        onPointerDown={onPointerDown}
        onPointerMove={onPointerMove}
        onPointerUp={endStroke}
        onPointerCancel={endStroke}
        onContextMenu={(event) => event.preventDefault()}
      />
      <p id="map-cursor" class="visually-hidden" role="status">
        {cursor[0]} {cursor[1]}: {describeCell(level, ...cursor)}
      </p>
    </div>
  );
}

/** Scroll the frame so that a cell is visible; the page itself stays. */
function scrollToCell(frame: HTMLElement | null, [x, y]: Cell, rows: number, cell: number): void {
  if (!frame) return;
  const [left, top] = [x * cell, (rows - 1 - y) * cell];
  if (left < frame.scrollLeft) frame.scrollLeft = left - cell;
  else if (left + cell > frame.scrollLeft + frame.clientWidth) frame.scrollLeft = left + 2 * cell - frame.clientWidth;
  if (top < frame.scrollTop) frame.scrollTop = top - cell;
  else if (top + cell > frame.scrollTop + frame.clientHeight) frame.scrollTop = top + 2 * cell - frame.clientHeight;
}

/** Draw the map when something changed, and in every frame while traps move. */
function usePainting(canvas: { current: HTMLCanvasElement | null }, props: Props): void {
  const { level, cell, moving } = props;
  const [colours, setColours] = useState(readColours);
  const tick = useRef(0);
  const latest = useRef(props);
  latest.current = props;
  useEffect(() => {
    const theme = new MutationObserver(() => setColours(readColours()));
    theme.observe(document.documentElement, { attributeFilter: ["data-theme"] });
    return () => theme.disconnect();
  }, []);
  useLayoutEffect(() => {
    const element = canvas.current;
    if (!element) return;
    const ratio = Math.min(devicePixelRatio || 1, MAX_RATIO);
    const [pixelWidth, pixelHeight] = [width(level) * cell, height(level) * cell];
    if (element.width !== Math.round(pixelWidth * ratio) || element.height !== Math.round(pixelHeight * ratio)) {
      element.width = Math.round(pixelWidth * ratio);
      element.height = Math.round(pixelHeight * ratio);
      element.style.width = `${pixelWidth}px`;
      element.style.height = `${pixelHeight}px`;
    }
    paintMap(element, colours, latest.current, tick.current, ratio);
  });
  useEffect(() => {
    if (!moving) return;
    const began = performance.now() - (tick.current * 1000) / 60;
    let handle = requestAnimationFrame(function frame(now) {
      tick.current = Math.floor(((now - began) * 60) / 1000);
      const ratio = Math.min(devicePixelRatio || 1, MAX_RATIO);
      if (canvas.current) paintMap(canvas.current, colours, latest.current, tick.current, ratio);
      handle = requestAnimationFrame(frame);
    });
    return () => cancelAnimationFrame(handle);
  }, [moving, colours]);
}

function paintMap(canvas: HTMLCanvasElement, colours: Colours, props: Props, tick: number, ratio: number): void {
  const ctx = canvas.getContext("2d");
  if (!ctx) return;
  const { level, cell, cursor, faults, ratings } = props;
  const scene = draftScene(level);
  const rows = height(level);
  ctx.setTransform(cell * ratio, 0, 0, -cell * ratio, 0, rows * cell * ratio);
  paintGround(ctx, colours, scene, buildGround(scene));
  for (const [x, y] of level.safe) paintFlag(ctx, colours.safe, x + 0.14, y, 0.42);
  shadeRatings(ctx, colours, level, ratings);
  for (const trap of scene.traps) paintTrap(ctx, colours, { ...trap, mine: -1 }, tick, 0);
  paintGrid(ctx, colours, level);
  ctx.strokeStyle = colours.danger;
  ctx.lineWidth = 0.12;
  for (const fault of faults)
    for (const [x = 0, y = 0] of fault.cells) {
      ctx.strokeRect(x + 0.06, y + 0.06, 0.88, 0.88);
      ctx.beginPath();
      ctx.moveTo(x + 0.2, y + 0.2);
      ctx.lineTo(x + 0.8, y + 0.8);
      ctx.stroke();
    }
  const thing = thingAt(level, ...cursor);
  const cells = thing?.type === "trap" ? trapCells(thing.trap) : [cursor];
  const [left = cursor] = cells;
  paintFrame(ctx, colours["way-edge"], left, cells.length, 0.16);
  paintFrame(ctx, colours.way, left, cells.length, 0.08);
}

function paintFrame(ctx: CanvasRenderingContext2D, colour: string, [x, y]: Cell, cells: number, line: number): void {
  ctx.strokeStyle = colour;
  ctx.lineWidth = line;
  ctx.strokeRect(x + 0.05, y + 0.05, cells - 0.1, 0.9);
}

function paintGrid(ctx: CanvasRenderingContext2D, colours: Colours, level: DraftLevel): void {
  const [columns, rows] = [width(level), height(level)];
  ctx.strokeStyle = colours.shade;
  ctx.lineWidth = 0.03;
  ctx.beginPath();
  for (let x = 1; x < columns; x += 1) {
    ctx.moveTo(x, 0);
    ctx.lineTo(x, rows);
  }
  for (let y = 1; y < rows; y += 1) {
    ctx.moveTo(0, y);
    ctx.lineTo(columns, y);
  }
  ctx.stroke();
}

/** Shade the cells of traps by the share of attempts that succeed. */
function shadeRatings(
  ctx: CanvasRenderingContext2D,
  colours: Colours,
  level: DraftLevel,
  ratings: readonly TrapRating[],
): void {
  const current = new Set(level.traps.map((trap) => `${trap.kind} ${trap.x} ${trap.y}`));
  ctx.globalAlpha = 0.6;
  for (const { trap, cells, failed } of ratings) {
    if (!failed || !current.has(trap)) continue;
    ctx.fillStyle = heatColour(colours, 1 - failed.value);
    for (const [x = 0, y = 0] of cells) ctx.fillRect(x, y, 1, 1);
  }
  ctx.globalAlpha = 1;
}
