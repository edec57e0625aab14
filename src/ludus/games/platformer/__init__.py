"""Platformer: a real-time jump-and-run game on a grid with periodic traps, 60 ticks per second.

There is one player. A move is the set of buttons held for one tick. Physics, body and traps follow a thesis (Koens,
"Generating non-monotone 2D platform levels and predicting difficulty", 2015), in whole numbers. A body that touches a
trap dies and respawns; a run succeeds if the body reaches an exit in time. Nothing is hidden or random, so the seed of
a run has no effect.

    ludus.new_game("platformer", level="trap-school")
    ludus.new_game("platformer", level="my.level", respawn="start", seconds=60)
    ludus.new_game("platformer", level="my.level", physics="double-jump")

See options.py for all options, level.py for level files, physics.py for the physics, traps.py for the traps,
move_notation.py for the notation, motion_planning.py for path search, room_building_pieces.py for building pieces,
movement.py and movement_files.py for physics and pieces of one's own.

## Points that the thesis leaves open, and the choices made here

- A jump needs a new press of its button, from the ground or a hang: test_a_jump_needs_ground_and_a_new_press. There is
  no coyote time (a late jump after an edge) and no jump buffering (a press before the landing).
- Friction is applied every tick; fractions of a unit are lost:
  test_without_left_and_right_a_tick_takes_a_fifth_of_the_speed_in_the_air_and_four_fifths_on_the_ground
- Hands grab a ledge within 0.25 m horizontally and vertically, only while falling:
  test_hands_reach_a_quarter_of_a_metre_and_no_further. While Down is held they grab nothing, and a body that lets go
  can grab again after 7 ticks: test_with_down_held_hands_stay_open,
  test_a_body_that_lets_go_falls_past_the_ledge_even_after_the_shortest_press
- In a left hang the ledge is on the left of the body: test_nodes_are_standing_places_and_hangs_on_either_side
- The pointed roof: the body is a rectangle, but a corner of the ceiling that covers less than half of it pushes it
  aside:
  test_a_corner_above_less_than_half_of_the_body_lets_it_slip_by
- Left and right together are not a move. The maximum fall speed is 30 m/s, and everything outside the grid is solid.
- Wall spikes retract as they extend, in 6 ticks, and the blast of a mine lasts 6 ticks:
  test_wall_spikes_are_out_for_two_fifths_of_the_period_and_come_out_in_6_ticks,
  test_a_mine_explodes_0_6_s_after_it_was_lit
- The blocks of a squeeze kill while they are closed; they never block movement.
  test_a_squeeze_kills_in_the_first_6_ticks_of_its_period
- A dead body respawns at once, at rest in the cell where it last stood on the ground without touching a trap, or at the
  start; clocks and mines continue: test_the_dead_come_back_where_they_last_stood_safely
- A run is won when the centre of the body is in an exit: test_a_run_ends_in_an_exit_or_with_its_time
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from ludus.core.compiled_bot_spec import BotSpec
from ludus.core.game import Benchmark, Content, ContentExample, Demo, Game, GameBots, Notation, Rendering
from ludus.core.schema import GameSchema
from ludus.games.platformer import rules
from ludus.games.platformer.constants import MOVES
from ludus.games.platformer.game_data_records import GameData
from ludus.games.platformer.move_notation import read_move, write_move
from ludus.games.platformer.observation import observation
from ludus.games.platformer.options import Options, load
from ludus.games.platformer.position_format import read_position, write_position
from ludus.games.platformer.position_validation import validate
from ludus.games.platformer.state import REASONS, State


def _describe(content: Content, state: Any, seat: int | None = None) -> str:
    """Describe a position in words; imported on first use."""
    from ludus.games.platformer.describe import describe

    return describe(content, state, seat)


def _phrase(content: Content, state: Any, move: int) -> str:
    from ludus.games.platformer.describe import describe_move

    return describe_move(content, state, move)


def _draw(content: Content, state: Any, seat: int | None) -> str:
    """Draw a position as SVG; the renderer is imported on first use, for a fast start."""
    from ludus.games.platformer.position_svg import render_position

    return render_position(content, state, seat)


def _schema() -> GameSchema:
    """Declared types; imported on first use."""
    from ludus.games.platformer.schema import SCHEMA

    return SCHEMA


def _bots() -> tuple[BotSpec, ...]:
    from ludus.games.platformer.bots import bots

    return bots()


CONTENT = Path(__file__).parent / "content"

game = Game(
    name="platformer",
    title="Platformer",
    summary="Run, jump and hang through a level with periodic traps, 60 ticks a second",
    version="1",
    seats=(1, 1),
    end_reasons=REASONS,
    max_moves=len(MOVES),
    largest_move=max(MOVES),
    real_time=True,
    data=GameData,
    state=State,
    rules=rules,
    load=load,
    observation=observation,
    options=Options,
    validate=validate,
    notation=Notation(
        write_move=write_move, read_move=read_move, write_position=write_position, read_position=read_position
    ),
    rendering=Rendering(svg=_draw, describe=_describe, describe_move=_phrase),
    bots=GameBots(compiled=_bots),
    primer=Path(__file__).with_name("primer.md"),
    guide=Path(__file__).with_name("guide.toml"),
    levels=Path(__file__).with_name("levels.csv"),
    schema=_schema,
    demo=Demo(
        lineup=("random", "walker"),
        benchmarks=(
            Benchmark(
                "20 s of random play, 1,200 ticks", ("random",), {"level": "trap-school", "seconds": 20}, bar=4_167
            ),
        ),
        example=ContentExample(
            CONTENT / "levels" / "first-steps.level",
            "my.level",
            "A level, drawn with characters: # is solid, o is free. Move a wall: is the exit still reached?",
            ("match platformer walker -o level={file}", "inspect platformer {file} -n 60 --to {report}"),
        ),
    ),
)
