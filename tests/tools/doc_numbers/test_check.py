"""Tests of the check of numbers: small pages, then all pages of the documentation with altered numbers."""

import random
from collections import Counter

import pytest

from tools.doc_numbers.__main__ import main
from tools.doc_numbers.check import all_pages, check_page, page_name, results_of, write_page
from tools.doc_numbers.kinds import Kinds, KindsError, read_kinds
from tools.doc_numbers.pages import read_page

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


def test_of_200_results_drawn_over_all_pages_and_altered_each_is_caught():
    kinds = read_kinds()
    pages = {path: read_page(path) for path in all_pages()}
    results = [(path, number) for path, page in pages.items() for number in results_of(page)]
    dice = random.Random(24)
    missed = []
    caught = Counter()
    for path, number in dice.sample(results, 200):
        digits = [place for place in range(number.begin, number.end) if pages[path].text[place].isdigit()]
        place = dice.choice(digits)
        digit = dice.choice([digit for digit in "0123456789" if digit != pages[path].text[place]])
        altered = pages[path].text[:place] + digit + pages[path].text[place + 1 :]
        if check_page(path, kinds, text=altered):
            caught[path.name] += 1
        else:
            missed.append((page_name(path), number.line, number.text, digit))
    assert missed == []
    assert len(caught) > 1


def test_a_number_typed_into_a_section_of_results_is_caught_on_every_page():
    kinds = read_kinds()
    for path in all_pages():
        name, page = page_name(path), read_page(path)
        sections = {reference.numbers[0].section for reference in page.references if reference.numbers}
        if name in kinds.not_converted or not any(kinds.kind(name, section) == "results" for section in sections):
            continue
        reference = next(it for it in page.references if kinds.kind(name, it.numbers[0].section) == "results")
        typed = page.text[: reference.begin - 1] + "71.3 and " + page.text[reference.begin - 1 :]
        assert any(": 71.3 has no source" in str(finding) for finding in check_page(path, kinds, text=typed)), name
