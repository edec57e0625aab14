/** A canvas on which a game is drawn, frame by frame, in the colours of the page and at the sharpness of the screen. */

import type { LevelSurvey } from "../../protocol";
import { Camera } from "../camera";
import type { Game } from "../game";
import { paintBody, paintShade, placeOf } from "./figures";
import { layGround, paintGround } from "./ground";
import { readInk } from "./ink";
import { type OverlayName, paintOverlays } from "./overlays";
import { paintTrap } from "./traps";

export interface Looks {
  whole: boolean; // all of the level at once
  survey: LevelSurvey | null;
  shown: ReadonlySet<OverlayName>;
}

export class Screen {
  private readonly pen: CanvasRenderingContext2D;
  private readonly camera = new Camera();
  private readonly ground;
  private readonly theme: MutationObserver;
  private readonly size: ResizeObserver;
  private readonly calm = matchMedia("(prefers-reduced-motion: reduce)");
  private ink = readInk();
  private ratio = 1;

  constructor(
    private readonly canvas: HTMLCanvasElement,
    private readonly game: Game,
    private looks: Looks,
  ) {
    const pen = canvas.getContext("2d", { alpha: false });
    if (!pen) throw new Error("This browser has no canvas to draw on.");
    this.pen = pen;
    this.ground = layGround(game.world.scene);
    this.theme = new MutationObserver(() => {
      this.ink = readInk();
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

  look(looks: Looks): void {
    const turned = looks.whole !== this.looks.whole;
    this.looks = looks;
    if (turned) this.fit();
  }

  paint(): void {
    const { pen, ink, game } = this;
    const { scene, traps } = game.world;
    const lively = !this.calm.matches;
    const { x, y } = placeOf(game);
    this.camera.follow(x, y, game.facing, scene.row.width, scene.row.height, lively && game.state === "playing");
    this.camera.apply(pen, this.ratio);
    paintGround(pen, ink, scene, this.ground);
    for (const trap of traps) paintTrap(pen, ink, trap, game.run.tick, game.run.lit[trap.mine] ?? 0);
    const { survey, shown } = this.looks;
    if (survey && shown.size) {
      pen.save(); // or the ground would be drawn with its strokes from then on
      paintOverlays(pen, ink, survey, shown);
      pen.restore();
    }
    for (const shade of game.shades) paintShade(pen, ink, shade);
    paintBody(pen, ink, game, lively);
  }

  private fit(): void {
    const { clientWidth: wide, clientHeight: high } = this.canvas;
    const { width, height } = this.game.world.scene.row;
    this.ratio = Math.min(devicePixelRatio || 1, 2);
    this.canvas.width = Math.max(1, Math.round(wide * this.ratio));
    this.canvas.height = Math.max(1, Math.round(high * this.ratio));
    this.camera.fit(wide, high, width, height, this.looks.whole);
    this.paint();
  }
}
