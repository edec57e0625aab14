"""A person at the keyboard as a bot: joins a game, watches and decides like every other one.

During the person's turn, their moves are made on a copy. The game gets them when another player has to decide or the
game is over, so a mistake can be taken back before the others have seen it; but not a move that revealed hidden
information.
"""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING

from ludus.cli.console import ask_line, write_file
from ludus.cli.play_input import InputError, TypedCommand, TypedMove, find_move, read_line
from ludus.cli.play_screen import PlayScreen

if TYPE_CHECKING:
    from collections.abc import Callable

    from ludus.bots import BotFactory
    from ludus.cli.game_text import MoveText
    from ludus.core.position import GameResult, Position


POSITION_SUFFIX = ".toml"  # a file with this suffix stores a position, any other the game


class HumanPlayer:
    """Bot factory and seated bot in one, because there is only one keyboard."""

    name, reproducible, log = "person", False, ""

    def __init__(self, screen: PlayScreen, adviser: BotFactory, save_game: Callable[[Position, str], None]) -> None:
        """`save_game` saves the game so far to a file."""
        self.screen, self.adviser, self.save_game = screen, adviser, save_game
        self.seat = screen.seat
        self.position: Position | None = None  # with the moves of this turn, which the game has not received yet
        self._plan: deque[int] = deque()
        # of this turn: the moves of each input line, and where they were made
        self._lines: list[list[tuple[Position, int]]] = []
        self._orders: deque[TypedMove] = deque()  # moves of the last input line that are still to be made
        self._lasting = False  # these moves continue after others have moved
        self._shown = False  # the current decision is on the screen
        self._heard: list[MoveText] = []
        self._new_moves: list[MoveText] = []

    def join(self, position: Position, seat: int, seed: int) -> HumanPlayer:
        assert seat == self.seat
        return self

    def watch(self, position: Position, move: int) -> None:
        if position.current_player == self.seat:
            return
        if (visible := self.screen.teller(position).visible_move(position, move)) is not None:
            self._heard.append(visible)
            self._new_moves.append(visible)

    def end(self, result: GameResult | None) -> None:
        """Do nothing: the command prints the end."""

    def close(self) -> None:
        """Do nothing: there are no resources."""

    def take_new_moves(self) -> list[MoveText]:
        """Visible moves of others since the last call."""
        moves, self._new_moves = self._new_moves, []
        return moves

    def choose(self, position: Position) -> int:
        if not self._plan:
            self.position, self._lines = position.copy(), []
            if not self._lasting:
                self._drop_orders("others have moved since")
            self._take_turn(self.position)
        return self._plan.popleft()

    # One turn

    def _take_turn(self, here: Position) -> None:
        self._shown = False
        while not here.end_reason and here.current_player == self.seat:
            if self._orders:
                self._obey(here)
            else:
                if not self._shown:
                    self.screen.show_decision(here, self.take_new_moves())
                    self._shown = True
                self._listen(here)
            assert self.position is not None
            here = self.position  # another object if moves were taken back

    def _listen(self, here: Position) -> None:
        """Handle one input line."""
        line = ask_line("> ")
        if line is None:
            raise PlayerQuit
        if not line:
            if len(here.legal_moves) > 1:
                self.screen.print("Type a number or a move; ? lists what else there is.")
                return
            line = here.legal_move_texts()[0]
        try:
            parsed = read_line(line, here, self.screen.listed)
        except InputError as error:
            self.screen.print(f"Not possible: {error}")
            return
        if isinstance(parsed, TypedCommand):
            self._carry_out(parsed, here)
            return
        self._orders.extend(parsed)
        self._lasting = any(order.times > 1 for order in parsed)
        self._lines.append([])

    def _obey(self, here: Position) -> None:
        """Make the next requested move if it is possible; otherwise drop the rest."""
        order = self._orders.popleft()
        try:
            move = find_move(here, order.text)
        except InputError as error:
            self.screen.print(f"Not possible: {error}")
            self._drop_orders("of that")
            return
        if order.times > 1:
            self._orders.appendleft(TypedMove(order.text, order.times - 1))
        if not self._lines:  # moves that continue after others have moved
            self._lines.append([])
        self._lines[-1].append((here.copy(), move))
        self._plan.append(move)
        visible = self.screen.teller(here).visible_move(here, move)
        assert visible is not None  # players see their own moves
        self._heard.append(visible)
        here.play(move)
        self._shown = False

    def _drop_orders(self, why: str) -> None:
        if self._orders:
            self.screen.print(f"Not done because {why}: {'; '.join(order.text for order in self._orders)}")
            self._orders.clear()

    # Commands

    def _carry_out(self, command: TypedCommand, here: Position) -> None:
        match command.name:
            case "help":
                self._help(here)
            case "moves":
                self.screen.list_moves(here, command.rest)
            case "board":
                self.screen.show_board(here)
            case "log":
                self.screen.show_log(self._heard)
            case "hint":
                self.screen.print(self._hint(here))
            case "save":
                self.screen.print(self._save(here, command.rest))
            case "undo":
                self.screen.print(self._undo())
            case "quit":
                raise PlayerQuit

    def _help(self, here: Position) -> None:
        texts = here.legal_move_texts()
        last = texts[-1]
        numbers = {str(min(2, len(texts))): "the move with this number in the list"} if self.screen.listed else {}
        self.screen.show_help_table(
            numbers
            | {
                last: "a move in notation; small letters will do",
                f"{texts[0]}; {last}": "several moves in a row, as long as they are possible",
                f"5 {last}": "one move five times, in the next turns if needed; or 5 x 1",
                "moves": "the legal moves; moves WORD lists those with that word",
                "board": "the position again",
                "hint": f"what {self.adviser.name} would do, knowing only what you know",
                "undo": "take back a line that revealed nothing to you or others",
                "log": "all moves so far that you can see",
                "save FILE": "save the game as a replay, which will show everything",
                "save here.toml": "save this position, with everything that is hidden",
                "quit": "leave; so does Ctrl-D",
                ":quit": "always the command, even if a move has the same name",
            }
        )

    def _hint(self, here: Position) -> str:
        from ludus.bots import Fault
        from ludus.bots.bot import advise

        name = self.adviser.name
        try:
            move = advise(self.adviser, here, self.seat)
        except Fault as fault:
            return f"{name} gives no hint: {fault}"
        text, words = here.write_move(move), self.screen.teller(here).legal_move(here, move)
        number = f"{self.screen.listed.index(text) + 1}, " if text in self.screen.listed else ""
        return f"{name} would play {number}{text}" + (f": {words}" if words else "")

    def _save(self, here: Position, file: str) -> str:
        from ludus.util.errors import LudusError

        if not file:
            return "Name a file, such as: save game.json"
        try:
            if file.endswith(POSITION_SUFFIX):
                write_file(file, here.text("toml"))
                return f"This position is in {file}, with everything that is hidden; play --from takes it."
            self.save_game(here, file)
        except LudusError as error:
            return f"Not possible: {error}"
        return f"Saved in {file}; the rest of the game will be saved there, too."

    def _undo(self) -> str:
        while self._lines and not self._lines[-1]:
            self._lines.pop()
        if not self._lines:
            return "There is nothing to take back: others have moved since your last move, or you have made none."
        from ludus.core.revealed_information import reveals

        steps = self._lines[-1]
        if any(reveals(before, move, self.seat) for before, move in steps):
            return "Not possible: these moves have revealed hidden information."
        self._lines.pop()
        for _ in steps:
            self._plan.pop()
            self._heard.pop()
        self.position, self._shown = steps[0][0], False
        return "Taken back."


class PlayerQuit(Exception):
    """The person quits the game."""
