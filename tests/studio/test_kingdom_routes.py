"""Kingdoms page: cards and sets to choose from, measures that arrive one by one, and replays of measured games."""

from contextlib import nullcontext

import pytest

from ludus.core.game_registry import load_game
from ludus.design.dominion.batch_play import play_kingdoms
from ludus.design.dominion.kingdom_numbering import KingdomPool
from ludus.design.dominion.measures import MEASURES
from ludus.studio.kingdom_routes import kingdoms_info, replay_measured_game
from ludus.studio.measure_texts import MEASURE_TEXTS
from ludus.studio.protocol.kingdom_choices_and_games import KingdomGame
from ludus.studio.worker.__main__ import run_designer
from ludus.studio.worker.job_messages import InspectJob, MakeJob
from tests.cases import each

TEN = ["Cellar", "Market", "Militia", "Mine", "Moat", "Remodel", "Smithy", "Village", "Woodcutter", "Workshop"]


def test_every_measure_has_a_title_and_an_explanation_for_people():
    measures = kingdoms_info().measures
    assert {measure.name for measure in measures} == set(MEASURES) == set(MEASURE_TEXTS)
    for measure in measures:
        assert measure.title[0].isupper()
        assert measure.about.endswith(".")
        assert not any(symbol in measure.title for symbol in ("f_", "L /", "(printed)"))


def test_every_offered_card_has_a_description():
    info = kingdoms_info()
    for edition in info.editions:
        assert edition.cards == load_game("dominion").rendering.option_choices()[edition.name]
        assert all(info.cards[name]["cost"] >= 0 and info.cards[name]["types"] for name in edition.cards)


def test_a_recommended_set_has_ten_cards_of_its_edition():
    info = kingdoms_info()
    cards = {edition.name: edition.cards for edition in info.editions}
    assert {recommended.name for recommended in info.sets} == set(
        load_game("dominion").rendering.option_choices()["sets"]
    )
    for recommended in info.sets:
        assert len(recommended.cards) == 10
        assert set(recommended.cards) <= set(cards[recommended.edition])


def test_every_target_measure_has_the_name_of_its_make_option():
    measures = {measure.name: measure for measure in kingdoms_info().measures}
    assert list(measures) == list(MEASURES)
    assert (measures["turns"].target, measures["turns"].kind) == ("length", "number")
    assert measures["skill-computed"].target == "skill"
    assert measures["draws"].target == ""


def test_replayed_games_are_the_measured_ones(studio):
    pool, players, games = KingdomPool("first"), ["earl", "drew"], 12
    permissions = studio.session_manager.permissions["owner"]
    sums = play_kingdoms(pool, [pool.read(", ".join(TEN))], players, games, 5, options={})[0]
    wins = dict.fromkeys(players, 0.0)
    for number in range(games):
        replay = replay_measured_game(KingdomGame(TEN, "first", players, 5, number), permissions)
        assert replay.players == (players if number % 2 == 0 else players[::-1])
        for name, share in zip(replay.players, replay.result["shares"], strict=True):
            wins[name] += share
    assert [wins[name] for name in players] == [sums["wins"][k] + sums["draws"] / 2 for k in (0, 1)]


def test_a_measured_game_becomes_a_finished_session(owner):
    order = {"kingdom": TEN, "edition": "first", "players": ["earl", "drew"], "seed": 1, "number": 3}
    status, made = owner.post("/api/kingdoms/games", order)
    assert status == 200, made
    with owner.join(made) as connection:
        whole = connection.receive()
    assert (whole["state"], [seat["player"] for seat in whole["seats"]]) == ("over", ["drew", "earl"])
    assert int(whole["seed"]) >= 2**53, "seeds are sent as digits, which a page does not round"


@each(
    ("more", "why"),
    [
        ({"kingdom": TEN[:9]}, "a kingdom has 10"),
        ({"kingdom": [*TEN[:9], "Castle"]}, "Castle"),
        ({"kingdom": ["/etc/passwd", *TEN[1:]]}, "ten cards by name"),
        ({"edition": "third"}, "third"),
        ({"players": ["earl", "nobody"]}, "nobody"),
        ({"players": ["earl", "greedy:weights=/etc/passwd"]}, "could be a path"),
        ({"number": 2_000_000}, "at most"),
        ({"number": -1}, "number"),
    ],
)
def test_an_order_for_an_unplayed_game_is_refused_with_a_message(owner, more, why):
    order = {"kingdom": TEN, "edition": "first", "players": ["earl", "drew"], "seed": 1, "number": 0, **more}
    status, problem = owner.post("/api/kingdoms/games", order)
    assert status in (400, 404)
    assert why in problem["message"]


class ResultCollector:
    """Collects results that a designer reports early."""

    def __init__(self):
        self.results = []

    def __call__(self, *values):
        self.results.append(values)


def silent(*_):
    return nullcontext(lambda more: None)


@pytest.mark.slow
def test_every_measure_arrives_before_the_report_and_equals_it():
    results = ResultCollector()
    found = run_designer(InspectJob("dominion", [",".join(TEN)], {}, {}, 100, 1), silent, results)
    values = {name: value for _, name, _, _, value in results.results}
    assert set(values) == set(MEASURES)
    assert [name for _, name, *_ in results.results][-3:] == ["lead-changes", "decisiveness", "lead"], (
        "leaders take longest"
    )
    table = next(table for table in found.sheets if table.name == "measures")
    for name, _, value in table.rows:
        assert (value.value, value.low, value.high) == (values[name].value, values[name].low, values[name].high)
    swaps = next(table for table in found.sheets if table.name == "swaps")
    assert sorted(row[0] for row in swaps.rows) == TEN


@pytest.mark.slow
def test_a_search_for_kingdoms_reports_the_distance_of_every_generation():
    results = ResultCollector()
    options = {"length": "20", "population": "8", "generations": "3", "search-games": "20", "kingdoms": "1"}
    run_designer(MakeJob("dominion", options, {}, 40, 1), silent, results)
    assert [(of, name) for of, name, *_ in results.results] == [("search", "1"), ("search", "2"), ("search", "3")]
    assert all(value >= 0 for *_, value in results.results)
