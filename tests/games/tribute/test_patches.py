"""Cards of an earlier engine: `patch=2023-02`."""

from pathlib import Path

import pytest

import ludus
from ludus.core.replay import Replay
from ludus.games.tribute import game
from ludus.games.tribute.options import PATCHES
from ludus.util.errors import OptionError
from tests.messages import missing

from .positions import random_game

OLD = {"patch": "2023-02", "patrons": "random"}


def test_the_cards_of_february_2023_differ_from_those_of_today():
    old, today = (game.content(patch=patch).labels.file for patch in ("2023-02", "2025-10"))
    assert (len(old.cards), len(today.cards)) == (113, 125)
    assert set(today.patrons) - set(old.patrons) == {"saint_alessia"}
    changed = [key for key, card in old.cards.items() if card != today.cards[key]]
    assert len(changed) == 34
    assert (old.cards["currency_exchange"].play, old.cards["pilfer"].cost) == ("coin 6, replace 2", 5)
    for deck in old.patrons:
        copies = sum(card.copies for card in old.cards.values() if card.deck == deck)
        assert copies == (19 if deck == "pelin" else 20)


def test_the_default_cards_are_those_of_today():
    assert game.content().digest == game.content(patch="2025-10").digest != game.content(patch="2023-02").digest
    assert all(Path(file).is_file() for file in PATCHES.values())


def test_games_with_old_cards_are_played_and_replayed():
    *_, position = random_game(OLD, 5)
    assert position.end_reason
    replay = Replay.from_position(position, ["random", "random"])
    assert replay.options["patch"] == "2023-02"
    loaded_game, content = replay.load_game()
    assert (loaded_game, content.digest) == (game, position.content.digest)
    ludus.match("tribute", "decision-tree", "random", games=4, **OLD)


def test_unknown_patches_and_a_patch_with_own_cards_are_refused():
    with pytest.raises(OptionError) as refused:
        game.content(patch="2022-05")
    assert not missing(refused.value, "2022-05", *PATCHES)
    with pytest.raises(OptionError) as refused:
        game.content(patch="2023-02", cards="mine.toml")
    assert not missing(refused.value, "2023-02", "mine.toml")
    with pytest.raises(OptionError, match="saint_alessia"):
        game.content(patch="2023-02", patrons="saint_alessia,ansei,pelin,rajhin")
