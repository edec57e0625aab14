/** Draws a game on a canvas, in the colours of the theme and the resolution of the screen. */

import type { LevelSurvey } from "../../../protocol";
import { Camera } from "../stage/camera";
import type { Game } from "../stage/game";
import { bodyPosition, paintBody, paintGhost } from "./figures";
import { buildGround, paintGround } from "./ground";
import { readColours } from "./colours";
import { type OverlayName, paintMark, paintOverlays } from "./overlays";
import { paintTrap } from "./traps";

export interface ViewOptions {
  wholeLevel: boolean; // the whole level instead of a part
  survey: LevelSurvey | null;
  visibleOverlays: ReadonlySet<OverlayName>;
  markedPlace?: readonly number[] | null; // cells that a guide means: left, bottom, right, top, all included
}

export class LevelScreen {
  private readonly ctx: CanvasRenderingContext2D;
  private readonly camera = new Camera();
  private readonly ground;
  private readonly theme: MutationObserver;
  private readonly size: ResizeObserver;
  private readonly reducedMotion = matchMedia("(prefers-reduced-motion: reduce)");
  private colours = readColours();
  private ratio = 1;

  constructor(
    private readonly canvas: HTMLCanvasElement,
    private readonly game: Game,
    private options: ViewOptions,
  ) {
    const ctx = canvas.getContext("2d", { alpha: false });
    if (!ctx) throw new Error("This browser has no canvas to draw on.");
    this.ctx = ctx;
    this.ground = buildGround(game.world.scene);
    this.theme = new MutationObserver(() => {
      this.colours = readColours();
    });
    this.theme.observe(document.documentElement, { attributeFilter: ["data-theme"] });
    this.size = new ResizeObserver(() => this.fit());
    this.size.observe(canvas);
    this.fit();
  }

  close(): void {
    this.theme.disconnect();
    this.size.disconnect();
  }

  setOptions(options: ViewOptions): void {
    const zoomChanged = options.wholeLevel !== this.options.wholeLevel;
    this.options = options;
    if (zoomChanged) this.fit();
  }

  paint(): void {
    const { ctx, colours, game } = this;
    const { scene, traps } = game.world;
    const animated = !this.reducedMotion.matches;
    const { x, y } = bodyPosition(game);
    this.camera.follow(x, y, game.facing, scene.row.width, scene.row.height, animated && game.state === "playing");
    this.camera.apply(ctx, this.ratio);
    paintGround(ctx, colours, scene, this.ground);
    for (const trap of traps) paintTrap(ctx, colours, trap, game.run.tick, game.run.lit[trap.mine] ?? 0);
    const { survey, visibleOverlays } = this.options;
    if (survey && visibleOverlays.size) {
      ctx.save(); // overlays change stroke settings
      paintOverlays(ctx, colours, survey, visibleOverlays);
      ctx.restore();
    }
    if (this.options.markedPlace) paintMark(ctx, colours, this.options.markedPlace);
    for (const ghost of game.ghosts) paintGhost(ctx, colours, ghost);
    paintBody(ctx, colours, game, animated);
  }

  private fit(): void {
    const { clientWidth: canvasWidth, clientHeight: canvasHeight } = this.canvas;
    const { width, height } = this.game.world.scene.row;
    this.ratio = Math.min(devicePixelRatio || 1, 2);
    this.canvas.width = Math.max(1, Math.round(canvasWidth * this.ratio));
    this.canvas.height = Math.max(1, Math.round(canvasHeight * this.ratio));
    this.camera.fit(canvasWidth, canvasHeight, width, height, this.options.wholeLevel);
    this.paint();
  }
}
