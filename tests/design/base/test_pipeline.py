"""The steps of a `make` command."""

from ludus.design.base.pipeline import BeforeAfter, DesignRun


class Recorded(DesignRun[list[int], int, float, str]):
    """Selects the largest of three numbers, and notes its steps."""

    def __init__(self) -> None:
        self.steps: list[str] = []

    def search(self) -> list[int]:
        self.steps.append("search")
        return [3, 9, 4]

    def select(self, candidates: list[int]) -> int:
        self.steps.append("select")
        return max(candidates)

    def validate(self, selection: int) -> float:
        self.steps.append("validate")
        return selection - 0.5

    def report(self, selection: int, validated: float) -> str:
        self.steps.append("report")
        return f"{selection}, {validated} held out"


def test_a_run_searches_selects_validates_and_reports_in_this_order():
    run = Recorded()
    assert run.run() == "9, 8.5 held out"
    assert run.steps == ["search", "select", "validate", "report"]


def test_old_and_new_content_are_named_in_tables():
    assert BeforeAfter("random", 1, 2).versions == (("old", 1), ("new", 2))
