"""Weight files of the courtier."""

import json
import math

import numpy as np
import pytest

import ludus
from ludus.bots import load_bot
from ludus.games.tribute import game
from ludus.games.tribute.bots.courtier.weights import (
    BY_HAND,
    GENERAL_WEIGHTS,
    SHIPPED,
    STAGES,
    WEIGHT_SCALE,
    columns,
    names,
    pack_weights,
    read_weights,
    weight_keys,
    weights_data,
    write_weights,
)
from ludus.util.errors import ContentError
from tests.cases import each

DRAFT = tuple(reversed(weight_keys()["favours"]))


def changed(file, change):
    data = json.loads(BY_HAND.read_text())
    change(data)
    file.write_text(json.dumps(data))
    return file


@each("file", [SHIPPED, BY_HAND])
def test_files_that_come_with_the_game_can_be_read_and_say_how_they_were_made(file):
    weights, draft = read_weights(file)
    assert weights.shape == (len(names()),)
    assert len(draft) == len(weight_keys()["favours"])
    assert json.loads(file.read_text())["made by"]


def test_weights_are_the_same_after_writing_and_reading(tmp_path):
    values = np.random.default_rng(1).uniform(-300, 300, len(names()))
    file = tmp_path / "some.json"
    write_weights(file, weights_data(values, DRAFT, "a test"))
    again, draft = read_weights(file)
    assert (pack_weights(again) == pack_weights(values)).all()
    assert draft == DRAFT


def test_every_weight_has_its_place_in_the_record():
    values = np.arange(1, len(names()) + 1)
    record = pack_weights(values)
    packed = [record[field][0][:, places].T.ravel() for field, places in columns().items()]
    assert np.concatenate(packed).tolist() == (values * WEIGHT_SCALE).tolist()


def test_it_drafts_what_its_file_wants_most(tmp_path):
    file = tmp_path / "some.json"
    write_weights(file, weights_data(np.zeros(len(names())), DRAFT, "a test"))
    position = ludus.new_game("tribute", seed=1)
    player = load_bot(game, f"courtier:weights={file}", compiled=False)
    move = player.join(position, 0, 1).choose(position)
    assert DRAFT[0] in position.write_move(move).replace("-", "_").lower()


@pytest.mark.parametrize(
    ("change", "where"),
    [
        (lambda data: data["general"].pop("prestige"), "'prestige' is missing"),
        (lambda data: data["cards"].update(goldd=[1, 2, 3]), "goldd"),
        (lambda data: data["cards"].update(gold=[1, 2]), "cards: gold"),
        (lambda data: data["cards"].update(gold=[1, 2, math.inf]), "cards: gold"),
        (lambda data: data["favours"].update(ansei=[1, True, 3]), "favours: ansei"),
        (lambda data: data.update(draft=["ansei"]), "all patrons"),
        (lambda data: data.update(cards=3), "cards"),
    ],
)
def test_what_is_wrong_in_a_file_is_named(tmp_path, change, where):
    with pytest.raises(ContentError, match=where):
        read_weights(changed(tmp_path / "some.json", change))


def test_a_file_that_is_not_there_or_no_json_is_refused(tmp_path):
    with pytest.raises(ContentError, match="no such file"):
        read_weights(tmp_path / "none.json")
    (tmp_path / "some.json").write_text("{")
    with pytest.raises(ContentError, match="not JSON"):
        read_weights(tmp_path / "some.json")


def test_all_general_weights_are_explained():
    assert all(GENERAL_WEIGHTS.values())
    assert len(STAGES) * sum(map(len, weight_keys().values())) == len(names())
