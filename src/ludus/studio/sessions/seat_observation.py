"""What a connection may see of a session. All game information sent to the page passes through here.

A connection sees the observation of one seat, or everything if the session has no secrets (`seat` is None here).
Information comes from the game's own rules: observation, visibility of moves and description. The plies of a seat
count only the moves visible to it, because the number of all moves would reveal that another player had a choice.
"""

from __future__ import annotations

from typing import Any, cast

import msgspec

from ludus.core.narration import TurnLabel
from ludus.core.narrator import Reader
from ludus.core.position import Position
from ludus.core.schema import MoveParts, Question
from ludus.core.structured_records import snapshot
from ludus.studio.protocol.sessions import LegalMove, MoveEvent, MoveFold, MoveRow, PositionView, SeatObservation
from ludus.studio.request_errors import NotAllowed
from ludus.studio.sessions.game_session import GameSession

MAX_EVENT_POSITIONS = 32  # positions in one burst of moves; bots that watch each other can make hundreds at once


def visible_move_count(session: GameSession, seat: int | None) -> int:
    """Number of moves visible to a seat."""
    return len(visible_moves(session, seat))


def visible_moves(session: GameSession, seat: int | None) -> list[int]:
    """True numbers of the moves visible to a seat, in order."""
    if seat is None:
        return list(range(len(session.moves)))
    return [number for number, played in enumerate(session.moves) if played.visible[seat]]


def move_rows(session: GameSession, seat: int | None, own_seat: int | None, first: int = 0) -> list[MoveRow]:
    """Visible moves from number `first` on.

    Args:
        session: the session.
        seat: the seat whose observation the connection gets; None: it sees everything.
        own_seat: the seat of the connection, which the words call "you".
        first: number of the first move, among those visible to `seat`.
    """
    rows, reader = [], Reader(seat is None, own_seat)
    for ply, number in enumerate(visible_moves(session, seat)):
        if ply >= first:
            played, turn = session.moves[number], session.turns[number]
            words = played.words.get(reader, "")
            rows.append(
                MoveRow(ply, played.seat, played.text, played.description, words, turn.text, turn.seat, played.parts)
            )
    return rows


def move_folds(session: GameSession, seat: int | None, own_seat: int | None) -> list[MoveFold]:
    """Visible moves of a draft that bots have played, one line for each player; the arguments are those of `move_rows`.

    Moves that `seat` does not see are neither listed nor counted.
    """
    plies = {number: ply for ply, number in enumerate(visible_moves(session, seat))}
    folds, reader = [], Reader(seat is None, own_seat)
    for player, numbers in session.drafted_moves().items():
        visible = [number for number in numbers if number in plies]
        parts = [move for number in visible if (move := session.moves[number].parts) is not None]
        if words := session.narrator.draft_words(player, parts).get(reader) if parts else "":
            folds.append(MoveFold(player, words, [plies[number] for number in visible]))
    return folds


def move_events(session: GameSession, seat: int | None, own_seat: int | None, first: int) -> list[MoveEvent]:
    """Visible moves from number `first` on, each with the position after it; in long bursts only the last positions."""
    rows = move_rows(session, seat, own_seat, first)
    bare = len(rows) - MAX_EVENT_POSITIONS
    return [
        MoveEvent(row, None if k < bare else visible_position(session, seat, row.ply + 1)) for k, row in enumerate(rows)
    ]


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


def observe(position: Position, seat: int | None, ply: int, turn: TurnLabel) -> PositionView:
    """One position as a seat observes it; None: as all seats observe it."""
    to_move = None if position.end_reason else position.current_player
    seats = range(position.seats) if seat is None else [seat]
    game, content, state = position.game, position.content, position.state
    return PositionView(
        ply=ply,
        decider=to_move,
        turn=turn.text,
        turn_of=turn.seat,
        sights=[SeatObservation(observer, game.observation(content, state, observer)) for observer in seats],
        legal=_legal(position) if to_move is not None and to_move in seats else [],
        question=None if to_move is None else _question(position),
    )


def outcome_words(session: GameSession, seat: int | None, own_seat: int | None) -> str:
    """Who won and why, in a sentence; empty while the game is played, or if the game has no words."""
    return session.outcome.get(Reader(seat is None, own_seat), "")


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
    """Facts about the content, such as effects of cards, as far as players may know them."""
    game = session.game
    read_facts = game.schema().read_facts if game.schema else game.protocols.content_info
    return read_facts(game.public_content(session.positions[0].content)) if read_facts else {}


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
    schema = game.schema() if game.schema else None
    return [
        LegalMove(
            game.notation.write_move(content, state, move),
            game.rendering.describe_move(content, state, move) if game.rendering.describe_move else "",
            cast(MoveParts, schema.move_parts(content, state, move)) if schema else None,
        )
        for move in position.legal_moves
    ]


def _question(position: Position) -> Question | None:
    schema = position.game.schema
    return cast(Question, schema().current_question(position.content, position.state)) if schema else None
