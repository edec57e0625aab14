"""What users may choose about making and inspecting levels, and how it is read."""

from __future__ import annotations

import re
from typing import Annotated, Literal

from msgspec import Meta

from ludus.core.errors import OptionError
from ludus.design.contract import Asks

# As in the generator, which would be slow to import for a list of options.
FILL_NAMES = "solid (corridors), airy, open (halls)"
TRAP_NAMES = "saw, wall-spikes, squeeze, twin-saws, saw-squeeze, jaws"
SIMPLE = "saw,wall-spikes,squeeze"
ROOMS, ROOM, CYCLE = "5x1", "11x7", "1.2-2"
CONTENT = "a level: one of the game (`trap-school`) or a level file (`my.level`); several are compared"
EXAMPLE = "trap-school --to report"
TARGET = "--rooms 5x1 --difficulty 0.6 --to levels"

Share = Annotated[float, Meta(ge=0, le=1)]
Respawn = Literal["checkpoint", "start"]
_RESPAWN = "where players come back to life: where they last stood safely, or at the start"


class MakeAsks(Asks, frozen=True):
    """For `ludus make platformer`."""

    rooms: Annotated[str, Meta(description="rooms side by side and above each other, as 4x3")] = ROOMS
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
        Share | None, Meta(description="share of the nodes of a route that may be trapped; 0.35, or as targets need")
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
        Annotated[float, Meta(ge=-4, le=4)] | None,
        Meta(description="of the synthetic player of --band; 0 is average, two of three are between -1 and 1"),
    ] = None
    count: Annotated[int, Meta(ge=1, le=1000, description="levels to make")] = 1


class InspectAsks(Asks, frozen=True):
    """For `ludus inspect platformer`."""

    respawn: Annotated[Respawn, Meta(description=_RESPAWN)] = "checkpoint"


def read_size(text: str, option: str) -> tuple[int, int]:
    """Two whole numbers with an x between them."""
    found = re.fullmatch(r"([0-9]{1,3})x([0-9]{1,3})", text)
    if not found or "0" in (found[1].lstrip("0") or "0", found[2].lstrip("0") or "0"):
        raise OptionError(f"--{option} {text!r}: two whole numbers with an x between them, as 5x1")
    return int(found[1]), int(found[2])


def read_band(text: str) -> tuple[float, float]:
    """Two chances."""
    low, dash, high = text.partition("-")
    try:
        found = float(low), float(high)
    except ValueError:
        found = (0.0, 0.0)
    if not dash or not 0 < found[0] < found[1] < 1:
        raise OptionError(f"--band {text!r}: two chances between 0 and 1, the lower first, as 0.4-0.6")
    return found


def read_cycle(text: str) -> tuple[int, int]:
    """Seconds as ticks."""
    low, dash, high = text.partition("-")
    try:
        found = round(60 * float(low)), round(60 * float(high))
    except (ValueError, OverflowError):
        found = (0, 0)
    if not dash or not 30 <= found[0] <= found[1] <= 3600:
        raise OptionError(f"--cycle {text!r}: two times of 0.5 to 60 seconds, the shorter first, as {CYCLE}")
    return found
