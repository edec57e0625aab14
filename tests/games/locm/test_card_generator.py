"""The card generator of LOCM 1.5 against lists printed by Java (see the data file), and against its rules."""

import hashlib
import json
from pathlib import Path

import numpy as np
import pytest

from ludus.core import export_rule, plain
from ludus.games.locm import card_generator
from ludus.games.locm.game_data_records import GENERATED_CARDS, LocmCard
from ludus.games.locm.state import BLUE, CREATURE, GREEN, RED
from tests.cases import each

generate = export_rule(card_generator.generate)
SETS = json.loads((Path(__file__).parent / "data" / "generated_cards.json").read_text())["sets"]


def lines(cards):
    fields = "number", "kind", "cost", "attack", "defense", "keywords", "my_health", "opp_health", "draw", "area"
    rows = []
    for card in cards:
        row = {field: str(card[field]) for field in fields}
        row["keywords"] = "".join(letter if card["keywords"] >> i & 1 else "-" for i, letter in enumerate("BCDGLW"))
        rows.append(" ".join(row.values()))
    return rows


@pytest.fixture(scope="module")
def pool():
    """60,000 cards of 500 games."""
    games = [LocmCard.zeros(GENERATED_CARDS) for _ in range(500)]
    for seed, cards in enumerate(games):
        generate(cards, seed)
    return np.concatenate(games)


def shares(column, values):
    return [float(np.mean(column == value)) for value in values]


@each("known", SETS)
def test_a_seed_gives_the_cards_of_the_official_referee(known):
    cards = LocmCard.zeros(GENERATED_CARDS)
    generate(cards, known["seed"])
    rows = lines(cards)
    assert [rows[int(card.split()[0])] for card in known["cards"]] == known["cards"]
    assert hashlib.sha256("\n".join(rows).encode()).hexdigest() == known["sha256"]


def test_compiled_and_plain_make_the_same_cards():
    for seed in range(100):
        compiled, python = LocmCard.zeros(GENERATED_CARDS), LocmCard.zeros(GENERATED_CARDS)
        generate(compiled, seed)
        plain(card_generator.generate)(LocmCard.every(python), seed)
        assert (compiled == python).all()


def test_what_lay_in_the_records_before_does_not_matter():
    fresh, used = LocmCard.zeros(GENERATED_CARDS), LocmCard.zeros(GENERATED_CARDS)
    generate(fresh, 7)
    generate(used, 8)
    generate(used, 7)
    assert (fresh == used).all()


def test_cards_are_sorted_by_cost_and_numbered_from_zero(pool):
    for cards in pool.reshape(-1, GENERATED_CARDS):
        assert cards["number"].tolist() == list(range(GENERATED_CARDS))
        assert (np.diff(cards["cost"].astype(int)) >= 0).all()


def test_costs_are_uniform_from_0_to_12(pool):
    assert shares(pool["cost"], range(13)) == pytest.approx([1 / 13] * 13, abs=0.005)


def test_two_cards_in_five_are_creatures_and_each_item_colour_one_in_five(pool):
    assert shares(pool["kind"], (CREATURE, GREEN, RED, BLUE)) == pytest.approx([0.4, 0.2, 0.2, 0.2], abs=0.01)


def test_half_of_the_cards_have_an_area_because_an_area_is_always_affordable(pool):
    for cost in (0, 6, 12):
        areas = pool["area"][pool["cost"] == cost]
        assert shares(areas, range(3)) == pytest.approx([0.5, 0.25, 0.25], abs=0.03)


def test_expensive_blue_items_can_afford_everything_so_their_effects_follow_the_weights(pool):
    expensive = pool[(pool["kind"] == BLUE) & (pool["cost"] >= 8)]
    healths = [0.5, 0.25, 0.125, 0.125]
    assert shares(expensive["draw"], range(5)) == pytest.approx([w / 205 for w in (100, 50, 25, 25, 5)], abs=0.03)
    assert shares(expensive["my_health"], range(4)) == pytest.approx(healths, abs=0.03)
    assert shares(expensive["opp_health"], range(0, -4, -1)) == pytest.approx(healths, abs=0.03)


def test_free_cards_have_nothing_that_costs_budget(pool):
    free = pool[pool["cost"] == 0]
    assert not free["keywords"].any()
    assert free["draw"].max() == free["my_health"].max() == 1
    assert free["opp_health"].min() == -1
    assert set(np.abs(free["defense"])) == {1, 2}


def test_the_six_keywords_are_equally_common_and_blue_items_have_none(pool):
    held = [np.mean(pool["keywords"] >> i & 1) for i in range(6)]
    assert held == pytest.approx([np.mean(held)] * 6, abs=0.01)
    assert not pool["keywords"][pool["kind"] == BLUE].any()


def test_blue_items_of_cost_12_that_bought_nothing_strike_for_13_or_14_equally_often(pool):
    bare = pool[(pool["kind"] == BLUE) & (pool["cost"] == 12) & (pool["area"] == 0)]
    bare = bare[(bare["draw"] <= 1) & (bare["my_health"] <= 1) & (bare["opp_health"] >= -1)]
    assert set(bare["defense"]) == {-13, -14}
    assert shares(bare["defense"], (-13,)) == pytest.approx([0.5], abs=0.1)


def test_creatures_and_green_items_are_positive_red_and_blue_negative_and_blue_without_attack(pool):
    adding = pool[(pool["kind"] == CREATURE) | (pool["kind"] == GREEN)]
    red, blue = pool[pool["kind"] == RED], pool[pool["kind"] == BLUE]
    assert adding["attack"].min() >= 1
    assert adding["defense"].min() >= 1
    assert red["attack"].max() <= -1
    assert max(red["defense"].max(), blue["defense"].max()) <= -1
    assert not blue["attack"].any()


def test_no_card_hurts_its_own_player_or_heals_the_other(pool):
    assert pool["my_health"].min() == 0
    assert pool["opp_health"].max() == 0
