"""Tests of tools/provenance.py: records of kept files, and what is wrong with them."""

import json
import random
import shutil

import pytest

from tools.provenance import BENCHMARKS, NAME, kept_files, main, problems, read_records


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
