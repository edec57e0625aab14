"""Configurations come from presets, files and single keys; errors name the source and the allowed values."""

import shlex
import string
import tomllib
from typing import Annotated, Literal

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import Meta

from ludus.lab import Config, Study, registered
from ludus.lab.config import ConfigError, read_config, toml_value, write_toml
from ludus.lab.report_writer import rerun_command
from ludus.util.errors import LudusError, OptionError
from tests.cases import each
from tests.lab.example_study import Breeding, Settings, study
from tests.messages import mentions, missing


@pytest.fixture
def file(tmp_path):
    def write(text):
        path = tmp_path / "mine.toml"
        path.write_text(text)
        return path

    return write


def test_quotes_around_a_value_are_not_a_part_of_it():
    for text in ("label=mcts", 'label="mcts"', "label='mcts'", 'label = "mcts"'):
        assert read_config(study, sets=[text]).label == "mcts"
    assert read_config(study, sets=['games="8"']).games == 8
    assert read_config(study, sets=[r'label="\"mcts\""']).label == '"mcts"'


def test_a_value_that_cannot_be_read_is_shown_in_the_right_form():
    for text, right in (
        ("names=[red,blue]", """--set 'names=["red", "blue"]'"""),
        ("names=red", """--set 'names=["red"]'"""),
        ("names=red, 7", """--set 'names=["red", 7]'"""),
        ('label="mcts', "--set label=mcts"),
    ):
        with pytest.raises(ConfigError) as refused:
            read_config(study, sets=[text])
        assert str(refused.value).endswith(right)


def test_later_layers_win(file):
    path = file("games = 8\n[breeding]\npopulation = 9\n")
    assert read_config(study) == Settings()
    found = read_config(study, path, "tiny", ["games=10", "breeding.rate=0.5", "label=x y"])
    assert found == Settings(generations=2, games=10, figures=False, breeding=Breeding(9, 1, 0.5), label="x y")


def test_lists_on_the_command_line_are_toml():
    assert read_config(study, sets=['names=["a", "b=c"]']).names == ("a", "b=c")
    with pytest.raises(ConfigError, match=mentions("--set", "names=a", "TOML", '"a"')):
        read_config(study, sets=["names=a"])


def test_a_text_needs_no_quotes():
    assert read_config(study, sets=["label=1.5"]).label == "1.5"


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("generation = 3", "mine.toml: … 'generation' … 'generations'"),
        (
            "[breeding]\npopulaton = 3",
            "mine.toml: … 'breeding.populaton' … 'breeding.population'",
        ),
        ("[breding]\npopulation = 3", "mine.toml: … 'breding'"),
        ("breeding = 3", "mine.toml … breeding … 3"),
        ("games = 'many'", "mine.toml … games … 2 or more … 'many'"),
        ("games = 1", "mine.toml … games … 2 or more … 1"),
        ("games = 2.5", "mine.toml … games … 2 or more … 2.5"),
        ("[breeding]\npopulation = 101", "mine.toml: … breeding.population … 2 … 100 … 101"),
        ("[breeding]\nrate = -1", "mine.toml: … breeding.rate … 0 … 1 … -1"),
        ("names = 'red'", "mine.toml … names … list … 'red'"),
        ("names = ['red', 3]", "mine.toml … names … ['red', 3]"),
        ("names = []", "mine.toml … names … []"),
        ("seed = [1]", "mine.toml … seed … [1]"),
        ("figures = 'maybe'", "mine.toml … figures … 'maybe'"),
        ("games == 3", "mine.toml: … TOML … line 1 … column 8"),
        ("games = 3\ngames = 4\n", "mine.toml: … TOML … line 2 … column 10"),
    ],
)
def test_a_wrong_file_is_reported(file, text, complaint):
    with pytest.raises(ConfigError) as error:
        read_config(study, file(text))
    assert not missing(error.value, complaint)


@each(
    ("sets", "complaint"),
    [
        ("gmaes=3", "--set … gmaes=3 … 'gmaes' … 'games'"),
        ("games", "--set games: write KEY=VALUE"),
        ("games=few", "--set … games=few … 2 … 'few'"),
        ("breeding=3", "--set … breeding=3 … 'breeding' … 'breeding.rate'"),
        ("breeding.rate=2", "--set … breeding.rate=2 … 0 … 1 … '2'"),
    ],
)
def test_a_wrong_key_on_the_command_line_is_reported(sets, complaint):
    with pytest.raises(LudusError) as error:
        read_config(study, sets=[sets])
    assert not missing(error.value, complaint)


def test_unknown_presets_and_files_are_reported(tmp_path):
    with pytest.raises(LudusError, match=mentions("toy", "'tny'", "'tiny'")):
        read_config(study, preset="tny")
    with pytest.raises(LudusError, match=r"none.toml: cannot be read: there is no such file"):
        read_config(study, tmp_path / "none.toml")
    (tmp_path / "latin.toml").write_bytes(b"label = '\xe9'")
    with pytest.raises(ConfigError, match=r"latin.toml: this is not UTF-8 text"):
        read_config(study, tmp_path / "latin.toml")


def test_a_missing_required_key_is_reported():
    class Strict(Config, frozen=True, kw_only=True):
        games: int
        kind: Literal["a", "b"] = "a"

        def __post_init__(self):
            if self.games == 13:
                raise OptionError("games=13 brings bad luck")

    strict = Study("strict", "", Strict, print, print)
    with pytest.raises(ConfigError, match="strict: games must be given"):
        read_config(strict)
    with pytest.raises(ConfigError, match=mentions("--set", "kind=c", "'c'")):
        read_config(strict, sets=["games=1", "kind=c"])
    with pytest.raises(OptionError, match="games=13 brings bad luck"):
        read_config(strict, sets=["games=13"])


class Every(Config, frozen=True, kw_only=True):
    """A key of every kind."""

    whole: Annotated[int, Meta(description="Any number.\nOn two lines.")] = 0
    real: float = 0.0
    text: str = ""
    maybe: int | None = None
    truth: bool = False
    list_: list[str] = []  # noqa: RUF012 - each gets its own
    table: dict[str, float] = {}  # noqa: RUF012
    pairs: tuple[tuple[int, str], ...] = ()
    breeding: Breeding = Breeding()


every = Study("every", "", Every, print, print)
texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=8)


@given(
    st.builds(
        Every,
        seed=st.integers(-(2**62), 2**62),
        whole=st.integers(-(2**62), 2**62),
        real=st.floats(allow_nan=False, allow_infinity=False),
        text=texts,
        maybe=st.none() | st.integers(0, 9),
        truth=st.booleans(),
        list_=st.lists(texts, max_size=3),
        table=st.dictionaries(texts, st.floats(allow_nan=False, allow_infinity=False), max_size=3),
        pairs=st.lists(st.tuples(st.integers(0, 9), texts), max_size=2).map(tuple),
        breeding=st.builds(Breeding, population=st.integers(2, 100), rate=st.floats(0, 1)),
    )
)
def test_a_configuration_reads_back_from_its_file(tmp_path_factory, config):
    path = tmp_path_factory.mktemp("config") / "config.toml"
    path.write_text(write_toml(config), encoding="utf-8", newline="")
    assert read_config(every, path) == config


@given(st.text(string.printable + "é\x7f\x00\u2028", max_size=12))
def test_a_text_is_written_as_toml_reads_it(text):
    assert tomllib.loads(f"x = {toml_value(text)}")["x"] == text


def test_a_file_explains_its_keys():
    lines = write_toml(Settings(games=9)).splitlines()
    assert lines[:2] == ["# The same seed gives the same tables. whole number", "seed = 1"]
    assert "# label = (not set)" in lines
    assert lines[lines.index("[breeding]") - 1] == "# How weights evolve."
    assert "games = 9" in lines


def test_the_command_that_makes_a_run_again(tmp_path):
    config = Settings(seed=7, label="a b", names=("x",), breeding=Breeding(5))
    text = rerun_command(tmp_path, study, msgspec.to_builtins(config))
    sets = [word for word in shlex.split(text)[3:] if word != "--set"]
    assert read_config(study, sets=sets) == config


def test_a_word_that_is_nearly_right_is_offered():
    class Words(Config, frozen=True, kw_only=True):
        schemes: tuple[Literal["progressive", "weak-op"], ...] = ()
        kind: Literal["linear", "tree"] | None = None

    words = Study("words", "", Words, print, print)
    with pytest.raises(ConfigError, match=mentions("'progresive'", "schemes[0]", "'progressive'")):
        read_config(words, sets=['schemes=["progresive"]'])
    with pytest.raises(ConfigError, match=mentions("'linaer'", "'linear'")):
        read_config(words, sets=["kind=linaer"])


def test_the_configuration_of_another_study_is_recognised(file):
    told = r"no key named 'whole'.*All its keys belong to the study every, not to toy"
    with registered(every), pytest.raises(ConfigError, match=told):
        read_config(study, file(write_toml(Every())))


def test_a_key_that_is_no_text_is_rejected():
    with pytest.raises(ConfigError, match="--set label: this is not UTF-8 text"):
        read_config(study, sets=["label=\udcff"])
