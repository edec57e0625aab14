"""The count of cards and patrons, at test size."""

from types import SimpleNamespace

import pytest

from ludus.backends import Threads
from ludus.games.tribute.bots.card_tier_lists import read_tiers
from ludus.lab import resume, run
from ludus.lab.run_context import RunContext
from ludus.stats.intervals import normal_estimate
from ludus.studies.tribute_card_statistics import study
from ludus.studies.tribute_card_statistics.config import TributeCardsConfig, check_config
from ludus.studies.tribute_card_statistics.report import _patrons_text, report
from ludus.studies.tribute_card_statistics.results import TributeCardsResults
from ludus.util.errors import OptionError
from tests.cases import each
from tests.studies.output_files import output_files

TINY = {"players": ("random-no-end", "max-agents"), "games": 60, "part": 20}


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return run(study, TributeCardsConfig(**TINY), tmp_path_factory.mktemp("cards") / "run", Threads(1)).folder


@pytest.mark.slow  # stopped and resumed runs of other studies are quicker
def test_a_resumed_run_ends_with_the_same_tables_on_any_threads(folder, tmp_path):
    def interrupt(update):
        if update.stage_games_done > 70:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run(study, TributeCardsConfig(**TINY), tmp_path / "run", Threads(2), listener=interrupt)
    assert (tmp_path / "run" / "kept" / "games" / "random-no-end random-no-end" / "0000.kept").is_file()
    assert not (tmp_path / "run" / "kept" / "games" / "max-agents max-agents" / "0000.kept").is_file()
    resume(tmp_path / "run", Threads(2))
    assert output_files(folder) == output_files(tmp_path / "run")


@pytest.fixture(scope="module")
def results(folder):
    return TributeCardsResults.read(TributeCardsConfig(**TINY), RunContext(folder, Threads(1)))


def test_every_card_that_was_taken_and_every_patron_has_its_numbers(folder, results):
    tables = {
        table.name: table for table in report(TributeCardsConfig(**TINY), RunContext(folder, Threads(1))).tables()
    }
    assert len(tables["cards"].rows) == len(results.ranked_cards) > 60
    worths = [row[6].value for row in tables["cards"].rows]
    assert worths == sorted(worths, reverse=True)
    assert len(tables["patrons"].rows) == 10
    assert len(tables["suiting"].rows) == 9
    assert len(tables["presence"].rows) == 2 * 9
    assert [row[2] for row in tables["meetings"].rows] == [60, 60, 60]
    assert results.games == 180
    ((name, cards, correlation),) = tables["agreement"].rows
    assert (name, cards, correlation) == ("worth", len(results.ranked_cards), results.agreement)
    assert -1 <= correlation.low < correlation.value < correlation.high <= 1


def test_patrons_are_named_only_if_they_differ_with_a_correction_for_their_number():
    def lead(errors):
        powers = [normal_estimate(0.5 + error * 0.01, 0.01**2, 100) for error in errors]
        patrons = [f"patron_{number}" for number in range(len(errors))]
        fabricated = SimpleNamespace(
            draftable_patrons=range(len(errors)),
            patrons=patrons,
            rates=lambda measure, number: SimpleNamespace(power=powers[number]),
        )
        return _patrons_text(fabricated)

    assert lead([2.2, 0, 0, 0, 0, 0, 0, -2.2]).startswith("No patron")  # 95 % intervals that nine patrons easily have
    assert "Patron 0 54.0 %" in lead([4, 0, 0, 0, 0, 0, 0, 0])
    assert "Patron 0 52.2 %" in lead([2.2])


def test_the_measured_tiers_are_a_list_that_bots_can_read(folder, results):
    read = read_tiers(folder / "tiers_measured.toml")
    assert read == {key: number for key, number in results.measured_tiers.items() if number}
    assert sorted(results.measured_tiers.values()) == sorted(results.hand_made_tiers.values())


def test_learned_orders_name_every_patron_that_can_be_drafted(results):
    for player in TINY["players"]:
        assert sorted(results.favourites(player).order) == results.draftable_patrons


@each(
    ("wrong", "said"),
    [
        ({"games": 21}, "games=21 is odd"),
        ({"players": ("random", "random")}, "'random' is there twice"),
        ({"players": ("nobody",)}, r"players\[0\]"),
        ({"cards": "/no/such/file.toml"}, "cannot be read"),
    ],
)
def test_invalid_configurations_are_rejected_before_any_game(wrong, said):
    with pytest.raises(OptionError if "cards" not in wrong else Exception, match=said):
        check_config(TributeCardsConfig(**{**TINY, **wrong}))
