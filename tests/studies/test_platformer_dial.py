"""Whether levels are as hard as requested, at test size."""

import pytest

from ludus.backends import Threads
from ludus.core.random import derive
from ludus.design.platformer.difficulty_search import find_levels
from ludus.design.platformer.make import level_spec
from ludus.design.platformer.options import MakeOptions
from ludus.lab import resume, run
from ludus.lab.run_context import RunContext
from ludus.studies.platformer_dial import study
from ludus.studies.platformer_dial.config import PRESETS, DialConfig, base_level_spec, check_config
from ludus.studies.platformer_dial.report import TargetLevels, _commands, load_results, make_claims
from ludus.util.errors import OptionError
from tests.cases import each
from tests.studies.output_files import output_files

TINY = {"targets": (0.3, 0.8), "levels": 2, "rooms": "3x1"}


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return run(study, DialConfig(**TINY), tmp_path_factory.mktemp("dial") / "run", Threads(1)).folder


@pytest.mark.slow
def test_a_resumed_run_ends_with_the_same_tables_on_any_threads(folder, tmp_path):
    def interrupt(update):
        if update.stage.endswith("0.8"):
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run(study, DialConfig(**TINY), tmp_path / "run", Threads(2), listener=interrupt)
    assert [file.name for file in (tmp_path / "run" / "kept" / "levels").iterdir()] == ["0.3.kept"]
    resume(tmp_path / "run", Threads(2))
    assert output_files(folder) == output_files(tmp_path / "run")


@pytest.mark.slow
def test_levels_are_those_of_the_command(folder):
    easy, hard = load_results(DialConfig(**TINY), RunContext(folder, Threads(1)))
    demand = level_spec(MakeOptions(setup="thesis", rooms="3x1", difficulty=0.3))
    made = find_levels([(derive(2015, "make", number), demand) for number in range(2)])
    assert [str(each.seed) for each in made] == [level["seed"] for level in easy.levels]
    assert [each.population.failure_rate.value for each in made] == easy.failures
    assert easy.failure.value < hard.failure.value
    assert "--setup thesis --rooms 3x1 --count 2 --difficulty 0.8 --seed 2015" in (folder / "report.html").read_text()


def test_levels_are_made_for_the_players_and_the_setup_that_were_asked_for():
    settings = DialConfig(**TINY | {"players": "forecaster", "setup": "designed"})
    spec = base_level_spec(settings)
    assert spec == level_spec(MakeOptions(rooms="3x1", players="forecaster"))
    assert (spec.players, spec.setup, base_level_spec(DialConfig()).setup) == ("forecaster", "designed", "thesis")
    commands = [part.text for part in _commands(settings)]
    assert commands[0].startswith("ludus make platformer --rooms 3x1 --players forecaster --count 2 --difficulty 0.3 ")


def test_statistics_of_a_target():
    levels = [
        {"failure": [value, 0, 1], "deaths": [1.0, 0, 2], "hardest": None, "rejected": {"too easy": 2}}
        for value in (0.3, 0.4, 0.5)
    ]
    asked = TargetLevels(0.35, levels)
    assert asked.failure.value == pytest.approx(0.4)
    assert asked.levels_within_tolerance == 2
    assert asked.mean_error.value == pytest.approx(0.25 / 3)
    assert asked.spread[0] == pytest.approx(0.1)
    assert 0.09 < asked.spread[1] < 0.1
    assert asked.rejected == {"too easy": 6}


def test_the_same_levels_as_the_other_kind_of_players_found_them():
    level = {"failure": [0.3, 0, 1], "other_failure": [0.5, 0, 1], "deaths": [1.0, 0, 2], "other_deaths": [2.0, 0, 3]}
    levels = TargetLevels(0.3, [level, level])
    assert levels.other.failures == [0.5, 0.5]
    assert levels.other.mean("deaths").value == 2.0
    assert (levels.levels_within_tolerance, levels.other.levels_within_tolerance) == (2, 0)


def test_a_target_is_met_or_missed_by_a_whole_interval():
    def verdicts(*failures):
        targets = [
            TargetLevels(target, [{"failure": [value, 0, 1]} for value in values])
            for target, values in zip((0.3, 0.5), failures, strict=True)
        ]
        promises, others = make_claims(DialConfig(levels=4), targets)
        assert others == []  # the other kind of players was not measured
        return [claim.verdict for claim in promises]

    near, far = (0.29, 0.3, 0.31, 0.3), (0.69, 0.7, 0.71, 0.7)
    assert verdicts(near, far) == ["holds", "fails", "holds"]
    assert verdicts(far, near) == ["fails", "fails", "fails"]
    assert verdicts((0.1, 0.3, 0.5, 0.3), near)[::2] == ["undecided", "undecided"]


@each("wrong", [{"targets": (0.5, 0.3)}, {"targets": (0.3, 0.3)}, {"rooms": "5"}])
def test_invalid_configurations_are_rejected(wrong):
    with pytest.raises(OptionError):
        check_config(DialConfig(**TINY | wrong))


def test_presets_can_run():
    for preset in PRESETS.values():
        check_config(DialConfig(**preset))
