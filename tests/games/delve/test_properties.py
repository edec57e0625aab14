"""Properties of any legal play: random decks, encounters and trees, compiled and plain, against a reference game."""

import random

from hypothesis import given, settings
from hypothesis import strategies as st

from ludus.core.game import Content
from ludus.core.position import Position
from ludus.games.delve import game
from ludus.games.delve.game_data import CardType, Deck, Encounter, card_kinds, pack_scenario
from ludus.games.delve.observation import observation
from ludus.games.delve.options import DelveLabels, Options
from ludus.games.delve.position_validation import validate
from ludus.games.delve.skill_tree import SkillNode, SkillTree

from .reference_game import ReferenceGame

seeds = st.integers(0, (1 << 63) - 1)


def any_scenario(dice, nodes=12):
    """A deck, encounters that can be won, and a tree with shared children and prices."""
    cards, left = [], 15
    while left:
        copies = dice.randint(1, left)
        left -= copies
        facts = dice.randrange(2), dice.randrange(2), dice.randint(0, 8), dice.randint(0, 20)
        cards.append((CardType(f"card {'abcdefghijklmno'[len(cards)]}", *facts), copies))
    foes = tuple(
        Encounter(tuple((dice.randint(0, 6), dice.randint(1, 25)) for _ in range(dice.randint(1, 7))))
        for _ in range(dice.randint(1, 16))
    )
    prices = dice.choice([(1, 1), (0, 3)])
    tree = [
        SkillNode(f"node {k}", dice.randrange(8), dice.randint(0, 9), _parents(dice, k), dice.randint(*prices))
        for k in range(dice.randint(0, nodes))
    ]
    return Deck("any", tuple(cards)), foes, SkillTree("any", tuple(tree))


def _parents(dice, k):
    return tuple(sorted(dice.sample(range(k), min(k, dice.randint(0, 3)))))


def content_of(deck, foes, tree, points=0):
    data = pack_scenario(deck, foes, tree, points=points)
    return Content(data, Options(), DelveLabels(deck.name, tuple(card for card, _ in card_kinds(deck)), foes, tree))


def facts_of(here):
    seen = observation(here.content, here.state, 0)
    if seen["reason"] != "running":
        return {"reason": seen["reason"], "won": seen["won"]}
    facts = {"reason": "running", "won": seen["won"], "points": seen["points"], "asked": seen["asked"]}
    if seen["asked"] == "pick":
        return facts | {"able": {node["name"] for node in seen["nodes"] if node["affordable"]}}
    enemies = [enemy["health"] for enemy in seen["enemies"]]
    return facts | {name: seen[name] for name in ("turn", "health", "energy", "mana")} | {"enemies": enemies}


@given(seeds)
@settings(deadline=None, max_examples=10)
def test_any_scenario_is_played_as_at_a_table(seed):
    dice = random.Random(seed)
    scenario, points = any_scenario(dice), dice.choice([0, 0, 2, 5])
    other = ReferenceGame(*scenario, points)
    here = Position.start(game, content_of(*scenario, points), seed, compiled=False)
    while True:
        assert facts_of(here) == other.facts()
        validate(here.content, here.state)
        if here.end_reason:
            break
        moves = here.legal_move_texts()
        text = dice.choice(moves if dice.random() < 0.2 else moves[:-1] or moves)
        here.play(text)
        other.play(text)


@given(seeds)
@settings(deadline=None, max_examples=10)
def test_compiled_and_plain_rules_play_any_scenario_equally(seed):
    dice = random.Random(seed)
    content = content_of(*any_scenario(dice, nodes=256), dice.choice([0, 5, 40]))
    fast, slow = Position.start(game, content, seed), Position.start(game, content, seed, compiled=False)
    while not fast.end_reason:
        assert fast.bytes() == slow.bytes()
        assert fast.legal_moves == slow.legal_moves
        moves = fast.legal_moves
        move = dice.choice(moves if dice.random() < 0.2 else moves[:-1] or moves)
        fast.play(move)
        slow.play(move)
    assert fast.bytes() == slow.bytes()
    assert fast.result == slow.result
