"""Traces: games recorded state by state, and their replay with our rules."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Literal, get_args

import msgspec

from ludus.core.check import TraceComparison
from ludus.core.contract import Content
from ludus.core.errors import ContentError
from ludus.core.position import Position
from ludus.games.locm.cards import write_keywords
from ludus.games.locm.ids import card_id, hand_ids
from ludus.games.locm.protocol import find_move, parse_reply
from ludus.games.locm.state import ATTACKED, DECK, KEYWORDS, LANE, READY
from ludus.games.locm.table import GENERATED_CARDS, GameData

Kind = Literal["creature", "itemGreen", "itemRed", "itemBlue"]
Area = Literal["target", "lane1", "lane2"]
NOT_A_MOVE = -1
KINDS, AREAS = get_args(Kind), get_args(Area)
CardRow = tuple[Kind, int, int, int, str, int, int, int, Area]  # ..., cost, attack, defense, keywords, my, opp, draw
Decks = tuple[list[int], list[int]]


class TraceStep(msgspec.Struct):
    by: int
    a: str  # the action
    s: dict[str, Any]  # the state after it
    n: int  # number of legal actions in that state


class StateTrace(msgspec.Struct):
    version: Literal["1.0", "1.2", "1.5"]
    decks: Decks  # card numbers in draw order
    ids: Decks
    initial: dict[str, Any]
    initial_legal: int
    steps: list[TraceStep]
    winner: int | None
    turns: int
    cards: dict[str, CardRow] = {}  # 1.5: by number


def replay_trace(trace: StateTrace, compare: TraceComparison) -> None:
    """Replay the actions of a trace and compare every state."""
    from ludus.games.locm import game

    content = game.content(version=trace.version, decks=decks_option(trace.decks))
    if trace.cards:
        content = with_trace_cards(content, trace.cards)
    position = Position.start(game, content, seed=0)
    table = GameData.over(content.data)
    compare.compare("deal", {"ids": list(trace.ids)}, {"ids": deck_ids(table, position.state)})
    expected = {**trace.initial, "legal": trace.initial_legal}
    compare.compare_state("start", expected, {**trace_state(table, position.state), "legal": len(position.legal_moves)})
    for number, step in enumerate(trace.steps, 1):
        where = f"step {number} ({step.a})"
        compare.compare(where, {"by": step.by}, {"by": position.current_player})
        move = _read_action(table, position.state, step.a, trace.version)
        if not compare.compare(where, {"possible": True}, {"possible": move in position.legal_moves}):
            return
        position.play(move)
        expected = {**step.s, "legal": step.n}
        compare.compare_state(
            where, expected, {**trace_state(table, position.state), "legal": len(position.legal_moves)}
        )
    result = position.result
    got = {"winner": result.winner if result else None, "turns": round_number(position.state)}
    compare.compare("end", {"winner": trace.winner, "turns": trace.turns}, got)


def _read_action(table: Any, state: Any, text: str, version: str) -> int:
    commands = parse_reply(text, version)
    if len(commands) != 1:
        raise ContentError(f"{text!r} is not one action")
    move = find_move(table, state, commands[0])
    return NOT_A_MOVE if move is None else move


def decks_option(decks: Decks) -> str:
    """Format decks for the game's option `decks`."""
    return " / ".join(" ".join(map(str, deck)) for deck in decks)


def with_trace_cards(content: Content, cards: dict[str, CardRow]) -> Content:
    """Return content with the cards of a trace instead of generated ones, each at the index of its number."""
    array = content.data.copy()
    table = GameData.over(array)
    table.generated = 0
    for number, row in cards.items():
        if not number.isdecimal() or int(number) >= GENERATED_CARDS:
            raise ContentError(
                f"a generated card has a number from 0 to {GENERATED_CARDS - 1}, not {number}", field="cards"
            )
        card = table.cards[int(number)]
        kind, card.cost, card.attack, card.defense, keywords, card.my_health, card.opp_health, card.draw, area = row
        card.number, card.kind, card.area = int(number), KINDS.index(kind), AREAS.index(area)
        card.keywords = sum(1 << bit for bit, letter in enumerate(KEYWORDS) if letter in keywords)
    return replace(content, data=array)


def deck_ids(table: Any, state: Any) -> list[list[int]]:
    return [[card_id(table, seat, state.players[seat], k) for k in range(DECK)] for seat in range(2)]


def round_number(state: Any) -> int:
    """Return the round, from 1."""
    return int(state.turn // 2 + 1)


def trace_state(table: Any, state: Any) -> dict[str, Any]:
    """Return a state in the format of a trace."""
    return {
        "active": state.mover,
        "turn": round_number(state),
        "p": [_player(table, state, seat) for seat in range(2)],
    }


def _player(table: Any, state: Any, seat: int) -> dict[str, Any]:
    player = state.players[seat]
    lanes: list[list[Any]] = [[] for _ in range(table.lanes)]
    for k in range(player.board_count):
        creature = player.board[k]
        lanes[creature.status & LANE].append(_creature(table, creature))
    return {
        "hp": player.health,
        "mana": player.mana,
        "max": player.max_mana,
        "bonus": player.bonus,
        "rune": 5 * player.runes if table.runes else None,
        "deck": DECK - player.drawn,
        "draw": player.next_draw,
        "hand": hand_ids(table, state, seat),
        "lanes": lanes,
    }


def _creature(table: Any, creature: Any) -> list[Any]:
    status, keywords = creature.status, write_keywords(creature.keywords)
    ready, attacked = int(status & READY != 0), int(status & ATTACKED != 0)
    number = table.cards[creature.card].number
    return [creature.id, number, creature.attack, creature.defense, keywords, ready, attacked]
