"""Ratings by players, 1 to 5 for each level, against deaths and against the difficulty models (thesis, chapter 6).

    plays = rated_plays(load_recordings("people.jsonl"))
    rating_agreement(plays, seed=7)["deaths"]         # rank correlation of ratings and deaths, interval over players
    report_ratings("people.jsonl", options, request)  # `ludus inspect platformer people.jsonl`

The thesis expects ratings to vary less than deaths, but to need a normalization, since players differ in what they call
hard. Here a normalized rating is a rating minus the mean rating of the player. Plays of one player are not independent,
so intervals come from drawing players again (bootstrap), or from leaving one out (jackknife). How consistent a number
is between players is its intraclass correlation: the share of its variance that is due to the level, in levels that two
players or more have rated.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from html import escape
from typing import TYPE_CHECKING

import numpy as np

from ludus.design.base.designer import DesignRequest
from ludus.design.base.report_parts import game_fact
from ludus.design.base.svg_charts import FAINT, GRID, WIDTH, svg_opening
from ludus.design.platformer.difficulty.challenge_models import ChallengeModel
from ludus.design.platformer.difficulty.challenges import find_challenges
from ludus.design.platformer.difficulty.failure_model import FailureModel
from ludus.design.platformer.difficulty.model_uncertainty import FittedModel
from ludus.design.platformer.difficulty.prediction_metrics import spearman
from ludus.design.platformer.difficulty.rating import NoPath, rate_level
from ludus.design.platformer.recordings import RATING_RANGE, Recording
from ludus.design.platformer.recordings.files import load_recordings
from ludus.design.platformer.recordings.replay_conversion import recording_outcome
from ludus.evolve.checkpoint import numpy_generator
from ludus.games.platformer.level import Level
from ludus.report.report_model import Figure, Report
from ludus.report.table_model import Column, Table
from ludus.stats import Estimate
from ludus.stats.distributions import student_t_quantile
from ludus.stats.intervals import mean
from ludus.util.errors import ContentError, OptionError
from ludus.util.text import plural

if TYPE_CHECKING:
    from ludus.design.platformer.options import InspectOptions

SESSIONS_SUFFIX = ".jsonl"
DRAWS = 1000  # of the bootstrap
MIN_PLAYERS = 3  # for an interval
MIN_PLAYS = 4  # for a rank correlation
COMPARED = {
    "deaths": "deaths in the same play",
    "predicted": "predicted share of players that die",
    "koens": "difficulty by Koens' model",
}
HEIGHT, LEFT, TOP, RIGHT, BOTTOM = 460, 70, 50, 24, 60
DOT_COLOUR = "#1e623e"


@dataclass(frozen=True)
class RatedPlay:
    """A play with a rating; model numbers are NaN if the level cannot be rated by models."""

    player: str
    level: int  # number of the level, in order of appearance
    rating: int
    deaths: int
    predicted: float  # share of players that die, by the failure model
    koens: float  # difficulty by the challenge model


@dataclass(frozen=True)
class RatedPlays:
    """All plays with ratings of a file, and their levels."""

    plays: tuple[RatedPlay, ...]
    levels: tuple[Level, ...]
    unrated: int  # plays without a rating

    @cached_property
    def players(self) -> list[str]:
        return list(dict.fromkeys(play.player for play in self.plays))

    def column(self, name: str) -> np.ndarray:
        """Values of all plays: rating, normalized, deaths, predicted or koens."""
        if name == "normalized":
            return self._normalized
        return np.array([float(getattr(play, name)) for play in self.plays])

    @cached_property
    def _normalized(self) -> np.ndarray:
        ratings, owner = self.column("rating"), self.player_numbers
        means = np.bincount(owner, ratings) / np.bincount(owner)
        normalized: np.ndarray = ratings - means[owner]
        return normalized

    @cached_property
    def player_numbers(self) -> np.ndarray:
        numbers = {player: number for number, player in enumerate(self.players)}
        return np.array([numbers[play.player] for play in self.plays])

    @cached_property
    def level_numbers(self) -> np.ndarray:
        return np.array([play.level for play in self.plays])


def rated_plays(recordings: Iterable[Recording], model: ChallengeModel | None = None, name: str = "") -> RatedPlays:
    """Replay recordings with a rating, and rate their levels by models.

    Args:
        recordings: recordings of people or synthetic players.
        model: challenge model of the thesis's kind; by default its linear one.
        name: file of the recordings, for messages.

    Raises:
        ContentError: no recording has a rating.
    """
    plays, numbers, unrated = [], dict[Level, int](), 0
    chances: list[tuple[float, float]] = []
    for recording in recordings:
        if recording.rating is None:
            unrated += 1
            continue
        if recording.level not in numbers:
            numbers[recording.level] = len(numbers)
            chances.append(_model_numbers(recording.level, model))
        number = numbers[recording.level]
        deaths = recording_outcome(recording).deaths
        plays.append(RatedPlay(recording.player, number, recording.rating, deaths, *chances[number]))
    if not plays:
        low, high = RATING_RANGE
        raise ContentError(
            f"none of {plural(unrated, 'play')} has a rating: a line has the key 'rating' with the difficulty for the "
            f"player, {low} (very easy) to {high} (very hard). The Studio asks people for it after each level of its "
            "study; synthetic players give none",
            name or None,
        )
    return RatedPlays(tuple(plays), tuple(numbers), unrated)


def rating_agreement(plays: RatedPlays, seed: int, ratings: str = "rating") -> dict[str, Estimate]:
    """Rank correlation of ratings with deaths and with the models, over plays; intervals over players.

    Args:
        plays: the plays.
        seed: seed of the bootstrap.
        ratings: `rating`, or `normalized` for ratings minus the player's mean.
    """
    return {name: player_bootstrap(plays, _correlation(plays, ratings, name), seed) for name in COMPARED}


def level_consistency(plays: RatedPlays, name: str) -> Estimate:
    """Intraclass correlation of a column by level, in levels with two plays or more.

    The interval comes from leaving out one player after another (jackknife). Drawing players again would not do: a
    player who is drawn twice agrees with themselves.
    """
    values, levels, players = plays.column(name), plays.level_numbers, len(plays.players)
    value = intraclass_correlation(values, levels)
    without = [plays.player_numbers != k for k in range(players)] if players >= MIN_PLAYERS else []
    left = np.array([intraclass_correlation(values[rows], levels[rows]) for rows in without])
    if math.isnan(value) or len(left) == 0 or np.isnan(left).any():
        return Estimate(value, -1.0, 1.0, len(values))
    half = student_t_quantile(players - 1, 0.975) * math.sqrt((players - 1) * float(left.var()))
    return Estimate(value, max(value - half, -1.0), min(value + half, 1.0), len(values))


def intraclass_correlation(values: np.ndarray, groups: np.ndarray) -> float:
    """Share of the variance between groups, ICC(1), from groups of two values or more; NaN if it is not known."""
    _, group, counts = np.unique(groups, return_inverse=True, return_counts=True)
    kept = counts[group.reshape(-1)] > 1
    x, (_, group, counts) = values[kept], np.unique(groups[kept], return_inverse=True, return_counts=True)
    n, k = len(x), len(counts)
    if k < 2 or n <= k:
        return math.nan
    group = group.reshape(-1)
    means = np.bincount(group, x) / counts
    between = float((counts * (means - x.mean()) ** 2).sum()) / (k - 1)
    within = float(((x - means[group]) ** 2).sum()) / (n - k)
    size = (n - float((counts**2).sum()) / n) / (k - 1)  # plays of a level, if all levels had as many
    total = between + (size - 1) * within
    return (between - within) / total if total > 0 else math.nan


def player_bootstrap(plays: RatedPlays, statistic: Callable[[np.ndarray], float], seed: int) -> Estimate:
    """Statistic of rows of plays, with a percentile interval from drawing players again.

    With fewer than three players, or if the statistic is rarely defined, the interval is from -1 to 1.
    """
    everyone = np.arange(len(plays.plays))
    value, players = statistic(everyone), len(plays.players)
    rows = [np.flatnonzero(plays.player_numbers == k) for k in range(players)]
    draws = []
    if players >= MIN_PLAYERS:
        rng = numpy_generator(seed, "ratings")
        for _ in range(DRAWS):
            draws.append(statistic(np.concatenate([rows[k] for k in rng.integers(0, players, players)])))
    known = np.array([draw for draw in draws if not math.isnan(draw)])
    if len(known) < DRAWS // 2:
        return Estimate(value, -1.0, 1.0, len(everyone))
    low, high = np.quantile(known, [0.025, 0.975]).tolist()
    return Estimate(value, low, high, len(everyone))


def report_ratings(file: str, options: InspectOptions, request: DesignRequest) -> Report:
    """Report of the ratings in a file of sessions.

    Raises:
        ContentError: the file cannot be read, or has no ratings.
    """
    with request.progress("replaying", 1, "file") as on_progress:
        plays = rated_plays(load_recordings(file), FittedModel.load(options.model).model, file)
        on_progress(1)
    return _RatingsReport(file, plays, request.seed).report(request, options.model)


def is_sessions_file(name: str) -> bool:
    """Whether a name of content is that of a file of sessions."""
    return name.endswith(SESSIONS_SUFFIX)


def check_ratings_options(names: Sequence[str], options: InspectOptions, request: DesignRequest) -> None:
    """Refuse what changes nothing in a report of ratings.

    Raises:
        OptionError: there are several files, or an option has no effect.
    """
    if len(names) > 1:
        raise OptionError(f"a file of sessions ({SESSIONS_SUFFIX}) is inspected alone, without levels or other files")
    defaults = type(options)()
    for field in options.__struct_fields__:
        if field != "model" and getattr(options, field) != getattr(defaults, field):
            raise OptionError(f"--{field} changes nothing: ratings and deaths are read from {names[0]}")
    if request.games is not None:
        raise OptionError(f"-n {request.games} changes nothing: no synthetic players play; {names[0]} has the plays")


class _RatingsReport:
    """Sentences, tables and the picture of the ratings in a file."""

    def __init__(self, file: str, plays: RatedPlays, seed: int) -> None:
        self.file, self.plays, self.seed = file, plays, seed
        self.by_play = rating_agreement(plays, seed)
        self.normalized = rating_agreement(plays, seed, "normalized")
        self.consistency = {name: level_consistency(plays, name) for name in ("rating", "normalized", "deaths")}

    def report(self, request: DesignRequest, model: str) -> Report:
        plays = self.plays
        return Report(
            title=f"{request.game.title}: ratings of {plural(len(plays.players), 'player')}",
            answer=self._answer(),
            parts=[
                self._agreement_table(),
                self._consistency_table(),
                self._levels_table(),
                self._players_table(),
                Figure("ratings", self._picture(), "A dot for every level; lines are 95 % intervals over its players."),
                "Rank correlations are Spearman's, over plays. Normalized ratings are ratings minus the mean rating of "
                "the player. Intervals are 95 %, by drawing players again, since plays of one player are not "
                "independent; with fewer than three players there are none, and they read -1 to 1. Players are told "
                "apart by their names.",
                "Consistency is the intraclass correlation: the share of variance that is due to the level, in levels "
                "that two players or more have rated. 0 means that players agree no more than by chance. Its interval "
                "comes from leaving out one player after another.",
            ],
            facts={
                "game": game_fact(request),
                "sessions": self.file,
                "plays with a rating": f"{len(plays.plays)} of {len(plays.plays) + plays.unrated}",
                "levels": str(len(plays.levels)),
                "challenges": model,
                "seed": str(self.seed),
            },
        )

    def _answer(self) -> list[str]:
        plays, deaths = self.plays, self.by_play["deaths"]
        lines = [
            f"{plural(len(plays.plays), 'rating')} by {plural(len(plays.players), 'player')}, "
            f"{plays.column('rating').mean():.2f} on average. Rank correlation with deaths in the same play: "
            f"{_text(deaths)}; with the predicted share of players that die: {_text(self.by_play['predicted'])}.",
            f"Normalized by player: {_text(self.normalized['deaths'])} with deaths, "
            f"{_text(self.normalized['predicted'])} with the prediction.",
        ]
        if math.isnan(self.consistency["rating"].value):
            lines.append("No level was rated by two players, so their consistency is not known.")
        else:
            normalized, dying = self.consistency["normalized"], self.consistency["deaths"]
            lines.append(
                f"Of the variance of normalized ratings, the level explains {_text(normalized)}; of deaths, "
                f"{_text(dying)}."
            )
        if len(plays.players) < MIN_PLAYERS:
            lines.append(f"With {plural(len(plays.players), 'player')} there are no intervals.")
        return lines

    def _agreement_table(self) -> Table:
        columns = [
            Column.text("against"),
            Column.estimate("rating", "rank correlation of ratings", shown_digits=2),
            Column.estimate("normalized", "of normalized ratings", shown_digits=2),
            Column.estimate("deaths", "of deaths", shown_digits=2),
        ]
        rows = [
            [
                *(title, _known(self.by_play[name]), _known(self.normalized[name])),
                None
                if name == "deaths"
                else _known(player_bootstrap(self.plays, _correlation(self.plays, "deaths", name), self.seed)),
            ]
            for name, title in COMPARED.items()
        ]
        return Table("agreement", columns, rows, "Ratings against deaths and against the models")

    def _consistency_table(self) -> Table:
        rows = [
            [title, _known(self.consistency[name])]
            for name, title in (
                ("rating", "rating"),
                ("normalized", "normalized rating"),
                ("deaths", "deaths"),
            )
        ]
        return Table(
            "consistency",
            [Column.text("number"), Column.estimate("share", "share of variance due to the level", shown_digits=2)],
            rows,
            "How consistent players are with each other",
        )

    def _level_rows(self) -> list[tuple[int, Estimate, Estimate, Estimate, RatedPlay]]:
        plays, rows = self.plays, []
        for number in range(len(plays.levels)):
            here = plays.level_numbers == number
            first = plays.plays[int(np.flatnonzero(here)[0])]
            values = [_mean_over_players(plays, here, name) for name in ("rating", "normalized", "deaths")]
            rows.append((number, values[0], values[1], values[2], first))
        return sorted(rows, key=lambda row: (-row[1].value, row[0]))

    def _levels_table(self) -> Table:
        columns = [
            Column.text("level"),
            Column.integer("plays"),
            Column.integer("players"),
            Column.estimate("rating", "mean rating", shown_digits=2),
            Column.estimate("normalized", "normalized", shown_digits=2),
            Column.estimate("deaths", "deaths a play", shown_digits=2),
            Column.number("predicted", "predicted share that die"),
            Column.number("koens", "difficulty, Koens' model"),
        ]
        rows = [
            [
                self.plays.levels[number].name,
                int((self.plays.level_numbers == number).sum()),
                rating.count,
                *(rating, normalized, deaths),
                *(None if math.isnan(value) else round(value, 4) for value in (first.predicted, first.koens)),
            ]
            for number, rating, normalized, deaths, first in self._level_rows()
        ]
        return Table("levels", columns, rows, "Levels, the hardest by ratings first")

    def _players_table(self) -> Table:
        columns = [
            Column.text("player"),
            Column.integer("plays"),
            Column.number("rating", "mean rating", shown_digits=2),
            Column.number("deaths", "deaths a play", shown_digits=2),
            Column.number("correlation", "rank correlation of both"),
        ]
        rows = []
        for number, player in enumerate(self.plays.players):
            here = np.flatnonzero(self.plays.player_numbers == number)
            own = _correlation(self.plays, "rating", "deaths")(here)
            rating, deaths = (float(self.plays.column(name)[here].mean()) for name in ("rating", "deaths"))
            rows.append([player, len(here), round(rating, 4), round(deaths, 4), None if math.isnan(own) else own])
        return Table("players", columns, rows, "Players")

    def _picture(self) -> str:
        dots = [
            (first.predicted, rating, self.plays.levels[number].name)
            for number, rating, _, _, first in self._level_rows()
            if not math.isnan(first.predicted)
        ]
        return ratings_svg(dots, "Mean rating of levels by the predicted share of players that die")


def ratings_svg(dots: Sequence[tuple[float, Estimate, str]], title: str) -> str:
    """Chart of mean ratings (1 to 5) by a share: a dot with an interval and a tooltip for each level."""
    low, high = RATING_RANGE
    bottom, right = HEIGHT - BOTTOM, WIDTH - RIGHT

    def x(share: float) -> float:
        return round(LEFT + (right - LEFT) * min(max(share, 0.0), 1.0), 1)

    def y(rating: float) -> float:
        return round(bottom - (bottom - TOP) * (min(max(rating, low), high) - low) / (high - low), 1)

    parts = [svg_opening(HEIGHT, title), f'<text x="{LEFT}" y="24" font-size="14">{escape(title)}</text>']
    for mark in range(low, high + 1):
        at = y(mark)
        parts.append(f'<line x1="{LEFT}" x2="{right}" y1="{at}" y2="{at}" stroke="{GRID}"/>')
        parts.append(f'<text x="{LEFT - 12}" y="{at + 4}" text-anchor="end" fill="{FAINT}">{mark}</text>')
    for share in (0.0, 0.25, 0.5, 0.75, 1.0):
        at = x(share)
        parts.append(f'<text x="{at}" y="{bottom + 20}" text-anchor="middle" fill="{FAINT}">{100 * share:.0f} %</text>')
    for share, rating, name in dots:
        parts.append(
            f"<g><title>{escape(name)}: {rating:.2f}, predicted {100 * share:.0f} %</title>"
            f'<line x1="{x(share)}" x2="{x(share)}" y1="{y(rating.low)}" y2="{y(rating.high)}" stroke="{DOT_COLOUR}"/>'
            f'<circle cx="{x(share)}" cy="{y(rating.value)}" r="5" fill="{DOT_COLOUR}" opacity="0.7"/></g>'
        )
    middle = (TOP + bottom) / 2
    parts.append(
        f'<text x="{(LEFT + right) / 2}" y="{HEIGHT - 14}" text-anchor="middle">predicted share of players that die'
        "</text>"
        f'<text x="24" y="{middle}" text-anchor="middle" transform="rotate(-90 24 {middle})">rating by players</text>'
    )
    return "\n".join([*parts, "</svg>"]) + "\n"


def _correlation(plays: RatedPlays, one: str, other: str) -> Callable[[np.ndarray], float]:
    """Rank correlation of two columns over some plays; NaN for few plays, or if a column is constant there."""

    def statistic(rows: np.ndarray) -> float:
        x, y = plays.column(one)[rows], plays.column(other)[rows]
        known = ~(np.isnan(x) | np.isnan(y))
        return spearman(x[known], y[known]) if known.sum() >= MIN_PLAYS else math.nan

    return statistic


def _mean_over_players(plays: RatedPlays, here: np.ndarray, name: str) -> Estimate:
    """Mean over players of a column in some plays; each player counts once, with the mean of their plays there."""
    owner, values = plays.player_numbers[here], plays.column(name)[here]
    players = np.unique(owner)
    return mean(np.array([values[owner == player].mean() for player in players]))


def _model_numbers(level: Level, model: ChallengeModel | None) -> tuple[float, float]:
    """Predicted share of players that die, and the difficulty by a challenge model; NaN without a path to rate."""
    challenges = find_challenges(level)
    try:
        rating = rate_level(challenges) if model is None else rate_level(challenges, model)
        return FailureModel.load().failure(challenges), rating.difficulty
    except NoPath:
        return math.nan, math.nan


def _known(estimate: Estimate) -> Estimate | None:
    return None if math.isnan(estimate.value) else estimate


def _text(estimate: Estimate) -> str:
    return "not known" if math.isnan(estimate.value) else f"{estimate:.2f}"
