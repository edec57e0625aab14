"""The text protocol of the official referees 1.0, 1.2 and 1.5: what a player is sent and what its reply means.

Pure functions on plain views of the table and the state. Numbers in brackets refer to the rules as this game's
page lists them. A reply that the referee punishes with the loss of the match raises `NotationError` [9.2];
an action that it only skips, because it names nothing or is not legal at its moment, raises nothing [9.3].
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ludus.core.errors import NotationError
from ludus.games.locm.actions import ATTACK, FACE, PASS, SUMMON, USE
from ludus.games.locm.battle import START_HEALTH
from ludus.games.locm.cards import write_keywords
from ludus.games.locm.decks import CHOOSE, FILL, MOST_COPIES, PICK
from ludus.games.locm.ids import find_in_hand, find_on_board, hand_card, hand_ids
from ludus.games.locm.state import DECK, GREEN, LANE, OFFERED, TOUCHED

IN_HAND, MINE, THEIRS = 0, 1, -1  # where a card lies, in its row
NO_ID, NO_LANE = -1, -1
TARGET_FACE = -1
FIRST_RUNE = 25  # shown while picking
BLANKS = "".join(map(chr, range(33)))  # what Java's trim() takes off
MOST_DIGITS = 100  # zeros in front included; no number of a bot is longer
INTEGER = re.compile(r"[+-]?[0-9]+")  # what Java's parseInt() takes


@dataclass(frozen=True, slots=True)
class Command:
    """One command of a reply: `word subject target`, where the target of a SUMMON is a lane."""

    word: str
    subject: int = 0
    target: int = 0
    text: str = ""  # what the player says while doing it


def version_of(table: Any) -> str:
    """The version whose protocol a table follows."""
    if table.construct:
        return "1.5"
    return "1.0" if table.lanes == 1 else "1.2"


# What a player is sent


def draft_input(table: Any, state: Any, seat: int) -> str:
    """One pick; the second player's opponent is a pick ahead [2.6]."""
    mine, theirs = (f"{START_HEALTH} 0 {picked} {FIRST_RUNE} 0" for picked in (state.picks, state.picks + seat))
    cards = [table.cards[state.offers[state.picks, k]] for k in range(OFFERED)]
    return _text([mine, theirs, "0 0", str(OFFERED), *(_card_row(table, card, NO_ID) for card in cards)])


def construct_input(table: Any) -> str:
    """The cards to choose from, the same for both players [3.1]."""
    line = f"{START_HEALTH} 0 0 0"
    cards = [table.cards[k] for k in range(table.card_count)]
    return _text([line, line, "0 0", str(len(cards)), *(_card_row(table, card, NO_ID) for card in cards)])


def battle_input(table: Any, state: Any, performed: Sequence[str]) -> str:
    """What the player about to move is sent when its turn begins [11.1-11.4].

    `performed` is what the opponent did in its last turn: card number, then the move in notation. The opponent's draw
    is the one that it was due when its turn ended; nothing has changed that before the first action of this turn.
    """
    me, foe = state.players[state.mover], state.players[1 - state.mover]
    lines = [_player_line(table, me, me.shown_draw), _player_line(table, foe, foe.next_draw)]
    lines.append(f"{foe.hand_count} {len(performed)}")
    lines.extend(performed)
    lines.append(str(me.hand_count + me.board_count + foe.board_count))
    for slot, number in enumerate(hand_ids(table, state, state.mover)):
        lines.append(_card_row(table, hand_card(table, state, state.mover, slot), number))
    lines.extend(_creature_row(table, me.board[k], MINE) for k in range(me.board_count))
    lines.extend(_creature_row(table, foe.board[k], THEIRS) for k in range(foe.board_count))
    return _text(lines)


def _player_line(table: Any, player: Any, draw: int) -> str:
    rune = f" {5 * player.runes}" if table.runes else ""
    return f"{player.health} {player.max_mana} {DECK - player.drawn}{rune} {draw}"


def _card_row(table: Any, card: Any, number: int) -> str:
    effects = card.my_health, card.opp_health, card.draw
    return _row(table, card, number, IN_HAND, card, effects, NO_LANE)


def _creature_row(table: Any, creature: Any, location: int) -> str:
    card = table.cards[creature.card]
    effects = card.my_health, card.opp_health, card.draw
    if not table.construct and creature.status & TOUCHED:
        effects = 0, 0, 0  # the referees 1.0 and 1.2 forget them [11.4]
    return _row(table, card, creature.id, location, creature, effects, creature.status & LANE)


def _row(table: Any, card: Any, number: int, location: int, body: Any, effects: tuple[int, int, int], lane: int) -> str:
    """A card or creature; `body` has its present attack, defense and keywords. A blank ends the row."""
    strength = body.attack, body.defense, write_keywords(body.keywords)
    columns = [card.number, number, location, card.kind, card.cost, *strength, *effects]
    if table.construct:
        columns.append(card.area)
    if table.lanes > 1:
        columns.append(lane)
    return "".join(f"{column} " for column in columns)


def _text(lines: list[str]) -> str:
    return "".join(f"{line}\n" for line in lines)


# What a reply means


def read_pick(table: Any, state: Any, line: str) -> int:
    """The move of a draft reply: PICK place, CHOOSE number, or PASS for the first card [2.4]."""
    word, *rest = line.rstrip("\r\n").split(" ", 2)
    if word == "PASS":
        return PICK
    if word not in ("PICK", "CHOOSE") or not rest:
        raise NotationError(f"expected PICK 0, 1 or 2, or PASS, not {_short(line)}")
    value = _integer(rest[0], line)
    choices = list(range(OFFERED))
    if word == "CHOOSE":
        choices = [table.cards[state.offers[state.picks, k]].number for k in choices]
    if value not in choices:
        raise NotationError(f"{word} {value}: the choice is between {', '.join(map(str, choices))}")
    return PICK | choices.index(value)


def read_choices(table: Any, line: str) -> list[int]:
    """The moves of a construct reply: CHOOSE number 30 times, or PASS for the rest of the deck [3.2, 3.3]."""
    index = {table.cards[k].number: k for k in range(table.card_count)}
    moves: list[int] = []
    chosen: list[int] = []
    for command in _commands(line):
        word, *rest = command.split(" ", 2)
        if command == "PASS":
            if len(chosen) < DECK:
                moves.append(FILL)
                chosen += [-1] * (DECK - len(chosen))
            continue
        if word == "PASS":  # with a text, the referee takes one card for it
            card = next((k for k in index.values() if chosen.count(k) < MOST_COPIES), 0)
        elif word == "CHOOSE" and rest:
            value = _integer(rest[0], command)
            if value not in index:
                raise NotationError(f"{_short(command)}: there is no card number {value}")
            card = index[value]
        else:
            raise NotationError(f"expected CHOOSE and a card number, or PASS, not {_short(command)}")
        if chosen.count(card) >= MOST_COPIES:
            raise NotationError(f"{_short(command)}: a deck has at most {MOST_COPIES} copies of a card")
        chosen.append(card)
        moves.append(CHOOSE | card)
    if len(chosen) != DECK:
        raise NotationError(f"a deck has {DECK} cards, not {len(chosen)}")
    return moves


def parse_reply(line: str, version: str) -> list[Command]:
    """The commands of a battle reply, all of them before any is carried out [9.1, 9.2]."""
    return [_parse_command(command, version) for command in _commands(line)]


def find_move(table: Any, state: Any, command: Command) -> int | None:
    """The move that a command names for the player about to move, or None. It may still be illegal."""
    seat = state.mover
    if command.word == "PASS":
        return PASS
    if command.word == "ATTACK":
        slot = find_on_board(state, seat, command.subject)
        return _move(ATTACK, slot, _find_target(state, 1 - seat, command.target))
    slot = find_in_hand(table, state, seat, command.subject)
    if command.word == "SUMMON":
        return _move(SUMMON, slot, command.target if 0 <= command.target < table.lanes else None)
    if slot is None:
        return None
    owner = seat if hand_card(table, state, seat, slot).kind == GREEN else 1 - seat
    return _move(USE, slot, _find_target(state, owner, command.target))


def _find_target(state: Any, owner: int, number: int) -> int | None:
    if number == TARGET_FACE:
        return FACE
    slot = find_on_board(state, owner, number)
    return None if slot is None else slot + 1


def _move(kind: int, slot: int | None, target: int | None) -> int | None:
    return None if slot is None or target is None else kind | slot << 4 | target


def _commands(line: str) -> list[str]:
    return [command for part in line.split(";") if (command := part.strip(BLANKS))]


def _parse_command(command: str, version: str) -> Command:
    word, _, rest = command.partition(" ")
    word = word.strip(BLANKS)
    if word == "PASS":
        return Command("PASS")
    if word not in ("SUMMON", "ATTACK", "USE"):
        raise NotationError(f"expected SUMMON, ATTACK, USE or PASS, not {_short(command)}")
    if word == "SUMMON" and version == "1.0":
        subject, _, text = rest.partition(" ")
        return Command(word, _integer(subject, command), 0, text.strip(BLANKS))
    arguments = rest.split(" ", 2)
    if len(arguments) < 2:
        raise NotationError(f"{word} takes two numbers: {_short(command)}")
    subject, target, *said = arguments
    return Command(word, _integer(subject, command), _integer(target, command), "".join(said).strip(BLANKS))


def _integer(text: str, command: str) -> int:
    if len(text) > MOST_DIGITS or not INTEGER.fullmatch(text) or not -(1 << 31) <= int(text) < 1 << 31:
        raise NotationError(f"{_short(text)} is not a number in {_short(command)}")
    return int(text)


def _short(text: str) -> str:
    return repr(text if len(text) <= 60 else f"{text[:57]}...")
