"""Reports as messages of the protocol."""

from ludus.report.report_model import Command, Report
from ludus.report.table_model import Column, Table
from ludus.studio.report_conversion import report_message


def test_texts_name_files_of_the_user_and_commands_keep_their_paths():
    file = "/home/x/content/mine.toml"
    table = Table("cards", [Column.text("card"), Column.share("one", file)], [["Owl", 0.5]], f"Cards of {file}")
    command = Command(f"ludus match tribute -o cards={file}", "see it")
    report = Report(title=f"Tribute: {file}", answer=[f"{file}: nothing"], parts=[table, command], facts={})
    message = report_message(report, "/home/x/content")
    (sheet,) = message.sheets
    texts = (message.title, message.answer[0], sheet.about, sheet.columns[1].title)
    assert all("@mine.toml" in text and "/home" not in text for text in texts)
    assert file in next(iter(message.commands.values()))
    assert report_message(report).title == report.title


def test_advice_names_the_fields_of_the_form_and_not_the_options_of_the_command():
    advice = "Play more games (-n), or name another bot that plays it (--win-rate)."
    message = report_message(Report(title="x", answer=[advice], parts=[advice], facts={}))
    assert message.answer == message.notes == ["Play more games, or name another bot that plays it (field win_rate)."]
