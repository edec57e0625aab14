"""Options of `ludus make platformer` and `ludus inspect platformer`, and readers of their values."""

from __future__ import annotations

import re
from typing import Annotated, Literal

from msgspec import Meta

from ludus.design.base.designer import DesignOptions
from ludus.design.base.option_value_parsers import find_mode, parse_number_range
from ludus.util.errors import OptionError

# Repeats names of the generator, which is slow to import.
FILL_HELP = "solid (corridors), airy, open (halls)"
MODEL_HELP = "linear, exponential, exponential-failure, logistic (of the thesis)"
TRAP_HELP = "saw, wall-spikes, squeeze, twin-saws, saw-squeeze, jaws"
SIMPLE_TRAPS = "saw,wall-spikes,squeeze"
NO_TRAPS = "none"
PHYSICS_HELP = "physics: one of the game (double-jump, wall-jump) or a file (TOML)"
PIECES_HELP = "building pieces: a set of the game (long-jumps, chimneys) or a file (TOML, JSON)"
DEFAULT_PACING_NAME = "waves"
DEFAULT_ROOMS, DEFAULT_ROOM_SIZE, DEFAULT_CYCLE = "5x1", "11x7", "1.2-2"

Respawn = Literal["checkpoint", "start"]
Players = Literal["planner", "forecaster"]
Setup = Literal["designed", "thesis"]
_PLAYERS = (
    "kind of synthetic players: planner knows the traps and errs in time; forecaster has an inexact idea of them and "
    "imagines what will happen"
)
_RESPAWN = "where players respawn: where they last stood safely, or at the start"
_LAYOUT_OPTIONS = (
    "setup rooms room loops branching start end style fill challenges spacing pacing traps density cycle mines doubles "
    "trap_free physics pieces".split()
)
# Options that each mode uses; making levels by targets uses all that are not bound to a mode.
MODE_OPTIONS = {
    "map": ["rooms", "respawn", "decoration"],
    "curve": [*_LAYOUT_OPTIONS, "respawn", "decoration", "count", "seconds", "players"],
    "band": [*_LAYOUT_OPTIONS, "respawn", "decoration", "count", "skill", "sessions", "player"],
}


class MakeOptions(DesignOptions, frozen=True):
    """Options of `ludus make platformer`."""

    setup: Annotated[
        Setup,
        Meta(
            description="designed: rooms in styles, and traps on the ways that players take, with rest between them; "
            "thesis: rooms and traps as in the thesis"
        ),
    ] = "designed"
    rooms: Annotated[
        str | None,
        Meta(
            description=f"number of rooms, columns x rows, such as 4x3; default: {DEFAULT_ROOMS}, for --map all sizes"
        ),
    ] = None
    room: Annotated[str, Meta(description="size of a room in cells, such as 11x7")] = DEFAULT_ROOM_SIZE
    loops: Annotated[float, Meta(ge=0, le=1, description="share of dead ends that get a second connection")] = 0.25
    branching: Annotated[
        float, Meta(ge=0, le=1, description="how often the maze branches instead of continuing its corridor")
    ] = 0.0
    start: Annotated[
        Annotated[int, Meta(ge=0)] | None,
        Meta(description="room with the start, numbered from the lower left; default: farthest from the exit"),
    ] = None
    end: Annotated[Annotated[int, Meta(ge=0)] | None, Meta(description="number of the room with the exit")] = None
    style: Annotated[
        Literal["cave", "tower", "ruins"] | None,
        Meta(description="style of the rooms: cave, tower or ruins; default: drawn from the seed"),
    ] = None
    fill: Annotated[
        str | None,
        Meta(description=f"--setup thesis: how cells that no path needs are filled: {FILL_HELP}; default: airy"),
    ] = None
    difficulty: Annotated[
        Annotated[float, Meta(gt=0, lt=1)] | None,
        Meta(
            description="target: share of synthetic players, of the kind --players, that die at least once; met to 0.08"
        ),
    ] = None
    deaths: Annotated[
        Annotated[float, Meta(gt=0, le=100)] | None, Meta(description="target: mean deaths per player")
    ] = None
    hardest: Annotated[
        Annotated[float, Meta(gt=0, lt=1)] | None,
        Meta(description="target: share of attempts that fail at the hardest challenge that most players meet"),
    ] = None
    challenges: Annotated[
        Annotated[int, Meta(ge=0, le=50)] | None,
        Meta(
            description="smallest number of challenges on the way that players usually take; --setup thesis: on every "
            "path"
        ),
    ] = None
    spacing: Annotated[
        Annotated[float, Meta(ge=5, le=16)] | None,
        Meta(description="cells of way per challenge; default: 12, or what the targets need"),
    ] = None
    pacing: Annotated[
        str,
        Meta(
            description="how intense challenges are along the way: rising, waves, flat, or values from 0 to 1 such as "
            "0.2,0.8,0.4"
        ),
    ] = DEFAULT_PACING_NAME
    traps: Annotated[str, Meta(description=f"trap kinds, separated by commas: {TRAP_HELP}; none: no traps")] = (
        SIMPLE_TRAPS
    )
    density: Annotated[
        Annotated[float, Meta(gt=0, le=1)] | None,
        Meta(
            description="--setup thesis: largest share of the nodes of a route that get a trap; exceeded only if a "
            "path would have no trap or too few challenges; default: 0.35, or what the targets need"
        ),
    ] = None
    cycle: Annotated[
        str | None,
        Meta(
            description="period of traps in seconds, shortest-longest; default: as pacing or targets need, with "
            f"--setup thesis {DEFAULT_CYCLE} without a target"
        ),
    ] = None
    mines: Annotated[int, Meta(ge=0, le=2, description="largest number of mines before a trap")] = 2
    doubles: Annotated[bool, Meta(description="--setup thesis: two traps may follow each other directly")] = False
    trap_free: Annotated[bool, Meta(description="a path without traps is allowed")] = False
    respawn: Annotated[Respawn, Meta(description=_RESPAWN)] = "checkpoint"
    decoration: Annotated[
        float, Meta(ge=0, le=1, description="share of possible places that get coins, gems, vines and other ornaments")
    ] = 0.5
    physics: Annotated[str | None, Meta(description=f"{PHYSICS_HELP}; default: the thesis's")] = None
    pieces: Annotated[str | None, Meta(description=f"{PIECES_HELP}; default: the thesis's")] = None
    players: Annotated[Players, Meta(description=f"{_PLAYERS}; targets are said of them")] = "planner"
    map: Annotated[
        Literal["linearity-difficulty", "vertical-traps"] | None,
        Meta(description="make an archive: the best level for every combination of two measures"),
    ] = None
    curve: Annotated[
        str | None,
        Meta(description="make a campaign with these difficulties: 0.2,0.5,0.8, or waves:0.2-0.8 for --count levels"),
    ] = None
    band: Annotated[
        str | None,
        Meta(description="make a campaign for one player; chance to finish a level without dying, such as 0.4-0.6"),
    ] = None
    skill: Annotated[
        Annotated[float, Meta(gt=-4, lt=4)] | None,
        Meta(description="skill of the synthetic player of --band; 0 is average, two thirds are between -1 and 1"),
    ] = None
    sessions: Annotated[
        str | None, Meta(description="file of recorded sessions: --band makes the next levels for a player in it")
    ] = None
    player: Annotated[str | None, Meta(description="name of that player; not needed if there is only one")] = None
    seconds: Annotated[
        Annotated[float, Meta(gt=0, le=86_400)] | None,
        Meta(description="most seconds to search for each level; then the closest one is taken"),
    ] = None
    count: Annotated[
        Annotated[int, Meta(ge=1, le=1000)] | None,
        Meta(description="number of levels; default: 1, with --curve one per difficulty, with --band 10"),
    ] = None


_DEFAULTS = MakeOptions()


def check_mode(options: MakeOptions) -> str | None:
    """Find the mode that the options select (`map`, `curve`, `band`), or None for levels by targets.

    Raises:
        OptionError: two modes are selected, or an option has no effect.
    """
    mode = find_mode(options, MODE_OPTIONS, mode_only=("skill", "sessions", "player"))
    if options.sessions is None and options.player is not None:
        raise OptionError("--player changes nothing: it goes with --sessions")
    for name in ("skill", "respawn") if options.sessions is not None else ():
        if getattr(options, name) != getattr(_DEFAULTS, name):
            raise OptionError(f"--{name} changes nothing: the file of --sessions tells what the player did")
    return mode


class InspectOptions(DesignOptions, frozen=True):
    """Options of `ludus inspect platformer`."""

    respawn: Annotated[Respawn, Meta(description=_RESPAWN)] = "checkpoint"
    players: Annotated[Players, Meta(description=_PLAYERS)] = "planner"
    learning: Annotated[
        Annotated[float, Meta(ge=0, le=1)] | None,
        Meta(
            description="learning curve of forecasters: at attempt n at a kind of trap, errors are n to the power of "
            "minus this; 0: no learning"
        ),
    ] = None
    model: Annotated[
        str, Meta(description=f"challenge model: {MODEL_HELP}, or model.toml of a run of platformer-difficulty")
    ] = "linear"
    physics: Annotated[str | None, Meta(description=f"{PHYSICS_HELP}; default: that of the level file")] = None
    pieces: Annotated[str | None, Meta(description=f"{PIECES_HELP}; default: those of the level file")] = None
    measures: Annotated[
        Literal["usual", "all"],
        Meta(description="all: also challenges as wholes, their space, jumps without traps, and falls; for one level"),
    ] = "usual"


def parse_size(text: str, option: str) -> tuple[int, int]:
    """Parse `5x1` as two positive whole numbers."""
    match = re.fullmatch(r"([0-9]{1,3})x([0-9]{1,3})", text)
    if not match or "0" in (match[1].lstrip("0") or "0", match[2].lstrip("0") or "0"):
        raise OptionError(f"--{option} {text!r}: two whole numbers with an x between them, as 5x1")
    return int(match[1]), int(match[2])


def parse_pacing(text: str, named: dict[str, tuple[float, ...]]) -> tuple[float, ...]:
    """Parse a pacing curve: a name, or two values or more from 0 to 1."""
    if text in named:
        return named[text]
    try:
        curve = tuple(float(part) for part in text.split(","))
    except ValueError:
        curve = ()
    if len(curve) < 2 or not all(0 <= value <= 1 for value in curve):
        raise OptionError(f"--pacing {text!r}: {', '.join(named)}, or two values or more from 0 to 1, as 0.2,0.8,0.4")
    return curve


def parse_band(text: str) -> tuple[float, float]:
    """Parse two probabilities, the lower first."""
    band = parse_number_range(text)
    if band is None or not 0 < band[0] < band[1] < 1:
        raise OptionError(f"--band {text!r}: two chances between 0 and 1, the lower first, as 0.4-0.6")
    return band


def parse_cycle(text: str) -> tuple[int, int]:
    """Parse two times in seconds; returns ticks."""
    seconds = parse_number_range(text)
    low, high = (0, 0) if seconds is None else (round(60 * seconds[0]), round(60 * seconds[1]))
    if not 30 <= low <= high <= 3600:
        raise OptionError(f"--cycle {text!r}: two times of 0.5 to 60 seconds, the shorter first, as {DEFAULT_CYCLE}")
    return low, high
