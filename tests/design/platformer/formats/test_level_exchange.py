"""Export and import of levels: files beside them, checks, rating."""

import pytest

from ludus.design.platformer.difficulty.challenges import find_challenges
from ludus.design.platformer.difficulty.failure_model import predict
from ludus.design.platformer.difficulty.rating import rate_level
from ludus.design.platformer.formats.level_exchange import export_level, import_level, load_foreign_level
from ludus.design.platformer.formats.tileset import TILESET_PNG
from ludus.games.platformer.level import write_level
from ludus.games.platformer.level_files import read_level
from ludus.games.platformer.options import find_level, with_movement_files
from ludus.util.errors import ContentError, OptionError
from tests.design.platformer.formats.samples import SUFFIXES, written

PIT = """level Pit
cells
############
#oooo###ooo#
#oooo###ooo#
#####ooooo##
#####ooooo##
#####ooooo##
#####ooooo##
############

start 1 5
exit 10 5
"""
BLOCKED = """level Blocked
cells
############
#oootttoooo#
############

start 1 1
exit 10 1
saw 4 1 period 30 phase 0
"""


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_an_exported_level_is_imported_checked_and_rated(tmp_path, suffix):
    file = tmp_path / f"school{suffix}"
    export_level("trap-school", file)
    said = []
    text = import_level(file, said.append)
    level = read_level(text)
    if suffix != ".csv":
        assert text == write_level(find_level("trap-school"))
    assert "35 x 9 cells" in said[0]
    assert "1 wall-spikes" in said[0]
    assert said[1].startswith("Checked")
    challenges = find_challenges(level)
    assert f"{100 * predict(challenges).failure:.0f} %" in said[-1]
    assert f"{rate_level(challenges).difficulty:.2f}" in said[-1]


def test_the_picture_of_tiles_is_written_once_and_never_replaced(tmp_path):
    tiles = tmp_path / TILESET_PNG.name
    notes = export_level("tower", tmp_path / "tower.tmx")
    assert str(tiles) in notes[-1]
    assert tiles.read_bytes() == TILESET_PNG.read_bytes()
    tiles.write_bytes(b"painted")
    notes = export_level("tower", tmp_path / "tower.ldtk")
    assert "kept" in notes[-1]
    assert tiles.read_bytes() == b"painted"
    export_level("tower", tmp_path / "elsewhere.csv")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["elsewhere.csv", tiles.name, "tower.ldtk", "tower.tmx"]


def test_a_picture_goes_out_and_not_in(tmp_path):
    pytest.importorskip("matplotlib")
    notes = export_level("tower", tmp_path / "tower.png")
    assert "cannot be read back" in notes[-1]
    assert (tmp_path / "tower.png").read_bytes().startswith(b"\x89PNG")
    with pytest.raises(ContentError, match="PNG"):
        import_level(tmp_path / "tower.png", print)


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_a_level_that_cannot_be_finished_is_described_and_refused(tmp_path, suffix):
    file = tmp_path / f"level{suffix}"
    for text, word, place in (
        (BLOCKED, "saw 4 1", {".tscn": "Traps/saw_4_1", ".csv": "line 5, column E"}.get(suffix, "traps")),
        (PIT, "exit 10 5", {".tscn": "Markers/exit_10_5", ".csv": "line 6, column K"}.get(suffix, "markers")),
    ):
        file.write_text(written(read_level(text), suffix), encoding="utf-8")
        said = []
        with pytest.raises(ContentError) as caught:
            import_level(file, said.append)
        assert len(said) == 1
        assert "1 exit" in said[0]
        for part in (str(file), word, place):
            assert part in str(caught.value)


def test_a_level_unlike_generated_ones_is_imported_and_said_to_be_so(tmp_path):
    level = read_level(BLOCKED.replace("saw 4 1 period 30 phase 0", "").replace("ttt", "ooo"))
    file = tmp_path / "free.tmx"
    file.write_text(written(level, ".tmx"), encoding="utf-8")
    said = []
    import_level(file, said.append)
    assert any("without traps" in sentence for sentence in said)


def test_other_files_are_refused(tmp_path):
    with pytest.raises(OptionError, match=r"\.doc"):
        export_level("tower", tmp_path / "tower.doc")
    for name, word in (
        ("x.doc", ".tmx"),
        ("x.level", "inspect"),
        ("no.tmx", "no such file"),
        ("no\0.csv", "no such file"),
    ):
        with pytest.raises(ContentError, match=word):
            import_level(tmp_path / name, print)
    (tmp_path / "folder.tmx").mkdir()
    with pytest.raises(ContentError, match="no file"):
        import_level(tmp_path / "folder.tmx", print)
    (tmp_path / "latin.csv").write_bytes("level,é".encode("latin-1"))
    with pytest.raises(ContentError, match="UTF-8"):
        import_level(tmp_path / "latin.csv", print)


def test_a_level_of_another_physics_keeps_it_and_that_is_said(tmp_path):
    level = with_movement_files(find_level("first-steps"), "double-jump")
    (tmp_path / "mine.level").write_text(write_level(level))
    notes = export_level(str(tmp_path / "mine.level"), tmp_path / "mine.csv")
    assert any("Double jump" in note for note in notes)
    assert load_foreign_level(tmp_path / "mine.csv").level == level
    sentences = []
    text = import_level(tmp_path / "mine.csv", sentences.append)
    assert read_level(text) == level
    assert any("Double jump" in sentence for sentence in sentences)
    assert any("NOT CALIBRATED" in sentence for sentence in sentences)
