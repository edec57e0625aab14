"""Guarantees for rooms and levels, at test size."""

import csv

import numpy as np
import pytest

from ludus.backends import Threads
from ludus.lab import resume, run
from ludus.lab.run_context import RunContext
from ludus.studies.platformer_generator_validation import study
from ludus.studies.platformer_generator_validation.config import PRESETS, RoomsConfig, check_config, sizes_between
from ludus.studies.platformer_generator_validation.experiment import IMPOSSIBLE
from ludus.studies.platformer_generator_validation.report import report
from ludus.studies.platformer_generator_validation.room_results import RoomResults, solved_share
from ludus.util.errors import ContractError, OptionError, UnknownName
from tests.cases import each
from tests.studies.output_files import output_files

TINY = {
    "rooms": 60,
    "smallest": (4, 4),
    "largest": (5, 5),
    "each": 10,
    "census_to": (5, 5),
    "levels": 4,
    "compared": 3,
    "mazes": ("2x1", "2x2"),
    "fills": ("airy",),
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return run(study, RoomsConfig(**TINY), tmp_path_factory.mktemp("rooms") / "run", Threads(1)).folder


@pytest.fixture(scope="module")
def results(folder):
    return RoomResults.read(RoomsConfig(**TINY), RunContext(folder, Threads(1)))


def test_a_resumed_run_ends_with_the_same_tables_on_any_threads(folder, tmp_path):
    def interrupt(update):
        if update.stage.startswith("arrangements"):
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run(study, RoomsConfig(**TINY), tmp_path / "run", Threads(2), listener=interrupt)
    assert (tmp_path / "run" / "kept" / "rooms.kept").is_file()
    assert not (tmp_path / "run" / "kept" / "levels.kept").is_file()
    resume(tmp_path / "run", Threads(2))
    assert output_files(folder) == output_files(tmp_path / "run")


def test_more_tries_solve_more_rooms_and_the_fallback_the_rest(results):
    shares = [results.solved(k).value for k in range(1, 11)]
    assert shares == sorted(shares)
    assert shares[-1] > 0.9
    assert results.solved_in_the_end == 60
    assert results.with_fallback.value == 1
    assert solved_share(np.array([1, 3, 0, IMPOSSIBLE]), 2).value == 0.25


def test_every_arrangement_of_exits_is_counted(results):
    assert results.census[4, 4] == (62, 8)
    assert results.census[5, 5][1] == 0
    assert (4, 4) not in results.larger_census


def test_every_level_is_walked_in_the_game(results, folder):
    assert [(walked.value, walked.count) for walked in results.walked] == [(1, 4), (1, 4)]
    assert results.level_kinds == ["2x1 airy", "2x2 airy"]
    assert [len(results.level_values(kind, "ticks")) for kind in (0, 1)] == [2, 2]
    claims = (folder / "tables" / "claims.csv").read_text()
    assert "At least 99 % of levels are walked back,undecided" in claims  # of four levels
    assert "Of 4x4 rooms 8 arrangements have none,holds" in claims


def test_samples_of_rooms_and_levels_have_intervals_and_only_what_is_counted_has_none(folder):
    rows = list(csv.DictReader((folder / "tables" / "claims.csv").read_text().splitlines()))
    counted = [row for row in rows if row["sample_unit"] == "all"]
    assert all("arrangement" in row["claim"] for row in counted)
    drawn = [row for row in rows if row["sample_unit"] != "all"]
    assert {row["sample_unit"] for row in drawn} == {"room", "level"}
    assert all(
        row["corrected_low"] and row["size"] == row["planned"] for row in drawn if row["verdict"] != "not testable"
    )


def test_claims_of_the_thesis_that_it_does_not_define_are_not_testable(folder):
    rows = list(csv.DictReader((folder / "tables" / "claims.csv").read_text().splitlines()))
    assert [row["verdict"] for row in rows if row["claim"].startswith("Koens")] == ["not testable", "not testable"]


def test_more_rooms_than_the_configuration_has_are_refused(folder):
    with pytest.raises(ContractError, match="60 rooms, but 50 were planned"):
        report(RoomsConfig(**(TINY | {"rooms": 50})), RunContext(folder, Threads(1)))


def test_the_report_shows_what_levels_are_like(folder):
    assert {file.name for file in (folder / "figures").iterdir()} == {
        "restarts.svg",
        "sizes.svg",
        "range-linearity-leniency.svg",
        "range-vertical-traps.svg",
    }
    assert "linearity" in (folder / "tables" / "shapes.csv").read_text()
    assert (folder / "tables" / "pairs.csv").read_text().count("\n") == 3


@each(
    "wrong",
    [
        {"room": (3, 7)},
        {"largest": (40, 10)},
        {"smallest": (12, 8), "largest": (6, 6)},
        {"mazes": ("5",)},
        {"mazes": ("5x1", "5x1")},
        {"mazes": ("20x1",)},
        {"fills": ("wet",)},
    ],
)
def test_invalid_configurations_are_rejected(wrong):
    with pytest.raises((OptionError, UnknownName)):
        check_config(RoomsConfig(**TINY | wrong))


def test_presets_can_run_and_sizes_are_all_between_two():
    for preset in PRESETS.values():
        check_config(RoomsConfig(**preset))
    assert sizes_between((4, 4), (5, 5)) == [(4, 4), (5, 4), (4, 5), (5, 5)]
