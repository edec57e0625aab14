"""WebSocket of a game session: sends updates to one connection and handles its messages."""

from __future__ import annotations

import asyncio
import logging
import time
from contextlib import suppress

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect

from ludus.bots.bot import advise
from ludus.studio.bot_loading import load_permitted_bot
from ludus.studio.paths import NotFound
from ludus.studio.protocol import sessions as say
from ludus.studio.rate_limits import MOST_QUESTIONS
from ludus.studio.redaction import error_text
from ludus.studio.sessions import seat_observation
from ludus.studio.sessions.live_session import LiveSession
from ludus.studio.sessions.session import NotAllowed, explain_illegal_move
from ludus.studio.sessions.session_manager import SessionManager
from ludus.studio.websocket_io import close_socket, receive_messages, send_text
from ludus.util.errors import LudusError

LOG = logging.getLogger(__name__)
NOT_THERE, NOT_ALLOWED = 4404, 4403  # close codes
BATCH_INTERVAL = 0.004  # seconds between a change and its message, so that several fast moves go into one message
WATCHING_INTERVAL = 0.05  # seconds between messages where no people play
DECODER = msgspec.json.Decoder(say.ToTable)


async def serve_session(socket: WebSocket, hall: SessionManager, id: str, key: str) -> None:
    """Serve one connection from beginning to end."""
    await socket.accept()
    try:
        live = await hall.open(id, socket.scope["role"])
        seat = live.session.seat_of(key)
        if seat is None and not live.session.no_secrets:
            raise NotAllowed("this game is being played; watch it when it is over")
    except NotFound as error:
        await close_socket(socket, NOT_THERE, error)
        return
    except LudusError as error:
        await close_socket(socket, NOT_ALLOWED, error_text(error, socket.scope["role"]))
        return
    await SessionConnection(socket, hall, live, seat).serve()


class SessionConnection:
    """One connection to a game session."""

    def __init__(self, socket: WebSocket, hall: SessionManager, live: LiveSession, seat: int | None) -> None:
        self.socket, self.hall, self.live, self.seat = socket, hall, live, seat
        self._wake = asyncio.Event()
        self._sending = asyncio.Lock()
        self._questions: set[asyncio.Task[None]] = set()
        self._last_observer: int | None = None  # seat of whose observation the last message was written
        self._known = -1  # number of moves sent so far; below 0: nothing was sent
        self._last: say.News | None = None  # the last message without its moves

    @property
    def observer(self) -> int | None:
        """The seat whose observation this connection gets; None: it sees everything."""
        return None if self.live.session.no_secrets else self.seat

    async def serve(self) -> None:
        self.live.listen(self, self.seat, self._wake.set)
        tasks = [asyncio.create_task(self._receive()), asyncio.create_task(self._send_updates())]
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            self.live.leave(self)
            running = (*tasks, *self._questions)
            for task in running:
                task.cancel()
            for fault in await asyncio.gather(*running, return_exceptions=True):
                if isinstance(fault, Exception) and not isinstance(fault, (WebSocketDisconnect, TimeoutError)):
                    LOG.error("a connection to table %s broke", self.live.session.id, exc_info=fault)

    # Outgoing messages

    async def _send_updates(self) -> None:
        """Send the whole session, then updates after each change."""
        while True:
            await self._wake.wait()
            await asyncio.sleep(BATCH_INTERVAL)
            self._wake.clear()
            await self._send_news()
            if not self.live.session.has_people:
                await asyncio.sleep(WATCHING_INTERVAL)

    async def _send_news(self, whole: bool = False) -> None:
        eyes = self.observer
        if whole or eyes != self._last_observer:
            self._known = -1
        news = self._news(eyes)
        without_moves = msgspec.structs.replace(news, moves=[])
        if self._known < 0:
            await self._note(eyes, without_moves, self._whole(eyes, news))
        elif news.moves or without_moves != self._last:  # otherwise the change is not visible to this seat
            await self._note(eyes, without_moves, news)

    async def _note(self, eyes: int | None, unmoved: say.News, message: say.Whole | say.News) -> None:
        self._last_observer, self._last, self._known = (
            eyes,
            unmoved,
            seat_observation.visible_move_count(self.live.session, eyes),
        )
        await self._answer(message)

    def _whole(self, eyes: int | None, news: say.News) -> say.Whole:
        table = self.live.session
        return say.Whole(
            id=table.id,
            game=table.game.name,
            title=table.game.title,
            options=self.hall.displayed_options(seat_observation.visible_options(table, eyes)),
            facts=seat_observation.card_facts(table),
            seat=self.seat,
            everything=eyes is None,
            open=table.open,
            origin=table.origin,
            moves=news.moves,
            now=news.now,
            seats=news.seats,
            state=news.state,
            ending=news.ending,
            seed=news.seed,
            thinking=news.thinking,
            halted=news.halted,
        )

    def _news(self, eyes: int | None) -> say.News:
        live, table = self.live, self.live.session
        return say.News(
            moves=seat_observation.move_rows(table, eyes, max(self._known, 0)),
            now=seat_observation.visible_position(table, eyes),
            seats=live.seats(),
            state=table.state,
            ending=table.ending,
            seed=str(table.seed) if eyes is None else None,
            thinking=live.thinking,
            halted=live.halted,
        )

    async def _answer(self, word: say.FromTable) -> None:
        text = msgspec.json.encode(word).decode()
        async with self._sending:
            await send_text(self.socket, text)

    # Incoming messages

    async def _receive(self) -> None:
        async for message in receive_messages(self.socket, DECODER, self._answer):
            try:
                await self._handle(message)
            except LudusError as error:
                await self._refuse(message.request, error)

    async def _refuse(self, request: int, error: LudusError) -> None:
        await self._answer(say.Refused(request, error_text(error, self.socket.scope["role"])))

    async def _handle(self, word: say.ToTable) -> None:
        live, table, eyes = self.live, self.live.session, self.observer
        match word:
            case say.Play():
                self._play(word)
            case say.Look():
                await self._answer(say.Looked(word.request, seat_observation.visible_position(table, eyes, word.ply)))
            case say.Describe():
                await self._answer(
                    say.Described(word.request, word.ply, seat_observation.describe_position(table, eyes, word.ply))
                )
            case say.Explain():
                if table.state != "playing" or (eyes is not None and table.position.current_player != eyes):
                    raise NotAllowed("it is not your turn")
                await self._answer(
                    say.Explained(word.request, word.text, explain_illegal_move(table.position, word.text))
                )
            case say.Ask():
                self._ask(word)
            case say.Go():
                self._check_maker()
                live.go(word.moves)
            case say.Halt():
                self._check_maker()
                live.halt()
            case say.Stop():
                self._check_maker()
                if table.has_people and self.seat is None:
                    raise NotAllowed("only who sits at this table can break the game off")
                live.stop()
            case say.Again():
                await self._send_news(whole=True)
            case say.AskLogs():
                if eyes is not None:
                    raise NotAllowed("what bots write is for after the game: it may tell what they hold")
                await self._answer(say.Logs(word.request, self._logs()))

    def _check_maker(self) -> None:
        """Raise NotAllowed if a guest would stop the game of another person; aborting is permanent."""
        if self.socket.scope["role"] == "guest" and not self.live.session.guest:
            raise NotAllowed("you joined by a shared link: you can halt and break off only games that guests set up")

    def _logs(self) -> list[str]:
        """Logs of bots; empty for guests, since they may quote the code."""
        logs = self.live.logs()
        return logs if self.socket.scope["role"] == "owner" else [""] * len(logs)

    def _play(self, word: say.Play) -> None:
        if self.seat is None:
            raise NotAllowed("you watch this game; branch off from it to play")
        newest = seat_observation.visible_move_count(self.live.session, self.observer)
        if word.ply != newest:
            raise NotAllowed(f"the game has gone on: this move is for position {word.ply}, the newest is {newest}")
        self.live.play(self.seat, word.text)

    def _ask(self, word: say.Ask) -> None:
        if len(self._questions) >= MOST_QUESTIONS:
            raise NotAllowed("wait for the opinions that you have asked for")
        task = asyncio.create_task(self._send_opinion(word))
        self._questions.add(task)
        task.add_done_callback(self._questions.discard)

    async def _send_opinion(self, word: say.Ask) -> None:
        """Answer a request for a bot's opinion, or refuse it."""
        with suppress(WebSocketDisconnect, TimeoutError):  # the client left
            try:
                await self._answer(await self._opinion(word))
            except LudusError as error:
                await self._refuse(word.request, error)

    async def _opinion(self, word: say.Ask) -> say.Opinion:
        """Let a bot choose a move in a position, knowing only what the seat to move knows."""
        table, eyes = self.live.session, self.observer
        position = table.positions[seat_observation.true_ply(table, eyes, word.ply)]
        if position.end_reason:
            raise NotAllowed("the game is over there")
        seat = position.current_player
        if eyes is not None and seat != eyes:
            raise NotAllowed("a bot can be asked about your own decisions")
        rules = self.hall.permissions[self.socket.scope["role"]]

        def think() -> tuple[int, float]:
            start = time.perf_counter()
            adviser = load_permitted_bot(table.game, word.bot, rules)
            try:
                return advise(adviser, position, seat), time.perf_counter() - start
            finally:
                adviser.close()

        with self.hall.reserve_external([word.bot]):
            threads = self.hall.advising[self.socket.scope["role"]]
            move, seconds = await asyncio.get_running_loop().run_in_executor(threads, think)
        game = position.game
        phrase = (
            game.rendering.describe_move(position.content, position.state, move) if game.rendering.describe_move else ""
        )
        return say.Opinion(word.request, word.ply, word.bot, position.write_move(move), phrase, round(seconds, 3))
