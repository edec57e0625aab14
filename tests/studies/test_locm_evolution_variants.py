"""Other ways to spend the games of an evolution, at test size."""

import pytest

from ludus.backends import Threads
from ludus.lab import resume, run
from ludus.studies.locm_evolution_variants import study
from ludus.studies.locm_evolution_variants.config import ALL_METHODS, LocmBeyondConfig
from ludus.studies.locm_evolution_variants.report import _stronger_text, make_claims
from ludus.util.checksummed_io import read_checksummed
from ludus.util.errors import OptionError

TINY = {
    "copies": 1,
    "generations": 6,
    "population": 5,
    "elite": 1,
    "drafts": 1,
    "rounds": 1,
    "back": 1,
    "patience": 1,
    "stall_deals": 2,  # too few to see any progress, so that the switch comes at once
    "enters": 2,
    "field": ("baseline2",),
    "searches": ("agent", "beam:width=2"),
    "tournament_rounds": 2,
}


def tables(folder):
    return {file.name: file.read_bytes() for file in sorted((folder / "tables").glob("*.csv"))}


@pytest.fixture(scope="module")
def finished(tmp_path_factory):
    return run(study, LocmBeyondConfig(**TINY), tmp_path_factory.mktemp("beyond") / "run", Threads(1)).folder


def test_every_method_ends_with_an_agent_and_a_place_in_the_tournament(finished):
    found = tables(finished)
    assert sorted(found) == ["claims.csv", "methods.csv", "searches.csv", "switches.csv"]
    assert [line.split(b",")[0].decode() for line in found["methods.csv"].splitlines()[1:]] == list(ALL_METHODS)
    for method in ALL_METHODS:
        assert (finished / "agents" / f"{method}-1.json").is_file()


def test_a_single_evolution_has_no_interval(finished):
    claims = tables(finished)["claims.csv"]
    assert claims.count(b"(a single evolution has no interval) points") == len(ALL_METHODS) - 1
    assert b"inf" not in claims


@pytest.mark.parametrize(("ahead", "said"), [(0.2, "only switch is surely stronger"), (0.01, "none is surely")])
def test_the_first_sentence_has_the_verdicts_of_the_claims(ahead, said):
    runs = [0.45, 0.5, 0.55]
    means = {"progressive": runs, "switch": [share + ahead for share in runs]}
    assert said in _stronger_text(make_claims(LocmBeyondConfig(copies=3), means))


def test_a_stall_switches_the_representation(finished):
    assert tables(finished)["switches.csv"] == b"evolution,generations\nswitch-1,2\n"
    assert '"kind": "tree"' in (finished / "agents" / "switch-1.json").read_text()


def test_bests_of_earlier_generations_enter_the_portfolio(finished):
    for method in ("portfolio", "ensemble"):
        notes = read_checksummed(finished / "kept" / f"{method}-1.kept")["data"]
        assert notes[0]["opponents"] == ["baseline2", "baseline1", "greedy"]
        assert "best of generation 1" in notes[2]["opponents"]


def test_a_run_stopped_in_a_portfolio_resumes_with_the_same_opponents(finished, tmp_path):
    def interrupt(update):
        if update.stage == "evolve ensemble" and update.facts.get("generation") == 4:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run(study, LocmBeyondConfig(**TINY), tmp_path / "run", Threads(2), listener=interrupt)
    resume(tmp_path / "run", Threads(2))
    assert tables(tmp_path / "run") == tables(finished)


def test_inconsistent_configurations_are_rejected():
    with pytest.raises(OptionError, match="leaves no room"):
        LocmBeyondConfig(elite=50)
    with pytest.raises(OptionError, match="do not fit into a room for 1"):
        LocmBeyondConfig(room=1)
