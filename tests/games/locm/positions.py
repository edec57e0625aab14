"""Positions for the tests: battles built by hand from a few words, and random ones from play.

    here = battle(mine="3/4 D, 1/1 lane1", theirs="2/5 GW", hand="151 142", mana=7)
    here.play("USE 1 202")
    assert here.theirs == []

The player to move is called `me`. Own creatures have the ids 201, 203, ..., the opponent's 202, 204, ...;
the cards of the hand lie on top of the deck, so their ids are 1, 3, ... (1.5: 0, 2, ...) for the first
player. Creatures are ready to attack unless called `tired` (attacked this turn) or `new`.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, replace

import numpy as np

from ludus.core import plain
from ludus.core.game import Content
from ludus.games.locm import rules
from ludus.games.locm.card_list import AREAS, KINDS, CardDefinition, pack_card, write_keywords
from ludus.games.locm.game_data_records import GameData
from ludus.games.locm.notation import read_move, write_move
from ludus.games.locm.options import Options, load
from ludus.games.locm.state import ATTACKED, BATTLE, DECK, KEYWORDS, LANE, READY, State

prepare, start, legal, apply, hide = (
    plain(rule) for rule in (rules.prepare, rules.start, rules.legal_moves, rules.apply, rules.resample_hidden)
)
BLANK = 3  # Beavrat, a card without effects, fills decks and stands behind creatures made by hand


def card(kind="creature", cost=0, strength="0/0", keywords="", my=0, opp=0, draw=0, area="target", number=0):
    """A card in a few words, for version 1.5."""
    attack, defense = map(int, strength.split("/"))
    return CardDefinition(
        number=number,
        name=f"card {number}",
        kind=KINDS.index(kind),
        cost=cost,
        attack=attack,
        defense=defense,
        keywords=mask(keywords),
        my_health=my,
        opp_health=opp,
        draw=draw,
        area=AREAS.index(area),
    )


def mask(letters):
    return sum(1 << KEYWORDS.index(letter) for letter in letters)


@dataclass
class Battle:
    """A position under test; plain rules, so that nothing has to be compiled."""

    content: Content
    array: object

    @property
    def data(self):
        return GameData.over(self.content.data)

    @property
    def state(self):
        return State.over(self.array)

    @property
    def me(self):
        return self.state.players[self.state.mover]

    @property
    def foe(self):
        return self.state.players[1 - self.state.mover]

    @property
    def mine(self):
        return board(self.me)

    @property
    def theirs(self):
        return board(self.foe)

    def moves(self):
        return legal_texts(self.content, self.state)

    def play(self, *texts):
        for text in texts:
            assert text in self.moves(), f"{text} is not among {self.moves()}"
            apply(self.data, self.state, read_move(self.content, self.state, text))
        return self


def battle(
    version="1.2",
    mine="",
    theirs="",
    hand="",
    mana=12,
    health=(30, 30),
    runes=(5, 5),
    deck=20,
    turn=10,
    cards=(),
    their_hand=0,
):
    """A battle; the player of turn `turn` moves. `hand`: card numbers; `cards`: facts of cards 0, 1, ... in 1.5."""
    content = load(Options(version=version, setup="dealt"))
    if version == "1.5":
        prepare(GameData.over(content.data), 7)
    data = GameData.over(content.data)
    for index, facts in enumerate(cards):
        pack_card(replace(facts, number=index), data.cards[index])
    index_of = {data.cards[k].number: k for k in range(data.card_count)}
    array = State.zeros()
    state = State.over(array)
    state.phase, state.turn, state.mover, state.winner = BATTLE, turn, turn % 2, -1
    for side, creatures in ((turn % 2, mine), (1 - turn % 2, theirs)):
        player = state.players[side]
        player.health = health[side == 1 - turn % 2]
        player.runes = runes[side == 1 - turn % 2] if data.runes else 0
        player.next_draw = player.shown_draw = 1
        player.max_mana = player.mana = mana
        held = (
            [index_of[int(number)] for number in hand.split()] if side == turn % 2 else [index_of[BLANK]] * their_hand
        )
        for place in range(DECK):
            player.deck[place] = held[place] if place < len(held) else index_of[BLANK]
            player.order[place] = place if version == "1.5" else 0
        for slot in range(len(held)):
            player.hand[slot] = slot
        player.hand_count, player.drawn = len(held), max(DECK - deck, len(held))
        for slot, words in enumerate(filter(None, creatures.split(","))):
            put_creature(player, words, 201 + 2 * slot + (side != turn % 2), index_of[BLANK], side == turn % 2)
    return Battle(content, array)


def put_creature(player, words, number, index, active):
    strength, *rest = words.split()
    creature = player.board[player.board_count]
    player.board_count += 1
    creature.id, creature.card = number, index
    creature.attack, creature.defense = map(int, strength.split("/"))
    status = READY if active else 0
    for word in rest:
        if word == "lane1":
            status |= LANE
        elif word == "new":
            status &= ~READY
        elif word == "tired":
            status = status & ~READY | ATTACKED
        else:
            creature.keywords = mask(word)
    creature.status = status


def board(player):
    """The creatures in words: attack, defense, keywords, lane."""
    creatures = [player.board[slot] for slot in range(player.board_count)]
    return [
        f"{c.attack}/{c.defense} {write_keywords(c.keywords).replace('-', '')} lane{c.status & LANE}".replace("  ", " ")
        for c in creatures
    ]


def legal_moves(content, state):
    moves = [0] * 256
    return moves[: legal(GameData.over(content.data), state, moves)] if not state.reason else []


def legal_texts(content, state):
    return [write_move(content, state, move) for move in legal_moves(content, state)]


# The ways a game can begin. Each seed of `wander` takes them all to other places.
WAYS = [Options(version=version, setup=setup) for version in ("1.0", "1.2", "1.5") for setup in ("picked", "dealt")]


def copy(array):
    """The same bytes; NumPy's own copy would leave the padding between fields to chance."""
    return np.frombuffer(bytearray(array.tobytes()), array.dtype)


def begin(options, seed):
    """A new game: its content, private where it is made from the seed, and its state."""
    content = load(options)
    prepare(GameData.over(content.data), seed)
    array = State.zeros()
    start(GameData.over(content.data), State.over(array), seed)
    return content, array


def wander(options, seed, most=400):
    """Random play: the content and every position of one game, to its end. Passing is rare, so boards fill."""
    content, array = begin(options, seed)
    state = State.over(array)
    choice = random.Random(seed)
    for _ in range(most):
        yield content, array
        moves = legal_moves(content, state)
        if not moves:
            return
        if state.phase == BATTLE and len(moves) > 1 and choice.random() < 0.85:
            moves = moves[1:]
        elif state.phase != BATTLE and choice.random() < 0.95:
            moves = [move for move in moves if move] or moves
        apply(GameData.over(content.data), state, choice.choice(moves))
