"""Live session: runs the bots of a game session on threads and notifies listeners of changes."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Mapping
from concurrent.futures import Executor
from typing import Any

from ludus.bots import BotFactory, Fault, SeatedBot
from ludus.core.narrator import PERSON
from ludus.core.position import GameResult, Position
from ludus.core.random import as_int64, derive
from ludus.core.revealed_information import reveals
from ludus.studio.auth import Role
from ludus.studio.protocol.sessions import SeatInfo
from ludus.studio.request_errors import NotAllowed
from ludus.studio.sessions.game_session import GameSession, PlayedMove
from ludus.studio.sessions.sessions_on_disk import SessionStore
from ludus.util.errors import LudusError

LOG = logging.getLogger(__name__)
LONGEST_LOG = 200_000  # characters of a bot's log
CHECK_DELAY = 0.1  # seconds before a person's last move is checked: those who play fast need no answer
TAKING_BACK = "wait until the last move is taken back"
CHECKING = "wait until it is known whether your last move has shown something new"
REVEALED = "this move cannot be taken back: it has shown something new, such as drawn cards"


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
        self._stored_turn = ""  # on disk, as far as this server knows
        self._is_storing = False  # the finished game is being written to disk
        self._taking_back = False
        self._back_task: asyncio.Task[None] | None = None  # takes a move back
        self._checked: tuple[PlayedMove, bool] | None = None  # a person's last move, and whether it reveals something
        self._check_task: asyncio.Task[None] | None = None  # checks a person's last move

    @property
    def halted(self) -> bool:
        return self.moves_left == 0

    @property
    def idle(self) -> bool:
        """Whether the session has no listeners and no running task."""
        busy = self._task is not None or self._check_task is not None or self._is_storing or self._taking_back
        return not self.listeners and not busy

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

    def play_phases(self, partners: Mapping[str, BotFactory]) -> None:
        """Play the phases before the last one, such as a draft, before anybody is asked; on a thread of the pool.

        Args:
            partners: Bots by phase that decide for people. Bots in other seats decide for themselves.
        """
        session, phases = self.session, self.session.game.phases
        deciding: dict[tuple[str, int], SeatedBot] = {}
        try:
            while session.state == "playing" and session.position.phase < len(phases) - 1:
                position, phase = session.position, phases[session.position.phase]
                seat = position.current_player
                seated = self.seated_bots[seat] or deciding.get((phase, seat))
                try:
                    if seated is None:
                        seed = as_int64(derive(session.seed, "player", seat))
                        seated = deciding[phase, seat] = partners[phase].join(position, seat, seed)
                    move = _legal_choice(seated, position)
                except Fault as fault:
                    session.forfeit(seat, fault)
                    break
                session.make_move(move)
                for other in (*self.seated_bots, *deciding.values()):
                    if other is not None:
                        other.watch(position, move)
        finally:
            for seated in deciding.values():
                seated.end(None)
        self.store.write_moves(session)

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
        """Notify the listeners; if somebody could take the last move back, find out first whether it is fair."""
        if self._check_task is None and any(
            seat is not None and self.take_back_refusal(seat) == CHECKING for seat, _ in self.listeners.values()
        ):
            self._check_task = asyncio.get_running_loop().create_task(self._check_last_move())
        for _, wake in self.listeners.values():
            wake()

    # Actions of players

    def play(self, seat: int, text: str) -> None:
        """Make a person's move, then let bots continue."""
        self._check_not_taking_back()
        before = self.session.position
        count = len(self.session.moves)
        self.session.play(seat, text)
        self._after_move(before, count)
        self.continue_bots()

    async def take_back(self, seat: int) -> None:
        """Take back the last move of a person. Bots join the game anew, since they have seen the move.

        Raises NotAllowed if it is not a person's own last move against bots, or if it has revealed something hidden.
        """
        if (reason := self.take_back_refusal(seat)) and reason != CHECKING:
            raise NotAllowed(reason)
        self._taking_back = True
        # a task of its own: a client that leaves in the meantime must not stop it half-way
        self._back_task = asyncio.get_running_loop().create_task(self._take_back(seat))
        self._back_task.add_done_callback(lambda task: task.cancelled() or task.exception())
        await asyncio.shield(self._back_task)

    def take_back_refusal(self, seat: int) -> str:
        """Why a person cannot take back the last move; empty: it will be granted. CHECKING: not known yet."""
        try:
            self.session.check_take_back(seat)
        except NotAllowed as error:
            return str(error)
        if self._taking_back:
            return TAKING_BACK
        if self._checked is None or self._checked[0] is not self.session.moves[-1]:
            return CHECKING
        return REVEALED if self._checked[1] else ""

    async def _check_last_move(self) -> None:
        """Find out whether the last move has shown something new to the person who made it."""
        played = self.session.moves[-1]
        try:
            await asyncio.sleep(CHECK_DELAY)
            if self.session.moves and self.session.moves[-1] is played:
                await self._find_revealed()
        except Exception:  # an error in the rules of a game: nothing is offered that may fail
            LOG.exception("session %s: the last move cannot be checked", self.session.id)
            self._checked = played, True
        finally:
            self._check_task = None
        self.changed()  # checks again if the game has gone on meanwhile

    async def _find_revealed(self) -> bool:
        """Whether the last move has shown something new to the person who made it."""
        played, before = self.session.moves[-1], self.session.positions[-2]
        if self._checked is None or self._checked[0] is not played:
            loop = asyncio.get_running_loop()
            self._checked = (
                played,
                await loop.run_in_executor(self.pool, reveals, before, played.move, played.seat),
            )
        return self._checked[1]

    async def _take_back(self, seat: int) -> None:
        session, loop = self.session, asyncio.get_running_loop()
        try:
            if await self._find_revealed():
                raise NotAllowed(REVEALED)
            session.take_back()
            self.store.write_moves(session)
            self._store_turn()
            for seated in self.seated_bots:
                if seated is not None:
                    seated.end(None)
            await loop.run_in_executor(self.pool, self.seat_bots)
        finally:
            self._taking_back = False
        if self.session.state == "playing":
            self.changed()
        else:
            self._finish()  # a bot could not join again

    def _check_not_taking_back(self) -> None:
        """Raise NotAllowed while a move is taken back: nothing else may change the game in the meantime."""
        if self._taking_back:
            raise NotAllowed(TAKING_BACK)

    def go(self, moves: int | None) -> None:
        """Let bots make this many moves; None: unlimited."""
        if self.session.has_people:
            raise NotAllowed("a person plays this game, so bots answer at once; there is nothing to step")
        self.moves_left = moves
        self.continue_bots()
        self.changed()

    def halt(self) -> None:
        if self.session.has_people:
            raise NotAllowed("a person plays this game, so bots cannot be paused")
        self.moves_left = 0
        self.changed()

    def check_creator(self, role: Role) -> None:
        """Raise NotAllowed if a guest would stop the game of another person; aborting is permanent."""
        if role == "guest" and not self.session.guest:
            raise NotAllowed("you joined by a shared link: you can pause and abort only games that guests set up")

    def check_abort(self, seat: int | None, role: Role) -> None:
        """Raise NotAllowed if a client may not abort the game: a guest, or no player of it."""
        self.check_creator(role)
        if self.session.has_people and seat is None:
            raise NotAllowed("only a player of this game can break it off")

    def stop(self) -> None:
        """Abort the game permanently. A thinking bot is released when it has decided."""
        if self.session.state != "playing":
            raise NotAllowed("the game is over already")
        self._check_not_taking_back()
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
        return _legal_choice(seated, position)

    def _after_move(self, before: Position, count: int) -> None:
        """After a move: notify bots and listeners, and store the move."""
        played = self.session.moves[count]
        for seated in self.seated_bots:
            if seated is not None:
                seated.watch(before, played.move)
        self.store.append_moves(self.session, count)
        self._store_turn()
        if self.session.state == "playing":
            self.changed()
        else:
            self._finish()

    def _store_turn(self) -> None:
        """Write the turn to disk if it is another one; lists show it."""
        turn = self.session.turn
        if turn != self._stored_turn:
            self.store.write_turn(self.session)
            self._stored_turn = turn

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


def _legal_choice(seated: SeatedBot, position: Position) -> int:
    """The move that a bot chooses. Raises Fault if it is not legal."""
    move = seated.choose(position)
    if move not in position.legal_moves:
        raise Fault("illegal move", f"{move} is not legal here", position.legal_move_texts()[:20])
    return move
