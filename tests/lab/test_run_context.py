"""The run context computes results once and returns the same before and after a stop."""

import numpy as np
import pytest

from ludus.backends import Threads
from ludus.evolve import HillClimb, Reals
from ludus.lab import Config, Report, ResultMissing, RunContext, Study, resume, run
from ludus.lab.event_log import EventLog
from ludus.util.checksummed_io import UnstorableValue
from tests.messages import mentions


@pytest.fixture
def context(tmp_path):
    log = EventLog(tmp_path)
    yield RunContext(tmp_path, Threads(1), log)
    log.close()


def test_a_result_is_computed_once(context):
    made = []

    def make():
        made.append(1)
        return {"pair": (1, np.float32(0.5)), "array": np.arange(3)}

    first, second = context.cached("a/b c", make), context.cached("a/b c", make)
    assert made == [1]
    assert first["pair"] == second["pair"] == context.result("a/b c")["pair"] == [1, 0.5]
    assert first["array"].tolist() == second["array"].tolist() == [0, 1, 2]
    assert context.result_names() == ["a/b c"]


def test_changing_a_returned_result_does_not_change_the_stored_one(context):
    context.cached("a", lambda: [1, 2]).append(3)
    assert context.result("a") == [1, 2]


@pytest.mark.parametrize("name", ["", "../a", "/a", "a//b", ".a", "a/.b", "a\nb", "a:b"])
def test_a_name_must_be_one_of_a_file(context, name):
    with pytest.raises(UnstorableValue, match="is not a valid name of a result"):
        context.cached(name, lambda: 1)


def test_a_missing_result_is_reported(context):
    with pytest.raises(ResultMissing, match=mentions("'a'", "kept/a.kept")):
        context.result("a")
    with pytest.raises(UnstorableValue, match=r"'a'.x: a set cannot be stored"):
        context.cached("a", lambda: {"x": {1}})
    assert not context.has_result("a")


def test_games_belong_to_the_innermost_step_and_its_stage(context):
    def inner():
        context.begin_stage("inside", 5)
        context.advance(5)
        return 1

    def outer():
        context.advance(2)
        found = context.cached("inner", inner)
        context.advance(1)
        return found

    context.begin_stage("outside", 3)
    context.cached("outer", outer)
    assert context.games_by_stage() == {"inside": 8}  # the stage at the end of each piece
    assert [context._read(name)["games"] for name in ("inner", "outer")] == [5, 3]


def test_a_stage_without_games_must_be_planned(context):
    with pytest.raises(Exception, match="the stage 'x' was not planned"):
        context.begin_stage("x")


class Settings(Config, frozen=True, kw_only=True):
    """Nothing to choose but the seed."""


def climbing(stop_at=None):
    """A study whose scores depend on the notes so far, and which ends by itself; stopped once, if it shall be."""
    space, calls = Reals(2, -1.0, 1.0), []

    def score(context):
        def scored(generation, genomes):
            calls.append(generation)
            if generation == stop_at and calls.count(generation) == 1:
                raise KeyboardInterrupt
            before = sum(note["best"] for note in context.generation_notes("climb"))
            return [float(genome.sum()) - 0.1 * before for genome in genomes]

        return scored

    def work(settings, context):
        found = context.evolve(
            "climb",
            space,
            lambda: HillClimb(space, mutation_rate=0.5, seed=settings.seed),
            score(context),
            100,
            lambda generation, genomes, scores: {"best": max(scores), "at": generation},
            until=lambda notes: len(notes) >= 5 and notes[-1]["at"] >= 6,
        )
        assert found == context.generation_notes("climb") == context.result("climb")
        assert [note["at"] for note in found] == list(range(7))

    return Study("climb", "", Settings, work, lambda settings, context: Report("", [""], []))


def test_an_evolution_may_look_back_and_end_early(tmp_path):
    from ludus.lab import registered

    run(climbing(), Settings(), tmp_path / "whole", Threads(1))
    with registered(climbing(stop_at=4)) as study:
        with pytest.raises(KeyboardInterrupt):
            run(study, Settings(), tmp_path / "stopped", Threads(1))
        resume(tmp_path / "stopped", Threads(1))
    kept = [(tmp_path / name / "kept" / "climb.kept").read_bytes() for name in ("whole", "stopped")]
    assert kept[0] == kept[1]
    assert not (tmp_path / "stopped" / "checkpoints" / "climb").exists()


def test_scores_are_noted_where_nothing_else_is(context):
    space = Reals(1, 0.0, 1.0)
    found = context.evolve(
        "a", space, lambda: HillClimb(space, mutation_rate=0.5, seed=1), lambda k, g: np.zeros(len(g)), 2
    )
    assert set(found[0]) == {"scores"}
    assert found[0]["scores"][0] == 0.0
