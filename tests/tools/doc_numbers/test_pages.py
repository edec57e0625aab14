"""Tests of the numbers that are found on a page."""

from pathlib import Path

import pytest

from tools.doc_numbers.pages import read_page


def plain(text):
    return [number.text for number in read_page(Path("page.md"), text).plain]


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("It won 54.1 % [50.2, 58.0] of 1,000 games.", ["54.1", "50.2", "58.0", "1,000"]),
        ("between -0.3 and −0.1, or +2, 15-50 % or 3–4", ["-0.3", "−0.1", "+2", "15", "50", "3", "4"]),
        ("| 3 | **0.49** |", ["3", "0.49"]),
        ("See [the page 7](other-9.md#part-3) and ![8](9.png).", ["8"]),
        ("`-n 30` and ``a 3``", []),
        ("```bash\nludus 30\n```\n\n    indented 40\n\n- a list\n\n    with 50\n", ["50"]),
        ("On 17 November 2026, in 2015, 2026-11-17, Python 3.11 and 3.12, 4x3 rooms, 3rd", []),
        ("figures 5.3 to 5.9, section 7.1, 30 games of version 1.2, 40 of version 1.0, 1.2 and 1.5", ["30", "40"]),
        ("1. first\n2. second", []),
        ("73. Tree wins\n\n1. first\n2. second\n7. third", ["73", "7"]),
        (
            "It won 2019 battles and won 1999 in May 1950 games, in 2023 % of 2024 games",
            ["2019", "1999", "1950", "2023", "2024"],
        ),
        ("LOCM 73.5 % won, release 71.2 %, page 70 % of games, LOCM 1.2 games", ["73.5", "71.2", "70"]),
        ("Tree wins 73x27, the 72nd percentile, x7.3, .71 of them, and ½", ["73", "72", "7.3", ".71", "½"]),
        ("`73 %` and ``a 70% b``; `-n 30`", ["73", "70"]),
        (
            "    74 % of games\n\n```text\n73 % won in 3\n```\n\n```bash\nludus 30  # 72 % won\n```\n",
            ["74", "73", "72"],
        ),
        ("```python\nprint(73, '%')\n```\n\n```text\n73 %\n```\n\n```console\n$ ludus\n72 %\n```\n", []),
        ("```python\n```\n\nOther words.\n\n```text\n73 %\n```\n", ["73"]),
        ("<img alt='Tree wins 73 %' id='x7'> <p title=\"72 wins\">", ["73", "72"]),
        (
            "Tree won seventy-three per cent, three quarters of the games, twice as many",
            ["seventy-three", "three quarters", "twice"],
        ),
        ("in two deals. Nine of ten. Half of its runs. A hand of five cards, one of two ways", ["two", "Nine", "Half"]),
        ("95 % intervals <!-- 12 --> <span id='x7'>", []),
    ],
)
def test_numbers_outside_code_addresses_and_patterns_are_found(text, numbers):
    assert plain(text) == numbers


def test_a_number_knows_its_line_and_section():
    page = read_page(Path("page.md"), "# One\n\n## Two {#two}\n\ntext\nwith 7\n")
    assert [(number.line, number.section) for number in page.plain] == [(6, "Two")]


def test_a_reference_has_the_numbers_of_its_text_also_over_lines():
    text = 'of [1.5 %\n[1.0, 2.2]](x.csv "method=a:\nvalue*100, low*100, high*100") and 3.5 million'
    page = read_page(Path("page.md"), text)
    [reference] = page.references
    assert [number.text for number in reference.numbers] == ["1.5", "1.0", "2.2"]
    assert reference.line == 1
    assert [(number.text, number.scale) for number in page.plain] == [("3.5", 1e6)]


def test_a_link_to_a_table_without_a_title_is_no_reference():
    page = read_page(Path("page.md"), "[the table 7](x.csv)")
    assert page.references == []
    assert [number.text for number in page.plain] == []
