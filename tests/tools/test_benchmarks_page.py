"""Tests of benchmarks/README.md: its table of folders and its sentence on processors agree with provenance.json."""

import json
import re

from tools.provenance import BENCHMARKS, NOT_RECORDED, read_records

PAGE = (BENCHMARKS / "README.md").read_text(encoding="utf-8")
STATES = ("current", "rows made again are the same", "before ", "not repeated since", "needs ", "as the ", "see its ")


def folder_rows():
    found = re.findall(r"^\| `([a-z0-9-]+)` \| (.+?) \| (.+?) \| (.+?) \|$", PAGE, re.MULTILINE)
    return {folder: (re.findall(r"`([0-9a-f]+)`", commits), state) for folder, _, commits, state in found}


def test_the_table_has_every_folder_with_the_commits_of_its_games():
    folders = sorted(path for path in BENCHMARKS.iterdir() if path.is_dir())
    rows = folder_rows()
    assert list(rows) == [folder.name for folder in folders]
    for folder in folders:
        commits = sorted({run.facts()["commit"][:8] for run in read_records(folder)})
        assert rows[folder.name][0] == commits, folder.name


def test_every_folder_has_a_known_state():
    assert {folder: state for folder, (_, state) in folder_rows().items() if not state.startswith(STATES)} == {}


def test_the_page_counts_and_names_all_runs_without_a_processor():
    records = {file.parent: read_records(file.parent) for file in BENCHMARKS.rglob("provenance.json")}
    total = sum(map(len, records.values()))
    unknown = [(folder, run) for folder, runs in records.items() for run in runs if run.processor == NOT_RECORDED]
    sentence = re.search(r"not recorded for (\d+) of (\d+) runs: of (.+?)\.\s+Nothing", PAGE, re.DOTALL)
    assert sentence is not None
    assert (int(sentence[1]), int(sentence[2])) == (len(unknown), total)
    names = {file for folder, run in unknown if folder == BENCHMARKS for file in run.files}
    names |= {folder.name for folder, _ in unknown if folder != BENCHMARKS}
    assert {*re.findall(r"`([^`]+)`", sentence[3])} - {"measured.csv"} == names


def test_kept_runs_made_what_the_package_has():
    content = BENCHMARKS.parent / "src" / "ludus" / "games" / "dominion" / "content"
    [calibration] = BENCHMARKS.parent.glob("src/**/calibration.toml")
    [forecaster] = BENCHMARKS.parent.glob("src/**/forecaster.toml")
    same_bytes = {
        "platformer-calibration/calibration.toml": calibration,
        "platformer-calibration-forecaster/forecaster.toml": forecaster,
        "dominion-networks-calibrated/fynbo-nellemann.json": content / "fynbo-nellemann-calibrated.json",
        "dominion-champion/steward.json": content / "steward.json",
    }
    for kept, file in same_bytes.items():
        assert (BENCHMARKS / kept).read_bytes() == file.read_bytes(), kept
    kept_networks = json.loads((BENCHMARKS / "dominion-networks" / "fynbo-nellemann.json").read_bytes())["networks"]
    assert kept_networks == json.loads((content / "fynbo-nellemann.json").read_bytes())["networks"]
