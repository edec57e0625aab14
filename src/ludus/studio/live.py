"""A table that is played: its bots think on threads, and whoever listens is woken when anything changes."""

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
LONGEST_LOG = 200_000  # letters of what a bot wrote for its author


class Live:
    """All of it is called on the server's own thread; only what bots do is done on others."""

    def __init__(
        self, table: Table, sitters: list[BotFactory | None], shelf: Shelf, pool: Executor, keeping: Executor
    ) -> None:
        """Bots think on threads of `pool`; those of `keeping` are waited for when the server ends."""
        self.table, self.sitters, self.shelf, self.pool, self.keeping = table, sitters, shelf, pool, keeping
        self.sittings: list[SeatedBot | None] = [None] * len(sitters)
        self.thinking: int | None = None
        self.left: int | None = None  # moves that bots may still make; None: all
        self.listeners: dict[Any, tuple[int | None, Callable[[], None]]] = {}  # by connection: its seat, how to wake it
        self._task: asyncio.Task[None] | None = None
        self._keeping = False  # the end of the game is on its way to the disk

    @property
    def halted(self) -> bool:
        return self.left == 0

    @property
    def idle(self) -> bool:
        """Whether nobody looks and nobody thinks."""
        return not self.listeners and self._task is None and not self._keeping

    def sit_down(self) -> None:
        """Have bots take their seats; on a thread of the pool, since it may take long.

        A bot that comes back to a game, or into one that branched off, has other dice than at the beginning.
        """
        later = (len(self.table.moves),) if self.table.moves else ()
        for seat, sitter in enumerate(self.sitters):
            if sitter is not None and self.table.state == "playing":
                seed = as_int64(derive(self.table.seed, "player", seat, *later))
                try:
                    self.sittings[seat] = sitter.join(self.table.now, seat, seed)
                except Fault as fault:
                    self.table.lose(seat, fault)

    def begin(self) -> None:
        """Somebody may have lost already by not sitting down, or been over when the server was stopped."""
        if self.table.state == "playing":
            self.go_on()
        elif any(self.sitters):
            self._over()

    def dismiss(self) -> None:
        """Nobody looks any more: bots leave, and come back when the table is opened again."""
        for sitting in self.sittings:
            if sitting is not None:
                sitting.end(None)
        for sitter in self.sitters:
            if sitter is not None:
                self.keeping.submit(sitter.close)

    def seats(self) -> list[SeatInfo]:
        here = [seat for seat, _ in self.listeners.values()]
        return [
            SeatInfo(seat, player, player == PERSON, here.count(seat)) for seat, player in enumerate(self.table.players)
        ]

    def logs(self) -> list[str]:
        """What each player wrote for its author, so far."""
        pairs = zip(self.sittings, self.table.logs, strict=True)
        return [kept if sitting is None else sitting.log[:LONGEST_LOG] for sitting, kept in pairs]

    def listen(self, who: Any, seat: int | None, wake: Callable[[], None]) -> None:
        self.listeners[who] = seat, wake
        self.changed()

    def leave(self, who: Any) -> None:
        self.listeners.pop(who, None)
        self.changed()

    def changed(self) -> None:
        for _, wake in self.listeners.values():
            wake()

    # What players do

    def play(self, seat: int, text: str) -> None:
        """A person's move; then it is for bots to answer."""
        before = self.table.now
        count = len(self.table.moves)
        self.table.play(seat, text)
        self._made(before, count)
        self.go_on()

    def go(self, moves: int | None) -> None:
        """Let bots make so many moves."""
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
        """Break the game off for good. A bot that thinks is let go when it has thought."""
        if self.table.state != "playing":
            raise NotAllowed("the game is over already")
        self.table.stop("broken off")
        if self._task is None:
            self._over()
        else:
            self._note()
            self.changed()

    def go_on(self) -> None:
        """Have bots think, if it is their turn and nobody has them think already."""
        if self._task is None and self.table.waits_for_bot and not self.halted:
            self._task = asyncio.get_running_loop().create_task(self._drive())

    # Bots

    async def _drive(self) -> None:
        loop = asyncio.get_running_loop()
        try:
            while self.table.waits_for_bot and not self.halted:
                seat, here = self.table.now.current_player, self.table.now
                self.thinking = seat
                self.changed()
                try:
                    move = await loop.run_in_executor(self.pool, self._choose, seat, here)
                except Exception as error:  # whatever goes wrong on its side costs the bot this game, not the server
                    if self.table.state == "playing":
                        self.table.lose(seat, error if isinstance(error, Fault) else Fault("crashed", str(error)))
                if self.table.state != "playing":  # lost, or broken off meanwhile
                    self._over()
                    break
                count = len(self.table.moves)
                self.table.put(move)
                if self.left:
                    self.left -= 1
                self._made(here, count)
        except Exception as error:  # a fault of ours, such as a full disk: nobody may wait for ever
            LOG.exception("table %s cannot go on", self.table.id)
            self.table.stop(f"the server could not go on: {error}")
            self._over()
        finally:
            self._task, self.thinking = None, None
            self.changed()

    def _choose(self, seat: int, position: Position) -> int:
        """On a thread of the pool: this may take long."""
        sitting = self.sittings[seat]
        assert sitting is not None, "people are not asked"
        move = sitting.choose(position)
        if move not in position.legal_moves:
            raise Fault("illegal move", f"{move} is not legal here", position.legal_move_texts()[:20])
        return move

    def _made(self, before: Position, count: int) -> None:
        """After a move: everybody is told, and it is kept."""
        made = self.table.moves[count]
        for sitting in self.sittings:
            if sitting is not None:
                sitting.watch(before, made.move)
        self.shelf.add(self.table, count)
        if self.table.state == "playing":
            self.changed()
        else:
            self._over()

    def _note(self) -> None:
        """The end is on the disk before anybody is told of it."""
        self.table.logs = self.logs()
        try:
            self.shelf.note(self.table)
        except LudusError:  # such as a full disk: it is over all the same
            LOG.exception("the end of table %s cannot be noted", self.table.id)

    def _over(self) -> None:
        self._note()
        self._keeping = True
        self.keeping.submit(self.put_away)
        self.changed()

    def put_away(self) -> None:
        """Keep the whole game and let everybody go; on a thread that may wait for the disk and for programs."""
        result = None
        if (ending := self.table.ending) is not None and ending.shares:
            result = GameResult(ending.reason, tuple(ending.shares), tuple(ending.points))
        try:
            for seat, sitting in enumerate(self.sittings):
                if sitting is not None:
                    sitting.end(result)
                    self.table.logs[seat] = sitting.log[:LONGEST_LOG]
            self.shelf.finish(self.table)
        except Exception:
            LOG.exception("table %s cannot be kept", self.table.id)
        try:
            for sitter in self.sitters:
                if sitter is not None:
                    sitter.close()
            self.sittings, self.sitters = [None] * len(self.sittings), [None] * len(self.sitters)
        except Exception:
            LOG.exception("a bot does not leave table %s", self.table.id)
        finally:
            self._keeping = False
