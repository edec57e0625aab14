"""What a connection may see of a session. All game information sent to the page passes through here.

A connection sees the observation of one seat, or everything if the session has no secrets (`seat` is None here).
Information comes from the game's own rules: observation, visibility of moves and description. The plies of a seat
count only the moves visible to it, because the number of all moves would reveal that another player had a choice.
"""

from __future__ import annotations

from typing import Any

import msgspec

from ludus.core.position import Position
from ludus.core.structured_records import snapshot
from ludus.studio.protocol.sessions import LegalMove, MoveRow, PositionView, SeatObservation
from ludus.studio.request_errors import NotAllowed
from ludus.studio.sessions.game_session import GameSession


def visible_move_count(session: GameSession, seat: int | None) -> int:
    """Number of moves visible to a seat."""
    return len(visible_moves(session, seat))


def visible_moves(session: GameSession, seat: int | None) -> list[int]:
    """True numbers of the moves visible to a seat, in order."""
    if seat is None:
        return list(range(len(session.moves)))
    return [number for number, played in enumerate(session.moves) if played.visible[seat]]


def move_rows(session: GameSession, seat: int | None, first: int = 0) -> list[MoveRow]:
    """Visible moves from number `first` on."""
    rows = []
    for ply, number in enumerate(visible_moves(session, seat)):
        if ply >= first:
            played = session.moves[number]
            rows.append(MoveRow(ply, played.seat, played.text, played.description, session.turns[number]))
    return rows


def true_ply(session: GameSession, seat: int | None, ply: int) -> int:
    """True number of the position that a connection calls `ply`. Raises NotAllowed if there is none."""
    visible = visible_moves(session, seat)
    if not 0 <= ply <= len(visible):
        raise NotAllowed(f"there is no position {ply}; the newest is {len(visible)}")
    return visible[ply] if ply < len(visible) else len(session.moves)


def visible_position(session: GameSession, seat: int | None, ply: int | None = None) -> PositionView:
    """A position, by default the newest, as a seat may see it."""
    visible_ply = visible_move_count(session, seat) if ply is None else ply
    number = true_ply(session, seat, visible_ply)
    if number < len(session.moves):
        return observe(session.positions[number], seat, visible_ply, session.turns[number])
    if session.newest_seen.get(seat, (-1, None))[0] != number:  # cached, because all connections request it repeatedly
        session.newest_seen[seat] = number, observe(session.position, seat, visible_ply, session.turns[number])
    return session.newest_seen[seat][1]


def observe(position: Position, seat: int | None, ply: int, turn: str) -> PositionView:
    """One position as a seat observes it; None: as all seats observe it."""
    to_move = None if position.end_reason else position.current_player
    seats = range(position.seats) if seat is None else [seat]
    game, content, state = position.game, position.content, position.state
    return PositionView(
        ply=ply,
        decider=to_move,
        turn=turn,
        sights=[SeatObservation(observer, game.observation(content, state, observer)) for observer in seats],
        legal=_legal(position) if to_move is not None and to_move in seats else [],
    )


def describe_position(session: GameSession, seat: int | None, ply: int) -> str:
    """Text description of a position; empty if the game has none."""
    position = session.positions[true_ply(session, seat, ply)]
    return position.describe(seat) if position.game.rendering.describe is not None else ""


def picture(session: GameSession, observer: int | None, seat: int | None, ply: int) -> str:
    """SVG picture of a position for `seat` (None: everything shown).

    Raises NotAllowed if a connection with the observation of seat `observer` may not see it.
    """
    if observer is not None and seat != observer:
        raise NotAllowed("while the game is played, you see it from your own seat only")
    return session.positions[true_ply(session, observer, ply)].svg(seat)


def visible_options(session: GameSession, seat: int | None) -> dict[str, Any]:
    """Options of the game that differ from the defaults.

    Fixed decks and seeds are hidden from a seat, because they would reveal everything.
    """
    content = session.positions[0].content
    visible = content if seat is None else session.game.public_content(content)
    defaults = msgspec.to_builtins(type(content.options)())
    return {name: value for name, value in msgspec.to_builtins(visible.options).items() if value != defaults.get(name)}


def card_facts(session: GameSession) -> dict[str, Any]:
    """Effects of the cards of the content, as far as players may know them."""
    game = session.game
    return (
        game.protocols.content_info(game.public_content(session.positions[0].content))
        if game.protocols.content_info
        else {}
    )


def keys_by_seat(session: GameSession) -> list[str]:
    """Keys of an observation whose value has one item for each seat.

    A game names them in `Rendering.by_seat`. Otherwise they are guessed from the first position: lists that are as long
    as there are seats. A list of texts is not taken for one, since it may be a hand of cards.
    """
    if session.game.rendering.by_seat is not None:
        return list(session.game.rendering.by_seat)
    first, seats = session.positions[0], len(session.players)
    if seats == 1:
        return []
    observation = session.game.observation(first.content, first.state, 0)
    return [
        key
        for key, value in observation.items()
        if isinstance(value, list) and len(value) == seats and not any(isinstance(item, str) for item in value)
    ]


def _legal(position: Position) -> list[LegalMove]:
    game, content = position.game, position.content
    state = snapshot(position.state)  # a snapshot is fast to read repeatedly
    return [
        LegalMove(
            game.notation.write_move(content, state, move),
            game.rendering.describe_move(content, state, move) if game.rendering.describe_move else "",
        )
        for move in position.legal_moves
    ]
