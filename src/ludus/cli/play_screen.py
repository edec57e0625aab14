"""The terminal screen of a person who plays: position, legal moves, what happened, and the end of the game."""

from __future__ import annotations

import re
import shlex
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ludus.cli.console import program_name
from ludus.cli.game_argument import game_file_words
from ludus.cli.game_text import MoveTeller, group_repeats, position_text, seat_text
from ludus.util.text import plural

if TYPE_CHECKING:
    from rich.console import Console, JustifyMethod
    from rich.table import Table

    from ludus.arena.episode import Episode
    from ludus.cli.game_text import MoveText
    from ludus.core.position import Position


MAX_LISTED_MOVES = 24  # longest list of moves printed at every decision; longer ones only if it has new moves
DEFAULT_WIDTH = 80  # columns without a terminal


class PlayScreen:
    """The screen of one person. Numbers that they type refer to the list shown last."""

    def __init__(self, console: Console, seat: int, names: list[str]) -> None:
        self.console, self.seat, self.names = console, seat, names
        self.listed: list[str] = []  # moves by number, as last shown; empty if the notation itself is a number
        self._teller: MoveTeller | None = None

    def teller(self, position: Position) -> MoveTeller:
        """Words for the moves of the game, which `position` belongs to."""
        if self._teller is None:
            self._teller = MoveTeller(position, self.names, self.seat)
        return self._teller

    def print(self, text: str = "", style: str = "") -> None:
        self.console.print(text, style=style or None)

    def print_unwrapped(self, text: str, style: str = "") -> None:
        """Print lines without wrapping: boards, and commands to copy."""
        self.console.print(text, style=style or None, soft_wrap=True)

    def player_name(self, seat: int) -> str:
        """A player's name as a person would say it."""
        if seat == self.seat:
            return "you"
        return self.names[seat] if len(self.names) == 2 else f"{self.names[seat]} ({seat_text(seat)})"

    def show_decision(self, position: Position, new_moves: list[MoveText]) -> None:
        """Show everything needed for a decision."""
        self.show_position(position, new_moves)
        self.print()
        texts = position.legal_move_texts()
        if len(texts) > MAX_LISTED_MOVES and set(texts) <= set(self.listed):
            groups = ", ".join(f"{len(group)} {word}" for word, group in _groups(texts).items())
            self.print(f"{plural(len(texts), 'move')}: {groups} (`moves` lists them, `moves 7` those with a 7)")
        else:
            self.list_moves(position)

    def show_position(self, position: Position, new_moves: list[MoveText]) -> None:
        """Show what others did, and the resulting position."""
        self.print()
        if new_moves:
            self.show_moves_made(new_moves)
            self.print()
        self.show_board(position)

    def show_board(self, position: Position) -> None:
        head, *rest = position_text(position, self.seat).splitlines()
        self.print_unwrapped(head, style="bold" if position.game.rendering.describe is not None else "")
        if rest:
            self.print_unwrapped("\n".join(rest))

    def show_moves_made(self, moves: list[MoveText]) -> None:
        """Print moves that were made: as sentences, or grouped by player; repeated ones as one."""
        for seat, row in groupby(moves, lambda move: move.seat):
            if moves[0].words:
                for times, move in group_repeats(list(row)):
                    self.print(f"{move.words} x {times}" if times > 1 else move.words)
                continue
            entries = [
                (f"{move.text} x {times}" if times > 1 else move.text, move) for times, move in group_repeats(list(row))
            ]
            if len(entries) == 1:
                text, move = entries[0]
                self.print(f"{self.player_name(seat)}: {text}" + (f"  ({move.effect})" if move.effect else ""))
                continue
            self.print(f"{self.player_name(seat)}:")
            rows = _grid("left", "left")
            for text, move in entries:
                rows.add_row(f"  {text}", move.effect)
            self.console.print(rows)

    def list_moves(self, position: Position, word: str = "") -> None:
        """List the legal moves with their numbers; only those that contain `word`, if given."""
        moves, texts = position.legal_moves, position.legal_move_texts()
        order = [text for group in _groups(texts).values() for text in group]
        teller = self.teller(position)
        words = {text: teller.legal_move(position, move) for move, text in zip(moves, texts, strict=True)}
        numbers = not any(re.fullmatch(r"[+-]?\d+", text) for text in texts)
        self.listed = order if numbers else []
        matching = [text for text in order if word.casefold() in f"{text} {words[text]}".casefold()]
        labels = {text: str(k) if numbers else "" for k, text in enumerate(order, 1)}
        if not matching:
            self.print(f"No legal move has {word!r} in it.")
        elif any(words.values()):
            self._in_rows(matching, labels, words)
        else:
            self._in_columns(matching, labels)

    def _in_rows(self, texts: list[str], labels: dict[str, str], words: dict[str, str]) -> None:
        rows = _grid("right", "left", "left")
        rows.columns[0].style = "bold"
        for k, group in enumerate(_groups(texts).values()):
            if k and len(texts) > MAX_LISTED_MOVES // 2:
                rows.add_row()
            for text in group:
                rows.add_row(labels[text], text, words[text])
        self.console.print(rows)

    def _in_columns(self, texts: list[str], labels: dict[str, str]) -> None:
        cells = [f"{labels[text]:>3}  {text}" for text in texts]
        width = max(map(len, cells)) + 3
        per_row = max(
            (min(self.console.width, DEFAULT_WIDTH) if self.console.is_terminal else DEFAULT_WIDTH) // width, 1
        )
        for first in range(0, len(cells), per_row):
            self.print("".join(cell.ljust(width) for cell in cells[first : first + per_row]).rstrip())

    def show_help_table(self, meanings: dict[str, str]) -> None:
        """Print words with their meanings."""
        rows = _grid("left", "left")
        for name, meaning in meanings.items():
            rows.add_row(f"  {name}", meaning)
        self.console.print(rows)

    def show_log(self, moves: list[MoveText]) -> None:
        """Print all moves so far, turn by turn."""
        if not moves:
            self.print("Nothing has happened yet that you can see.")
            return
        self.show_moves_made(moves)
        self.print(plural(len(moves), "move"))


def print_end(
    screen: PlayScreen,
    last: Position,
    episode: Episode | None,
    new_moves: list[MoveText],
    repeat_command: str,
    replay_saver: ReplaySaver,
) -> None:
    """Print the last screen. Without an episode, the person left before the end."""
    fault = None
    if episode is not None and episode.fault:
        fault = {"seat": episode.culprit, "reason": episode.reason, "what": episode.fault}
    points = ", ".join(f"{screen.player_name(seat)} {points}" for seat, points in enumerate(last.scores))
    try:
        if episode is not None:
            screen.show_position(last, new_moves)
        screen.print()
        screen.print(result_text(screen, last, episode) if episode is not None else "You left the game.", style="bold")
        screen.print(f"Points: {points}." + (f" Seed: {last.seed}." if last.seed is not None else ""))
        screen.print_unwrapped(f"To play it again: {repeat_command}")
    finally:  # even if the output is closed
        replay_saver.save(last, fault=fault)
    if replay_saver.file is None:
        can_save = last.seed is not None
        screen.print("It was not saved; use --save FILE next time." if can_save else "It was not saved.")
    else:
        words = ["replay", replay_saver.file, *game_file_words(last.game), "--step"]
        screen.print_unwrapped(f"Saved in {replay_saver.file}; to see it: {program_name()} {shlex.join(words)}")


class ReplaySaver:
    """Saves the game as a replay if a file is given."""

    def __init__(self, players: list[str], file: str | None) -> None:
        """`players` are by seat. An impossible file is refused now, not after an hour of playing."""
        from ludus.util.errors import OptionError

        self.players, self.file = players, file
        if file is not None and (Path(file).is_dir() or not Path(file).parent.is_dir()):
            raise OptionError(f"--save {file}: no file can be made there")

    def save(self, position: Position, file: str | None = None, fault: dict[str, Any] | None = None) -> None:
        """Save the game so far; from now on to this file, if one is named."""
        from ludus.core.replay import Replay

        if (file := file or self.file) is not None:
            Replay.from_position(position, self.players, fault).save(file)
            self.file = file


def _grid(*columns: JustifyMethod) -> Table:
    from rich.table import Table

    grid = Table.grid(padding=(0, 2, 0, 0))
    for justify in columns:
        grid.add_column(justify=justify)
    return grid


def _groups(texts: list[str]) -> dict[str, list[str]]:
    """Moves by their first word, in order of appearance."""
    groups: dict[str, list[str]] = {}
    for text in texts:
        groups.setdefault(text.partition(" ")[0], []).append(text)
    return groups


def result_text(screen: PlayScreen, last: Position, episode: Episode) -> str:
    """The result of a game, addressed to the person who played it."""
    payoffs, mine, reason = episode.payoffs, episode.payoffs[screen.seat], episode.reason
    if episode.culprit is not None:
        winners = "you win" if len(payoffs) == 2 else "all others win"
        return f"{screen.player_name(episode.culprit)} loses by its own fault, {episode.fault}: {winners}."
    if episode.fault:
        return f"There is no winner: {episode.fault}."
    if outcome := screen.teller(last).result(last):
        return f"{outcome}."
    if len(payoffs) == 1:
        outcome = {0.0: "You did not make it", 1.0: "You made it"}.get(mine, f"You got {mine:.0%} of it")
        return f"{outcome}: {reason}."
    best = [screen.player_name(seat) for seat, payoff in enumerate(payoffs) if payoff == max(payoffs)]
    if mine < max(payoffs):
        return f"You lost to {' and '.join(best)}: {reason}."
    others = [name for name in best if name != "you"]
    return f"You share the win with {' and '.join(others)}: {reason}." if others else f"You won: {reason}."
