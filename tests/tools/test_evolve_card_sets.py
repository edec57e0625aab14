"""Tests of tools/evolve_card_sets.py: evolutions that are played side by side are those of `ludus run`."""

import pytest

from ludus import run_study
from ludus.lab.run_folder import RESULTS
from tools.evolve_card_sets import all_tasks, gather, main, task_folder

SMALL = [
    *('experiments=["max-earl-drew"]', 'forms=["paper", "rescored"]'),
    *("repetitions=2", "population=4", "generations=2", "games=4", "again_games=4", "random_sets=10"),
]
OPTIONS = [word for setting in SMALL for word in ("--set", setting)]


def test_the_papers_form_comes_first_and_then_equally_many_runs_of_each_experiment():
    names = [task.name for task in all_tasks()]
    main_runs = [name for name in names if name.startswith("computed") and "/paper-" in name]
    assert names[: len(main_runs)] == main_runs
    assert len(main_runs) == 6 * 30 + 3 * 5
    others = names[len(main_runs) :]
    assert others.index("printed/min-earl-fn/paper-01") < others.index("computed/max-earl-drew/rescored-02")


def test_evolutions_played_side_by_side_are_those_of_a_run(tmp_path):
    run, work = tmp_path / "run", tmp_path / "work"
    run_study("dominion-cards", settings=SMALL, folder=run)
    assert main([str(work), "--processes", "2", "--only", "computed/.*/rescored", *OPTIONS]) == 0
    names = [task.run.name for task in all_tasks(SMALL) if task.run.form == "rescored"]
    for task in all_tasks(SMALL):
        result = task_folder(work, task) / RESULTS / f"{task.run.name}.kept"
        assert result.is_file() == (task.run.form == "rescored")
        if result.is_file():
            assert result.read_bytes() == (run / RESULTS / f"{task.run.name}.kept").read_bytes()
    for name in names:
        (run / RESULTS / f"{name}.kept").unlink()
    assert gather(work / "computed", run) == len(names) == 2
    assert all((run / RESULTS / f"{name}.kept").is_file() for name in names)


def test_evolutions_without_time_are_not_finished(tmp_path, capsys):
    assert main([str(tmp_path), "--seconds", "0", "--processes", "1", "--only", "computed/.*/paper-01", *OPTIONS]) == 1
    assert "1 of 1 evolutions are not finished" in capsys.readouterr().out


def test_results_are_gathered_only_into_a_run(tmp_path):
    with pytest.raises(SystemExit, match="is not the folder of a run"):
        gather(tmp_path, tmp_path)
