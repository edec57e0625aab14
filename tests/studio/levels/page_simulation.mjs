// Runs by the rules of the page: node page_simulation.mjs < [{scene, presses, respawn}, ...]. Prints every state.

import { mkdtemp, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath, pathToFileURL } from "node:url";

const studio = new URL("../../../studio/", import.meta.url);
const { build } = createRequire(new URL("package.json", studio))("rolldown");
const folder = await mkdtemp(join(tmpdir(), "rules-"));
const load = async (name) => {
    const file = join(folder, `${name}.mjs`);
    const input = fileURLToPath(new URL(`src/games/platformer/rules/${name}.ts`, studio));
    await build({ input, output: { file }, logLevel: "silent" });
    return import(pathToFileURL(file));
};
const { Run, makeWorld } = await load("run");
const { readPresses, writePresses } = await load("presses");

const told = JSON.parse(await text(process.stdin)).map(({ scene, presses, respawn }) => {
    const world = makeWorld(scene);
    const run = new Run(world, respawn);
    const moves = readPresses(presses);
    const states = moves.map((buttons) => {
        run.step(buttons);
        const { x, y, vx, vy, stance, held, letGo } = run.body;
        const { tick, deaths, safeX, safeY, arrived, lit } = run;
        const killer = run.killer ? world.traps.indexOf(run.killer) + 1 : 0;
        return [x, y, vx, vy, stance, held, letGo, tick, deaths, safeX, safeY, killer, arrived, [...lit]];
    });
    return { states, presses: writePresses(moves) };
});
console.log(JSON.stringify(told));
await rm(folder, { recursive: true });
