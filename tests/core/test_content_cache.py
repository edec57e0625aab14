"""Content is loaded once for a set of options, and again when its file changes."""

import dataclasses
from pathlib import Path

import numpy as np
import pytest

import ludus
from ludus.core.content_cache import MAX_CONTENTS, load_content
from ludus.games.locm.card_list import OFFICIAL_CARDS
from tests.cases import each

GAMES = ("delve", "dominion", "locm", "platformer", "tribute")


@each("name", GAMES)
def test_content_is_kept_and_equals_freshly_loaded_content(name: str) -> None:
    game = ludus.load_game(name)
    kept = load_content(game, {})
    assert load_content(game, {}) is kept
    assert kept.digest == game.content().digest
    assert game.content() is not kept


def test_edited_card_file_is_seen_in_the_next_game(tmp_path: Path) -> None:
    file = tmp_path / "cards.csv"
    text = OFFICIAL_CARDS.read_text(encoding="utf-8")
    file.write_text(text, encoding="utf-8")
    before = ludus.new_game("locm", 1, version="1.2", cards=str(file)).content.digest
    assert "1,Slimer,creature,1,2,1" in text
    file.write_text(text.replace("Slimer", "Slamer"), encoding="utf-8")
    renamed = ludus.new_game("locm", 1, version="1.2", cards=str(file)).content
    assert renamed.labels.name(0) == "Slamer"
    file.write_text(text.replace("1,Slimer,creature,1,2,1", "1,Slimer,creature,1,3,1"), encoding="utf-8")
    assert ludus.new_game("locm", 1, version="1.2", cards=str(file)).content.digest != before


def test_relative_path_depends_on_the_folder(tmp_path: Path, monkeypatch) -> None:
    text = OFFICIAL_CARDS.read_text(encoding="utf-8")
    for folder, name in (("one", "Slimer"), ("two", "Slamer")):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "cards.csv").write_text(text.replace("Slimer", name), encoding="utf-8")
        monkeypatch.chdir(tmp_path / folder)
        assert ludus.new_game("locm", version="1.2", cards="cards.csv").content.labels.name(0) == name


def test_options_of_different_types_are_different() -> None:
    game = ludus.load_game("tribute")
    assert load_content(game, {"turn_limit": 1}).data["turn_limit"] == 1
    with pytest.raises(ludus.LudusError):
        load_content(game, {"turn_limit": True})


def test_shared_game_data_are_read_only() -> None:
    content = load_content(ludus.load_game("tribute"), {})
    with pytest.raises(ValueError, match="read-only"):
        content.data["turn_limit"] = 3


def test_games_of_seeded_content_have_their_own_game_data() -> None:
    one, two = (ludus.new_game("locm", seed, version="1.5").content for seed in (1, 2))
    assert not np.array_equal(one.data, two.data)


def test_a_game_that_does_not_track_its_files_is_loaded_each_time() -> None:
    tribute = ludus.load_game("tribute")
    game = dataclasses.replace(tribute, name="untracked", load=lambda options: tribute.load(options))
    assert load_content(game, {}) is not load_content(game, {})


def test_number_of_kept_contents_is_limited() -> None:
    game = ludus.load_game("tribute")
    first = load_content(game, {"turn_limit": 100})
    for turns in range(101, 101 + MAX_CONTENTS):
        load_content(game, {"turn_limit": turns})
    assert load_content(game, {"turn_limit": 100}) is not first
