"""The other side of the text protocol: a position rebuilt from what somebody else's referee sends.

The texts tell all that a seat may know, so a redeal of the rebuilt position equals one of the true position. Two
things are not in the texts and are left at zero: whether a creature without effects was ever touched [11.4], which
shows nowhere, and in 1.5 what the opponent lost by its own cards in its last turn [7.3].
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from ludus.core.contract import Content, Game
from ludus.core.errors import NotationError
from ludus.core.position import Position
from ludus.core.random import derive
from ludus.core.record import twin
from ludus.games.locm.battle import MOST_MANA
from ludus.games.locm.decks import CHOOSE, FILL, PICK
from ludus.games.locm.protocol import IN_HAND, MINE, version_of
from ludus.games.locm.state import BATTLE, CONSTRUCT, DECK, DRAFT, LANE, OFFERED, OVERDRAWN, READY, TOUCHED, State
from ludus.games.locm.table import Table


class LocmInterpreter:
    """One match under another referee: `read` what it sends, `write` the reply."""

    def __init__(self, game: Game, content: Content) -> None:
        self.game, self.content = game, replace(content, table=twin(content.table))  # 1.5: cards come by text
        self.table = Table.over(self.content.table)
        self.version = version_of(self.table)
        self.seat: int | None = None
        self.picks: list[int] = []  # own cards in the order picked
        self.offers: list[list[int]] = []
        self.turns = 0  # own turns so far
        self._cards: list[dict[int, int]] = [{}, {}]  # by seat: what each id turned out to be
        self._drawn: list[int] = []  # own ids in the order drawn

    # What comes in

    def read(self, lines: Iterator[str]) -> Position | None:
        """The position that the next text describes, hidden things dealt anew; None when the match is over."""
        try:
            return self._read(lines)
        except (ValueError, IndexError, KeyError, OverflowError, TypeError) as error:
            raise NotationError(f"the referee's text makes no sense here: {error}") from None

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
        position = Position.of_bytes(self.game, self.content, bytes(state._memory))
        return position.redeal(self.seat, derive(1, "protocol", len(self.picks), self.turns))

    def _draft(self, me: list[int], foe: list[int], rows: list[list[str]]) -> Any:
        if self.seat is None:
            self.seat = int(foe[2] > me[2])  # the second player's opponent is a pick ahead [2.6]
        self.offers.append([self._index(row) for row in rows])
        state = self._fresh(DRAFT)
        state.picks, state.mover = len(self.picks), self.seat
        self._fill_offers(state)
        for k, card in enumerate(self.picks):
            state.players[self.seat].deck[k] = card
        return state

    def _construct(self, rows: list[list[str]]) -> Any:
        """Both players are sent the same, so the seat shows only when the battle begins."""
        self.seat = 0
        for row, card in zip(rows, (self.table.cards[k] for k in range(len(rows))), strict=True):
            self._read_card(row, card)
        self.table.generated, self.table.card_count = 0, len(rows)
        return self._fresh(CONSTRUCT)

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
        state = self._fresh(BATTLE)
        state.mover, state.turn, state.picks = seat, 2 * (self.turns - 1) + seat, len(self.offers)
        self._fill_offers(state)
        spent = self._remember(actions, rows)
        mine, theirs = state.players[seat], state.players[1 - seat]
        taken = self.turns, self.turns - 1 + seat  # turns of mine, of the opponent
        for player, numbers, turns in ((mine, me, taken[0]), (theirs, foe, taken[1])):
            player.health, player.max_mana, player.drawn = numbers[0], numbers[1], DECK - numbers[2]
            player.runes = numbers[3] // 5 if self.table.runes else 0
            player.shown_draw = numbers[-1]
            player.bonus = int(player.max_mana > min(turns, MOST_MANA))
        mine.mana, mine.next_draw = mine.max_mana, 1
        theirs.mana, theirs.next_draw = theirs.max_mana - spent, theirs.shown_draw
        if mine.health <= 0:  # killed by its own draw, and asked all the same [5.10]
            state.reason, state.winner = OVERDRAWN, 1 - seat
        self._lay_own_cards(mine, [int(row[1]) for row in rows if int(row[2]) == IN_HAND])
        self._lay_their_cards(theirs, held)
        for row in rows:
            if int(row[2]) != IN_HAND:
                self._place(mine if int(row[2]) == MINE else theirs, row, READY if int(row[2]) == MINE else 0)
        return state

    def _remember(self, actions: list[list[str]], rows: list[list[str]]) -> int:
        """Which card is behind which id; the mana that the opponent spent in its last turn."""
        assert self.seat is not None
        spent = 0
        for number, word, subject, *_ in actions:
            if word != "ATTACK":
                card = self._index([number])
                self._cards[1 - self.seat][int(subject)] = card
                spent += self.table.cards[card].cost
        for row in rows:
            if int(row[2]) == IN_HAND and int(row[1]) not in self._cards[self.seat]:
                self._cards[self.seat][int(row[1])] = self._index(row)
                self._drawn.append(int(row[1]))
        return spent

    # Where cards lie

    def _lay_own_cards(self, mine: Any, hand: list[int]) -> None:
        """Drawn cards where they were; those still to come in any order, a redeal shuffles them."""
        assert self.seat is not None
        known = self._cards[self.seat]
        place_of = {number: place for place, number in enumerate(self._drawn)}
        left = sorted(range(DECK)) if self.table.construct else list(self.picks)
        for number, place in place_of.items():
            mine.deck[place] = known[number]
            if self.table.construct:
                order = (number - 60 * self.seat) // 2
                mine.order[place] = order
                left.remove(order)
            elif known[number] in left:
                left.remove(known[number])
        for place, rest in zip(range(len(self._drawn), DECK), left, strict=False):
            mine.deck[place] = self.picks[rest] if self.table.construct and self.picks else rest
            if self.table.construct:
                mine.order[place] = rest
        mine.hand_count = len(hand)
        for slot, number in enumerate(hand):
            mine.hand[slot] = place_of[number]

    def _lay_their_cards(self, theirs: Any, held: int) -> None:
        """Cards shown where their ids say (1.5: first), the hand in the places that are left of those drawn."""
        assert self.seat is not None
        shown = self._cards[1 - self.seat]
        if self.table.construct:
            orders = {(number - 60 * (1 - self.seat)) // 2: card for number, card in sorted(shown.items())}
            hidden = [order for order in range(DECK) if order not in orders]
            for place, order in enumerate([*orders, *hidden]):
                theirs.order[place], theirs.deck[place] = order, orders.get(order, 0)
            places = range(len(orders), len(orders) + held)
        else:
            taken = {(number - 1) // 2: card for number, card in shown.items()}
            for place, card in taken.items():
                theirs.deck[place] = card
            places = [place for place in range(theirs.drawn) if place not in taken]  # type: ignore[assignment]
        if len(places) != held:
            raise NotationError(f"the opponent should hold {len(places)} cards, not {held}: a text was missed")
        theirs.hand_count = held
        for slot, place in enumerate(places):
            theirs.hand[slot] = place

    def _place(self, player: Any, row: list[str], status: int) -> None:
        creature = player.board[player.board_count]
        creature.id, creature.card = int(row[1]), self._index(row)
        creature.attack, creature.defense, creature.keywords = int(row[5]), int(row[6]), _keywords(row[7])
        card = self.table.cards[creature.card]
        if [int(value) for value in row[8:11]] != [card.my_health, card.opp_health, card.draw]:
            status |= TOUCHED
        creature.status = status | (int(row[-1]) & LANE if self.table.lanes > 1 else 0)
        player.board_count += 1

    def _fresh(self, phase: int) -> Any:
        state = State.over(State.zeros())
        state.winner, state.phase = -1, phase
        return state

    def _fill_offers(self, state: Any) -> None:
        for k, offer in enumerate(self.offers):
            for j in range(OFFERED):
                state.offers[k, j] = offer[j]

    def _index(self, row: list[str]) -> int:
        for k in range(self.table.card_count):
            if self.table.cards[k].number == int(row[0]):
                return k
        raise NotationError(f"the referee speaks of card {row[0]}, which is not in the card list")

    # What goes out

    def write(self, position: Position, moves: list[int]) -> str:
        """The reply for moves made from a position that was read; remembers what was picked."""
        state, said = position.state, []
        walk = position.copy()
        for move in moves:
            if state.phase == DRAFT:
                self.picks.append(self.offers[-1][move & ~PICK])
            elif state.phase == CONSTRUCT:
                self._choose(move)
            if state.phase != BATTLE or walk.write(move) != "PASS":
                said.append(walk.write(move))
            walk.play(move)
        return ";".join(said) or "PASS"

    def _choose(self, move: int) -> None:
        if move == FILL:
            for card in range(self.table.card_count):
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
