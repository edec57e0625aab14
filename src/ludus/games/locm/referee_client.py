"""Client side of the official text protocol: rebuilds positions from the texts of another referee.

The texts contain everything that a seat may know, so a resampled rebuilt position equals a resampled true position. Two
facts are not in the texts and are left at zero: whether a creature without effects was ever touched [11.4], which has
no visible effect, and in 1.5 the health that the opponent lost by its own cards in its last turn [7.3].
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from ludus.core.game import Content, Game
from ludus.core.position import Position
from ludus.core.random import derive
from ludus.core.structured_records import copy_record
from ludus.games.locm.battle_turns import MAX_MANA
from ludus.games.locm.deck_building import CHOOSE, FILL, PICK
from ludus.games.locm.game_data_records import GameData
from ludus.games.locm.protocol import IN_HAND, MINE, version_of
from ludus.games.locm.state import BATTLE, CONSTRUCT, DECK, DRAFT, LANE, OFFERED, OVERDRAWN, READY, TOUCHED, State
from ludus.util.errors import NotationError


class LocmProtocolClient:
    """One match with another referee: `read` its texts, `write` the replies."""

    def __init__(self, game: Game, content: Content) -> None:
        self.game, self.content = (
            game,
            replace(content, data=copy_record(content.data)),
        )  # 1.5: the texts define the cards
        self.data = GameData.over(self.content.data)
        self.version = version_of(self.data)
        self.seat: int | None = None
        self.picks: list[int] = []  # own cards in the order picked
        self.offers: list[list[int]] = []
        self.turns = 0  # own turns so far
        self._cards: list[dict[int, int]] = [{}, {}]  # by seat: the card of each known id
        self._drawn: list[int] = []  # own ids in the order drawn

    # Input

    def read(self, lines: Iterator[str]) -> Position | None:
        """Read the next text and return its position, with hidden cards resampled; None when the match is over.

        Raises:
            NotationError: the text is invalid.
        """
        try:
            return self._read(lines)
        except (ValueError, IndexError, KeyError, OverflowError, TypeError) as error:
            raise NotationError(f"the referee's text is invalid here: {error}") from None

    def _read(self, lines: Iterator[str]) -> Position | None:
        first = next(lines, None)
        if first is None or not first.strip():
            return None
        me, foe = _numbers(first), _numbers(_line(lines))
        held, acted = _numbers(_line(lines))
        actions = [_line(lines).split() for _ in range(acted)]
        rows = [_line(lines).split() for _ in range(_numbers(_line(lines))[0])]
        if me[1] == 0:  # no mana: picking
            state = self._construct(rows) if self.version == "1.5" else self._draft(me, foe, rows)
        else:
            state = self._battle(me, foe, held, actions, rows)
        assert self.seat is not None
        position = Position.from_bytes(self.game, self.content, bytes(state._memory))
        return position.resample(self.seat, derive(1, "protocol", len(self.picks), self.turns))

    def _draft(self, me: list[int], foe: list[int], rows: list[list[str]]) -> Any:
        if self.seat is None:
            self.seat = int(foe[2] > me[2])  # the second player's opponent is a pick ahead [2.6]
        self.offers.append([self._index(row) for row in rows])
        state = self._new_state(DRAFT)
        state.picks, state.mover = len(self.picks), self.seat
        self._fill_offers(state)
        for k, card in enumerate(self.picks):
            state.players[self.seat].deck[k] = card
        return state

    def _construct(self, rows: list[list[str]]) -> Any:
        """Both players receive the same text, so the seat is known only when the battle begins."""
        self.seat = 0
        for row, card in zip(rows, (self.data.cards[k] for k in range(len(rows))), strict=True):
            self._read_card(row, card)
        self.data.generated, self.data.card_count = 0, len(rows)
        return self._new_state(CONSTRUCT)

    def _read_card(self, row: list[str], card: Any) -> None:
        card.number, card.kind, card.cost = int(row[0]), int(row[3]), int(row[4])
        card.attack, card.defense, card.keywords = int(row[5]), int(row[6]), _keywords(row[7])
        card.my_health, card.opp_health, card.draw, card.area = (int(row[k]) for k in (8, 9, 10, 11))

    def _battle(self, me: list[int], foe: list[int], held: int, actions: list[list[str]], rows: list[list[str]]) -> Any:
        self.turns += 1
        if self.turns == 1:
            self.seat = int(me[1] == 2)  # the second player begins with its extra mana
        seat = self.seat
        assert seat is not None
        state = self._new_state(BATTLE)
        state.mover, state.turn, state.picks = seat, 2 * (self.turns - 1) + seat, len(self.offers)
        self._fill_offers(state)
        spent = self._record_ids(actions, rows)
        mine, theirs = state.players[seat], state.players[1 - seat]
        turn_counts = self.turns, self.turns - 1 + seat  # own turns, turns of the opponent
        for player, numbers, turns in ((mine, me, turn_counts[0]), (theirs, foe, turn_counts[1])):
            player.health, player.max_mana, player.drawn = numbers[0], numbers[1], DECK - numbers[2]
            player.runes = numbers[3] // 5 if self.data.runes else 0
            player.shown_draw = numbers[-1]
            player.bonus = int(player.max_mana > min(turns, MAX_MANA))
        mine.mana, mine.next_draw = mine.max_mana, 1
        theirs.mana, theirs.next_draw = theirs.max_mana - spent, theirs.shown_draw
        if mine.health <= 0:  # killed by its own draw, but still asked for a reply [5.10]
            state.reason, state.winner = OVERDRAWN, 1 - seat
        self._write_own_deck(mine, [int(row[1]) for row in rows if int(row[2]) == IN_HAND])
        self._write_opponent_deck(theirs, held)
        for row in rows:
            if int(row[2]) != IN_HAND:
                self._place(mine if int(row[2]) == MINE else theirs, row, READY if int(row[2]) == MINE else 0)
        return state

    def _record_ids(self, actions: list[list[str]], rows: list[list[str]]) -> int:
        """Record the card of each id; return the mana that the opponent spent in its last turn."""
        assert self.seat is not None
        spent = 0
        for number, word, subject, *_ in actions:
            if word != "ATTACK":
                card = self._index([number])
                self._cards[1 - self.seat][int(subject)] = card
                spent += self.data.cards[card].cost
        for row in rows:
            if int(row[2]) == IN_HAND and int(row[1]) not in self._cards[self.seat]:
                self._cards[self.seat][int(row[1])] = self._index(row)
                self._drawn.append(int(row[1]))
        return spent

    # Positions of cards

    def _write_own_deck(self, mine: Any, hand: list[int]) -> None:
        """Write the own deck: drawn cards at their positions, the others in any order (resampling shuffles them)."""
        assert self.seat is not None
        known = self._cards[self.seat]
        place_of = {number: place for place, number in enumerate(self._drawn)}
        undrawn = sorted(range(DECK)) if self.data.construct else list(self.picks)
        for number, place in place_of.items():
            mine.deck[place] = known[number]
            if self.data.construct:
                order = (number - 60 * self.seat) // 2
                mine.order[place] = order
                undrawn.remove(order)
            elif known[number] in undrawn:
                undrawn.remove(known[number])
        for place, item in zip(range(len(self._drawn), DECK), undrawn, strict=False):
            mine.deck[place] = self.picks[item] if self.data.construct and self.picks else item
            if self.data.construct:
                mine.order[place] = item
        mine.hand_count = len(hand)
        for slot, number in enumerate(hand):
            mine.hand[slot] = place_of[number]

    def _write_opponent_deck(self, theirs: Any, held: int) -> None:
        """Write the opponent's deck: known cards by their ids (1.5: first), the hand at the other drawn positions."""
        assert self.seat is not None
        known = self._cards[1 - self.seat]
        if self.data.construct:
            orders = {(number - 60 * (1 - self.seat)) // 2: card for number, card in sorted(known.items())}
            hidden = [order for order in range(DECK) if order not in orders]
            for place, order in enumerate([*orders, *hidden]):
                theirs.order[place], theirs.deck[place] = order, orders.get(order, 0)
            places = range(len(orders), len(orders) + held)
        else:
            at_place = {(number - 1) // 2: card for number, card in known.items()}
            for place, card in at_place.items():
                theirs.deck[place] = card
            places = [place for place in range(theirs.drawn) if place not in at_place]  # type: ignore[assignment]
        if len(places) != held:
            raise NotationError(f"the opponent should hold {len(places)} cards, not {held}: a text was missed")
        theirs.hand_count = held
        for slot, place in enumerate(places):
            theirs.hand[slot] = place

    def _place(self, player: Any, row: list[str], status: int) -> None:
        creature = player.board[player.board_count]
        creature.id, creature.card = int(row[1]), self._index(row)
        creature.attack, creature.defense, creature.keywords = int(row[5]), int(row[6]), _keywords(row[7])
        card = self.data.cards[creature.card]
        if [int(value) for value in row[8:11]] != [card.my_health, card.opp_health, card.draw]:
            status |= TOUCHED
        creature.status = status | (int(row[-1]) & LANE if self.data.lanes > 1 else 0)
        player.board_count += 1

    def _new_state(self, phase: int) -> Any:
        state = State.over(State.zeros())
        state.winner, state.phase = -1, phase
        return state

    def _fill_offers(self, state: Any) -> None:
        for k, offer in enumerate(self.offers):
            for j in range(OFFERED):
                state.offers[k, j] = offer[j]

    def _index(self, row: list[str]) -> int:
        for k in range(self.data.card_count):
            if self.data.cards[k].number == int(row[0]):
                return k
        raise NotationError(f"the referee names card {row[0]}, which is not in the card list")

    # Output

    def write(self, position: Position, moves: list[int]) -> str:
        """Return the reply text for moves from the position that was read; also records picks."""
        state, commands = position.state, []
        current = position.copy()
        for move in moves:
            if state.phase == DRAFT:
                self.picks.append(self.offers[-1][move & ~PICK])
            elif state.phase == CONSTRUCT:
                self._choose(move)
            if state.phase != BATTLE or current.write_move(move) != "PASS":
                commands.append(current.write_move(move))
            current.play(move)
        return ";".join(commands) or "PASS"

    def _choose(self, move: int) -> None:
        if move == FILL:
            for card in range(self.data.card_count):
                while len(self.picks) < DECK and self.picks.count(card) < 2:
                    self.picks.append(card)
        else:
            self.picks.append(move & ~CHOOSE)


def _line(lines: Iterator[str]) -> str:
    line = next(lines, None)
    if line is None:
        raise NotationError("the referee's text ends in the middle of a turn")
    return line


def _keywords(mask: str) -> int:
    return sum(1 << bit for bit, letter in enumerate(mask) if letter != "-")


def _numbers(line: str) -> list[int]:
    try:
        return [int(word) for word in line.split()]
    except ValueError:
        raise NotationError(f"expected numbers from the referee, not {line.strip()[:60]!r}") from None
