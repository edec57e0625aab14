/** The draft, played or walked by the agent, with the way back to the edit. */

import { useMemo, useState } from "preact/hooks";
import { useKeys } from "../../../keys";
import type { Game } from "../stage/game";
import type { OverlayName } from "../render/overlays";
import { readPresses } from "../rules/presses";
import type { LevelScene } from "../../../protocol";
import { LevelStage } from "../stage";

interface Props {
  scene: LevelScene;
  presses: string; // buttons of a run to watch; empty: a person plays
  close: () => void;
}

const NO_OVERLAYS: ReadonlySet<OverlayName> = new Set();

export function PlayDraft({ scene, presses, close }: Props) {
  const [game, setGame] = useState<Game | null>(null);
  const [, setState] = useState("");
  const [whole, setWhole] = useState(false);
  const script = useMemo(() => (presses ? readPresses(presses) : null), [presses]);
  useKeys([{ keys: ["b"], label: "Back to the edit", run: close }]);
  return (
    <div class="level-page draft-play">
      <header class="editor-head">
        <h1>{scene.row.name}</h1>
        <span class="muted">{script ? "walked by the test agent" : "draft"}</span>
        <span class="grow" />
        <div class="actions">
          <button type="button" class="button main" onClick={close}>
            Back to the edit <kbd class="keys-only">B</kbd>
          </button>
        </div>
      </header>
      <LevelStage
        scene={scene}
        respawn="checkpoint"
        script={script}
        survey={null}
        visibleOverlays={NO_OVERLAYS}
        ghosts={[]}
        wholeLevel={whole}
        onChange={(changed) => {
          setGame(changed);
          setState(`${changed.state} ${changed.run.deaths}`);
          if (script && changed.state === "ready") changed.start();
        }}
      >
        <div class="actions">
          <button type="button" class="button" onClick={() => game?.restart()}>
            {script ? "Watch again" : "Play again"}
          </button>
        </div>
      </LevelStage>
      {game && (
        <div class="level-controls">
          <button type="button" class="button" disabled={game.state === "over"} onClick={() => game.toggle()}>
            {game.state === "playing" ? "Pause" : game.state === "paused" ? "Continue" : "Run"}
          </button>
          <button type="button" class="button" onClick={() => game.restart()}>
            Restart
          </button>
          <button type="button" class="button" aria-pressed={whole} onClick={() => setWhole(!whole)}>
            Whole level
          </button>
        </div>
      )}
    </div>
  );
}
