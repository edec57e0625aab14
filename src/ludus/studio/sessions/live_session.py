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
from ludus.studio.protocol.sessions import SeatInfo
from ludus.studio.request_errors import NotAllowed
from ludus.studio.sessions.game_session import PERSON, GameSession
from ludus.studio.sessions.sessions_on_disk import SessionStore
from ludus.util.errors import LudusError

LOG = logging.getLogger(__name__)
LONGEST_LOG = 200_000  # characters of a bot's log


class LiveSession:
    """A game session in progress.

    Methods are called on the event loop thread of the server; only bots run on other threads.
    """

    def __init__(
        self,
        session: GameSession,
        bots: list[BotFactory | None],
        store: SessionStore,
        pool: Executor,
        storing: Executor,
    ) -> None:
        """Create a live session.

        Args:
            session: The game session.
            bots: Bot factories by seat; None for people.
            store: Session store.
            pool: Threads on which bots choose moves.
            storing: Threads that store finished games; the server waits for them at shutdown.
        """
        self.session, self.bots, self.store, self.pool, self.storing = session, bots, store, pool, storing
        self.seated_bots: list[SeatedBot | None] = [None] * len(bots)
        self.thinking: int | None = None
        self.moves_left: int | None = None  # moves that bots may still make; None: unlimited
        # by connection: its seat and its callback
        self.listeners: dict[Any, tuple[int | None, Callable[[], None]]] = {}
        self._task: asyncio.Task[None] | None = None
        self._is_storing = False  # the finished game is being written to disk

    @property
    def halted(self) -> bool:
        return self.moves_left == 0

    @property
    def idle(self) -> bool:
        """Whether the session has no listeners and no running task."""
        return not self.listeners and self._task is None and not self._is_storing

    def seat_bots(self) -> None:
        """Seat the bots; on a thread of the pool, since it may take long.

        A bot that resumes a game, or joins a branch, gets another random seed than at the start of a game.
        """
        resumed_at = (len(self.session.moves),) if self.session.moves else ()
        for seat, bot in enumerate(self.bots):
            if bot is not None and self.session.state == "playing":
                seed = as_int64(derive(self.session.seed, "player", seat, *resumed_at))
                try:
                    self.seated_bots[seat] = bot.join(self.session.position, seat, seed)
                except Fault as fault:
                    self.session.forfeit(seat, fault)

    def begin(self) -> None:
        """Start the game, or end it.

        It may be over already, if a bot failed to start or the server was stopped at the end of the game.
        """
        if self.session.state == "playing":
            self.continue_bots()
        elif any(self.bots):
            self._finish()

    def stop_bots(self) -> None:
        """Stop the bots of an unwatched session; they return when it is opened again."""
        for seated in self.seated_bots:
            if seated is not None:
                seated.end(None)
        for bot in self.bots:
            if bot is not None:
                self.storing.submit(bot.close)

    def seats(self) -> list[SeatInfo]:
        connected = [seat for seat, _ in self.listeners.values()]
        return [
            SeatInfo(seat, player, player == PERSON, connected.count(seat))
            for seat, player in enumerate(self.session.players)
        ]

    def logs(self) -> list[str]:
        """Logs of all players so far, by seat."""
        pairs = zip(self.seated_bots, self.session.logs, strict=True)
        return [stored if seated is None else seated.log[:LONGEST_LOG] for seated, stored in pairs]

    def listen(self, connection: Any, seat: int | None, wake: Callable[[], None]) -> None:
        self.listeners[connection] = seat, wake
        self.changed()

    def leave(self, connection: Any) -> None:
        self.listeners.pop(connection, None)
        self.changed()

    def changed(self) -> None:
        for _, wake in self.listeners.values():
            wake()

    # Actions of players

    def play(self, seat: int, text: str) -> None:
        """Make a person's move, then let bots continue."""
        before = self.session.position
        count = len(self.session.moves)
        self.session.play(seat, text)
        self._after_move(before, count)
        self.continue_bots()

    def go(self, moves: int | None) -> None:
        """Let bots make this many moves; None: unlimited."""
        if self.session.has_people:
            raise NotAllowed("a person plays this game, so bots answer at once; there is nothing to step")
        self.moves_left = moves
        self.continue_bots()
        self.changed()

    def halt(self) -> None:
        if self.session.has_people:
            raise NotAllowed("a person plays this game, so bots cannot be halted")
        self.moves_left = 0
        self.changed()

    def stop(self) -> None:
        """Abort the game permanently. A thinking bot is released when it has decided."""
        if self.session.state != "playing":
            raise NotAllowed("the game is over already")
        self.session.stop("broken off")
        if self._task is None:
            self._finish()
        else:
            self._store_state()
            self.changed()

    def continue_bots(self) -> None:
        """Start the task that lets bots move, if it is a bot's turn and no task is running."""
        if self._task is None and self.session.waits_for_bot and not self.halted:
            self._task = asyncio.get_running_loop().create_task(self._run_bots())

    # Bots

    async def _run_bots(self) -> None:
        """Let bots move until it is a person's turn, the session is halted or the game ends."""
        loop = asyncio.get_running_loop()
        try:
            while self.session.waits_for_bot and not self.halted:
                seat, position = self.session.position.current_player, self.session.position
                self.thinking = seat
                self.changed()
                try:
                    move = await loop.run_in_executor(self.pool, self._choose, seat, position)
                except Exception as error:  # any error of a bot costs it this game, but not the server
                    if self.session.state == "playing":
                        self.session.forfeit(seat, error if isinstance(error, Fault) else Fault("crashed", str(error)))
                if self.session.state != "playing":  # lost, or aborted in the meantime
                    self._finish()
                    break
                count = len(self.session.moves)
                self.session.make_move(move)
                if self.moves_left:
                    self.moves_left -= 1
                self._after_move(position, count)
        except Exception as error:  # an error of the server, such as a full disk: clients must not wait forever
            LOG.exception("session %s cannot continue", self.session.id)
            self.session.stop(f"the server could not go on: {error}")
            self._finish()
        finally:
            self._task, self.thinking = None, None
            self.changed()

    def _choose(self, seat: int, position: Position) -> int:
        """Choose a bot's move; on a thread of the pool, since it may take long."""
        seated = self.seated_bots[seat]
        assert seated is not None, "people are not asked"
        move = seated.choose(position)
        if move not in position.legal_moves:
            raise Fault("illegal move", f"{move} is not legal here", position.legal_move_texts()[:20])
        return move

    def _after_move(self, before: Position, count: int) -> None:
        """After a move: notify bots and listeners, and store the move."""
        played = self.session.moves[count]
        for seated in self.seated_bots:
            if seated is not None:
                seated.watch(before, played.move)
        self.store.append_moves(self.session, count)
        if self.session.state == "playing":
            self.changed()
        else:
            self._finish()

    def _store_state(self) -> None:
        """Write the end of the game to disk before listeners are notified."""
        self.session.logs = self.logs()
        try:
            self.store.write_state(self.session)
        except LudusError:  # such as a full disk: the game is over all the same
            LOG.exception("the end of session %s cannot be written", self.session.id)

    def _finish(self) -> None:
        self._store_state()
        self._is_storing = True
        self.storing.submit(self.store_and_close)
        self.changed()

    def store_and_close(self) -> None:
        """Store the finished game and close all bots; on a thread that may wait for the disk and for programs."""
        result = None
        if (ending := self.session.ending) is not None and ending.shares:
            result = GameResult(ending.reason, tuple(ending.shares), tuple(ending.points))
        try:
            for seat, seated in enumerate(self.seated_bots):
                if seated is not None:
                    seated.end(result)
                    self.session.logs[seat] = seated.log[:LONGEST_LOG]
            self.store.finish(self.session)
        except Exception:
            LOG.exception("session %s cannot be stored", self.session.id)
        try:
            for bot in self.bots:
                if bot is not None:
                    bot.close()
            self.seated_bots, self.bots = [None] * len(self.seated_bots), [None] * len(self.bots)
        except Exception:
            LOG.exception("a bot of session %s cannot be closed", self.session.id)
        finally:
            self._is_storing = False
