"""Results of Ludus equal the recorded ones, and the tool that compares them reports differences."""

import json
import shutil
from pathlib import Path

import pytest

from tools.pins.__main__ import QUICK, main
from tools.pins.compare import differences, digest_json, digest_svg, is_rewording
from tools.pins.studies import compare_labels, compare_tables, labels

HOME = Path(__file__).parent
# Studies that the slow tests run. delve-trees and platformer-dial take a minute each and are left to the whole check.
# The others have baselines from before the present judge of claims; write these again
# (`python -m tools.pins make --only studies,streams --studies NAMES`) before you add them here.
CHECKED_STUDIES = (
    *("delve-players", "dominion-cards", "dominion-champion", "dominion-landscape", "dominion-networks"),
    *("locm-beyond", "locm-champion", "locm-representation", "platformer-calibration"),
)


@pytest.mark.parametrize("part", QUICK)
def test_some_matches_and_most_of_the_corpus_are_unchanged(part, capsys):
    assert main(["check", "--quick", "--only", part]) == 0, capsys.readouterr().out


@pytest.mark.slow  # runs the studies: about a minute on one core
def test_tables_files_and_streams_of_studies_are_unchanged(capsys):
    status = main(["check", "--only", "studies,streams", "--studies", ",".join(CHECKED_STUDIES)])
    assert status == 0, capsys.readouterr().out


def test_parts_of_the_corpus_and_studies_that_do_not_exist_are_refused(tampered, capsys):
    for arguments in (
        ["check", "--only", "studies", "--studies", "chess"],
        ["record", "--only", "studio", "--runs", "delve-trees"],
    ):
        with pytest.raises(SystemExit):
            main(arguments)
    home = tampered("plain", lambda pins: None)
    assert main(["record", "--only", "runs", "--runs", "chess", "--home", str(home)]) == 1
    assert "chess" in capsys.readouterr().out


@pytest.fixture
def tampered(tmp_path):
    """Return a function that copies the baseline and changes pins of one part."""

    def copy(part, change):
        shutil.copytree(HOME, tmp_path, dirs_exist_ok=True)
        file = tmp_path / f"{part}.json"
        pins = json.loads(file.read_text(encoding="utf-8"))
        change(pins)
        file.write_text(json.dumps(pins), encoding="utf-8")
        return tmp_path

    return copy


def test_a_match_with_another_outcome_is_reported(tampered, capsys):
    name = next(iter(json.loads((HOME / "plain.json").read_text(encoding="utf-8"))))
    home = tampered("plain", lambda pins: pins[name].update(outcomes="0123456789abcdef"))
    assert main(["check", "--quick", "--only", "plain", "--home", str(home)]) == 1
    (line,) = [line for line in capsys.readouterr().out.splitlines() if line.startswith("plain: ")]
    assert name in line
    assert "outcomes was 0123456789abcdef, is " in line


def test_a_renamed_column_differs_from_a_changed_cell():
    expected = {"tables/a.csv": "bot,share\nrandom,0.5\ngreedy,0.7\n"}
    renamed = compare_tables(expected, {"tables/b.csv": "player,share\nrandom,0.5\ngreedy,0.7\n"})
    assert len(renamed) == 2
    assert all(is_rewording(line) for line in renamed)
    (changed,) = compare_tables(expected, {"tables/a.csv": "bot,share\nrandom,0.5\ngreedy,0.8\n"})
    assert not is_rewording(changed)
    assert "row 2" in changed
    assert compare_tables(expected, {}) == ["tables/a.csv: the table is gone"]
    assert compare_tables(expected, expected) == []


def test_a_new_wording_differs_from_new_values():
    expected = {"note": "all of 20 games", "share": 0.5}
    line = differences(digest_json(expected, prose=True), digest_json({"note": "20 games", "part": 0.5}, prose=True))
    assert is_rewording(*line)
    line = differences(
        digest_json(expected, prose=True), digest_json({"note": "all of 21 games", "share": 0.5}, prose=True)
    )
    assert not is_rewording(*line)
    line = differences(digest_json(expected), digest_json({"note": "20 games", "share": 0.5}))
    assert not is_rewording(*line)
    texts = ((1, b"foretold"), (1, b"predicted"), (2, b"foretold"))
    pictures = [digest_svg(b'<text x="%d">%s</text>' % text) for text in texts]
    assert is_rewording(*differences(pictures[0], pictures[1]))
    assert not is_rewording(*differences(pictures[0], pictures[2]))
    reworded, changed = ({"a": f"because\n{text}\n"} for text in ("+3.0 points (alone)", "+4.0 points (single)"))
    assert is_rewording(*compare_tables({"a": "because\n+3.0 points (single)\n"}, reworded))
    assert not is_rewording(*compare_tables({"a": "because\n+3.0 points (single)\n"}, changed))
    assert not is_rewording(*compare_tables({"a": "share\n-3.0\n"}, {"a": "share\n3.0\n"}))


def test_labels_are_reported_with_their_path():
    paths = labels([b"(7, 'fights', 2)", b"(%d, 'deal')" % label_hash(b"(7, 'fights', 2)")])
    assert paths == ["7 > 'fights' 2", "7 > 'fights' 2 > 'deal'"]
    gone, new = compare_labels(paths, ["7 > 'battles' 2", "7 > 'battles' 2 > 'deal'"])
    assert gone.startswith("2 labels are gone: 7 > 'fights' 2;")
    assert new.startswith("2 labels are new: 7 > 'battles' 2;")


def label_hash(text):
    import hashlib

    return int.from_bytes(hashlib.blake2b(text, digest_size=8).digest(), "little")


def test_differences_are_reported_with_the_path_of_the_field():
    assert differences({"a": {"b": 1}, "c": 2}, {"a": {"b": 3}}) == ["a.b was 1, is 3", "c is gone (was 2)"]
