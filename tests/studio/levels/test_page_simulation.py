"""The page simulates with the same integers as the server: the same state after every tick of every run."""

import json
import random
import re
import shutil
import subprocess
from pathlib import Path

import msgspec
import pytest

from ludus.core.game_registry import load_game
from ludus.core.position import Position
from ludus.design.platformer.generator.generate import generate_level
from ludus.design.platformer.generator.traps import TrapParams
from ludus.design.platformer.players.synthetic_player import PlayableLevel, draw_players
from ludus.design.platformer.spec import LevelSpec
from ludus.games.platformer import constants, physics, traps
from ludus.games.platformer.constants import MOVES
from ludus.games.platformer.level_files import read_level
from ludus.games.platformer.move_notation import write_buttons, write_presses
from ludus.games.platformer.options import Options, find_level, level_names, load_with_level
from ludus.studio.levels.level_store import level_scene
from tests.cases import each

HERE = Path(__file__).parent
EVERY_KIND = TrapParams(
    kinds=("saw", "wall-spikes", "squeeze", "twin-saws", "saw-squeeze", "jaws"), mines=2, doubles=True
)
# Pits with spikes that come out of their walls: what counts is how far they are out in this very tick
PITS = read_level("""level Pits

cells
#################
#ooooooooooooooo#
#ooooooooooooooo#
#t#t#t#t#t#t#t#o#
#################

start 2 2
exit 15 1
jaws 1 1 period 60 phase 0
wall-spikes 3 1 left period 47 phase 5
jaws 5 1 period 90 phase 31
wall-spikes 7 1 right period 72 phase 40
jaws 9 1 period 33 phase 7
wall-spikes 11 1 left period 64 phase 1
jaws 13 1 period 50 phase 9
""")


def random_moves(seed, ticks):
    """Random buttons, each held for a while; all buttons occur."""
    dice, moves = random.Random(seed), []
    while len(moves) < ticks:
        moves += [dice.choice(MOVES)] * dice.choice((1, 2, 5, 12, 30, 60))
    return bytes(moves[:ticks])


def example_runs():
    """Level, moves and respawn rule of example runs: random moves, synthetic players, an agent that never dies."""
    runs = []
    levels = [*(find_level(name) for name in level_names()), PITS]
    made = [generate_level(seed, LevelSpec(setup="thesis", rooms=(3, 2), traps=EVERY_KIND)) for seed in range(4)]
    for number, level in enumerate([*levels, *(made_level.level for made_level in made)]):
        runs += [(level, random_moves(7 * number + k, 1500), ("checkpoint", "start")[k % 2]) for k in range(3)]
    runs += [(PITS, random_moves(1000 + k, 3000), "checkpoint") for k in range(8)]
    for number, made_level in enumerate(made):
        stage = PlayableLevel(made_level.level)
        runs += [
            (made_level.level, stage.play(player, number).moves[:4000], "checkpoint")
            for player in draw_players(2, number)
        ]
        runs.append((made_level.level, bytes(made_level.run_to_exit.moves), "checkpoint"))
    return runs


def server_states(level, moves, respawn):
    """State after every tick, in the format of the page."""
    content = load_with_level(level, Options(respawn=respawn, seconds=3600))
    position, states = Position.start(load_game("platformer"), content, 1), []
    mines = int(content.data["mine_count"][0])
    for buttons in moves:
        if position.end_reason:
            states.append(states[-1])
            continue
        position.play(write_buttons(buttons))
        state = position.state
        body = [int(getattr(state.body, name)) for name in ("x", "y", "vx", "vy", "stance", "held", "let_go")]
        more = [int(getattr(state, name)) for name in ("tick", "deaths", "safe_x", "safe_y", "killer")]
        states.append([*body, *more, bool(state.reason), [int(is_lit) for is_lit in state.lit[:mines]]])
    return states


@pytest.mark.slow
def test_the_page_and_the_server_agree_on_every_tick_of_every_run():
    if not shutil.which("node") or not (HERE.parents[2] / "studio/node_modules/rolldown").is_dir():
        pytest.skip("the tools of the page are not here: run make page, where there is Node")
    runs = example_runs()
    inputs = [
        {"scene": msgspec.to_builtins(level_scene("", level)), "presses": write_presses(moves), "respawn": respawn}
        for level, moves, respawn in runs
    ]
    command = ["node", str(HERE / "page_simulation.mjs")]
    page_runs = json.loads(
        subprocess.run(command, input=json.dumps(inputs), capture_output=True, text=True, check=True).stdout
    )
    deaths = arrivals = lit = 0
    for (level, moves, respawn), run, sent in zip(runs, page_runs, inputs, strict=True):
        states = server_states(level, moves, respawn)
        assert run["presses"] == sent["presses"]
        assert run["states"] == states, (level.name, first_difference(run["states"], states))
        deaths, arrivals, lit = deaths + states[-1][8], arrivals + states[-1][12], lit + any(states[-1][13])
    assert deaths > 100  # otherwise the runs would test traps too little
    assert arrivals >= 4
    assert lit > 3


def first_difference(ours, theirs):
    return next((tick, a, b) for tick, (a, b) in enumerate(zip(ours, theirs, strict=True), 1) if a != b)


@each(("file", "modules"), [("units.ts", (constants, physics)), ("traps.ts", (traps,))])
def test_every_number_of_the_rules_is_the_same_in_the_page(file, modules):
    text = (HERE.parents[2] / "studio" / "src" / "games" / "platformer" / "rules" / file).read_text()
    found = {name: int(value) for name, value in re.findall(r"^(?:export )?const (\w+) = (\d+);", text, re.MULTILINE)}
    theirs = {name: value for module in modules for name, value in vars(module).items() if name in found}
    assert found == theirs
    assert len(found) > 4
