"""The page of a report says once how many claims hold."""

from ludus.report.report_html import verdict_summary
from ludus.report.report_model import Report, Verdict


def summary(answer):
    verdicts = [Verdict("a claim", "holds", "a reason"), Verdict("another", "fails", "a reason")]
    return [*verdict_summary(Report("a study", [answer], verdicts))]


def test_the_verdicts_are_summed_up_unless_the_answer_does_so():
    assert len(summary("An answer.")) == 1
    assert "2 claims were tested" in summary("An answer.")[0]
    assert summary("Of 2 claims 1 hold, 1 fail and 0 are undecided.") == []
