"""The page of a report says once how many claims hold, and shows every state."""

from ludus.report.report_html import VERDICT_SYMBOLS, report_body, verdict_summary
from ludus.report.report_model import VERDICT_STATES, Report, Verdict


def summary(answer):
    verdicts = [Verdict("a claim", "holds", "a reason"), Verdict("another", "fails", "a reason")]
    return [*verdict_summary(Report("a study", [answer], verdicts))]


def test_the_verdicts_are_summed_up_unless_the_answer_does_so():
    assert len(summary("An answer.")) == 1
    assert "2 claims were tested" in summary("An answer.")[0]
    assert summary("Of 2 claims 1 hold, 1 fail and 0 are undecided.") == []


def test_calibration_is_no_claim_and_what_is_not_testable_is_counted():
    states = ("holds", "calibration", "not testable", "not testable")
    report = Report("a study", ["An answer."], [Verdict("a claim", state, "a reason") for state in states])
    (text,) = verdict_summary(report)
    assert "3 claims were tested: 1 holds, 2 are not testable. 1 number is calibration." in text


def test_every_state_has_a_mark_a_class_and_a_row_of_the_table():
    verdicts = [Verdict(f"claim {state}", state, "a reason") for state in VERDICT_STATES]
    report = Report("a study", ["An answer."], verdicts)
    page = "".join(report_body(report, "run"))
    for state in VERDICT_STATES:
        assert f'class="verdict {state.replace(" ", "-")}"' in page
        assert f"{VERDICT_SYMBOLS[state]} {state}" in page
    assert [row[1] for row in report.tables()[0].rows] == list(VERDICT_STATES)
    assert [column.name for column in report.tables()[0].columns] == ["claim", "verdict", "because"]
