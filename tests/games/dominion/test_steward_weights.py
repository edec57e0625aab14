"""Weight files of the steward."""

import json
import math

import numpy as np
import pytest

import ludus
from ludus.bots import load_bot
from ludus.games.dominion.bots.steward.weights import (
    BY_HAND,
    NAMES,
    SHIPPED,
    WEIGHT_SCALE,
    StewardWeights,
    pack_weights,
    read_weights,
    weights_data,
)
from ludus.util.errors import ContentError
from tests.cases import each
from tests.messages import mentions


def changed(file, change):
    data = json.loads(BY_HAND.read_text())
    change(data)
    file.write_text(json.dumps(data))
    return file


@each("file", [SHIPPED, BY_HAND])
def test_files_that_come_with_the_game_can_be_read_and_say_how_they_were_made(file):
    assert read_weights(file).shape == (len(NAMES),)
    assert json.loads(file.read_text())["made by"]


def test_weights_are_the_same_after_writing_and_reading(tmp_path):
    values = np.random.default_rng(1).uniform(-300, 300, len(NAMES))
    file = tmp_path / "some.json"
    file.write_text(json.dumps(weights_data(values, "a test")))
    assert (pack_weights(read_weights(file)) == pack_weights(values)).all()


def test_every_weight_has_its_place_in_the_record():
    values = np.arange(1, len(NAMES) + 1)
    record = StewardWeights.over(pack_weights(values))
    places = [record.cards[k, j] for k in range(len(record.cards)) for j in range(6)]
    assert [n for n in places if n] + [record.general[k] for k in range(len(record.general))] == (
        values * WEIGHT_SCALE
    ).tolist()


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        (lambda data: data["cards"].pop("Witch"), "field 'cards': 'Witch' is missing"),
        (lambda data: data["cards"].update(Wich={}), "'Wich' … did you mean … Witch"),
        (lambda data: data["cards"]["Gold"].update(play=1), "field 'Gold': … 'play'"),
        (
            lambda data: data["cards"]["Gold"].update(end="much"),
            "'Gold: end' … 'much'",
        ),
        (lambda data: data["general"].update(money=1e9), "'money' … weight"),
        (lambda data: data["general"].update(money=True), "'money' … weight"),
        (lambda data: data["general"].update(money=10**400), "'money' … weight"),
        (lambda data: data["general"].update(money=math.nan), "'money' … weight"),
        (lambda data: data.update(cards=3), "'cards' … Copper … Silver … Gold"),
    ],
)
def test_mistakes_are_named_by_file_and_field(tmp_path, change, complaint):
    file = changed(tmp_path / "mine.json", change)
    with pytest.raises(ContentError, match=mentions(complaint)) as error:
        load_bot(ludus.load_game("dominion"), f"steward:weights={file}", compiled=False)
    assert "mine.json" in str(error.value)


def test_a_file_that_is_none_is_refused(tmp_path):
    with pytest.raises(ContentError, match="there is no such file with weights"):
        read_weights(tmp_path / "none.json")
    (tmp_path / "text.json").write_text("{")
    with pytest.raises(ContentError, match="not JSON"):
        read_weights(tmp_path / "text.json")
    for content in (b"\xff\xfe", b"[" * 100_000, b"9" * 5000):
        (tmp_path / "text.json").write_bytes(content)
        with pytest.raises(ContentError, match="cannot be read"):
            read_weights(tmp_path / "text.json")
