"""Report parts of training studies: opponents by generation, win rates against rivals, replays."""

from __future__ import annotations

from typing import Any

import numpy as np

from ludus.lab import Column, Figure, File, Table, Verdict
from ludus.lab.figures import Bar, Series, bars, curves
from ludus.lab.names import file_name
from ludus.lab.report import State
from ludus.stats import Estimate

MOST_POINTS = 100  # points on a curve; longer evolutions are thinned out


def against_opponents(notes: list[dict[str, Any]]) -> Figure:
    """Mean payoff of the population against each opponent; long evolutions are thinned out."""
    generations_shown = np.unique(np.linspace(0, len(notes) - 1, min(len(notes), MOST_POINTS)).astype(int)).tolist()
    names = dict.fromkeys(name for k in generations_shown for name in notes[k]["opponents"])
    lines = [
        Series(name, [notes[k]["mean_against"].get(name, float("nan")) for k in generations_shown]) for name in names
    ]
    title = "The population against its opponents"
    svg = curves(generations_shown, lines, title=title, x_title="generation", y_title="games won", percent=True)
    return Figure("progress", svg, f"{title}; lines begin and end as opponents enter and leave.")


def generations(notes: list[dict[str, Any]]) -> Table:
    """Every generation with its scores and opponents."""
    rows = [[k, note["score"], note["mean_score"], ", ".join(note["opponents"])] for k, note in enumerate(notes)]
    columns = [
        Column.whole("generation"),
        Column.number("score", "best's score", percent=True),
        Column.number("mean_score", "mean score", percent=True),
        Column.text("opponents"),
    ]
    return Table("generations", columns, rows, "Scores depend on the opponents and are not comparable.", most=20)


def wins_enough(goal: float, found: dict[str, Estimate], where: str = "The") -> Verdict:
    """Verdict on the claim that the bot reaches a win rate against every rival.

    Args:
        goal: Win rate to reach.
        found: Win rate against each rival.
        where: First words of the reason.
    """
    low, rival = min((payoff.low, rival) for rival, payoff in found.items())
    high = min(payoff.high for payoff in found.values())
    state: State = "holds" if low > goal else "fails" if high < goal else "undecided"
    because = f"{where} lowest bound: {found[rival].in_percent()} against {rival}; intervals over deals."
    return Verdict(f"it wins at least {100 * goal:.0f} % against each player", state, because)


def hardest_first(found: dict[str, Estimate], title: str, where: str = "") -> Figure:
    """Win rates against rivals as bars; `where` follows the title in the caption."""
    hardest = sorted(found.items(), key=lambda item: (item[1].value, item[0]))
    marks = [Bar(rival, payoff.value, payoff.low, payoff.high) for rival, payoff in hardest]
    svg = bars(marks, title=title, percent=True, mark=0.5)
    return Figure("rivals", svg, f"{title}{where}, the hardest rival first; with 95 % intervals.")


def shown_games(replays: dict[str, Any]) -> list[File]:
    """Replays, by `won-against-...`, as files of the report."""
    return [
        File(f"replays/{file_name(key)}.json", game, f"a game {key.replace('-against-', ' against ', 1)}")
        for key, game in replays.items()
    ]
