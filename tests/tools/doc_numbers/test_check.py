"""Tests of the check of numbers: small pages, then all pages of the documentation with altered numbers."""

import random
from collections import Counter

import pytest

from tools.doc_numbers.__main__ import main
from tools.doc_numbers.check import all_pages, check_page, page_name, results_of, write_page
from tools.doc_numbers.kinds import Kinds, KindsError, read_kinds
from tools.doc_numbers.pages import headings, read_page

TABLE = "agent,win,low,high,games\ntree,0.54126,0.5,0.58,1200\nlinear,0.3,0.25,-0.35,3501899\n"
NO_KINDS = Kinds({})


@pytest.fixture
def findings(tmp_path):
    """Return a function that writes a page and returns the findings about it."""
    (tmp_path / "x.csv").write_text(TABLE)

    def run(text, kinds=NO_KINDS):
        page = tmp_path / "page.md"
        page.write_text(text)
        return [str(finding) for finding in check_page(page, kinds, tmp_path)]

    return run


@pytest.mark.parametrize(
    ("shown", "title"),
    [
        ("54.1", "agent=tree: win*100"),
        ("54.13 % [50.0, 58.0]", "agent=tree: win*100, low*100, high*100"),
        ("1,200", "agent=tree: games"),
        ("−0.35", "agent=linear: high"),
        ("3.5 million", "agent=linear: games"),
        ("2", "count"),
    ],
)
def test_a_rounded_cell_is_right(findings, shown, title):
    assert findings(f'It has [{shown}](x.csv "{title}").') == []


@pytest.mark.parametrize(
    ("shown", "title", "names"),
    [
        ("54.2", "agent=tree: win*100", ["page.md:1", "54.2", "54.1"]),
        ("54.1 [50.0, 57.0]", "agent=tree: win*100, low*100, high*100", ["57.0", "58.0"]),
        ("0.35", "agent=linear: high", ["0.35", "-0.35"]),
        ("54.1", "agent=tree: win*100, low*100", ["1 numbers", "names 2"]),
        ("54.1", "agent=forest: win*100", ["forest"]),
        ("54.1", "agent=tree: won*100", ["'won'", "'win'"]),
    ],
)
def test_another_number_is_reported_with_what_is_kept(findings, shown, title, names):
    [finding] = findings(f'It has [{shown}](x.csv "{title}").')
    assert [name for name in names if name not in finding] == []


def test_a_number_without_a_source_is_reported(findings):
    [finding] = findings("# Page\n\nIt has 54.1 %.")
    assert "page.md:3" in finding
    assert "54.1" in finding


def test_kinds_exempt_pages_sections_and_words(findings):
    text = "# Page\n\n## Rules\n\n7 cards\n\n## Results\n\nOver 200\nlevels 3 were won."
    assert len(findings(text)) == 3
    assert len(findings(text, Kinds({}, sections={"page.md": {"Rules": "rules"}}))) == 2
    kinds = Kinds({}, sections={"page.md": {"Rules": "rules"}}, words={"page.md": {"set-up": ["Over 200 levels"]}})
    [finding] = findings(text, kinds)
    assert ": 3 has" in finding
    assert len(findings(text.replace("200", "300"), kinds)) == 3  # the number, the 3, and words that are gone
    assert findings(text, Kinds({}, pages={"page.md": "rules"})) == []


@pytest.mark.parametrize(
    "result",
    [
        "Tree won 73 % of games.",
        "Tree won 2019 battles.",
        "It took 4.7 CPU minutes.",
        "About 25,000 are needed.",
        "Most have a mean cost between 3.4 and 4.0.",
        "It is 7.3 times faster.",
        "It plays 7.3x faster.",
        "Tree wins seven of ten.",
        "It ends so in a quarter of the runs.",
    ],
)
def test_the_kind_of_a_page_or_section_does_not_excuse_a_result(findings, result):
    text = f"# Page\n\n## Rules\n\nA hand has 7 cards, of two kinds.\n\n{result}"
    assert findings(text.replace(result, ""), Kinds({}, pages={"page.md": "rules"})) == []
    for kinds in (Kinds({}, pages={"page.md": "rules"}), Kinds({}, sections={"page.md": {"Rules": "rules"}})):
        assert any("has no source" in finding for finding in findings(text, kinds))
        kinds.words["page.md"] = {"set-up": [result.rstrip(".")]}
        assert findings(text, kinds) == []


def test_a_section_with_references_has_no_kind(findings):
    text = '# Page\n\n## Set-up\n\nOver 200 levels [54.1](x.csv "agent=tree: win*100") are won.'
    assert [": 200 has" in finding for finding in findings(text, Kinds({}, pages={"page.md": "rules"}))] == [True]
    wrong = findings(text, Kinds({}, sections={"page.md": {"Set-up": "rules"}}))
    assert ["has references" in finding for finding in wrong] == [True, False]


def test_words_are_around_a_number_in_one_place(findings):
    kinds = Kinds({}, words={"page.md": {"set-up": ["200 levels"]}})
    assert findings("Over 200 levels", kinds) == []
    [finding] = findings("Over 200 levels, and 200 levels more", kinds)
    assert "2 places" in finding


def test_some_kinds_are_for_words_only(tmp_path):
    file = tmp_path / "kinds.toml"
    file.write_text('only_words = ["set-up"]\n[kinds]\nset-up = "sizes"\n[pages]\n"a.md" = "set-up"\n')
    with pytest.raises(KindsError, match="only words"):
        read_kinds(file)


def test_a_reference_may_be_a_word(findings):
    assert findings('It has [two](x.csv "count") agents, of which [one half](x.csv "agent=tree: low") wins.') != []
    assert findings('It has [two](x.csv "count") agents, of which [half](x.csv "agent=tree: low") wins.') == []
    [finding] = findings('It has [three](x.csv "count") agents.')
    assert "shown three, kept 2" in finding


def test_sections_and_words_that_are_gone_are_reported(findings):
    kinds = Kinds({}, sections={"page.md": {"Rule": "rules"}}, words={"page.md": {"set-up": ["9 levels"]}})
    wrong = findings("# Rules\n", kinds)
    assert len(wrong) == 2
    assert "did you mean 'Rules'" in wrong[0] + wrong[1]


def test_a_kind_must_be_described(tmp_path):
    file = tmp_path / "kinds.toml"
    file.write_text('[kinds]\nrules = "rules"\n[pages]\n"a.md" = "rulez"\n')
    with pytest.raises(KindsError, match="rulez"):
        read_kinds(file)


def test_writing_renders_tables_and_numbers_and_then_all_is_right(findings, tmp_path):
    columns = "agent as Agent, {win*100:.1f} % [{low*100:.0f}, {high*100:.0f}] as Wins"
    block = f"<!-- table: x.csv; rows: win>0.4; columns: {columns} -->"
    text = f'[11.0 %](x.csv "agent=linear: win*100") and [7](x.csv "agent=linear: games")\n\n{block}\n<!-- /table -->\n'
    assert len(findings(text)) == 3
    assert write_page(tmp_path / "page.md")
    written = (tmp_path / "page.md").read_text()
    assert "[30.0 %]" in written
    assert "[3,501,899]" in written
    assert "| Agent | Wins |\n| --- | ---: |\n| tree | 54.1 % [50, 58] |\n" in written
    assert findings(written) == []
    assert not write_page(tmp_path / "page.md")
    [finding] = findings(written.replace("54.1", "54.2"))
    assert "page.md:6" in finding


def test_numbers_in_the_documentation_are_those_of_the_kept_tables(capsys):
    assert main([]) == 0, capsys.readouterr().out


def test_one_page_is_not_called_pages(capsys, monkeypatch):
    monkeypatch.setattr("tools.doc_numbers.__main__.read_kinds", lambda: Kinds({}, not_converted=["one.md"]))
    monkeypatch.setattr("tools.doc_numbers.__main__.all_pages", list)
    assert main([]) == 0
    assert "1 page (one.md)" in capsys.readouterr().out


def test_pages_that_are_not_converted_exist():
    kinds = read_kinds()
    names = {page_name(page) for page in all_pages()}
    listed = {*kinds.not_converted, *kinds.pages, *kinds.sections, *kinds.words}
    assert listed - names == set()


def all_results(kinds):
    """Every number on a page that says a result, with whether it stands in a table written from a kept file.

    These are the numbers of references, those of tables, and all others, also in words, that are exempt at most by the
    words around them. Not among them are numbers of pages and sections with rules, options, definitions and examples,
    unless words beside them say a result.
    """
    for path in all_pages():
        name, page = page_name(path), read_page(path)
        tables = {number for block in page.blocks for number in block.numbers}
        for number in (*results_of(page), *kinds.not_exempt(name, page)):
            yield path, number, number in tables


def altered(text, number, dice):
    """Return the text of a page with another number: one digit is another one, or one word."""
    digits = [place for place in range(number.begin, number.end) if text[place].isdecimal()]
    if not digits:
        other = dice.choice([word for word in ("two", "three", "seven", "nine") if word != number.text.lower()])
        return text[: number.begin] + other + text[number.end :]
    place = dice.choice(digits)
    digit = dice.choice([digit for digit in "0123456789" if digit != text[place]])
    return text[:place] + digit + text[place + 1 :]


@pytest.mark.parametrize("with_tables", [True, False], ids=["of-all", "outside-tables"])
def test_of_200_results_drawn_over_all_pages_and_altered_each_is_caught(with_tables):
    kinds = read_kinds()
    results = [(path, number) for path, number, in_table in all_results(kinds) if with_tables or not in_table]
    assert len(results) > (5_000 if with_tables else 2_000)
    dice = random.Random(24)
    missed = []
    caught = Counter()
    for path, number in dice.sample(results, 200):
        text = altered(path.read_text(encoding="utf-8"), number, dice)
        if check_page(path, kinds, text=text):
            caught[path.name] += 1
        else:
            missed.append((page_name(path), number.line, number.text))
    assert missed == []
    assert len(caught) > 10


@pytest.mark.parametrize(
    "typed",
    [
        "Tree won 71.{:03} % of games.",
        "A game took 71.{:03} minutes.",
        "The mean cost is 71.{:03} here.",
        "It is 71.{:03} times faster.",
        "It plays 71.{:03} million games.",
        "`71.{:03} %` of them",
    ],
)
def test_a_result_typed_into_any_section_of_any_page_is_caught(typed):
    kinds = read_kinds()
    for path in all_pages():
        text, count = path.read_text(encoding="utf-8"), 0
        for heading in reversed(headings(text)):
            count += 1
            text = f"{text[: heading.end()]}\n\n{typed.format(count)}\n{text[heading.end() :]}"
        found = {
            str(finding).partition(" has no source")[0].rpartition(" ")[2]
            for finding in check_page(path, kinds, text=text)
        }
        assert {f"71.{number:03}" for number in range(1, count + 1)} - found == set(), page_name(path)
