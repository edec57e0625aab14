"""Guided first game: a fixed deal, opponents, and steps that each say what to do and which move is meant.

A guide is a TOML file of a game with a schema. Each step is for one decision of the learner:

    title = "Your first delve"
    seed = 7
    players = ["you"]                  # by seat; the learner is "you", the others are bots
    drafted = false                    # true: a bot plays the phases before the last one for the learner
    closing = "Now you know all you need. Play on!"

    [options]                          # of the game
    last = "3"

    [[steps]]
    question = "fight"                 # code of the question that is asked
    verb = "play"
    piece = { card = "Fire Storm" }    # keys of the piece that count; the same for `target`
    text = "Fire Storm hits all enemies. Click it."

A learner may do something else at any time. Texts tell what has happened before, so the guide then only says that the
game goes its own way, until the move is taken back.

A game in real time is not a list of decisions, so each step of its guide is a place to come to:

    [[steps]]
    place = [4, 2, 7, 2]               # cells: left, bottom, right, top, all included
    stance = "ground"                  # or "hang"
    ticks = 150                        # how long to stay there; default: 1
    text = "Wait here and watch the blocks close once. Then press {right}."     # {left} {right} {jump} {down}: buttons

Whoever comes to the place of a later step has done all steps before it.
"""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Any, Literal, TypeVar

import msgspec

from ludus.util.errors import ContentError
from ludus.util.files import file_errors

if TYPE_CHECKING:
    from pathlib import Path

    from ludus.core.game import Game
    from ludus.core.position import Position

LEARNER = "you"
STRAYED = (
    "This game goes its own way now, and that is fine. The next words of the guide would not fit it. "
    "Go on by yourself, take your move back if you can, or start the guided game again."
)
Read = TypeVar("Read")


class GuideStep(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One decision: what to do and why, and the move that is meant."""

    text: str
    question: str
    verb: str
    piece: dict[str, int | str] = {}
    target: dict[str, int | str] = {}

    def fits(self, parts: dict[str, Any]) -> bool:
        """Whether a move is the one that is meant. Only the given keys of piece and target are compared."""
        if parts["verb"] != self.verb:
            return False
        return all(
            not wanted or (part is not None and wanted.items() <= part.items())
            for wanted, part in ((self.piece, parts["piece"]), (self.target, parts["target"]))
        )


class Guide(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A guided first game."""

    title: str
    seed: int
    players: list[str]
    steps: list[GuideStep]
    closing: str
    options: dict[str, str] = {}
    drafted: bool = False

    @property
    def seat(self) -> int:
        """Seat of the learner."""
        return self.players.index(LEARNER)


class RunStep(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What to do next in a game in real time, and where the body is when it is done."""

    text: str
    place: tuple[int, int, int, int]  # cells: left, bottom, right, top, all included
    stance: Literal["ground", "hang"] = "ground"
    ticks: Annotated[int, msgspec.Meta(ge=1)] = 1  # without a break


class RunGuide(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A guided first run of a game in real time."""

    title: str
    options: dict[str, str]
    steps: list[RunStep]
    died: str  # said after a death
    closing: str


class Advice(msgspec.Struct, frozen=True):
    """What a guide says in a position."""

    step: int  # number of the step, from 0; the number of all steps: the guide is at its end
    text: str
    move: int | None  # the move that is meant; None: any
    strayed: bool  # whether the game has left the path of the guide


def load_guide(game: Game) -> Guide | None:
    """Read the guide of a game.

    Returns:
        The guide; None if the game has none, or is played in real time.

    Raises:
        ContentError: the file is not a guide; the message names the file and the entry.
    """
    if game.guide is None or game.real_time:
        return None
    guide = _read(game.guide, Guide)
    if guide.players.count(LEARNER) != 1:
        raise ContentError(f"{game.guide}: players: exactly one of them is {LEARNER!r}, the learner")
    if game.schema is None:
        raise ContentError(f"{game.guide}: {game.name} has no schema, so steps cannot name its moves")
    return guide


def load_run_guide(game: Game) -> RunGuide | None:
    """Read the guide of a game in real time.

    Returns:
        The guide; None if the game has none, or is not played in real time.

    Raises:
        ContentError: the file is not a guide; the message names the file and the entry.
    """
    if game.guide is None or not game.real_time:
        return None
    guide = _read(game.guide, RunGuide)
    if not guide.steps:
        raise ContentError(f"{game.guide}: steps: there is none")
    return guide


def guide_title(game: Game) -> str:
    """Return the title of the guided first game; empty if there is none. Raises ContentError if it is not a guide."""
    guide = load_run_guide(game) if game.real_time else load_guide(game)
    return "" if guide is None else guide.title


def advise_learner(guide: Guide, positions: Sequence[Position], moves: Sequence[int]) -> Advice:
    """Return what the guide says in the last position.

    Args:
        guide: The guide.
        positions: All positions from the start; the learner is to move in the last one.
        moves: `moves[k]` was made in `positions[k]`.

    Returns:
        The next step, as long as the learner has followed every step; else a text without a move.
    """
    done = 0
    for position, move in zip(positions, moves, strict=False):
        if position.current_player != guide.seat or _before_guide(guide, position):
            continue
        if done == len(guide.steps):
            break
        step = guide.steps[done]
        if _question_code(position) != step.question or not step.fits(_parts(position, move)):
            return Advice(done, STRAYED, None, True)
        done += 1
    if done == len(guide.steps):
        return Advice(done, guide.closing, None, False)
    if (advised := _advised_move(guide.steps[done], positions[-1])) is None:
        return Advice(done, STRAYED, None, True)
    return Advice(done, guide.steps[done].text, advised, False)


def _read(file: Path, kind: type[Read]) -> Read:
    with file_errors(file, "read"):
        text = file.read_text(encoding="utf-8")
    try:
        return msgspec.convert(tomllib.loads(text), kind)
    except (tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
        raise ContentError(f"{file}: {error}") from None


def _before_guide(guide: Guide, position: Position) -> bool:
    """Whether a bot made this decision for the learner, in a phase before the last one."""
    return guide.drafted and position.phase < len(position.game.phases) - 1


def _advised_move(step: GuideStep, position: Position) -> int | None:
    """The legal move that a step means in a position; None if there is none."""
    if position.end_reason or _question_code(position) != step.question:
        return None
    return next((move for move in position.legal_moves if step.fits(_parts(position, move))), None)


def _question_code(position: Position) -> Any:
    assert position.game.schema is not None
    return position.game.schema().current_question(position.content, position.state)["code"]


def _parts(position: Position, move: int) -> dict[str, Any]:
    assert position.game.schema is not None
    return position.game.schema().move_parts(position.content, position.state, move)
