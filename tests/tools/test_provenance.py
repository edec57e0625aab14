"""Tests of tools/provenance.py: records of kept files, and what is wrong with them."""

import csv
import json
import random
import shutil
import subprocess

import pytest

from tests.cases import each
from tools import provenance
from tools.provenance import (
    BENCHMARKS,
    NAME,
    commit_problem,
    has_whole_history,
    kept_files,
    main,
    problems,
    read_records,
    unknown_commits,
)


@pytest.fixture(autouse=True)
def any_commit(monkeypatch):
    """Commits of these records need not exist."""
    monkeypatch.setattr(provenance, "commit_problem", lambda commit: "")


@pytest.fixture
def kept(tmp_path):
    """A folder `benchmarks` with one kept folder and its record."""
    folder = tmp_path / "benchmarks" / "study"
    (folder / "tables").mkdir(parents=True)
    (folder / "tables" / "a.csv").write_text("a,b\n1,2\n")
    (folder / "config.toml").write_text("seed = 7\n")
    command = ["--command", "ludus run study", "--commit", "1a2b3c4d", "--minutes", "2.5"]
    assert main([str(folder), *command]) == 0
    return folder


def test_every_kept_file_has_a_record_and_its_digest():
    assert list(problems()) == []


@pytest.mark.skipif(not has_whole_history(), reason="needs the commits of a git repository")
def test_every_commit_of_a_record_is_in_the_history(monkeypatch):
    monkeypatch.undo()
    assert list(unknown_commits()) == []


def test_lost_commits_of_runs_and_of_their_games_are_named(kept, monkeypatch):
    again = ["--files", "tables/a.csv", "--judged-again", "--command", "ludus report RUN", "--commit", "c"]
    assert main([str(kept), *again, "--minutes", "1"]) == 0
    monkeypatch.setattr(provenance, "commit_problem", lambda commit, repository: f"no {commit}")
    assert [problem.split(": ")[1] for problem in unknown_commits(kept.parent)] == ["no 1a2b3c4d", "no c"]
    assert {record.seed for record in read_records(kept)} == {7}, "a report draws nothing: the seed of its games"


def test_a_record_has_the_facts_of_its_run(kept):
    [record] = read_records(kept)
    assert (record.commit, record.command, record.seed, record.minutes) == ("1a2b3c4d", "ludus run study", 7, 2.5)
    assert sorted(record.files) == ["config.toml", "tables/a.csv"]
    assert record.processor
    assert record.cores
    assert list(problems(kept.parent)) == []


def test_changed_new_and_lost_files_are_named(kept):
    (kept / "tables" / "a.csv").write_text("a,b\n1,3\n")
    (kept / "new.csv").write_text("a\n")
    (kept / "config.toml").unlink()
    found = "\n".join(problems(kept.parent))
    assert found.count("\n") == 2
    assert all(name in found for name in ("tables/a.csv", "new.csv", "config.toml"))


def test_empty_fields_are_named(kept):
    content = json.loads((kept / NAME).read_text())
    content["runs"][0]["commit"] = ""
    (kept / NAME).write_text(json.dumps(content))
    [problem] = problems(kept.parent)
    assert "commit" in problem


def test_a_second_run_takes_over_its_files_only(kept):
    (kept / "b.csv").write_text("b\n")
    assert main([str(kept), "--files", "b.csv", "--command", "other --seed 3", "--commit", "c", "--minutes", "1"]) == 0
    assert {record.seed: len(record.files) for record in read_records(kept)} == {7: 2, 3: 1}
    assert list(problems(kept.parent)) == []


def test_files_of_a_later_report_name_the_games_they_were_made_from(kept):
    again = ["--files", "tables/a.csv", "--judged-again", "--command", "ludus report RUN", "--commit", "c"]
    for minutes in ("1", "2"):  # judged a second time, the games stay those of the run
        assert main([str(kept), *again, "--minutes", minutes]) == 0
        records = {record.commit: record for record in read_records(kept)}
        assert list(records["c"].files) == ["tables/a.csv"]
        assert (records["c"].games["commit"], records["c"].games["minutes"]) == ("1a2b3c4d", 2.5)
        assert (list(records["1a2b3c4d"].files), records["1a2b3c4d"].games) == (["config.toml"], None)
    assert list(problems(kept.parent)) == []
    (kept / "new.csv").write_text("b\n")
    with pytest.raises(ValueError, match="records of games"):
        main([str(kept), "--files", "new.csv", *again[2:], "--minutes", "1"])


def test_a_commit_must_be_in_the_history(tmp_path, monkeypatch, capsys):
    def git(*arguments):
        named = ["git", "-C", str(tmp_path), "-c", "user.name=a", "-c", "user.email=a@example.org", *arguments]
        return subprocess.run(named, check=True, capture_output=True, text=True).stdout.strip()

    git("init", "-q")
    commits = []
    for branch in ("main", "side"):
        git("checkout", "-q", "-b", branch)
        git("commit", "-q", "--allow-empty", "-m", branch)
        commits.append(git("rev-parse", "HEAD"))
    git("checkout", "-q", "main")
    assert [bool(commit_problem(commit, tmp_path)) for commit in (*commits, "1a2b3c4d5e", "not recorded")] == [
        False,
        True,
        True,
        False,
    ]
    monkeypatch.setattr(provenance, "commit_problem", lambda commit: commit_problem(commit, tmp_path))
    (tmp_path / "a.csv").write_text("a\n")
    with pytest.raises(SystemExit):
        main([str(tmp_path), "--command", "x", "--commit", commits[1], "--minutes", "1"])
    assert commits[1] in capsys.readouterr().err
    assert not (tmp_path / NAME).exists()


def test_200_cells_drawn_over_all_kept_tables_and_altered_are_caught(tmp_path):
    dice = random.Random(24)
    folders = [path for path in sorted(BENCHMARKS.iterdir()) if path.is_dir()]
    tables = [(folder, file) for folder in folders for file in kept_files(folder) if file.endswith(".csv")]
    by_folder: dict = {}
    for folder, file in dice.choices(tables, k=200):
        by_folder.setdefault(folder, []).append(file)
    missed = []
    for folder, files in by_folder.items():
        copy = tmp_path / "benchmarks" / folder.name
        copy.mkdir(parents=True)
        shutil.copyfile(folder / NAME, copy / NAME)
        for file in kept_files(folder):
            (copy / file).parent.mkdir(parents=True, exist_ok=True)
            (copy / file).symlink_to(folder / file)
        for file in files:
            text = (folder / file).read_text(encoding="utf-8")
            place = dice.choice([place for place, sign in enumerate(text) if sign.isdigit()])
            digit = dice.choice([digit for digit in "0123456789" if digit != text[place]])
            (copy / file).unlink()
            (copy / file).write_text(text[:place] + digit + text[place + 1 :], encoding="utf-8")
            found = list(problems(tmp_path / "benchmarks"))
            missed += [] if len(found) == 1 and file in found[0] else [(folder.name, file, found)]
            (copy / file).unlink()
            (copy / file).symlink_to(folder / file)
        shutil.rmtree(copy)
    assert missed == []


@each("study", ["delve-players", "delve-trees"])
def test_minutes_of_studies_of_delve_are_those_of_their_records(study):
    with (BENCHMARKS / "study-minutes.csv").open(encoding="utf-8") as file:
        used = [float(row["used"]) for row in csv.DictReader(file) if row["study"] == study]
    assert used == [run.facts()["minutes"] for run in read_records(BENCHMARKS / study) if "config.toml" in run.files]
