/** Guided first run: a fixed level, and above it what to press next. */

import type { ComponentChildren } from "preact";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { get } from "../../api/http";
import { Glyph } from "../../components/glyphs";
import { NotLoaded } from "../../components/nothing-here";
import { HowToPlay } from "../../learn/primer";
import type { Game } from "./stage/game";
import { GuidedProgress } from "./guided-progress";
import type { GuidedRun, LevelScene } from "../../protocol";
import { useLevelScene } from "./level";
import { LevelStage } from "./stage";

const NO_OVERLAYS: ReadonlySet<never> = new Set();
const NO_GHOSTS: never[] = [];
const BUTTONS: Record<string, [key: string, touch: string]> = {
  left: ["←", "←"],
  right: ["→", "→"],
  jump: ["space", "↑"],
  down: ["↓", "↓"],
};

export function GuidedRunPage() {
  const [guide, setGuide] = useState<GuidedRun | null>(null);
  const [error, setError] = useState<Error | null>(null);
  useEffect(() => {
    get<GuidedRun>("/levels/guide").then(setGuide, setError);
  }, []);
  if (error) return <NotLoaded error={error} places={["levels"]} />;
  return guide ? <GuidedLevel guide={guide} /> : <main class="content" />;
}

function GuidedLevel({ guide }: { guide: GuidedRun }) {
  const { scene, error } = useLevelScene(guide.level);
  if (error) return <NotLoaded error={error} places={["levels"]} />;
  return scene ? <GuidedStage guide={guide} scene={scene} /> : <main class="content" />;
}

function GuidedStage({ guide, scene }: { guide: GuidedRun; scene: LevelScene }) {
  const progress = useMemo(() => new GuidedProgress(guide.steps), [guide]);
  const [shown, setShown] = useState({ step: 0, died: false });
  const game = useRef<Game | null>(null);
  useEffect(() => {
    document.title = `${guide.title} · Ludus Studio`;
  }, [guide.title]);
  const show = () => setShown({ step: progress.step, died: progress.died });
  const onChange = (changed: Game) => {
    game.current = changed;
    changed.onTick = (run) => progress.update(run) && show();
    if (changed.run.tick > 0) return;
    progress.restart();
    show();
  };
  const target = guide.steps[shown.step];
  return (
    <main class="content level-page">
      <header class="level-head">
        <h1>{guide.title}</h1>
        <span class="grow" />
        <HowToPlay game="platformer" />
        <a href="/levels">All levels</a>
      </header>
      <section class="guide" aria-label="Guide" data-step={shown.step}>
        <div class="guide-text" role="status">
          <Glyph name="bulb" size={18} />
          <p>
            {shown.died && <b>{guide.died} </b>}
            {withButtons(target ? target.text : guide.closing)}
          </p>
        </div>
        <div class="guide-actions">
          <span class="muted small">
            {Math.min(shown.step + 1, guide.steps.length)} of {guide.steps.length}
          </span>
          <a class="button plain" href={`/levels/${guide.level}`}>
            Leave
          </a>
        </div>
      </section>
      <LevelStage
        scene={scene}
        respawn="checkpoint"
        script={null}
        survey={null}
        visibleOverlays={NO_OVERLAYS}
        ghosts={NO_GHOSTS}
        wholeLevel={false}
        markedPlace={target?.place ?? null}
        onChange={onChange}
      >
        <div class="actions">
          <a class="button main" href="/levels">
            Choose a level
          </a>
          <button type="button" class="button" onClick={() => game.current?.restart()}>
            Once more
          </button>
        </div>
      </LevelStage>
      <div class="level-controls">
        <button type="button" class="button" onClick={() => game.current?.restart()}>
          Restart
        </button>
        <span class="muted small keys-only">
          <kbd>R</kbd> restarts, <kbd>P</kbd> pauses.
        </span>
      </div>
    </main>
  );
}

/** A text of the guide with its buttons as keys, and on a touch screen as the buttons below the level. */
function withButtons(text: string): ComponentChildren {
  return text.split(/\{(\w+)\}/).map((part, k) => {
    const button = k % 2 ? BUTTONS[part] : undefined;
    if (!button) return part;
    return (
      <>
        <kbd class="keys-only">{button[0]}</kbd>
        <kbd class="touch-only">{button[1]}</kbd>
      </>
    );
  });
}
