"""Session manager: creates, loads and closes game sessions."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable, Coroutine, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from itertools import islice
from typing import Any

from msgspec import structs

from ludus.bots import BotFactory, load_compiled_bot
from ludus.bots.external.sandbox_server_client import hide_folder
from ludus.core.game import Game
from ludus.core.game_registry import load_game_by_name
from ludus.core.narrator import PERSON
from ludus.core.replay import Replay
from ludus.studio.auth import Role
from ludus.studio.bot_permissions import (
    GUEST_LIMITS,
    BotPermissions,
    is_external,
    load_permitted_bot,
    with_turn_seconds,
)
from ludus.studio.file_paths import StudioPaths
from ludus.studio.guest_redaction import hide_errors_from_guests
from ludus.studio.option_choices_and_checks import FILE_PREFIX, check_options
from ludus.studio.play_levels import drafted_phases
from ludus.studio.protocol.sessions import CreatedSession, NewSession, SessionRow
from ludus.studio.request_errors import NotAllowed, NotFound
from ludus.studio.sessions.game_session import GameSession
from ludus.studio.sessions.live_session import LiveSession
from ludus.studio.sessions.sessions_on_disk import (
    SessionList,
    SessionStore,
    StoredSession,
    replay_session_id,
    stored_session,
)
from ludus.studio.thread_pools import ThreadPool
from ludus.studio.uploaded_bots import UploadedBots
from ludus.util.errors import OptionError
from ludus.util.text import utc_timestamp

MAX_OPEN, MAX_OPEN_GUESTS = 300, 200  # sessions in memory; those of them that guests created and that are still in use
MAX_STORED, MAX_STORED_GUESTS = 20_000, 2_000  # sessions on disk; those of them that guests created
MAX_EXTERNAL = 16  # sessions with bots that run as processes
# sessions created at the same time, and those that may wait for it
MAX_CREATING, MAX_WAITING_TO_CREATE = 2 * MAX_EXTERNAL, 64
MAX_ADVISING, MAX_WAITING_TO_ADVISE = 16, 32  # bot opinions at the same time, and those that may wait
MAX_ROWS = 100  # of one page of the list
NEW_SEEDS = 10**9  # new seeds are below this, short enough to be typed
SEED_LIMIT = 1 << 64

SessionAndBots = tuple[GameSession, list[BotFactory | None]]


class SessionManager:
    """Creates sessions, loads them from the store, and closes unused ones."""

    def __init__(self, paths: StudioPaths, uploads: bool = False) -> None:
        self.paths, self.store, self.bots = paths, SessionStore(paths.tables), UploadedBots(paths.bots, uploads)
        hide_folder(paths.studio)  # a bot that could read it would know the token and every deal
        self.permissions: dict[Role, BotPermissions] = {
            "owner": BotPermissions(paths.content_file, uploads, self.bots),
            "guest": BotPermissions(paths.content_file, False, self.bots, GUEST_LIMITS, offered_only=True),
        }
        self.pool = ThreadPool("bot", MAX_OPEN)  # one search per session, so that no bot waits for another one
        self.creating = {role: ThreadPool("table", MAX_CREATING, MAX_WAITING_TO_CREATE) for role in self.permissions}
        self.advising = {role: ThreadPool("opinion", MAX_ADVISING, MAX_WAITING_TO_ADVISE) for role in self.permissions}
        self.storing = ThreadPoolExecutor(4, "keeping")
        self._live: dict[str, LiveSession] = {}
        self._loading: dict[str, asyncio.Task[LiveSession]] = {}  # sessions that are being loaded or imported
        self._creating_external = 0  # sessions with external bots that are being created
        self.session_list = SessionList(self.storing.submit(self.store.load_all))

    async def create(self, order: NewSession, role: Role, guided: bool = False) -> CreatedSession:
        """Create a session, or branch one off from a position of another session.

        Args:
            order: What to create.
            role: Who creates it.
            guided: Whether it is the guided first game of its game.
        """
        check_open_play(order, role)
        await self._check_quota(role)
        self._make_room(role)
        source = await self.open(order.origin.table, role) if order.origin is not None else None
        loop = asyncio.get_running_loop()

        def make() -> LiveSession:
            session, bots = self._new(order, role) if source is None else self._branch(order, source.session, role)
            session.guest, session.own_seat = role == "guest", _own_seat(order)
            session.guided, session.drafted = guided, session.drafted or order.drafted
            live = LiveSession(session, bots, self.store, self.pool, self.storing)
            live.moves_left = 0 if order.halted and not session.has_people else None
            self.store.create(session)
            live.seat_bots()
            if order.drafted:
                self._play_phases(live)
            return live

        with self.reserve_external([seat.bot for seat in order.seats]):
            live = await loop.run_in_executor(self.creating[role], make)
            self._register(live)
        return CreatedSession(live.session.id, live.session.keys)

    async def import_replay(self, replay: Replay, role: Role) -> CreatedSession:
        """Create a finished session from a replay. The same replay always gives the same session."""
        replay = structs.replace(replay, players=[self._displayed_bot(player) for player in replay.players])
        id = replay_session_id(replay)
        try:
            session = (await self.open(id, role)).session
        except NotFound:
            await self._check_quota(role)
            session = (await self._once(id, role, lambda: self._import(id, replay, role))).session
        return CreatedSession(id, session.keys)

    async def open(self, id: str, role: Role) -> LiveSession:
        """Get a session by its id, loading it from the store if necessary."""
        if id in self._live:
            return self._live[id]
        if id not in self._loading:
            self.store.facts(id)  # raises before room is made for a session that does not exist
        return await self._once(id, role, lambda: self._load(id, role))

    async def _once(self, id: str, role: Role, load: Callable[[], Coroutine[Any, Any, LiveSession]]) -> LiveSession:
        """Run a load only once for all concurrent requests of the same session."""
        tasks = self._loading
        if id not in tasks:
            self._make_room(role)
            tasks[id] = asyncio.get_running_loop().create_task(load())
            tasks[id].add_done_callback(lambda _: tasks.pop(id))
        return await asyncio.shield(tasks[id])

    async def wait_until_listed(self) -> None:
        """Wait until the list of sessions has been read from disk."""
        if self.session_list.reading is not None:
            await asyncio.shield(asyncio.wrap_future(self.session_list.reading))

    def rows(self, role: Role, before: str = "", most: int = MAX_ROWS, unfinished: bool = False) -> list[SessionRow]:
        """A page of the newest sessions.

        Args:
            role: Role of the client.
            before: Id of the last session of the previous page.
            most: Number of sessions.
            unfinished: Only sessions in which people still play.
        """
        stored = (
            stored_session(self._live[facts.id].session) if facts.id in self._live else facts
            for facts in self.session_list.before(before)
        )
        listed = (facts for facts in stored if not unfinished or (facts.state == "playing" and PERSON in facts.players))
        return [_row(facts, role) for facts in islice(listed, most)]

    def row(self, id: str, role: Role) -> SessionRow:
        """Row of one session that is in memory."""
        return _row(stored_session(self._live[id].session), role)

    def displayed_options(self, options: dict[str, Any]) -> dict[str, Any]:
        """Options of a game for the page: the user's own files as @NAME instead of their paths."""
        prefix = f"{self.paths.content}/"
        return {
            name: FILE_PREFIX + value.removeprefix(prefix)
            if isinstance(value, str) and value.startswith(prefix)
            else value
            for name, value in options.items()
        }

    def saved_replay(self, session: GameSession) -> Replay:
        """Replay for download, with the user's own content files as @NAME, so that it can be uploaded again."""
        replay = session.replay()
        return structs.replace(replay, options=self.displayed_options(replay.options))

    def _displayed_bot(self, player: str) -> str:
        """Text of a bot as a person would write it, without paths."""
        return self.bots.display_name(player).replace(f"={self.paths.content}/", f"={FILE_PREFIX}")

    def close(self) -> None:
        """Wait until finished games are stored. Games in progress continue after a restart."""
        self.storing.shutdown()

    # Creation of sessions, on threads because rules may have to be compiled

    def _new(self, order: NewSession, role: Role) -> SessionAndBots:
        game = load_game_by_name(order.game)
        if game.real_time:
            raise OptionError(
                f"{game.name} is played in real time, and a session waits for every move; levels of the platformer "
                "are played on the page Levels"
            )
        if order.drafted and not drafted_phases(game):
            raise OptionError(f"{game.name} has no phase, such as a draft, that a bot can play for people")
        order = self._limit_turns(game, order, role)
        options = check_options(game.options, order.options, game.name, self.paths.content_file)
        if "seats" in game.options.__struct_fields__:
            options.setdefault("seats", str(len(order.seats)))
        own_files = ", ".join(text for text in order.options.values() if text.startswith(FILE_PREFIX))
        with hide_errors_from_guests(f"{own_files} cannot be played with; its owner can see why" if own_files else ""):
            content = game.content(**options)
        self._check_seats(game.seat_count(content.data), order)
        bots = self._load_bots(game, order, role)
        seed = secrets.randbelow(NEW_SEEDS) if order.seed is None else int(order.seed)
        if seed >= SEED_LIMIT:
            raise OptionError(f"seed {seed} is too large; it has to be below 2 to the power of 64")
        id, names = self.store.new_id(), _names(order)
        session = GameSession.begin(id, game, content, seed, names, utc_timestamp(), order.open)
        session.turn_seconds = order.turn_seconds
        return session, bots

    def _branch(self, order: NewSession, source: GameSession, role: Role) -> SessionAndBots:
        assert order.origin is not None
        ply = order.origin.ply
        if not source.no_secrets:
            raise NotAllowed("this game is still played; branch off from it when it is over")
        if source.game.name != order.game or order.options or order.seed is not None or order.drafted:
            raise OptionError("a game that branches off has the game, the deal and the options of its origin")
        if ply >= len(source.positions):
            raise OptionError(f"there is no position {ply}; the newest is {len(source.moves)}")
        if source.positions[ply].end_reason:
            raise OptionError("the game is over there; branch off from an earlier position")
        self._check_seats(len(source.players), order)
        order = self._limit_turns(source.game, order, role)
        bots = self._load_bots(source.game, order, role)
        session = source.branch(self.store.new_id(), ply, _names(order), utc_timestamp(), order.open)
        session.turn_seconds = order.turn_seconds
        return session, bots

    def _play_phases(self, live: LiveSession) -> None:
        """Play the phases before the last one. People are played by the game's own bot for the phase."""
        game = live.session.game
        partners = {phase: load_compiled_bot(game, game.bots.phase_partners[phase]) for phase in drafted_phases(game)}
        live.play_phases(partners)

    def _check_seats(self, seats: int, order: NewSession) -> None:
        if len(order.seats) != seats:
            raise OptionError(f"{order.game}: {seats} seats with these options, not {len(order.seats)}")

    def _limit_turns(self, game: Game, order: NewSession, role: Role) -> NewSession:
        """The order with the time for a turn in the texts of the bots that have an option for it."""
        if order.turn_seconds is None:
            return order
        limits = self.permissions[role].search_limits
        texts = with_turn_seconds(game, [seat.bot for seat in order.seats], order.turn_seconds, limits)
        seats = [structs.replace(seat, bot=text) for seat, text in zip(order.seats, texts, strict=True)]
        return structs.replace(order, seats=seats)

    def _load_bots(self, game: Game, order: NewSession, role: Role) -> list[BotFactory | None]:
        permissions = self.permissions[role]
        return [
            None if seat.bot is None else load_permitted_bot(game, seat.bot, permissions, order.turn_seconds)
            for seat in order.seats
        ]

    # Sessions in memory

    async def _import(self, id: str, replay: Replay, role: Role) -> LiveSession:
        def make() -> LiveSession:
            session = GameSession.replayed(id, replay, utc_timestamp())
            session.guest = role == "guest"
            self.store.create(session)
            self.store.finish(session)
            return LiveSession(session, [None] * len(session.players), self.store, self.pool, self.storing)

        live = await asyncio.get_running_loop().run_in_executor(self.creating[role], make)
        self._register(live)
        return live

    async def _load(self, id: str, role: Role) -> LiveSession:
        def load() -> LiveSession:
            with hide_errors_from_guests("this game cannot be opened any more; its owner can see why"):
                session = self.store.load(id)
            bots: list[BotFactory | None] = [None] * len(session.players)
            if session.state == "playing":
                permissions = self.permissions["owner"]  # creating the session was allowed before
                try:
                    bots = [
                        None
                        if name == PERSON
                        else load_permitted_bot(session.game, name, permissions, session.turn_seconds)
                        for name in session.players
                    ]
                except NotFound as error:
                    session.stop(str(error))
            live = LiveSession(session, bots, self.store, self.pool, self.storing)
            live.moves_left = None if session.has_people else 0
            # complete a game whose end was not stored because the server was killed
            if session.state != "playing" and not self.store.is_complete(id):
                self.store.finish(session)
            live.seat_bots()
            return live

        stored = self.store.facts(id)
        with self.reserve_external(stored.players if stored.state == "playing" else []):
            live = await asyncio.get_running_loop().run_in_executor(self.creating[role], load)
            self._register(live)
        return live

    def _register(self, live: LiveSession) -> None:
        """Register a session in memory. It must not be visible to others before."""
        self._live[live.session.id] = live
        live.begin()
        self.session_list.update(stored_session(live.session))

    @contextmanager
    def reserve_external(self, players: Sequence[str | None]) -> Iterator[None]:
        """Reserve room for external bot processes.

        If too many run, external bots of unwatched sessions are stopped; they restart on demand. Raises NotAllowed if
        there is still no room.
        """
        if not any(player is not None and is_external(player) for player in players):
            yield
            return
        if self._external_count() >= MAX_EXTERNAL:
            self._close([id for id, live in self._live.items() if live.idle and _has_external(live)])
        if self._external_count() >= MAX_EXTERNAL:
            raise NotAllowed(f"external bots play {MAX_EXTERNAL} games already; wait until one is over")
        self._creating_external += 1
        try:
            yield
        finally:
            self._creating_external -= 1

    def _external_count(self) -> int:
        """Number of sessions with bot processes, including those that are being created."""
        return self._creating_external + sum(map(_has_external, self._live.values()))

    def _close(self, ids: list[str]) -> None:
        for id in ids:
            self.session_list.update(stored_session(self._live[id].session))
            self._live.pop(id).stop_bots()

    async def _check_quota(self, role: Role) -> None:
        """Raise NotAllowed if the disk quota for sessions, or that of guests, is used up."""
        await self.wait_until_listed()
        if len(self.session_list) >= MAX_STORED:
            raise NotAllowed(f"{MAX_STORED:,} games are stored already; delete some in the Studio's folder `tables`")
        if role == "guest" and self.session_list.guests >= MAX_STORED_GUESTS:
            raise NotAllowed(f"guests have set up {MAX_STORED_GUESTS:,} games here; no more are stored")

    def _make_room(self, role: Role) -> None:
        """Close unwatched sessions, oldest first; they remain in the store. Raises NotAllowed if there is no room."""
        if (
            role == "guest"
            and sum(live.session.guest and not live.idle for live in self._live.values()) >= MAX_OPEN_GUESTS
        ):
            raise NotAllowed(f"guests play {MAX_OPEN_GUESTS} games at the same time; wait until one is over")
        if len(self._live) < MAX_OPEN:
            return
        self._close([id for id, live in self._live.items() if live.idle][: MAX_OPEN // 4])
        if len(self._live) >= MAX_OPEN:
            raise NotAllowed(f"{MAX_OPEN} games are played at the same time; wait until one is over")


def check_open_play(order: NewSession, role: Role) -> None:
    """Raise NotAllowed if hands must not be face up: other people play, or a guest asks for it."""
    if not order.open:
        return
    if sum(seat.bot is None for seat in order.seats) > 1:
        raise NotAllowed("other people play this game, so hands stay face down; open play is for games against bots")
    if role == "guest":
        raise NotAllowed("you joined by a shared link: only the owner can set up games with open hands")


def _has_external(live: LiveSession) -> bool:
    pairs = zip(live.bots, live.session.players, strict=True)
    return any(bot is not None and is_external(player) for bot, player in pairs)


def _names(order: NewSession) -> list[str]:
    return [PERSON if seat.bot is None else seat.bot for seat in order.seats]


def _own_seat(order: NewSession) -> int | None:
    """Seat of the person who creates a session; None if nobody, or more than one person, was not invited."""
    own = [seat for seat, plan in enumerate(order.seats) if plan.bot is None and not plan.invited]
    return own[0] if len(own) == 1 else None


def _row(stored: StoredSession, role: Role) -> SessionRow:
    """Row of a session in the list; contains only public information."""
    no_secrets = stored.open or PERSON not in stored.players or stored.state != "playing"
    is_own = stored.own_seat is not None and role == "owner" and not stored.guest
    return SessionRow(
        id=stored.id,
        game=stored.game,
        players=stored.players,
        began=stored.began,
        moves=stored.moves if no_secrets else None,
        state=stored.state,
        ending=stored.ending,
        outcome=stored.own_outcome if is_own else stored.outcome,
        open=stored.open,
        seed=str(stored.seed) if no_secrets else None,
        origin=stored.origin,
        own=is_own,
        turn=stored.turn if stored.state == "playing" and (no_secrets or is_own) else "",
    )
