"""Players have names of their own; shortened names stay different."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludus.arena.player_names import player_names, read_named_bot, short_names
from ludus.util.errors import OptionError
from tests.cases import each


@each(
    ("text", "parts"),
    [
        ("random", (None, "random")),
        ("fast=cmd:./bot --fast=1", ("fast", "cmd:./bot --fast=1")),
        ("cmd:./bot --fast=1", (None, "cmd:./bot --fast=1")),
        ("mcts:iterations=400", (None, "mcts:iterations=400")),
        ("deep one=mcts:iterations=400", ("deep one", "mcts:iterations=400")),
        ("coac+greedy:weights=mine.json", (None, "coac+greedy:weights=mine.json")),
        ("lines:./b a=b", (None, "lines:./b a=b")),
        ("me=bots.py:Rusher:speed=3", ("me", "bots.py:Rusher:speed=3")),
        ("me=lines:./b", ("me", "lines:./b")),
        ("dir=1/bots.py:Rusher", ("dir", "1/bots.py:Rusher")),
    ],
)
def test_a_name_is_what_is_before_the_first_equals_sign(text, parts):
    assert read_named_bot(text) == parts


def test_a_file_with_an_equals_sign_in_its_path_is_a_file(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a=b.py").write_text("")
    assert read_named_bot("a=b.py:Rusher") == (None, "a=b.py:Rusher")


@each("text", ["=cmd:./bot", "fast=", "a,b=random", 'a"=random', "x\ny=random", f"{'x' * 41}=random"])
def test_texts_that_are_no_names_are_refused(text):
    with pytest.raises(OptionError):
        read_named_bot(text)


def test_bots_without_a_name_have_the_names_of_before():
    assert player_names(["random", "a", "random"], [None] * 3) == ["random #1", "a", "random #2"]
    assert player_names(["random", "a", "random"], [None, None, "b"]) == ["random", "a", "b"]


def test_the_part_that_differs_is_kept():
    texts = [f"cmd:./contest/entries/a-very-long-folder/bot --depth {k} --table big" for k in (3, 4)]
    for text, depth in zip(short_names(texts, 24), "34", strict=True):
        assert f"h {depth} " in text
        assert len(text) <= 24
    ends = short_names(["python3 bots/one/strong_bot_v1", "python3 bots/one/strong_bot_v2"], 20)
    assert [text[-2:] for text in ends] == ["v1", "v2"]
    assert short_names(["greedy", "x" * 30], 10) == ["greedy", "x" * 9 + "…"]


@given(st.lists(st.text("ab…", min_size=1, max_size=40), unique=True, max_size=9), st.integers(8, 20))
def test_different_names_stay_different(names, width):
    short = short_names(names, width)
    assert len(set(short)) == len(names)
    assert all(len(text) <= width for text in short)
