"""The end of a game that a person played: result, how to play it again, where it is saved."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ludus.cli.screen import program_name

if TYPE_CHECKING:
    from ludus.arena.sitting import Episode
    from ludus.cli.play_look import PlayScreen
    from ludus.cli.sight import MoveText
    from ludus.core.position import Position


class ReplaySaver:
    """Saves the game as a replay if a file is given."""

    def __init__(self, players: list[str], file: str | None) -> None:
        """`players` are by seat. An impossible file is refused now, not after an hour of playing."""
        from ludus.core.errors import OptionError

        self.players, self.file = players, file
        if file is not None and (Path(file).is_dir() or not Path(file).parent.is_dir()):
            raise OptionError(f"--save {file}: no file can be made there")

    def save(self, position: Position, file: str | None = None, fault: dict[str, Any] | None = None) -> None:
        """Save the game so far; from now on to this file, if one is named."""
        from ludus.core.replay import Replay

        if (file := file or self.file) is not None:
            Replay.from_position(position, self.players, fault).save(file)
            self.file = file


def print_end(
    look: PlayScreen, last: Position, course: Episode | None, news: list[MoveText], again: str, keeper: ReplaySaver
) -> None:
    """Print the last screen. Without an episode, the person left before the end."""
    fault = None
    if course is not None and course.fault:
        fault = {"seat": course.culprit, "reason": course.reason, "what": course.fault}
    points = ", ".join(f"{look.player_name(seat)} {points}" for seat, points in enumerate(last.scores))
    try:
        if course is not None:
            look.show_position(last, news)
        look.print()
        look.print(result_text(look, course) if course is not None else "You left the game.", style="bold")
        look.print(f"Points: {points}." + (f" Seed: {last.seed}." if last.seed is not None else ""))
        look.print_unwrapped(f"To play it again: {again}")
    finally:  # even if the output is closed
        keeper.save(last, fault=fault)
    if keeper.file is None:
        can_save = last.seed is not None
        look.print("It was not saved; use --save FILE next time." if can_save else "It was not saved.")
    else:
        look.print_unwrapped(
            f"Saved in {keeper.file}; to see it: {program_name()} replay {shlex.quote(keeper.file)} --step"
        )


def result_text(look: PlayScreen, course: Episode) -> str:
    """The result of a game, addressed to the person who played it."""
    shares, mine, reason = course.shares, course.shares[look.seat], course.reason
    if course.culprit is not None:
        winners = "you win" if len(shares) == 2 else "all others win"
        return f"{look.player_name(course.culprit)} loses by its own fault, {course.fault}: {winners}."
    if course.fault:
        return f"There is no winner: {course.fault}."
    if len(shares) == 1:
        outcome = {0.0: "You did not make it", 1.0: "You made it"}.get(mine, f"You got {mine:.0%} of it")
        return f"{outcome}: {reason}."
    best = [look.player_name(seat) for seat, share in enumerate(shares) if share == max(shares)]
    if mine < max(shares):
        return f"You lost to {' and '.join(best)}: {reason}."
    others = [name for name in best if name != "you"]
    return f"You share the win with {' and '.join(others)}: {reason}." if others else f"You won: {reason}."
