"""Session manager: creates, loads and closes game sessions."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable, Coroutine, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import Any

from msgspec import structs

from ludus.bots import BotFactory
from ludus.bots.external.sandbox_client import hide_folder
from ludus.core.game import Game
from ludus.core.registry import load_game
from ludus.core.replay import Replay
from ludus.studio.bots import Invitations, invite, is_outside
from ludus.studio.budgets import GUEST
from ludus.studio.choices import OWN, checked
from ludus.studio.guard import Role
from ludus.studio.home import Home, NotThere
from ludus.studio.listing import Listing
from ludus.studio.live import Live
from ludus.studio.masks import for_owner
from ludus.studio.own_bots import OwnBots
from ludus.studio.protocol.tables import MadeTable, NewTable, TableRow
from ludus.studio.shelf import Kept, Shelf, content_id, facts_of
from ludus.studio.table import PERSON, NotAllowed, Table
from ludus.studio.thinking import Threads
from ludus.util.errors import OptionError

MOST_OPEN, GUESTS_OPEN = 300, 200  # sessions in memory; those of them that guests created and that are still in use
MOST_KEPT, GUESTS_KEPT = 20_000, 2_000  # sessions on disk; those of them that guests created
MOST_OUTSIDE = 16  # sessions with bots that run as processes
MOST_MAKING, MOST_TO_MAKE = 2 * MOST_OUTSIDE, 64  # sessions created at the same time, and those that may wait for it
MOST_ADVISING, MOST_TO_ADVISE = 16, 32  # bot opinions at the same time, and those that may wait
MOST_ROWS = 100  # of one page of the list
NEW_SEEDS = 10**9  # new seeds are below this, short enough to be typed
SEEDS = 1 << 64

Seated = tuple[Table, list[BotFactory | None]]


class Hall:
    """Creates sessions, loads them from the store, and closes unused ones."""

    def __init__(self, home: Home, uploads: bool = False) -> None:
        self.home, self.shelf, self.bots = home, Shelf(home.tables), OwnBots(home.bots, uploads)
        for secret in (home.tables, home.work) if uploads else ():
            hide_folder(secret)  # a bot that could read the sessions would know every deal
        self.invitations: dict[Role, Invitations] = {
            "owner": Invitations(home.content_file, uploads, self.bots),
            "guest": Invitations(home.content_file, False, self.bots, GUEST, offered_only=True),
        }
        self.pool = Threads("bot", MOST_OPEN)  # one search per session, so that no bot waits for another one
        self.making = {role: Threads("table", MOST_MAKING, MOST_TO_MAKE) for role in self.invitations}
        self.advising = {role: Threads("opinion", MOST_ADVISING, MOST_TO_ADVISE) for role in self.invitations}
        self.keeping = ThreadPoolExecutor(4, "keeping")
        self._live: dict[str, Live] = {}
        self._coming_in: dict[str, asyncio.Task[Live]] = {}  # sessions that are being loaded or adopted
        self._coming = 0  # sessions with external bots that are being created
        self.listing = Listing(self.keeping.submit(self.shelf.listed))

    async def create(self, order: NewTable, role: Role) -> MadeTable:
        """Create a session, or branch one off from a position of another session."""
        await self._check_quota(role)
        self._make_room(role)
        source = await self.open(order.origin.table, role) if order.origin is not None else None
        loop = asyncio.get_running_loop()

        def make() -> Live:
            table, bots = self._new(order, role) if source is None else self._branch(order, source.table, role)
            table.guest = role == "guest"
            live = Live(table, bots, self.shelf, self.pool, self.keeping)
            live.left = 0 if order.halted and not table.has_people else None
            self.shelf.begin(table)
            live.sit_down()
            return live

        with self.room_outside([seat.bot for seat in order.seats]):
            live = await loop.run_in_executor(self.making[role], make)
            self._enter(live)
        return MadeTable(live.table.id, live.table.keys)

    async def adopt(self, replay: Replay, role: Role) -> MadeTable:
        """Create a finished session from a replay. The same replay always gives the same session."""
        replay = structs.replace(replay, players=[self._known_as(player) for player in replay.players])
        id = content_id(replay)
        try:
            table = (await self.open(id, role)).table
        except NotThere:
            await self._check_quota(role)
            table = (await self._once(id, role, lambda: self._adopt(id, replay, role))).table
        return MadeTable(id, table.keys)

    async def open(self, id: str, role: Role) -> Live:
        """Get a session by its id, loading it from the store if necessary."""
        if id in self._live:
            return self._live[id]
        if id not in self._coming_in:
            self.shelf.facts(id)  # raises before room is made for a session that does not exist
        return await self._once(id, role, lambda: self._load(id, role))

    async def _once(self, id: str, role: Role, bring: Callable[[], Coroutine[Any, Any, Live]]) -> Live:
        """Run a load only once for all concurrent requests of the same session."""
        tasks = self._coming_in
        if id not in tasks:
            self._make_room(role)
            tasks[id] = asyncio.get_running_loop().create_task(bring())
            tasks[id].add_done_callback(lambda _: tasks.pop(id))
        return await asyncio.shield(tasks[id])

    async def listed(self) -> None:
        """Wait until the list of sessions has been read from disk."""
        if self.listing.shelved is not None:
            await asyncio.shield(asyncio.wrap_future(self.listing.shelved))

    def rows(self, before: str = "", most: int = MOST_ROWS) -> list[TableRow]:
        """A page of the newest sessions; `before` is the id of the last session of the previous page."""
        page = self.listing.page(most, before)
        return [_row(facts_of(self._live[facts.id].table) if facts.id in self._live else facts) for facts in page]

    def shown(self, options: dict[str, Any]) -> dict[str, Any]:
        """Options of a game for the page: the user's own files as @NAME instead of their paths."""
        prefix = f"{self.home.content}/"
        return {
            name: OWN + value.removeprefix(prefix) if isinstance(value, str) and value.startswith(prefix) else value
            for name, value in options.items()
        }

    def to_save(self, table: Table) -> Replay:
        """Replay for download, with the user's own content files as @NAME, so that it can be uploaded again."""
        replay = table.replay()
        return structs.replace(replay, options=self.shown(replay.options))

    def _known_as(self, player: str) -> str:
        """Text of a bot as a person would write it, without paths."""
        return self.bots.shown(player).replace(f"={self.home.content}/", f"={OWN}")

    def close(self) -> None:
        """Wait until finished games are stored. Games in progress continue after a restart."""
        self.keeping.shutdown()

    # Creation of sessions, on threads because rules may have to be compiled

    def _new(self, order: NewTable, role: Role) -> Seated:
        game = load_game(order.game)
        options = checked(game.options, order.options, game.name, self.home.content_file)
        if "seats" in game.options.__struct_fields__:
            options.setdefault("seats", str(len(order.seats)))
        own_files = ", ".join(text for text in order.options.values() if text.startswith(OWN))
        with for_owner(f"{own_files} cannot be played with; its owner can see why" if own_files else ""):
            content = game.content(**options)
        self._check_seats(game.seat_count(content.data), order)
        bots = self._invite(game, order, role)
        seed = secrets.randbelow(NEW_SEEDS) if order.seed is None else int(order.seed)
        if seed >= SEEDS:
            raise OptionError(f"seed {seed} is too large; it has to be below 2 to the power of 64")
        id, names = self.shelf.new_id(), _names(order)
        return Table.begin(id, game, content, seed, names, _now(), order.open), bots

    def _branch(self, order: NewTable, source: Table, role: Role) -> Seated:
        assert order.origin is not None
        ply = order.origin.ply
        if not source.no_secrets:
            raise NotAllowed("this game is still played; branch off from it when it is over")
        if source.game.name != order.game or order.options or order.seed is not None:
            raise OptionError("a game that branches off has the game, the deal and the options of its origin")
        if ply >= len(source.positions):
            raise OptionError(f"there is no position {ply}; the newest is {len(source.moves)}")
        if source.positions[ply].end_reason:
            raise OptionError("the game is over there; branch off from an earlier position")
        self._check_seats(len(source.players), order)
        bots = self._invite(source.game, order, role)
        return source.branch(self.shelf.new_id(), ply, _names(order), _now(), order.open), bots

    def _check_seats(self, seats: int, order: NewTable) -> None:
        if len(order.seats) != seats:
            raise OptionError(f"{order.game}: {seats} seats with these options, not {len(order.seats)}")

    def _invite(self, game: Game, order: NewTable, role: Role) -> list[BotFactory | None]:
        rules = self.invitations[role]
        return [None if seat.bot is None else invite(game, seat.bot, rules) for seat in order.seats]

    # Sessions in memory

    async def _adopt(self, id: str, replay: Replay, role: Role) -> Live:
        def make() -> Live:
            table = Table.replayed(id, replay, _now())
            table.guest = role == "guest"
            self.shelf.begin(table)
            self.shelf.finish(table)
            return Live(table, [None] * len(table.players), self.shelf, self.pool, self.keeping)

        live = await asyncio.get_running_loop().run_in_executor(self.making[role], make)
        self._enter(live)
        return live

    async def _load(self, id: str, role: Role) -> Live:
        def load() -> Live:
            with for_owner("this table cannot be opened any more; its owner can see why"):
                table = self.shelf.load(id)
            bots: list[BotFactory | None] = [None] * len(table.players)
            if table.state == "playing":
                rules = self.invitations["owner"]  # creating the session was allowed before
                try:
                    bots = [None if name == PERSON else invite(table.game, name, rules) for name in table.players]
                except NotThere as error:
                    table.stop(str(error))
            live = Live(table, bots, self.shelf, self.pool, self.keeping)
            live.left = None if table.has_people else 0
            if table.state != "playing" and not self.shelf.is_whole(id):  # the server was killed while the game ended
                self.shelf.finish(table)
            live.sit_down()
            return live

        stored = self.shelf.facts(id)
        with self.room_outside(stored.players if stored.state == "playing" else []):
            live = await asyncio.get_running_loop().run_in_executor(self.making[role], load)
            self._enter(live)
        return live

    def _enter(self, live: Live) -> None:
        """Register a session in memory. It must not be visible to others before."""
        self._live[live.table.id] = live
        live.begin()
        self.listing.note(facts_of(live.table))

    @contextmanager
    def room_outside(self, players: Sequence[str | None]) -> Iterator[None]:
        """Reserve room for external bot processes.

        If too many run, stops external bots of unwatched sessions; they restart on demand. Raises NotAllowed
        if there is still no room.
        """
        if not any(player is not None and is_outside(player) for player in players):
            yield
            return
        if self._outside() >= MOST_OUTSIDE:
            self._close([id for id, live in self._live.items() if live.idle and _has_outside(live)])
        if self._outside() >= MOST_OUTSIDE:
            raise NotAllowed(f"bots from outside play at {MOST_OUTSIDE} tables already; wait until one is over")
        self._coming += 1
        try:
            yield
        finally:
            self._coming -= 1

    def _outside(self) -> int:
        """Number of sessions with bot processes, including those that are being created."""
        return self._coming + sum(map(_has_outside, self._live.values()))

    def _close(self, ids: list[str]) -> None:
        for id in ids:
            self.listing.note(facts_of(self._live[id].table))
            self._live.pop(id).dismiss()

    async def _check_quota(self, role: Role) -> None:
        """Raise NotAllowed if the disk quota for sessions, or that of guests, is used up."""
        await self.listed()
        if len(self.listing) >= MOST_KEPT:
            raise NotAllowed(f"{MOST_KEPT:,} games are kept already; delete some in the Studio's folder `tables`")
        if role == "guest" and self.listing.guests >= GUESTS_KEPT:
            raise NotAllowed(f"guests have set up {GUESTS_KEPT:,} games here; no more are kept")

    def _make_room(self, role: Role) -> None:
        """Close unwatched sessions, oldest first; they remain in the store. Raises NotAllowed if there is no room."""
        if role == "guest" and sum(live.table.guest and not live.idle for live in self._live.values()) >= GUESTS_OPEN:
            raise NotAllowed(f"guests play at {GUESTS_OPEN} tables at the same time; wait until one is over")
        if len(self._live) < MOST_OPEN:
            return
        self._close([id for id, live in self._live.items() if live.idle][: MOST_OPEN // 4])
        if len(self._live) >= MOST_OPEN:
            raise NotAllowed(f"{MOST_OPEN} tables are played at the same time; wait until one is over")


def _has_outside(live: Live) -> bool:
    pairs = zip(live.sitters, live.table.players, strict=True)
    return any(bot is not None and is_outside(player) for bot, player in pairs)


def _names(order: NewTable) -> list[str]:
    return [PERSON if seat.bot is None else seat.bot for seat in order.seats]


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def _row(kept: Kept) -> TableRow:
    """Row of a session in the list; contains only public information."""
    no_secrets = kept.open or PERSON not in kept.players or kept.state != "playing"
    return TableRow(
        id=kept.id,
        game=kept.game,
        players=kept.players,
        began=kept.began,
        moves=kept.moves if no_secrets else None,
        state=kept.state,
        ending=kept.ending,
        open=kept.open,
        seed=str(kept.seed) if no_secrets else None,
        origin=kept.origin,
    )
