"""Tiers, and the heuristic of the search bots compared with sums computed by hand."""

import pytest

from ludus.core.rule import plain
from ludus.games.tribute import game
from ludus.games.tribute.bots import heuristic_evaluation as h
from ludus.games.tribute.bots.card_tier_lists import HAND_MADE, MEASURED, TIER_FILES, read_tiers
from ludus.games.tribute.bots.turn_simulation import DECISIVE_VALUE, turn_value
from ludus.games.tribute.card_file import BASE
from ludus.games.tribute.game_data_records import GameData
from ludus.util.errors import ContentError
from tests.cases import each
from tests.messages import mentions

from ..positions import Board

BOARD = {
    "patrons": {"ansei": "p1", "pelin": "none", "treasury": "none", "hlaalu": "p2", "rajhin": "p2"},
    "p1": {
        "power": 3,
        "prestige": 10,
        "hand": ["gold", "swipe"],  # T 0 and 1
        "draw": ["fortify"],  # 1
        "cooldown": ["oathman", "conquest"],  # 25 and 50
        "played": ["banneret"],  # 25
        "agents": [{"card": "knight_commander", "hp": 4, "activated": True}],  # 25
    },
    "p2": {"prestige": 15, "agents": [{"card": "shield_bearer", "hp": 2}]},  # 10
    "tavern": ["tithe", "prophesy"],  # 5 and 50
}
FAVOURS = 50 + 10 - 50 - 50 - 100
PRESTIGE = 40 * 3 + 50 * 10
AGENTS = 30 * 25 + 3 * 4 - (30 * 10 + 3 * 2 + 40)
CARDS = 10 * (1 + 1 + 25 + 50 + 25)
COMBOS = 1 + 2**3 + 1 + 1  # rajhin, pelin, hlaalu, ansei
ROW = -2 * (5 + 50)


def value(board, part=h.SHARED, drawn=0, rule=h.heuristic, tiers="hand"):
    weights = h.HeuristicWeights.over(h.HeuristicWeights.zeros())
    h.fill_weights(weights, part, tiers=tiers)
    return plain(rule)(GameData.over(board.position.content.data), board.position.state, weights, drawn)


def test_every_card_has_its_tier_and_gold_none():
    content = game.content()
    table, keys = GameData.over(content.data), content.labels.cards
    tiers = {key: table.tiers[HAND_MADE, k] for k, key in enumerate(keys)}
    assert [key for key, tier in tiers.items() if tier == 0] == ["gold"]
    assert (tiers["prophesy"], tiers["oathman"], tiers["ambush"], tiers["tithe"], tiers["peck"]) == (50, 25, 10, 5, 1)
    assert set(read_tiers(TIER_FILES[HAND_MADE])) <= set(keys)


def test_a_card_file_can_set_tiers_and_unknown_cards_have_none(tmp_path):
    text = BASE.read_text(encoding="utf-8").replace("[cards.oathman]", "[cards.oathman]\ntier = 77")
    file = tmp_path / "cards.toml"
    file.write_text(text.replace("plunder", "pillage"), encoding="utf-8")
    content = game.content(cards=str(file))
    tiers = GameData.over(content.data).tiers
    place = content.labels.cards.index
    assert (tiers[HAND_MADE, place("oathman")], tiers[HAND_MADE, place("pillage")]) == (77, 0)
    assert tiers[HAND_MADE, place("conquest")] == 50


def test_a_position_is_worth_the_sum_of_its_parts():
    assert value(Board(**BOARD)) == FAVOURS + PRESTIGE + AGENTS + CARDS + COMBOS + ROW


def test_the_same_position_by_measured_tiers():
    known = read_tiers(TIER_FILES[MEASURED])
    cards = 10 * sum(known[key] for key in ("swipe", "fortify", "oathman", "conquest", "banneret"))
    agents = 30 * known["knight_commander"] + 3 * 4 - (30 * known["shield_bearer"] + 3 * 2 + 40)
    row = -2 * (known["tithe"] + known["prophesy"])
    total = value(Board(**BOARD), tiers="measured")
    assert total == FAVOURS + PRESTIGE + agents + cards + COMBOS + row
    assert total != value(Board(**BOARD))


def test_from_30_prestige_on_cards_do_not_count():
    board = Board(**BOARD | {"p1": BOARD["p1"] | {"prestige": 30}})
    assert value(board) == FAVOURS + 40 * 3 + 50 * 30


def test_random_simulation_counts_draws_and_waits_with_prestige_until_the_rival_has_20():
    board = Board(**BOARD)
    assert value(board, h.RANDOM_SIMULATION, drawn=2) == FAVOURS + AGENTS + CARDS + COMBOS + ROW + 20
    board = Board(**BOARD | {"p2": {"prestige": 20}})
    assert (
        value(board, h.RANDOM_SIMULATION) - value(Board(**BOARD | {"p2": {"prestige": 19}}), h.RANDOM_SIMULATION)
        == PRESTIGE
    )


@each(
    ("mine", "rival", "agents", "sign"),
    [
        (39, 41, [], 0),
        (36, 41, [], -1),
        (78, 70, [], 1),
        (78, 70, [{"card": "knight_commander", "hp": 2}], 0),
        (20, 39, [], 0),
    ],
)
def test_as_intended_a_turn_that_decides_the_game_outweighs_all_others(mine, rival, agents, sign):
    """With 3 power left; agents with taunt absorb their part first."""
    board = Board(**BOARD | {"p1": BOARD["p1"] | {"prestige": mine}, "p2": {"prestige": rival, "agents": agents}})
    assert value(board, rule=turn_value) - value(board) == sign * DECISIVE_VALUE


def test_a_file_of_weights_that_is_none_is_refused(tmp_path):
    file = tmp_path / "weights.toml"
    for text, what in (("version = 1", "shared"), ("version = 2", "shared"), ("favour", "not the weights")):
        file.write_text(text, encoding="utf-8")
        with pytest.raises(ContentError, match=what):
            h.read_weights(file)
    whole = h.FILE.read_text(encoding="utf-8")
    file.write_text(whole.replace("version = 1", "version = 9"), encoding="utf-8")
    with pytest.raises(ContentError, match="version is 9"):
        h.read_weights(file)
    with pytest.raises(ContentError, match=mentions("weights", "there is no such file")):
        h.read_weights(tmp_path / "none.toml")


@each("name", ["bred", "cma"])
def test_tuned_weights_have_names(name):
    named, read = (
        h.HeuristicWeights.over(h.HeuristicWeights.zeros()),
        h.HeuristicWeights.over(h.HeuristicWeights.zeros()),
    )
    h.fill_weights(named, file=name)
    h.fill_weights(read, file=h.TUNED[name])
    assert [getattr(named, key) for key in h.WEIGHTS] == [getattr(read, key) for key in h.WEIGHTS]
    h.fill_weights(read)
    assert any(getattr(named, key) != getattr(read, key) for key in h.WEIGHTS)
