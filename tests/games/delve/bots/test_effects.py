"""Bots in games with effects beyond the thesis: they play legally, alike compiled and plain, and use the effects."""

import pytest

from ludus.arena import Match
from ludus.arena.runner import replay_game, run_match
from ludus.backends import Threads
from ludus.bots import load_compiled_bot
from ludus.games.delve import game
from ludus.games.delve.bots import bots
from ludus.games.delve.constants import NODE_EFFECTS
from ludus.games.delve.decks_and_encounters import CardEffects, CardType, Deck, GameRules
from ludus.games.delve.skill_tree import SkillNode, SkillTree
from ludus.testing import conform_player
from tests.cases import each

from ..positions import start
from .helpers import bot_move, bot_turn, set_hand

NAMES = [bot.name for bot in bots()]
FEW = {"strategist": "strategist:ways=3,redeals=2"}
GUARDIAN = {"rules": "guardian", "deck": "wall"}
THINKING = ("greedy-card", "best-turn", "lucky", "strategist:ways=4,redeals=4")


def card(name, category=2, cost=1, damage=0, **effects):
    return CardType(name, category, 1, cost, damage, CardEffects(**effects))


HIT, GUARD, SALVE = card("Hit", 1, damage=6), card("Guard", block=6), card("Salve", heal=6)
BASH, INSIGHT, CRY = card("Bash", 1, damage=1, vulnerable=2), card("Insight", cost=0, draw=2), card("Cry", strength=4)
DECK = Deck("test", ((HIT, 5), (GUARD, 3), (SALVE, 2), (BASH, 2), (INSIGHT, 2), (CRY, 1)))


def fight(enemies, energy=1, **hand):
    return set_hand(start(DECK, enemies, rules=GameRules(hit_points=30, energy=energy)), **hand)


@each("name", NAMES)
def test_bots_obey_the_laws_for_bots(name):
    conform_player(game, FEW.get(name, name), games=4, options=GUARDIAN)


@each("name", NAMES)
def test_a_match_has_the_same_result_compiled_and_plain_and_on_any_threads(name):
    content = game.content(**GUARDIAN)
    match = Match(game, content, [load_compiled_bot(game, FEW.get(name, name))], seed=3)
    played = run_match(match, 12, Threads(1))
    assert played.digest() == run_match(match, 12, Threads(2)).digest()
    bare = load_compiled_bot(game, FEW.get(name, name), compiled=False)
    again = replay_game(Match(game, content, [bare], 3, compiled=False), 0)
    assert (again.result.scores[0], again.length) == (played.scores[0, 0], played.lengths[0])


@pytest.mark.parametrize("name", THINKING)
def test_a_bot_blocks_what_would_kill_it_and_not_what_does_not_come(name):
    here = fight([(9, 60)], Hit=1, Guard=1)
    here.state.health = 5
    assert bot_move(here, name) == "PLAY Guard"
    here = fight([(0, 60)], Hit=1, Guard=1)
    assert bot_move(here, name) == "PLAY Hit 1"


@pytest.mark.parametrize("name", THINKING[:3])
def test_a_bot_heals_only_what_it_has_lost(name):
    here = fight([(0, 60)], energy=2, Hit=1, Salve=1)
    assert bot_turn(here, name)[0][0] == "PLAY Hit 1"
    here = fight([(9, 60)], energy=1, Hit=1, Salve=1)
    here.state.health = 8
    assert bot_move(here, name) == "PLAY Salve"


@pytest.mark.parametrize("name", ["best-turn", "lucky"])
def test_a_search_plays_cards_in_the_order_that_matters(name):
    here = fight([(1, 16)], energy=3, Hit=2, Bash=1)
    assert bot_turn(here, name)[0] == ["PLAY Bash 1", "PLAY Hit 1", "PLAY Hit 1"]
    here = fight([(1, 20)], energy=3, Hit=2, Cry=1)
    assert bot_turn(here, name)[0] == ["PLAY Cry", "PLAY Hit 1", "PLAY Hit 1"]


@pytest.mark.parametrize("name", ["greedy-card", "best-turn", "lucky"])
def test_a_bot_draws_cards_that_cost_nothing(name):
    here = fight([(3, 60)], energy=2, Hit=1, Insight=1)
    assert "PLAY Insight" in bot_turn(here, name)[0]


def test_stronger_bots_win_more():
    wins = {}
    for name in ("thesis-random", "greedy-card", "strategist:ways=4,redeals=4"):
        match = Match(game, game.content(rules="guardian", deck="wall"), [load_compiled_bot(game, name)], seed=1)
        wins[name] = run_match(match, 60, Threads(1)).payoffs.mean()
    assert list(wins.values()) == sorted(wins.values())
    assert wins["strategist:ways=4,redeals=4"] > wins["thesis-random"] + 0.3


def test_pickers_know_nodes_that_do_not_raise_damage():
    def node(name, effect, value, **more):
        return SkillNode(name, 0, value, effect=NODE_EFFECTS.index(effect), **more)

    useless = SkillNode("Fireworks", 4, 9)  # area mana cards, of which there are none
    for good in (
        node("Iron", "block", 4),
        node("Hearty", "max_hit_points", 40),
        node("Trance", "max_energy", 4),
        node("Moss", "regeneration", 9),
        node("Arms", "add_card", 9, card=card("Smite", 1, damage=30)),
    ):
        tree = SkillTree("t", (useless, good))
        here = start(DECK, [(8, 60), (8, 60)], [(9, 70)], nodes=tree, points=1, rules=GameRules(energy=4))
        for picks in ("greedy", "lookahead"):
            assert bot_move(here, f"greedy-card:picks={picks}") == f"PICK {good.name}"
