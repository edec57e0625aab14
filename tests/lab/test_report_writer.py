"""A report is one self-contained page with its provenance."""

import json
import re
from html.parser import HTMLParser

import pytest

from ludus.backends import Threads
from ludus.core.replay import Replay
from ludus.lab import Column, Figure, File, Report, Section, Table, Verdict, run
from ludus.lab.event_log import format_duration, stage_timings
from ludus.report.report_html import _part_html, verdict_summary
from ludus.util.errors import ContractError
from tests.cases import each
from tests.lab.example_study import Settings, study
from tests.messages import mentions, missing


@pytest.fixture(scope="module")
def page(tmp_path_factory):
    from ludus.core.game_registry import registered_game
    from ludus.testing.example_games import auction

    folder = tmp_path_factory.mktemp("runs") / "a run"
    with registered_game(auction.game):
        return run(study, Settings(), folder, Threads(1)).folder / "report.html"


class Checker(HTMLParser):
    """Sees that every element is closed, and collects what is linked and loaded."""

    VOID = ("meta", "br", "link", "img")

    def __init__(self):
        super().__init__()
        self.open, self.links, self.loaded, self.names = [], [], [], []

    def handle_starttag(self, tag, attributes):
        values = dict(attributes)
        if tag == "a":
            self.links.append(values["href"])
        self.loaded += [values[name] for name in ("src", "data", "srcset") if name in values]
        self.loaded += [values["href"]] if tag == "link" else []
        self.names += [values["id"]] if "id" in values else []
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attributes):
        self.handle_starttag(tag, attributes)
        self.open.pop()

    def handle_endtag(self, tag):
        assert self.open.pop() == tag


def test_the_page_is_whole_and_loads_nothing(page):
    checker = Checker()
    checker.feed(page.read_text())
    assert checker.open == []
    assert checker.loaded == []
    assert len(checker.names) == len(set(checker.names))
    for link in checker.links:
        assert (page.parent / link).is_file(), link
    assert "<script" not in page.read_text()


def test_the_page_tells_all_that_is_known(page):
    text = page.read_text()
    assert "with &lt;luck&gt; &amp; <code>chance</code>" in text
    assert re.search(r'<span class="mark">. (holds|fails|undecided)</span><strong>The first seat is better', text)
    assert re.search(r"\d\d\.\d <small>\[\d\d\.\d, \d\d\.\d\]</small>", text)
    assert f"ludus replay &#x27;{page.parent}&#x27;/replays/first.json" in text
    assert "<pre>ludus run toy</pre>" in text
    assert "<th>seed</th><td><code>1</code>" in text
    assert "<th>games</th><td><code>308</code>" in text
    assert "Play these games again" in text
    assert text.count("<svg") == 2


def test_the_verdict_summary_is_a_sentence(page):
    assert re.search(r"1 claim was tested: 1 (holds|fails|is undecided)\.", page.read_text())
    several = [
        Verdict("a", "holds", ""),
        Verdict("b", "holds", ""),
        Verdict("c", "fails", ""),
        Verdict("d", "fails", ""),
    ]
    summary = verdict_summary(Report("", [""], [Section("", [*several, Verdict("e", "undecided", "")])]))
    assert not missing("".join(summary), "5 claims", "2 hold", "2 fail", "1")


def test_a_file_is_linked_by_its_caption(page):
    assert '<a href="replays/first.json">' in page.read_text()
    assert '<small class="path">replays/first.json</small>' in page.read_text()
    assert "".join(_part_html(File("a.txt", ""), ".")) == '<p><a href="a.txt">a.txt</a></p>'


def test_intervals_of_many_columns_stand_below_their_numbers(page):
    assert '<table class="tight">' not in page.read_text()
    wide = Table("w", [Column.estimate(name) for name in "abcde"], [])
    assert '<table class="tight">' in "".join(_part_html(wide, "."))


def test_times_are_only_in_the_page_and_the_log(page):
    assert "How long it took" in page.read_text()
    for file in page.parent.rglob("*"):
        if file.is_file() and file.name not in ("report.html", "events.jsonl"):
            assert b"seconds" not in file.read_bytes()


def test_a_linked_replay_can_be_seen_again(page):
    from ludus.core.game_registry import registered_game
    from ludus.testing.example_games import auction

    with registered_game(auction.game):
        assert Replay.load(page.parent / "replays" / "first.json").positions()[-1].result is not None


def test_verdicts_are_also_a_table(page):
    lines = (page.parent / "tables" / "claims.csv").read_text().splitlines()
    assert lines[0] == "claim,verdict,because"
    assert lines[1].startswith("The first seat is better,")


def test_files_are_written_as_they_are():
    assert File("a/b.bin", b"\x00").content() == b"\x00"
    assert File("a/b.txt", "é").content() == "é".encode()
    assert json.loads(File("a/b.json", {"x": [1]}).content()) == {"x": [1]}


@each("path", ["../x", "/x", "a//b", "kept/x", "config.toml", "tables/x.csv", "a/.."])
def test_a_file_stays_in_its_folder(path):
    with pytest.raises(ContractError):
        File(path, "")


def test_an_inconsistent_report_is_rejected():
    table = Table("t", [Column.text("a")], [])
    with pytest.raises(ContractError, match="two of table t"):
        Report("", [""], [Section("", [table]), Section("", [table])])
    with pytest.raises(ContractError, match="two of figure f"):
        Report("", [""], [Section("", [Figure("f", "", ""), Figure("f", "", "")])])
    with pytest.raises(ContractError, match=mentions("claims", "verdicts")):
        Report("", [""], [Section("", [Verdict("a", "holds", "b"), Table("claims", [], [])])])
    with pytest.raises(ContractError, match=mentions("undecided", "'maybe'")):
        Verdict("a", "maybe", "b")


def test_a_step_computed_twice_counts_once():
    events = [
        {"what": "generation", "name": "a", "generation": 0, "stage": "s", "games": 5, "seconds": 9.0},
        {"what": "generation", "name": "a", "generation": 0, "stage": "s", "games": 5, "seconds": 1.0},
        {"what": "kept", "name": "a", "stage": "s", "games": 5, "seconds": 1.0},
        {"what": "evolved", "name": "a", "stage": "s", "games": 10, "seconds": 7.0},
    ]
    (pace,) = stage_timings(events).values()
    assert (pace.games, pace.seconds, pace.games_per_second) == (10, 2.0, 5.0)


def test_times_in_words():
    assert [format_duration(x) for x in (4.21, 187, 18720, 59.99)] == ["4.2 s", "3:07 min", "5:12 h", "60.0 s"]
