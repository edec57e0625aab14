"""One report gives files, plain data, a page and messages for the Studio."""

import msgspec
import pytest

from ludus.report.report_files import report_data, report_files
from ludus.report.report_model import Command, Figure, File, Report, Section, TextDrawing, Verdict
from ludus.report.table_model import Column, Table
from ludus.stats import Estimate
from ludus.studio.report_conversion import report_message
from ludus.util.errors import ContractError

COLUMNS = [
    Column.text("card"),
    Column.integer("games", on_screen=False),
    Column.share("wins"),
    Column.difference("gain"),
    Column.number("turns"),
]
HALF = Estimate(0.5, 0.4, 0.6, 10)
TABLE = Table("cards", COLUMNS, [["A & B", 10, HALF, HALF, HALF], ["C", 5, HALF, None, None]], "Cards", screen_rows=[1])
REPORT = Report(
    "A list",
    ["It is good.", "Very."],
    [
        TABLE,
        TextDrawing("Curve", "<->"),
        Figure("curve", "<svg/>", "A picture."),
        Command("ludus match locm", "a game"),
        File("cards.csv", "content"),
        File("curve.png", b"PNG"),
        File("data.json", {"a": 1}),
        "A note.",
    ],
    {"seed": "1"},
)


def test_files_are_the_page_texts_tables_figures_and_images():
    files = report_files(REPORT)
    assert list(files) == ["report.html", "cards.csv", "cards_table.csv", "curve.svg", "curve.png", "data.json"]
    assert files["data.json"] == b'{\n "a": 1\n}\n'
    assert files["cards.csv"] == "content"
    assert files["cards_table.csv"] == TABLE.csv()
    page = files["report.html"]
    for text in (
        '<ul class="answer"><li>It is good.</li><li>Very.</li></ul>',
        "<figure><svg/><figcaption>A picture.</figcaption></figure>",
        "<h2>Curve</h2><pre>&lt;-&gt;</pre>",
        "<th>card</th><th>wins, %</th><th>gain, %</th><th>turns</th>",
        '<td class="text" data-heading="card">A &amp; B</td>'
        '<td class="number" data-heading="wins, %">50.0 <span class="interval">[40.0, 60.0]</span></td>',
        '<p class="lead">A note.</p>',
        "<tr><th>a game</th><td><code>ludus match locm</code></td></tr>",
        "Other files in this folder: cards_table.csv, cards.csv, curve.png, data.json.",
    ):
        assert text in page


def test_plain_data_has_all_columns_and_rows():
    data = report_data(REPORT)
    assert list(data) == ["title", "answer", "facts", "tables", "commands", "notes"]
    assert data["tables"]["cards"][1]["games"] == 5
    assert data["commands"] == {"a game": "ludus match locm"}
    assert data["notes"] == ["A note."]


def test_a_message_for_the_studio_names_kinds_of_columns():
    message = msgspec.to_builtins(report_message(REPORT))
    (sheet,) = message["sheets"]
    assert [column["kind"] for column in sheet["columns"]] == ["text", "count", "share", "difference", "number"]
    assert [column["shown"] for column in sheet["columns"]] == [True, False, True, True, True]
    assert sheet["shown"] == [1]
    assert sheet["rows"][1] == ["C", 5, {"value": 0.5, "low": 0.4, "high": 0.6}, None, None]
    assert message["texts"] == {"Curve": "<->"}
    assert [picture["name"] for picture in message["pictures"]] == ["curve.svg"]
    assert message["files"] == {"cards.csv": "content"}


def test_parts_are_found_in_sections_and_outside():
    report = Report("", [], [TABLE, Section("s", ["text", Verdict("a", "holds", "b")])])
    assert report.all(str) == ["text"]
    assert [table.name for table in report.tables()] == ["cards", "claims"]
    with pytest.raises(ContractError, match="two of table cards"):
        Report("", [], [TABLE, Section("s", [TABLE])])


def test_an_answer_is_a_list_of_sentences():
    with pytest.raises(ContractError, match="list of sentences"):
        Report("", "It depends.")
