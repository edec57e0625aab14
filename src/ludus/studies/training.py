"""Training of bots against a portfolio of opponents: scoring, notes of generations, example games.

Report parts of training studies: opponents by generation, win rates against rivals, replays.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

import msgspec
import numpy as np

from ludus.arena.match import Match
from ludus.arena.runner import replay_game, run_match, run_matches
from ludus.backends import Backend
from ludus.bots import CompiledBot
from ludus.core.game import Content, Game
from ludus.core.replay import Replay
from ludus.evolve import Opponent, OpponentPool
from ludus.evolve.opponent_pool import GenerationRecord
from ludus.lab import Column, Figure, File, RunContext, Table, Verdict
from ludus.report.charts import Bar, Series, bar_chart, line_chart
from ludus.report.slugs import file_slug
from ludus.stats import Estimate
from ludus.studies.claims import above, judge


class PortfolioSettings(Protocol):
    """Configuration fields that define the portfolio of opponents."""

    @property
    def anchors(self) -> tuple[str, ...]: ...
    @property
    def guests(self) -> tuple[str, ...]: ...
    @property
    def leaves(self) -> float: ...
    @property
    def enters(self) -> int: ...
    @property
    def room(self) -> int: ...


def portfolio_after(settings: PortfolioSettings, notes: Sequence[dict[str, Any]]) -> list[Opponent]:
    """Opponents in the portfolio after the generations with these notes."""
    portfolio = OpponentPool(settings.anchors, settings.guests, settings.leaves, settings.enters, settings.room)
    return portfolio.after([GenerationRecord(note["best_against"], note["centre"]) for note in notes])


def payoff_matrix(
    game: Game,
    content: Content | Sequence[Content],
    players: Sequence[CompiledBot],
    rivals: Sequence[CompiledBot],
    deals: int,
    seed: int,
    context: RunContext,
) -> np.ndarray:
    """Play every player against every rival, all on the same deals from both seats.

    Args:
        game: The game.
        content: Content, or contents that deals take in turn.
        players: Bots to score.
        rivals: Opponents.
        deals: Deals per pair; each is played from both seats.
        seed: Seed of the deals.
        context: Run context, for backend and progress.

    Returns:
        Mean payoffs by player and rival.
    """
    matches = [Match(game, content, [player, rival], seed) for player in players for rival in rivals]
    outcomes = run_matches(matches, [2 * deals] * len(matches), context.backend, context.advance)
    shares = [match.by_player(outcome)[:, 0].mean() for match, outcome in zip(matches, outcomes, strict=True)]
    return np.array(shares).reshape(len(players), len(rivals))


def mean_of_better_half(genomes: Sequence[np.ndarray], scores: np.ndarray) -> np.ndarray:
    """Mean genome of the better half of a population."""
    better = np.argsort(-scores, kind="stable")[: max(1, len(genomes) // 2)]
    return np.mean(np.array(genomes)[better], axis=0)  # type: ignore[no-any-return]


def opponent_notes(opponents: Sequence[Opponent], shares: np.ndarray, best: int) -> dict[str, Any]:
    """Notes of a generation about its opponents, from the payoffs of every genome against each."""
    return {
        "opponents": [opponent.name for opponent in opponents],
        "best_against": {opponent.name: float(shares[best, j]) for j, opponent in enumerate(opponents)},
        "mean_against": {opponent.name: float(shares[:, j].mean()) for j, opponent in enumerate(opponents)},
    }


def mean_of_last_quarter(notes: Sequence[dict[str, Any]]) -> np.ndarray:
    """Mean centre of the last quarter of an evolution; a mean is stronger than a lucky best."""
    last = notes[-max(1, len(notes) // 4) :]
    return np.mean([note["centre"] for note in last], axis=0)  # type: ignore[no-any-return]


def example_replays(match: Match, name: str, rival: str, games: int, backend: Backend) -> dict[str, Any]:
    """Replays of the first game won and the first game lost, by `won-against-...` and `lost-against-...`."""
    replays, shares = {}, match.by_player(run_match(match, games, backend))[:, 0]
    for word, value in (("won", 1.0), ("lost", 0.0)):
        for number in np.flatnonzero(shares == value)[:1].tolist():
            seated = [(name, rival)[k] for k in match.seating(number)]
            replays[f"{word}-against-{rival}"] = msgspec.to_builtins(
                Replay.from_position(replay_game(match, number), seated)
            )
    return replays


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


def win_rate_verdict(goal: float, payoffs: dict[str, Estimate], where: str = "The") -> Verdict:
    """Verdict on the claim that the bot reaches a win rate against every rival.

    Args:
        goal: Win rate to reach.
        found: Win rate against each rival.
        where: First words of the reason.
    """
    low, rival = min((payoff.low, rival) for rival, payoff in payoffs.items())
    high = min(payoff.high for payoff in payoffs.values())
    state = judge(Estimate(low, low, high, len(payoffs)), above(goal))
    because = f"{where} lowest bound: {payoffs[rival].in_percent()} against {rival}; intervals over deals."
    return Verdict(f"it wins at least {100 * goal:.0f} % against each player", state, because)


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
