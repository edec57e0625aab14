"""The extended set of features: lanes, hands, effects."""

import numpy as np

import ludus
from ludus.arena import Match
from ludus.arena.runner import replay_game, run_match
from ludus.core import plain
from ludus.core.position import Position
from ludus.design.evaluation import as_tree, describe, genome_bot, genome_space
from ludus.games.locm.deck_building import PICK
from ludus.games.locm.features_extended import CARD_NAMES, EXTENDED, STATE_NAMES
from ludus.games.locm.state import READY
from ludus.testing.bot_checks import BOT_CHECKS, memories_keep_no_secrets, stateless
from ludus.testing.game_under_test import Case
from tests.cases import each
from tests.games.locm.positions import WAYS, battle

LOCM = ludus.load_game("locm")
CASES = {way: Case(LOCM, games=1, options={"version": way.version, "setup": way.setup}) for way in WAYS}


def rng(seed):
    return np.random.default_rng(seed)


def seen(here, seat):
    values = [0] * len(EXTENDED.names)
    plain(EXTENDED.features)(here.data, here.state, seat, values)
    return dict(zip(EXTENDED.names, values, strict=True))


def card(key):
    values = [0] * len(CARD_NAMES)
    plain(EXTENDED.piece_features)(key, values)
    return dict(zip(CARD_NAMES, values, strict=True))


def test_it_begins_with_the_standard_features():
    standard = LOCM.feature_set()
    assert STATE_NAMES[:12] == standard.state_names
    assert CARD_NAMES[:8] == standard.piece_names
    assert LOCM.feature_sets == ("standard", "extended")
    assert len(STATE_NAMES) <= 21  # three nodes each and the root: a Linear still fits a tree


def test_lanes_are_counted_and_blows_that_would_land():
    here = battle(mine="3/4 G, 2/2 lane1, 5/1 lane1", theirs="7/1, 4/4 lane1, 1/1 G lane1")
    me = here.state.players[0]
    for k in range(3):
        me.board[k].status |= READY
    found = seen(here, 0)
    assert (found["my_left"], found["my_right"], found["opp_left"], found["opp_right"]) == (1, 2, 1, 2)
    assert found["my_strike"] == 3  # the second lane is guarded
    assert found["opp_strike"] == 5  # of the first lane, one is guarded
    me.board[0].status &= ~READY
    assert seen(here, 0)["my_strike"] == 0
    assert found["my_hand"] == here.state.players[0].hand_count


def test_a_creature_knows_whether_it_is_ready_and_alone():
    here = battle(mine="3/4 G, 2/2 lane1, 5/1 lane1")
    here.state.players[0].board[0].status |= READY
    keys = [0] * EXTENDED.max_pieces
    assert plain(EXTENDED.pieces)(here.data, here.state, 0, keys) == 3
    found = [card(key) for key in keys[:3]]
    assert [one["alone"] for one in found] == [1, 0, 0]
    assert found[0]["ready"] == 1
    assert [(one["attack"], one["defense"], one["guard"]) for one in found] == [(3, 4, 1), (2, 2, 0), (5, 1, 0)]
    assert {one["heals"] for one in found} == {one["draws"] for one in found} == {0}


@each("version", ["1.2", "1.5"])
def test_a_card_on_offer_has_cost_kind_and_effects(version):
    position = Position.start(LOCM, LOCM.content(version=version), 3)
    data = LOCM.data.over(position.content.data)
    kinds = set()
    for place in range(data.card_count):
        printed = data.cards[place]
        if version == "1.2":
            position.state.offers[0, 1] = place
        move = PICK | 1 if version == "1.2" else position.legal_moves[place]
        found = card(plain(EXTENDED.prospect)(data, position.state, move))
        assert (found["attack"], found["defense"], found["cost"]) == (printed.attack, printed.defense, printed.cost)
        assert (found["heals"], found["hurts"]) == (printed.my_health, -printed.opp_health)
        assert found["draws"] == printed.draw
        assert [found[colour] for colour in ("green", "red", "blue")] == [printed.kind == k for k in (1, 2, 3)]
        kinds.add(printed.kind)
    assert kinds == {0, 1, 2, 3}


@each("kind", ["linear", "binary", "tree"])
@each("way", WAYS)
def test_who_evaluates_by_it_obeys_the_laws_for_bots(way, kind):
    genome = genome_space(LOCM, kind, "extended").draw(rng(4))
    agent = genome_bot(LOCM, genome)
    for law in BOT_CHECKS.values():
        law(CASES[way], stateless(agent, 1))
    memories_keep_no_secrets(CASES[way], agent)


def test_a_linear_genome_of_it_and_its_tree_play_the_same_games():
    space = genome_space(LOCM, "linear", "extended")
    genomes = [space.draw(rng(seed)) for seed in range(2)]
    played = [
        run_match(Match(LOCM, LOCM.content(), [genome_bot(LOCM, make(genome)) for genome in genomes], 5), 100).digest()
        for make in (lambda genome: genome, lambda genome: as_tree(LOCM, genome))
    ]
    assert played[0] == played[1]


@each("kind", ["binary", "tree"])
def test_trees_over_it_divide_and_compare(kind):
    space = genome_space(LOCM, kind, "extended")
    data = [str(space.to_data(space.draw(rng(seed)))) for seed in range(40)]
    assert any("'div'" in text for text in data)
    assert any("'less'" in text for text in data)
    genome = space.draw(rng(1))
    assert "extended features" in describe(LOCM, genome)
    fast, slow = (
        replay_game(Match(LOCM, LOCM.content(), [genome_bot(LOCM, genome, compiled=on)] * 2, 5, compiled=on), 0)
        for on in (True, False)
    )
    assert [event.move for event in fast.history] == [event.move for event in slow.history]
