"""Any options of `ludus make platformer` are read or refused with an error of our own."""

from contextlib import suppress
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import fields

from ludus.cli.inspect_and_make import read_designer_options
from ludus.design.platformer import make_campaign, make_map_elites
from ludus.design.platformer.campaign import parse_curve
from ludus.design.platformer.make import level_spec, make
from ludus.design.platformer.map_elites import GENE_CHOICES
from ludus.design.platformer.options import MakeOptions, check_mode, parse_band, parse_cycle, parse_size
from ludus.util.errors import LudusError, OptionError
from tests.cases import each
from tests.messages import mentions

from .requests import make_request

OPTIONS = sorted(f"--{field.encode_name}" for field in fields(MakeOptions))
VALUES = st.one_of(
    st.text(max_size=12),
    st.integers(-(10**30), 10**30).map(str),
    st.floats().map(str),
    st.tuples(st.integers(-2, 2000), st.sampled_from("x-,:"), st.integers(-2, 2000)).map(
        lambda it: "".join(map(str, it))
    ),
    st.sampled_from(
        ["none", "saw", ",", "saw,saw", "waves:0.2-0.8", "1.2-2", "airy", "start", "vertical-traps", "11x7"]
    ),
)


@given(st.lists(st.tuples(st.sampled_from(OPTIONS), VALUES), max_size=5))
def test_any_options_are_read_or_refused(options):
    with suppress(LudusError):
        _, asks = read_designer_options([word for pair in options for word in pair], MakeOptions, "make platformer")
        check_mode(asks)
        level_spec(asks)
        if asks.curve is not None:
            parse_curve(asks.curve, asks.count)


@given(VALUES)
def test_sizes_bands_and_cycles_are_within_their_limits(text):
    for read, low, high in ((lambda it: parse_size(it, "room"), 1, 999), (parse_band, 0, 1), (parse_cycle, 30, 3600)):
        try:
            one, other = read(text)
        except OptionError:
            continue
        assert low <= one <= high
        assert low <= other <= high


def test_options_of_recorded_and_synthetic_players_exclude_each_other():
    with pytest.raises(OptionError, match="--respawn changes nothing"):
        check_mode(MakeOptions(band="0.4-0.6", sessions="mine.jsonl", respawn="start"))
    assert check_mode(MakeOptions(band="0.4-0.6", sessions="mine.jsonl", player="ann")) == "band"


def asked(monkeypatch, words, module, name):
    """What the work behind a command is handed."""
    seen = []
    monkeypatch.setattr(module, name, lambda *given: seen.extend(given))
    make(read_designer_options(words.split(), MakeOptions, "make platformer")[1], make_request(folder="levels"))
    return seen


def test_an_option_with_its_default_value_counts_as_given(monkeypatch):
    map_ = "--map vertical-traps"
    assert asked(monkeypatch, f"{map_} --rooms 5x1", make_map_elites, "make_map")[2] == ("5x1",)
    assert asked(monkeypatch, map_, make_map_elites, "make_map")[2] == GENE_CHOICES["rooms"]
    band = "--band 0.4-0.6"
    assert asked(monkeypatch, f"{band} --count 1", make_campaign, "report_synthetic_player_campaign")[2] == 1
    assert asked(monkeypatch, band, make_campaign, "report_synthetic_player_campaign")[2] == 10
    curve = "--curve 0.2,0.5,0.8"
    assert asked(monkeypatch, f"{curve} --count 1", make_campaign, "report_curve_campaign")[0] == [0.2]
    assert asked(monkeypatch, curve, make_campaign, "report_curve_campaign")[0] == [0.2, 0.5, 0.8]


@each("words", ["--difficulty 0.5", "--curve 0.2,0.5", "--band 0.4-0.6", "--rooms 1x1"])
def test_a_number_of_players_without_effect_is_refused(words):
    options = read_designer_options(words.split(), MakeOptions, "make platformer")[1]
    with pytest.raises(OptionError, match=mentions("-n", "5", "--map")):
        make(options, replace(make_request(folder="levels"), games=5))


def test_a_map_takes_a_number_of_players(monkeypatch):
    seen = []
    monkeypatch.setattr(make_map_elites, "make_map", lambda name, spec, *_: seen.append(spec.games))
    make(MakeOptions(map="vertical-traps"), replace(make_request(folder="levels"), games=5))
    assert seen == [5]


def test_a_density_of_0_is_refused():
    with pytest.raises(OptionError, match="density"):
        read_designer_options(["--density", "0"], MakeOptions, "make platformer")
