"""Types of observations, moves, questions and facts. A move is the set of buttons held in a tick."""

from __future__ import annotations

from typing import Any, Literal, NotRequired, TypedDict

from ludus.core.game import Content
from ludus.core.schema import GameSchema
from ludus.games.platformer.move_notation import BUTTONS, NO_BUTTONS

Button = Literal["left", "right", "jump", "down"]


class Body(TypedDict):
    """The body of the player; the last three are in games with coyote time, jumps in the air or wall jumps."""

    x: int
    y: int
    vx: int
    vy: int
    stance: Literal["air", "ground", "hang left", "hang right"]
    jump_held: bool
    let_go: int
    coyote: NotRequired[int]
    air_jumps: NotRequired[int]
    locked: NotRequired[int]


class Trap(TypedDict):
    """A trap."""

    kind: Literal["saw", "wall-spikes", "squeeze", "mine", "spikes", "twin-saws", "saw-squeeze", "jaws"]
    x: int
    y: int
    facing: NotRequired[Literal["left", "right", "up", "down"]]
    period: NotRequired[int]
    phase: NotRequired[int]


class Ornament(TypedDict):
    """A decoration."""

    kind: Literal["coin", "gem", "cloud", "vine", "crystal", "fossil"]
    x: int
    y: int


class Mine(TypedDict):
    """A mine, and the tick in which it was lit."""

    x: int
    y: int
    lit: int


class Observation(TypedDict):
    """The run; lengths in units of 1/3600 m, times in ticks of 1/60 s."""

    tick: int
    last_tick: int
    body: Body
    deaths: int
    killed_by: str | None
    safe: list[int]
    reason: str
    respawn: Literal["checkpoint", "start"]
    level: str
    cells: list[str]
    start: list[int]
    exits: list[list[int]]
    traps: list[Trap]
    ornaments: list[Ornament]
    mines: list[Mine]
    physics: NotRequired[dict[str, int | bool | str]]


class Move(TypedDict):
    """A move: the buttons held in this tick."""

    verb: Literal["hold"]
    piece: None
    target: None
    buttons: list[Button]


class PlatformerQuestion(TypedDict):
    """The pending decision: the buttons of the next tick."""

    code: Literal["hold"]
    least: int
    most: int
    picked: int


class Facts(TypedDict):
    """No facts: observations contain the whole level."""


def move_parts(content: Content, state: Any, move: int) -> dict[str, Any]:
    """Return the parts of a move."""
    buttons = [name for name, bit in BUTTONS.items() if move & bit]
    return {"verb": "hold", "piece": None, "target": None, "buttons": buttons}


def move_text(content: Content, state: Any, parts: dict[str, Any]) -> str:
    """Write the parts of a move in notation."""
    return "+".join(parts["buttons"]) or NO_BUTTONS


def current_question(content: Content, state: Any) -> dict[str, Any]:
    """Return the pending decision."""
    return {"code": "hold", "least": 1, "most": 1, "picked": 0}


def read_facts(content: Content) -> dict[str, Any]:
    """Return no facts."""
    return {}


SCHEMA = GameSchema(
    observation=Observation,
    move=Move,
    question=PlatformerQuestion,
    facts=Facts,
    move_parts=move_parts,
    move_text=move_text,
    current_question=current_question,
    read_facts=read_facts,
)
