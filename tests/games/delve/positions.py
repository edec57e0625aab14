"""Scenarios and positions for tests, played by plain rules."""

import random

from ludus.core.game import Content
from ludus.core.position import Position
from ludus.games.delve import game
from ludus.games.delve.constants import TARGETS
from ludus.games.delve.content_files import builtin_cards
from ludus.games.delve.game_data import Deck, Encounter, card_kinds, pack_scenario
from ludus.games.delve.options import DelveLabels, Options
from ludus.games.delve.skill_tree import SkillNode, SkillTree

CARDS = {card.name: card for card in builtin_cards()}
NO_TREE = SkillTree("none", ())


class Here(Position):
    """A position whose moves can be written one after another."""

    __slots__ = ()

    def play(self, move):
        super().play(move)
        return self


def deck(**copies):
    """A deck by the names of its cards: deck(Bolt=10, Fire_Storm=5)."""
    return Deck("test", tuple((CARDS[name.replace("_", " ")], n) for name, n in copies.items()))


def tree(*nodes, name="test"):
    """A tree of nodes (name, target, value, parents..., price=1), parents by their names."""
    names = [node[0] for node in nodes]
    made = []
    for node in nodes:
        title, target, value, *parents = node
        price = parents.pop() if parents and isinstance(parents[-1], int) else 1
        made.append(SkillNode(title, TARGETS.index(target), value, tuple(names.index(each) for each in parents), price))
    return SkillTree(name, tuple(made))


def start(cards, *encounters, nodes=NO_TREE, seed=1, **more):
    """A scenario laid out by hand: encounters are lists of (attack, health)."""
    foes = tuple(Encounter(tuple(each)) for each in encounters)
    data = pack_scenario(cards, foes, nodes, **more)
    labels = DelveLabels(cards.name, tuple(card for card, _ in card_kinds(cards, nodes)), foes, nodes)
    return Here.start(game, Content(data, Options(), labels), seed, compiled=False)


def wander(seed, compiled=False, **options):
    """Every position of a random game."""
    position = Position.start(game, game.content(**options), seed, compiled=compiled)
    dice = random.Random(seed)
    yield position
    while not position.end_reason:
        position.play(dice.choice(position.legal_moves))
        yield position


def fought(seed=0, nodes=3, **options):
    """A position in the middle of a fight."""
    here = Here.start(game, game.content(points=nodes, **options), seed, compiled=False)
    while here.observation(0)["asked"] == "pick":
        here.play(here.legal_moves[0])
    return here.play(here.legal_moves[0])
