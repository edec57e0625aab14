"""Live session: runs the bots of a game session on threads and notifies listeners of changes."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from concurrent.futures import Executor
from typing import Any

from ludus.bots import BotFactory, Fault, SeatedBot
from ludus.core.position import GameResult, Position
from ludus.core.random import as_int64, derive
from ludus.studio.protocol.tables import SeatInfo
from ludus.studio.shelf import Shelf
from ludus.studio.table import PERSON, NotAllowed, Table
from ludus.util.errors import LudusError

LOG = logging.getLogger(__name__)
LONGEST_LOG = 200_000  # characters of a bot's log


class Live:
    """A game session in progress.

    Methods are called on the event loop thread of the server; only bots run on other threads.
    """

    def __init__(
        self, table: Table, sitters: list[BotFactory | None], shelf: Shelf, pool: Executor, keeping: Executor
    ) -> None:
        """Create a live session.

        Args:
            table: The game session.
            sitters: Bot factories by seat; None for people.
            shelf: Session store.
            pool: Threads on which bots choose moves.
            keeping: Threads that store finished games; the server waits for them at shutdown.
        """
        self.table, self.sitters, self.shelf, self.pool, self.keeping = table, sitters, shelf, pool, keeping
        self.sittings: list[SeatedBot | None] = [None] * len(sitters)
        self.thinking: int | None = None
        self.left: int | None = None  # moves that bots may still make; None: unlimited
        # by connection: its seat and its callback
        self.listeners: dict[Any, tuple[int | None, Callable[[], None]]] = {}
        self._task: asyncio.Task[None] | None = None
        self._keeping = False  # the finished game is being written to disk

    @property
    def halted(self) -> bool:
        return self.left == 0

    @property
    def idle(self) -> bool:
        """Whether the session has no listeners and no running task."""
        return not self.listeners and self._task is None and not self._keeping

    def sit_down(self) -> None:
        """Seat the bots; on a thread of the pool, since it may take long.

        A bot that resumes a game, or joins a branch, gets another random seed than at the start of a game.
        """
        resumed_at = (len(self.table.moves),) if self.table.moves else ()
        for seat, bot in enumerate(self.sitters):
            if bot is not None and self.table.state == "playing":
                seed = as_int64(derive(self.table.seed, "player", seat, *resumed_at))
                try:
                    self.sittings[seat] = bot.join(self.table.now, seat, seed)
                except Fault as fault:
                    self.table.lose(seat, fault)

    def begin(self) -> None:
        """Start the game, or end it.

        It may be over already, if a bot failed to start or the server was stopped at the end of the game.
        """
        if self.table.state == "playing":
            self.go_on()
        elif any(self.sitters):
            self._over()

    def dismiss(self) -> None:
        """Stop the bots of an unwatched session; they return when it is opened again."""
        for seated in self.sittings:
            if seated is not None:
                seated.end(None)
        for bot in self.sitters:
            if bot is not None:
                self.keeping.submit(bot.close)

    def seats(self) -> list[SeatInfo]:
        connected = [seat for seat, _ in self.listeners.values()]
        return [
            SeatInfo(seat, player, player == PERSON, connected.count(seat))
            for seat, player in enumerate(self.table.players)
        ]

    def logs(self) -> list[str]:
        """Logs of all players so far, by seat."""
        pairs = zip(self.sittings, self.table.logs, strict=True)
        return [stored if seated is None else seated.log[:LONGEST_LOG] for seated, stored in pairs]

    def listen(self, who: Any, seat: int | None, wake: Callable[[], None]) -> None:
        self.listeners[who] = seat, wake
        self.changed()

    def leave(self, who: Any) -> None:
        self.listeners.pop(who, None)
        self.changed()

    def changed(self) -> None:
        for _, wake in self.listeners.values():
            wake()

    # Actions of players

    def play(self, seat: int, text: str) -> None:
        """Make a person's move, then let bots continue."""
        before = self.table.now
        count = len(self.table.moves)
        self.table.play(seat, text)
        self._made(before, count)
        self.go_on()

    def go(self, moves: int | None) -> None:
        """Let bots make this many moves; None: unlimited."""
        if self.table.has_people:
            raise NotAllowed("somebody plays here by hand, so bots answer at once; there is nothing to step")
        self.left = moves
        self.go_on()
        self.changed()

    def halt(self) -> None:
        if self.table.has_people:
            raise NotAllowed("somebody plays here by hand; bots cannot be halted")
        self.left = 0
        self.changed()

    def stop(self) -> None:
        """Abort the game permanently. A thinking bot is released when it has decided."""
        if self.table.state != "playing":
            raise NotAllowed("the game is over already")
        self.table.stop("broken off")
        if self._task is None:
            self._over()
        else:
            self._note()
            self.changed()

    def go_on(self) -> None:
        """Start the task that lets bots move, if it is a bot's turn and no task is running."""
        if self._task is None and self.table.waits_for_bot and not self.halted:
            self._task = asyncio.get_running_loop().create_task(self._drive())

    # Bots

    async def _drive(self) -> None:
        """Let bots move until it is a person's turn, the session is halted or the game ends."""
        loop = asyncio.get_running_loop()
        try:
            while self.table.waits_for_bot and not self.halted:
                seat, position = self.table.now.current_player, self.table.now
                self.thinking = seat
                self.changed()
                try:
                    move = await loop.run_in_executor(self.pool, self._choose, seat, position)
                except Exception as error:  # any error of a bot costs it this game, but not the server
                    if self.table.state == "playing":
                        self.table.lose(seat, error if isinstance(error, Fault) else Fault("crashed", str(error)))
                if self.table.state != "playing":  # lost, or aborted in the meantime
                    self._over()
                    break
                count = len(self.table.moves)
                self.table.put(move)
                if self.left:
                    self.left -= 1
                self._made(position, count)
        except Exception as error:  # an error of the server, such as a full disk: clients must not wait forever
            LOG.exception("table %s cannot go on", self.table.id)
            self.table.stop(f"the server could not go on: {error}")
            self._over()
        finally:
            self._task, self.thinking = None, None
            self.changed()

    def _choose(self, seat: int, position: Position) -> int:
        """Choose a bot's move; on a thread of the pool, since it may take long."""
        seated = self.sittings[seat]
        assert seated is not None, "people are not asked"
        move = seated.choose(position)
        if move not in position.legal_moves:
            raise Fault("illegal move", f"{move} is not legal here", position.legal_move_texts()[:20])
        return move

    def _made(self, before: Position, count: int) -> None:
        """After a move: notify bots and listeners, and store the move."""
        played = self.table.moves[count]
        for seated in self.sittings:
            if seated is not None:
                seated.watch(before, played.move)
        self.shelf.add(self.table, count)
        if self.table.state == "playing":
            self.changed()
        else:
            self._over()

    def _note(self) -> None:
        """Write the end of the game to disk before listeners are notified."""
        self.table.logs = self.logs()
        try:
            self.shelf.note(self.table)
        except LudusError:  # such as a full disk: the game is over all the same
            LOG.exception("the end of table %s cannot be noted", self.table.id)

    def _over(self) -> None:
        self._note()
        self._keeping = True
        self.keeping.submit(self.put_away)
        self.changed()

    def put_away(self) -> None:
        """Store the finished game and close all bots; on a thread that may wait for the disk and for programs."""
        result = None
        if (ending := self.table.ending) is not None and ending.shares:
            result = GameResult(ending.reason, tuple(ending.shares), tuple(ending.points))
        try:
            for seat, seated in enumerate(self.sittings):
                if seated is not None:
                    seated.end(result)
                    self.table.logs[seat] = seated.log[:LONGEST_LOG]
            self.shelf.finish(self.table)
        except Exception:
            LOG.exception("table %s cannot be kept", self.table.id)
        try:
            for bot in self.sitters:
                if bot is not None:
                    bot.close()
            self.sittings, self.sitters = [None] * len(self.sittings), [None] * len(self.sitters)
        except Exception:
            LOG.exception("a bot does not leave table %s", self.table.id)
        finally:
            self._keeping = False
