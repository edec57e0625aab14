"""Parts of the report on a training by CMA-ES: figures, table of generations, verdict on win rates, replay files."""

from __future__ import annotations

from typing import Any

import numpy as np

from ludus.lab import Column, Figure, File, Table, Verdict
from ludus.report.charts import Bar, Series, bar_chart, line_chart
from ludus.report.file_and_column_names import file_slug
from ludus.stats import Estimate
from ludus.studies.claims import Claim, above, judge_family, verdict_part

MAX_CURVE_POINTS = 100  # points on a curve; longer evolutions are thinned out


def opponents_figure(notes: list[dict[str, Any]]) -> Figure:
    """Mean payoff of the population against each opponent; long evolutions are thinned out."""
    generations_shown = np.unique(
        np.linspace(0, len(notes) - 1, min(len(notes), MAX_CURVE_POINTS)).astype(int)
    ).tolist()
    names = dict.fromkeys(name for k in generations_shown for name in notes[k]["opponents"])
    lines = [
        Series(name, [notes[k]["mean_against"].get(name, float("nan")) for k in generations_shown]) for name in names
    ]
    title = "The population against its opponents"
    svg = line_chart(generations_shown, lines, title=title, x_title="generation", y_title="games won", percent=True)
    return Figure("progress", svg, f"{title}; lines begin and end as opponents enter and leave.")


def generations_table(notes: list[dict[str, Any]]) -> Table:
    """Every generation with its scores and opponents."""
    rows = [[k, note["score"], note["mean_score"], ", ".join(note["opponents"])] for k, note in enumerate(notes)]
    columns = [
        Column.integer("generation"),
        Column.number("score", "best's score", percent=True),
        Column.number("mean_score", "mean score", percent=True),
        Column.text("opponents"),
    ]
    return Table(
        "generations", columns, rows, "Scores depend on the opponents and are not comparable.", max_shown_rows=20
    )


def win_rate_verdict(goal: float, payoffs: dict[str, Estimate], planned_deals: int, where: str = "The") -> Verdict:
    """Verdict on the claim that the bot reaches a win rate against every rival.

    Args:
        goal: Win rate to reach.
        payoffs: Win rate against each rival, over deals.
        planned_deals: Deals that the configuration fixes, at most, for a rival.
        where: First words of the reason.
    """
    _, rival = min((payoff.low, rival) for rival, payoff in payoffs.items())
    claim = Claim(
        f"it wins at least {100 * goal:.0f} % against each player",
        "this study",
        "",
        f"{where} lowest bound: {payoffs[rival].in_percent()} against {rival}",
        sample_unit="deal",
        parts=tuple((payoff, above(goal)) for payoff in payoffs.values()),
    )
    return verdict_part(judge_family("goal", [claim], {"deal": planned_deals})[0])


def rivals_figure(payoffs: dict[str, Estimate], title: str, where: str = "") -> Figure:
    """Win rates against rivals as bars; `where` follows the title in the caption."""
    hardest = sorted(payoffs.items(), key=lambda item: (item[1].value, item[0]))
    marks = [Bar.of(rival, payoff) for rival, payoff in hardest]
    svg = bar_chart(marks, title=title, percent=True, reference=0.5)
    return Figure("rivals", svg, f"{title}{where}, the hardest rival first; with 95 % intervals.")


def replay_files(replays: dict[str, Any]) -> list[File]:
    """Replays, by `won-against-...`, as files of the report."""
    return [
        File(f"replays/{file_slug(key)}.json", game, f"a game {key.replace('-against-', ' against ', 1)}")
        for key, game in replays.items()
    ]
