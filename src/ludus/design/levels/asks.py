"""What users may choose about making and inspecting levels, and how it is read."""

from __future__ import annotations

import re
from typing import Annotated, Literal

from msgspec import Meta

from ludus.core.errors import OptionError
from ludus.design.contract import Asks
from ludus.design.modes import find_mode
from ludus.design.reading import two_numbers

# As in the generator, which would be slow to import for a list of options.
FILL_NAMES = "solid (corridors), airy, open (halls)"
MODEL_NAMES = "linear, exponential, exponential-failure, logistic (of the thesis)"
TRAP_NAMES = "saw, wall-spikes, squeeze, twin-saws, saw-squeeze, jaws"
SIMPLE = "saw,wall-spikes,squeeze"
NO_TRAPS = "none"
ROOMS, ROOM, CYCLE = "5x1", "11x7", "1.2-2"
CONTENT = "a level: one of the game (`trap-school`) or a level file (`my.level`); several are compared"
EXAMPLE = "trap-school --to report"
TARGET = "--rooms 5x1 --difficulty 0.6 --to levels"

Respawn = Literal["checkpoint", "start"]
_RESPAWN = "where players come back to life: where they last stood safely, or at the start"


class MakeAsks(Asks, frozen=True):
    """For `ludus make platformer`."""

    rooms: Annotated[
        str | None,
        Meta(description=f"rooms side by side and above each other, as 4x3; {ROOMS}, or of all sizes for --map"),
    ] = None
    room: Annotated[str, Meta(description="cells of a room, as 11x7")] = ROOM
    loops: Annotated[float, Meta(ge=0, le=1, description="share of dead ends that get a second way")] = 0.25
    branching: Annotated[
        float, Meta(ge=0, le=1, description="how often the maze branches off instead of winding on")
    ] = 0.0
    start: Annotated[
        Annotated[int, Meta(ge=0)] | None,
        Meta(description="room with the start, numbered from the lower left; the start and end farthest apart"),
    ] = None
    end: Annotated[Annotated[int, Meta(ge=0)] | None, Meta(description="room with the exit")] = None
    fill: Annotated[str, Meta(description=f"cells that no way needs: {FILL_NAMES}")] = "airy"
    difficulty: Annotated[
        Annotated[float, Meta(gt=0, lt=1)] | None,
        Meta(description="share of players that are to die at least once on their way"),
    ] = None
    deaths: Annotated[
        Annotated[float, Meta(gt=0, le=100)] | None, Meta(description="deaths that a player is to have on average")
    ] = None
    hardest: Annotated[
        Annotated[float, Meta(gt=0, lt=1)] | None,
        Meta(description="share of tries that are to fail at the hardest challenge that most players meet"),
    ] = None
    challenges: Annotated[
        Annotated[int, Meta(ge=0, le=50)] | None, Meta(description="challenges on every way, at least")
    ] = None
    traps: Annotated[str, Meta(description=f"kinds of traps, commas between them: {TRAP_NAMES}; none: no traps")] = (
        SIMPLE
    )
    density: Annotated[
        Annotated[float, Meta(gt=0, le=1)] | None,
        Meta(
            description="share of the nodes of a route that may be trapped, more only where a way would have no trap "
            "or too few challenges; 0.35, or as targets need"
        ),
    ] = None
    cycle: Annotated[
        str | None, Meta(description=f"seconds of a trap's period, shortest and longest; {CYCLE}, or as targets need")
    ] = None
    mines: Annotated[int, Meta(ge=0, le=2, description="mines before a trap, at most")] = 2
    doubles: Annotated[bool, Meta(description="two traps may follow each other at once")] = False
    trap_free: Annotated[bool, Meta(description="there may be a way without any trap")] = False
    respawn: Annotated[Respawn, Meta(description=_RESPAWN)] = "checkpoint"
    decoration: Annotated[
        float, Meta(ge=0, le=1, description="share of the places for coins, gems, vines and the like that have them")
    ] = 0.5
    map: Annotated[
        Literal["linearity-difficulty", "vertical-traps"] | None,
        Meta(description="instead of one level the best of every kind"),
    ] = None
    curve: Annotated[
        str | None,
        Meta(description="a campaign: how hard its levels are, as 0.2,0.5,0.8 or waves:0.2-0.8, over --count levels"),
    ] = None
    band: Annotated[
        str | None,
        Meta(description="a campaign for one player: the chance to get through a level without dying, as 0.4-0.6"),
    ] = None
    skill: Annotated[
        Annotated[float, Meta(gt=-4, lt=4)] | None,
        Meta(description="of --band's synthetic player, below 4; 0 is average, two of three are between -1 and 1"),
    ] = None
    sessions: Annotated[
        str | None, Meta(description="a file of sessions: --band then makes the next levels for a player in it")
    ] = None
    player: Annotated[str | None, Meta(description="the name of that player; not needed if there is but one")] = None
    count: Annotated[
        Annotated[int, Meta(ge=1, le=1000)] | None,
        Meta(description="levels to make; 1, with --curve one for each point, with --band 10"),
    ] = None


_SHAPE = "rooms room loops branching start end fill challenges traps density cycle mines doubles trap_free".split()
# What each kind of work looks at; levels by targets at all that goes with no other.
MODES = {
    "map": ["rooms", "respawn", "decoration"],
    "curve": [*_SHAPE, "respawn", "decoration", "count"],
    "band": [*_SHAPE, "respawn", "decoration", "count", "skill", "sessions", "player"],
}


_USUAL = MakeAsks()


def check_mode(asks: MakeAsks) -> str | None:
    """What is asked for instead of levels by targets; options that would change nothing are refused."""
    mode = find_mode(asks, MODES, bound=("skill", "sessions", "player"))
    if asks.sessions is None and asks.player is not None:
        raise OptionError("--player changes nothing: it goes with --sessions")
    for name in ("skill", "respawn") if asks.sessions is not None else ():
        if getattr(asks, name) != getattr(_USUAL, name):
            raise OptionError(f"--{name} changes nothing: the file of --sessions tells what the player did")
    return mode


class InspectAsks(Asks, frozen=True):
    """For `ludus inspect platformer`."""

    respawn: Annotated[Respawn, Meta(description=_RESPAWN)] = "checkpoint"
    model: Annotated[
        str, Meta(description=f"of challenges: {MODEL_NAMES}, or model.toml of a run of platformer-difficulty")
    ] = "linear"


def read_size(text: str, option: str) -> tuple[int, int]:
    """Two whole numbers with an x between them."""
    found = re.fullmatch(r"([0-9]{1,3})x([0-9]{1,3})", text)
    if not found or "0" in (found[1].lstrip("0") or "0", found[2].lstrip("0") or "0"):
        raise OptionError(f"--{option} {text!r}: two whole numbers with an x between them, as 5x1")
    return int(found[1]), int(found[2])


def read_band(text: str) -> tuple[float, float]:
    """Two chances."""
    found = two_numbers(text)
    if found is None or not 0 < found[0] < found[1] < 1:
        raise OptionError(f"--band {text!r}: two chances between 0 and 1, the lower first, as 0.4-0.6")
    return found


def read_cycle(text: str) -> tuple[int, int]:
    """Seconds as ticks."""
    found = two_numbers(text)
    low, high = (0, 0) if found is None else (round(60 * found[0]), round(60 * found[1]))
    if not 30 <= low <= high <= 3600:
        raise OptionError(f"--cycle {text!r}: two times of 0.5 to 60 seconds, the shorter first, as {CYCLE}")
    return low, high
