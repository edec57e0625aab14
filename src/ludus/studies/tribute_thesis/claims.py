"""Claims of the thesis and their verdicts; intervals are over deals, which are played from both seats."""

from __future__ import annotations

from collections.abc import Iterator

from ludus.core.game_registry import load_game
from ludus.games.tribute.card_and_patron_lookups import patron_names
from ludus.stats import proportion
from ludus.studies.claims import Claim, above_mark, judge_family, negated
from ludus.studies.tribute_thesis.config import GAME, FiveBots, planned_deals, tournament_bots
from ludus.studies.tribute_thesis.published import (
    THESIS_AVERAGES,
    THESIS_BOTS,
    THESIS_FAVOURITES,
    published_interval,
    published_win_rate,
)
from ludus.studies.tribute_thesis.results import ThesisResults

STRONG_BOTS, WEAK_BOTS = ("MCTS", "DecisionTree", "Beam"), ("RandomSimulation", "MaxPrestige")
FAMILY, SAMPLE_UNIT = "claims of the thesis", "deal"
SMALL_GAIN = 0.05  # a smaller gain is not what the thesis calls significant


def make_claims(results: ThesisResults) -> list[Claim]:
    """Make all claims."""
    parts = (_table, _averages, _simple, _apriori, _favourites, _seats, _backup, _elsewhere)
    claims = [claim for part in parts for claim in part(results)]
    return judge_family(FAMILY, claims, {SAMPLE_UNIT: planned_deals(results.settings)})


def _bot_versions(results: ThesisResults) -> list[tuple[str, FiveBots]]:
    return [("as published", results.settings.published), ("as intended", results.settings.intended)]


def _table(results: ThesisResults) -> Iterator[Claim]:
    for word, five in _bot_versions(results):
        for one in THESIS_BOTS:
            for other in THESIS_BOTS:
                theirs = published_interval(published_win_rate(one, other)) if one != other else None
                if theirs is None or theirs.low <= 0.5:
                    continue  # the other way round, or too close for 400 games
                ours = results.round_robin.payoff(five[THESIS_BOTS.index(one)], five[THESIS_BOTS.index(other)])
                yield Claim(
                    f"{one} beats {other}, {word}",
                    "Table 7.1",
                    f"{100 * theirs.value:.1f} % of 400 games",
                    above_mark(ours, 0.5),
                    "points above one half",
                    sample_unit=SAMPLE_UNIT,
                    effect=theirs.value - 0.5,
                )


def _averages(results: ThesisResults) -> Iterator[Claim]:
    for word, five in _bot_versions(results):
        for one in STRONG_BOTS:
            for other in WEAK_BOTS:
                a, b = (five[THESIS_BOTS.index(name)] for name in (one, other))
                yield Claim(
                    f"{one} wins more than {other} on average, {word}",
                    "Table 7.1",
                    f"{100 * THESIS_AVERAGES[one]:.0f} % against {100 * THESIS_AVERAGES[other]:.0f} %",
                    results.round_robin.average_difference(a, b, five),
                    "points",
                    sample_unit=SAMPLE_UNIT,
                    effect=THESIS_AVERAGES[one] - THESIS_AVERAGES[other],
                )
    weakest = results.round_robin.average_payoff(results.settings.published[0], results.settings.published)
    yield Claim(
        "Table 7.1 has the winner in its columns: MaxPrestige wins less than half, not 75 %",
        "Table 7.1 against section 7.5",
        "25 % or 75 %",
        negated(above_mark(weakest, 0.5)),
        "points below one half, as published",
        sample_unit=SAMPLE_UNIT,
        effect=0.25,
    )


def _simple(results: ThesisResults) -> Iterator[Claim]:
    """Claims of section 7.5 about the basic bots, if they take part."""
    simple = {name.partition(":")[0]: name for name in results.settings.others}
    rival = simple.get("random-no-end")
    if rival is None:
        return
    if "random" in simple:
        yield Claim(
            "a random bot is bad because it ends its turns early: one that does not beats it",
            "section 7.5",
            "no number",
            above_mark(results.round_robin.payoff(rival, simple["random"]), 0.5),
            "points above one half",
            sample_unit=SAMPLE_UNIT,
        )
    yield Claim(
        "MaxPrestige is the exception among bots that look at one thing: it beats a random bot",
        "section 7.5",
        "no number",
        above_mark(results.round_robin.payoff(results.settings.intended[0], rival), 0.5),
        "points above one half",
        sample_unit=SAMPLE_UNIT,
    )
    for name, word in (("patron-favors", "PatronFavors"), ("max-agents", "MaxAgents")):
        if name in simple:
            beats = results.round_robin.payoff(results.settings.intended[0], simple[name])
            yield Claim(
                f"MaxPrestige beats {word}",
                "section 7.5",
                "no number",
                above_mark(beats, 0.5),
                "points above half",
                sample_unit=SAMPLE_UNIT,
            )


def _apriori(results: ThesisResults) -> Iterator[Claim]:
    for number, name in enumerate(THESIS_BOTS):
        change = results.tournaments.gain(number)
        if name == "MaxPrestige":
            statement, ours, unit = "apriori helps MaxPrestige", change, "points won more"
        else:
            statement = f"apriori does not help {name} by {100 * SMALL_GAIN:.0f} points or more"
            ours, unit = negated(above_mark(change, SMALL_GAIN)), f"points below a gain of {100 * SMALL_GAIN:.0f}"
        yield Claim(statement, "figure 7.1", "only MaxPrestige gains visibly", ours, unit, sample_unit=SAMPLE_UNIT)
    yield Claim(
        "MaxPrestige gains if it alone drafts what it has learned",
        "figure 7.1",
        "it gains in tournaments where all do",
        results.gain_alone(0),
        "points won more",
        sample_unit=SAMPLE_UNIT,
    )


def _favourites(results: ThesisResults) -> Iterator[Claim]:
    names = patron_names(load_game(GAME).content())
    five = tournament_bots(results.settings)
    for patron in THESIS_FAVOURITES:
        yield Claim(
            f"{patron.replace('_', ' ')} suits MaxPrestige: it wins more with that patron in the game",
            "section 7.5",
            "one of its four favourites",
            results.round_robin.patron_effect(five[0], names.index(patron), five),
            "points more than without",
            sample_unit=SAMPLE_UNIT,
        )


def _seats(results: ThesisResults) -> Iterator[Claim]:
    yield Claim(
        "the first seat wins more, beams of all widths against MCTS",
        "figure 7.2",
        "a few points at every width",
        results.width_seat_advantage(),
        "points more in the first seat",
        sample_unit=SAMPLE_UNIT,
    )
    yield Claim(
        "the first seat wins more, over all pairs of bots",
        "section 7.5",
        "usually a few points",
        results.round_robin.seat_advantage(),
        "points more in the first seat",
        sample_unit=SAMPLE_UNIT,
    )
    for name in results.round_robin.players:
        yield Claim(
            f"{name} wins more in the first seat",
            "section 7.5",
            "usually a few points",
            results.round_robin.seat_advantage(name),
            "points more in the first seat",
            sample_unit=SAMPLE_UNIT,
        )


def _backup(results: ThesisResults) -> Iterator[Claim]:
    yield Claim(
        "in MCTS the maximum as the value of a node plays better than the mean",
        "section 7.4.4",
        "no number",
        above_mark(proportion(results.backup.payoffs_by_deal), 0.5),
        "points above one half",
        sample_unit=SAMPLE_UNIT,
    )


def _elsewhere(results: ThesisResults) -> Iterator[Claim]:
    yield Claim(
        "1000 random games on two threads take 3.4 s",
        "section 4.10.2",
        "6.2 ms a game and thread",
        None,
        "no time",
        sample_unit=SAMPLE_UNIT,
        not_testable="reports hold no times; `ludus bench tribute` measures it",
    )
