"""`ludus make dominion`: kingdoms that meet targets, on a small scale."""

import pytest

from ludus.design.base.svg_charts import GREEN, GREY, RED
from ludus.design.dominion.make import MIN_DIFFERENT_CARDS, make
from ludus.design.dominion.objectives import KingdomEvaluator
from ludus.design.dominion.options import DominionMakeOptions
from ludus.util.errors import LudusError
from tests.messages import mentions

FAST = {"population": 12, "generations": 3, "search_games": 20, "kingdoms": 2}


def find_table(result, name):
    return next(find_table for find_table in result.tables() if find_table.name == name)


def column(table, name):
    place = [entry.name for entry in table.columns].index(name)
    return [row[place] for row in table.rows]


def test_kingdoms_are_nearer_to_a_target_than_random_ones(design_request, pool):
    result = make(DominionMakeOptions(length=26, **FAST), design_request(200))
    made_report = [turns.value for turns in column(find_table(result, "kingdoms"), "turns")]
    usual = KingdomEvaluator(pool, games=20).measure([pool.unrank(k * 100_000) for k in range(30)], ["turns"], 1)[
        "turns"
    ][0]
    assert abs(made_report[0] - 26) < abs(usual - 26).mean()
    assert len(made_report) == 2


def test_what_is_made_can_be_played(design_request, pool, tmp_path):
    result = make(
        DominionMakeOptions(length=20, keep="Moat, Throne Room", ban="Witch,thief", **FAST),
        design_request(20, folder=str(tmp_path)),
    )
    kingdoms = []
    for name, text in result.text_files().items():
        (tmp_path / name).write_text(text)
        kingdoms.append(set(pool.write(pool.read(str(tmp_path / name)))))
    assert list(result.text_files()) == ["kingdom.txt", "kingdom_2.txt"]
    for cards in kingdoms:
        assert {"Moat", "Throne Room"} <= cards
        assert not {"Witch", "Thief"} & cards
    assert len(kingdoms[0] - kingdoms[1]) >= MIN_DIFFERENT_CARDS
    content = pool.game.content(kingdom=str(tmp_path / "kingdom.txt"))
    assert content.options.kingdom.count(",") == 9  # the cards, not the file: a replay needs no file
    assert f"kingdom={tmp_path}/kingdom.txt" in next(iter(result.commands().values()))


def test_the_same_seed_makes_the_same_kingdoms_on_any_number_of_threads(design_request):
    asks = DominionMakeOptions(skill=0.3, seat=0.5, **FAST)
    one, two = (make(asks, design_request(20, threads=threads)) for threads in (1, 3))
    assert (one.text_files(), one.answer, one.tables(), one.figures()) == (
        two.text_files(),
        two.answer,
        two.tables(),
        two.figures(),
    )


def test_a_missed_target_is_reported(design_request):
    result = make(DominionMakeOptions(length=200, **FAST), design_request(20))
    assert all("misses turns of a game" in line for line in result.answer[:2])
    assert column(find_table(result, "kingdoms"), "met") == ["0 of 1", "0 of 1"]


def test_a_kingdom_that_meets_its_target_is_green_and_one_that_misses_it_red(design_request):
    for length, verdict, colour in ((19, "met", GREEN), (200, "missed", RED)):
        result = make(DominionMakeOptions(length=length, **FAST), design_request(2000))
        judgement = find_table(result, "judgement")
        assert column(judgement, "verdict") == [verdict] * 2
        for low, high, measured, corrected in (row[3:7] for row in judgement.rows):
            assert corrected.low <= measured.low <= measured.high <= corrected.high
            assert (low <= corrected.low and corrected.high <= high) == (verdict == "met")
        assert [needed is None for needed in column(judgement, "needed")] == [verdict == "missed"] * 2
        assert result.figures()["turns.svg"].svg.count(f'fill="{colour}" opacity') == 2


def test_a_target_that_the_interval_does_not_decide_is_undecided_and_grey(design_request):
    result = make(DominionMakeOptions(seat=0.5, **FAST), design_request(40))
    judgement = find_table(result, "judgement")
    assert set(column(judgement, "verdict")) == {"undecided"}
    assert {column.name: column.title for column in judgement.columns}["needed"].endswith("if the truth is the target")
    for _, _, _, low, high, measured, _, needed in judgement.rows:
        assert (needed is None) == (not low <= measured.value <= high), "no number where the target is not the estimate"
        assert needed is None or needed > 1000
    assert result.figures()["first-seat.svg"].svg.count(f'fill="{GREY}" opacity') == 2
    assert column(find_table(result, "kingdoms"), "met") == ["0 of 1"] * 2


def test_use_of_cards_comes_first(design_request):
    result = make(DominionMakeOptions(length=20, **FAST), design_request(20))
    use = result.tables()[0]
    assert (use.name, len(use.rows)) == ("use", 20)


def test_all_targets_can_be_asked_for_in_the_second_edition(design_request):
    asks = DominionMakeOptions(
        skill=0.2,
        skill_printed=0.2,
        length=20,
        seat=0.5,
        wins=0.5,
        spread=0.3,
        ladder="chuck earl",
        keep="Sentry",
        **FAST,
    )
    result = make(asks, design_request(20, edition="second"))
    assert len(result.figures()) == 6
    assert "second edition" in result.facts["game"]
    assert all("edition=second" in command for command in result.commands().values())


@pytest.mark.parametrize(
    ("asks", "options", "said"),
    [
        ({}, {}, "say what to aim at: --skill"),
        ({"length": 20, "keep": "Mot"}, {}, "--keep: … 'Mot' … Moat"),
        ({"length": 20, "keep": "Moat", "ban": "moat"}, {}, "Moat … --keep … --ban"),
        ({"length": 20, "ban": "Sentry"}, {}, "--ban: there is no card 'Sentry'"),
        ({"length": 20, "players": "earl drew mary"}, {}, "--players takes two players"),
        ({"length": 20}, {"seats": "4"}, "games for two"),
    ],
)
def test_wrong_input_is_refused_with_a_reason(design_request, asks, options, said):
    with pytest.raises(LudusError, match=mentions(said)):
        make(DominionMakeOptions(**asks), design_request(20, **options))


def test_kingdoms_without_a_decided_game_are_no_reason_to_stop_and_meet_nothing(design_request):
    result = make(DominionMakeOptions(seat=0.5, **FAST), design_request(20, turn_cap="1"))
    assert not any("meets" in line for line in result.answer)
    assert column(find_table(result, "kingdoms"), "met") == ["0 of 1"] * 2


def test_a_few_games_do_not_make_every_target_met(design_request):
    result = make(DominionMakeOptions(length=200, **FAST), design_request(2))
    assert column(find_table(result, "kingdoms"), "met") == ["0 of 1", "0 of 1"]


def test_search_choice_and_proof_have_seeds_of_their_own(design_request, monkeypatch):
    seeds, measure = [], KingdomEvaluator.measure

    def listen(evaluator, kingdoms, names, seed, *rest):
        seeds.append(seed)
        return measure(evaluator, kingdoms, names, seed, *rest)

    monkeypatch.setattr(KingdomEvaluator, "measure", listen)
    make(DominionMakeOptions(length=20.0, population=8, generations=2, search_games=4), design_request(40))
    assert len(seeds) == len(set(seeds)) == 4, "two generations, choice, proof"
