"""What a connection may see of a table: the only way out to the page.

A connection sees with the eyes of one seat, or, where the table has no secrets, everything (`seat` is None here). What
a seat sees comes from the game's own `view`, `tell` and `describe`; its positions are counted by the moves that it was
told of, since the number of all moves would tell that somebody had a choice.
"""

from __future__ import annotations

from typing import Any

import msgspec

from ludus.core.position import Position
from ludus.core.record import snapshot
from ludus.studio.protocol.tables import Legal, MoveRow, Seen, Sight
from ludus.studio.table import NotAllowed, Table


def count(table: Table, seat: int | None) -> int:
    """Moves that are known."""
    return len(known(table, seat))


def known(table: Table, seat: int | None) -> list[int]:
    """The true numbers of the moves that a seat was told of, in order."""
    if seat is None:
        return list(range(len(table.moves)))
    return [number for number, made in enumerate(table.moves) if made.told[seat]]


def rows(table: Table, seat: int | None, first: int = 0) -> list[MoveRow]:
    """The known moves from number `first` on."""
    found = []
    for ply, number in enumerate(known(table, seat)):
        if ply >= first:
            made = table.moves[number]
            found.append(MoveRow(ply, made.seat, made.text, made.phrase, table.turns[number]))
    return found


def true_ply(table: Table, seat: int | None, ply: int) -> int:
    """The number of the position that a connection means."""
    told = known(table, seat)
    if not 0 <= ply <= len(told):
        raise NotAllowed(f"there is no position {ply}; the newest is {len(told)}")
    return told[ply] if ply < len(told) else len(table.moves)


def seen(table: Table, seat: int | None, ply: int | None = None) -> Seen:
    """A position, the newest if none is named."""
    at = count(table, seat) if ply is None else ply
    number = true_ply(table, seat, at)
    if number < len(table.moves):
        return look(table.positions[number], seat, at, table.turns[number])
    if table.newest.get(seat, (-1, None))[0] != number:  # everybody at the table asks for it, and more than once
        table.newest[seat] = number, look(table.now, seat, at, table.turns[number])
    return table.newest[seat][1]


def look(position: Position, seat: int | None, ply: int, turn: str) -> Seen:
    """One position with the eyes of a seat, or with all of them."""
    decider = None if position.end_reason else position.current_player
    eyes = range(position.seats) if seat is None else [seat]
    game, content, state = position.game, position.content, position.state
    return Seen(
        ply=ply,
        decider=decider,
        turn=turn,
        sights=[Sight(each, game.observation(content, state, each)) for each in eyes],
        legal=_legal(position) if decider is not None and decider in eyes else [],
    )


def words(table: Table, seat: int | None, ply: int) -> str:
    """A position in a few lines of text; empty where the game has no words."""
    position = table.positions[true_ply(table, seat, ply)]
    return position.describe(seat) if position.game.rendering.describe is not None else ""


def picture(table: Table, eyes: int | None, seat: int | None, ply: int) -> str:
    """A position as SVG, drawn for `seat` (None: with everything shown), as far as `eyes` may see it."""
    if eyes is not None and seat != eyes:
        raise NotAllowed("you see this table from your own seat alone, as long as it is played")
    return table.positions[true_ply(table, eyes, ply)].svg(seat)


def options(table: Table, seat: int | None) -> dict[str, Any]:
    """The game's options; a seat is not shown given decks and fixed seeds, which would tell it everything."""
    content = table.positions[0].content
    chosen = content if seat is None else table.game.public_content(content)
    defaults = msgspec.to_builtins(type(content.options)())
    return {name: value for name, value in msgspec.to_builtins(chosen.options).items() if value != defaults.get(name)}


def facts(table: Table) -> dict[str, Any]:
    """What the content's cards do, so far as players may know."""
    game = table.game
    return (
        game.protocols.content_info(game.public_content(table.positions[0].content))
        if game.protocols.content_info
        else {}
    )


def _legal(position: Position) -> list[Legal]:
    game, content = position.game, position.content
    state = snapshot(position.state)  # quick to read, many times over
    return [
        Legal(
            game.notation.write_move(content, state, move),
            game.rendering.describe_move(content, state, move) if game.rendering.describe_move else "",
        )
        for move in position.legal_moves
    ]
