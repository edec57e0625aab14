"""Properties of any legal play: random decks, encounters and trees, compiled and plain, against a reference game."""

import random
from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from ludus.core.game import Content
from ludus.core.position import Position
from ludus.games.delve import game
from ludus.games.delve.constants import (
    ADD_CARD_NODE,
    DAMAGE_NODE,
    EFFECTS,
    ENEMY_EFFECTS,
    FIRST_RULE_NODE,
    HAND_RULE,
    NODE_EFFECTS,
    SKILL,
    UNLOCK_NODE,
)
from ludus.games.delve.decks_and_encounters import THESIS_RULES, CardEffects, GameRules
from ludus.games.delve.game_data import CardType, Deck, Encounter, card_kinds, is_extended, pack_scenario
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


def any_extended_scenario(dice, nodes=12):
    """The same with cards, nodes and rules that the thesis does not have."""
    size = dice.randint(5, 25)
    rules = GameRules(dice.randint(20, 99), dice.randint(2, 20), dice.randint(1, 12), dice.randint(2, 7), size)
    cards, left = [], size
    while left:
        copies = dice.randint(1, left) if len(cards) < 8 else left
        left -= copies
        cards.append((_any_card(dice, f"card {'abcdefghij'[len(cards)]}"), copies))
    foes = tuple(
        Encounter(
            tuple((dice.randint(0, 9), dice.randint(1, 40)) for _ in range(dice.randint(1, 7))), dice.randint(0, 3)
        )
        for _ in range(dice.randint(1, 6))
    )
    added = [card for card, _ in cards[:2]] + [_any_card(dice, "card x")]
    tree, count = [], dice.randint(1, nodes)
    for k in range(count):
        effect = dice.randrange(len(NODE_EFFECTS))
        parents, gate = _parents(dice, k), dice.choice([0, 0, 2])
        later = [other for other in range(k) if tree[other].parents or tree[other].gate]
        unlocks = tuple(dice.sample(later, min(len(later), 1 if effect == UNLOCK_NODE else dice.randint(0, 1))))
        if effect == UNLOCK_NODE and not unlocks:
            effect = DAMAGE_NODE
        small = FIRST_RULE_NODE <= effect < ADD_CARD_NODE
        value = 0 if effect == UNLOCK_NODE else 1 if small else dice.randint(1, 3)
        card = dice.choice(added) if effect == ADD_CARD_NODE else None
        target = dice.randrange(8) if effect == DAMAGE_NODE else 0
        price = dice.choice([0, 1, 1, 2])
        tree.append(SkillNode(f"node {k}", target, value, parents, price, effect, card, unlocks, gate))
    tree = [node if node.effect != FIRST_RULE_NODE + HAND_RULE else replace(node, effect=1) for node in tree]
    return Deck("any", tuple(cards), size), foes, SkillTree("any", tuple(tree)), rules


def _any_card(dice, name):
    category = dice.randrange(3)
    amounts = [dice.randint(1, 4) if dice.random() < 0.25 else 0 for _ in EFFECTS]
    if category == SKILL:
        amounts = [0 if k in ENEMY_EFFECTS else amount for k, amount in enumerate(amounts)]
        amounts[0] = amounts[0] if any(amounts) else 3
    damage = 0 if category == SKILL else dice.choice([0, dice.randint(1, 12)])
    return CardType(name, category, dice.randrange(2), dice.randint(0, 4), damage, CardEffects(*amounts))


def content_of(deck, foes, tree, points=0, rules=THESIS_RULES):
    data = pack_scenario(deck, foes, tree, points=points, rules=rules)
    labels = DelveLabels(deck.name, tuple(card for card, _ in card_kinds(deck, tree)), foes, tree)
    return Content(data, Options(), labels)


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
@settings(deadline=None, max_examples=25)
def test_any_scenario_with_effects_is_played_as_at_a_table(seed):
    dice = random.Random(seed)
    deck, foes, tree, rules = any_extended_scenario(dice)
    points = dice.choice([0, 0, 2, 5])
    other = ReferenceGame(deck, foes, tree, points, rules)
    here = Position.start(game, content_of(deck, foes, tree, points, rules), seed, compiled=False)
    while True:
        assert facts_of(here) == other.facts()
        validate(here.content, here.state)
        if here.end_reason:
            break
        seen = observation(here.content, here.state, 0)
        if seen["asked"] == "fight" and is_extended(deck, tree, rules):
            statuses = [{name: enemy[name] for name in other.own} for enemy in seen["enemies"] if enemy["health"]]
            own = {name: seen[name] for name in ("block", "strength", *other.own)}
            assert own | {"statuses": statuses} == other.effect_facts()
        moves = here.legal_move_texts()
        text = dice.choice(moves if dice.random() < 0.2 else moves[:-1] or moves)
        here.play(text)
        other.play(text)


@given(seeds, st.booleans())
@settings(deadline=None, max_examples=20)
def test_compiled_and_plain_rules_play_any_scenario_equally(seed, extended):
    dice = random.Random(seed)
    if extended:
        deck, foes, tree, rules = any_extended_scenario(dice)
        content = content_of(deck, foes, tree, dice.choice([0, 5, 40]), rules)
    else:
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
