"""WebSocket of a game session: sends updates to one connection and handles its messages."""

from __future__ import annotations

import asyncio
import logging
import time
from contextlib import suppress

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect

from ludus.bots.bot import advise
from ludus.core.guide import advise_learner, load_guide
from ludus.core.narrator import move_effect, move_parts
from ludus.studio.bot_permissions import load_permitted_bot
from ludus.studio.guest_redaction import error_text
from ludus.studio.protocol import sessions as messages
from ludus.studio.rate_limits import MAX_QUESTIONS
from ludus.studio.request_errors import NotAllowed, NotFound
from ludus.studio.sessions import seat_observation
from ludus.studio.sessions.game_session import explain_illegal_move, text_of_parts
from ludus.studio.sessions.live_session import LiveSession
from ludus.studio.sessions.session_manager import SessionManager
from ludus.studio.websocket_io import NOT_ALLOWED_CODE, NOT_FOUND_CODE, close_socket, receive_messages, send_text
from ludus.util.errors import LudusError

LOG = logging.getLogger(__name__)
BATCH_INTERVAL = 0.004  # seconds between a change and its message, so that several fast moves go into one message
WATCHING_INTERVAL = 0.05  # seconds between messages where no people play
WATCHING = "you watch this game; branch off from it to play"
DECODER = msgspec.json.Decoder(messages.ToSession)


async def serve_session(socket: WebSocket, session_manager: SessionManager, id: str, key: str) -> None:
    """Serve one connection from beginning to end."""
    await socket.accept()
    try:
        live = await session_manager.open(id, socket.scope["role"])
        seat = live.session.seat_of(key, socket.scope["role"] == "owner")
        if seat is None and not live.session.no_secrets:
            raise NotAllowed("this game is being played; watch it when it is over")
    except NotFound as error:
        await close_socket(socket, NOT_FOUND_CODE, error)
        return
    except LudusError as error:
        await close_socket(socket, NOT_ALLOWED_CODE, error_text(error, socket.scope["role"]))
        return
    await SessionConnection(socket, session_manager, live, seat).serve()


class SessionConnection:
    """One connection to a game session."""

    def __init__(self, socket: WebSocket, session_manager: SessionManager, live: LiveSession, seat: int | None) -> None:
        self.socket, self.session_manager, self.live, self.seat = socket, session_manager, live, seat
        self._wake = asyncio.Event()
        self._sending = asyncio.Lock()
        self._updating = asyncio.Lock()  # so that messages of one update stay together
        self._questions: set[asyncio.Task[None]] = set()
        self._last_observer: int | None = None  # seat whose observation the last message contained
        self._sent_moves = -1  # number of moves sent so far; below 0: nothing was sent
        self._sent_take_backs = 0
        self._last_news: messages.SessionUpdate | None = None  # the last state that was sent, with its position

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
            for error in await asyncio.gather(*running, return_exceptions=True):
                if isinstance(error, Exception) and not isinstance(error, (WebSocketDisconnect, TimeoutError)):
                    LOG.error("a connection to session %s failed", self.live.session.id, exc_info=error)

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
        async with self._updating:
            if updates := self._updates(whole):
                await self._answer(*updates)

    def _updates(self, whole: bool) -> list[messages.FromSession]:
        """Messages about all changes since the last ones: an event for each move, then other changes.

        If more may be seen than before, or moves were taken back, the whole session follows the events.
        """
        session, observer = self.live.session, self.observer
        events: list[messages.FromSession] = []
        if self._sent_take_backs != session.take_backs:
            whole = True
        elif self._sent_moves >= 0 and not whole:
            events = [*seat_observation.move_events(session, self._last_observer, self.seat, self._sent_moves)]
        whole = whole or self._sent_moves < 0 or observer != self._last_observer
        news, last = self._news(observer), self._last_news
        self._last_observer, self._last_news, self._sent_take_backs = observer, news, session.take_backs
        self._sent_moves = seat_observation.visible_move_count(session, observer)
        if whole:
            return [*events, self._whole(observer, news)]
        if events:
            return [*events, msgspec.structs.replace(news, now=None)]
        return [news] if news != last else []  # otherwise the change is not visible to this seat

    def _whole(self, observer: int | None, news: messages.SessionUpdate) -> messages.SessionSnapshot:
        session = self.live.session
        assert news.now is not None
        return messages.SessionSnapshot(
            id=session.id,
            game=session.game.name,
            title=session.game.title,
            options=self.session_manager.displayed_options(seat_observation.visible_options(session, observer)),
            facts=seat_observation.card_facts(session),
            picture=session.game.rendering.has_picture,
            by_seat=seat_observation.keys_by_seat(session),
            seat=self.seat,
            everything=observer is None,
            open=session.open,
            origin=session.origin,
            moves=seat_observation.move_rows(session, observer, self.seat),
            folds=seat_observation.move_folds(session, observer, self.seat),
            now=news.now,
            seats=news.seats,
            state=news.state,
            ending=news.ending,
            outcome=news.outcome,
            seed=news.seed,
            thinking=news.thinking,
            halted=news.halted,
            take_back=news.take_back,
            guided=session.guided,
            drafted=session.drafted,
        )

    def _news(self, observer: int | None) -> messages.SessionUpdate:
        live, session = self.live, self.live.session
        return messages.SessionUpdate(
            now=seat_observation.visible_position(session, observer),
            seats=live.seats(),
            state=session.state,
            ending=session.ending,
            outcome=seat_observation.outcome_words(session, observer, self.seat),
            seed=str(session.seed) if observer is None else None,
            thinking=live.thinking,
            halted=live.halted,
            take_back=self._take_back_offer(observer),
        )

    def _take_back_offer(self, observer: int | None) -> messages.TakeBackOffer:
        reason = WATCHING if self.seat is None else self.live.take_back_refusal(self.seat)
        ply = seat_observation.visible_move_count(self.live.session, observer)
        return messages.TakeBackOffer(ply, not reason, reason)

    async def _answer(self, *together: messages.FromSession) -> None:
        """Send a message, or several as one list, so that the page draws once."""
        text = msgspec.json.encode(together[0] if len(together) == 1 else together).decode()
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
        await self._answer(messages.Refused(request, error_text(error, self.socket.scope["role"])))

    async def _handle(self, message: messages.ToSession) -> None:
        live, session, observer = self.live, self.live.session, self.observer
        match message:
            case messages.PlayMove():
                self._play(message)
            case messages.TakeBack():
                await self._take_back(message)
            case messages.GetPosition():
                await self._answer(
                    messages.PositionResponse(
                        message.request, seat_observation.visible_position(session, observer, message.ply)
                    )
                )
            case messages.DescribePosition():
                await self._answer(
                    messages.PositionDescription(
                        message.request, message.ply, seat_observation.describe_position(session, observer, message.ply)
                    )
                )
            case messages.ExplainMove():
                if session.state != "playing" or (observer is not None and session.position.current_player != observer):
                    raise NotAllowed("it is not your turn")
                text = message.text if message.parts is None else text_of_parts(session.position, message.parts)
                in_words = message.parts is not None  # somebody clicks
                explanation = explain_illegal_move(session.position, text, in_words)
                await self._answer(messages.MoveExplanation(message.request, text, explanation))
            case messages.AskBot():
                self._ask(message)
            case messages.AskGuide():
                await self._answer(self._guide(message))
            case messages.RunBots():
                self._check_creator()
                live.go(message.moves)
            case messages.PauseBots():
                self._check_creator()
                live.halt()
            case messages.StopGame():
                live.check_abort(self.seat, self.socket.scope["role"])
                live.stop()
            case messages.Resync():
                await self._send_news(whole=True)
            case messages.GetLogs():
                if observer is not None:
                    raise NotAllowed("what bots write is for after the game: it may tell what they hold")
                await self._answer(messages.PlayerLogs(message.request, self._logs()))

    def _check_creator(self) -> None:
        self.live.check_creator(self.socket.scope["role"])

    def _logs(self) -> list[str]:
        """Logs of bots; empty for guests, since they may quote the code."""
        logs = self.live.logs()
        return logs if self.socket.scope["role"] == "owner" else [""] * len(logs)

    def _play(self, message: messages.PlayMove) -> None:
        self.live.play(self._check_newest(message.ply), message.text)

    async def _take_back(self, message: messages.TakeBack) -> None:
        await self.live.take_back(self._check_newest(message.ply))

    def _check_newest(self, ply: int) -> int:
        """Check that a person's message is about the newest position; return the person's seat."""
        if self.seat is None:
            raise NotAllowed(WATCHING)
        newest = seat_observation.visible_move_count(self.live.session, self.observer)
        if ply > newest:
            taken_back = self.live.session.take_backs > 0
            why = "the last move was taken back already" if taken_back else "there is no such position"
            raise NotAllowed(f"{why}: this is for position {ply}, and the newest is {newest}")
        if ply < newest:
            raise NotAllowed(f"the game has gone on: this is for position {ply}, and the newest is {newest}")
        return self.seat

    def _guide(self, message: messages.AskGuide) -> messages.GuideAdvice:
        session = self.live.session
        guide = load_guide(session.game) if session.guided else None
        if guide is None:
            raise NotAllowed("this is not a guided game")
        if self._check_newest(message.ply) != guide.seat or session.position.current_player != guide.seat:
            raise NotAllowed("the guide speaks when it is your turn")
        advice = advise_learner(guide, session.positions, [played.move for played in session.moves])
        move = advice.move
        return messages.GuideAdvice(
            request=message.request,
            ply=message.ply,
            step=advice.step,
            steps=len(guide.steps),
            words=advice.text,
            text="" if move is None else session.position.write_move(move),
            parts=None if move is None else move_parts(session.position, move),
            strayed=advice.strayed,
        )

    def _ask(self, message: messages.AskBot) -> None:
        if len(self._questions) >= MAX_QUESTIONS:
            raise NotAllowed("wait for the opinions that you have asked for")
        task = asyncio.create_task(self._send_opinion(message))
        self._questions.add(task)
        task.add_done_callback(self._questions.discard)

    async def _send_opinion(self, message: messages.AskBot) -> None:
        """Answer a request for a bot's opinion, or refuse it."""
        with suppress(WebSocketDisconnect, TimeoutError):  # the client left
            try:
                await self._answer(await self._opinion(message))
            except LudusError as error:
                await self._refuse(message.request, error)

    async def _opinion(self, message: messages.AskBot) -> messages.BotOpinion:
        """Let a bot choose a move in a position, knowing only what the seat to move knows."""
        session, observer = self.live.session, self.observer
        position = session.positions[seat_observation.true_ply(session, observer, message.ply)]
        if position.end_reason:
            raise NotAllowed("the game is over there")
        seat = position.current_player
        if observer is not None and seat != observer:
            raise NotAllowed("a bot can be asked about your own decisions")
        permissions = self.session_manager.permissions[self.socket.scope["role"]]

        def choose_move() -> tuple[int, float]:
            start = time.perf_counter()
            adviser = load_permitted_bot(session.game, message.bot, permissions)
            try:
                return advise(adviser, position, seat), time.perf_counter() - start
            finally:
                adviser.close()

        with self.session_manager.reserve_external([message.bot]):
            threads = self.session_manager.advising[self.socket.scope["role"]]
            move, seconds = await asyncio.get_running_loop().run_in_executor(threads, choose_move)
        parts = move_parts(position, move)
        return messages.BotOpinion(
            message.request,
            message.ply,
            message.bot,
            position.write_move(move),
            move_effect(position, move),
            session.narrator.move_name(position, parts),
            parts,
            round(seconds, 3),
        )
