"""Claims of the thesis and their verdicts.

Intervals are over deals, which are played from both seats. Lists of patrons are learned anew in every repetition of the
tournaments, so intervals about them are over repetitions.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from ludus.games.tribute.card_and_patron_lookups import patron_names
from ludus.stats import Estimate, difference, mean, proportion
from ludus.studies.claims import Claim, above, above_mark, below, judge_family, negated, within
from ludus.studies.tribute_thesis.config import FiveBots, all_bots, pair_deals, patch_content, tournament_bots
from ludus.studies.tribute_thesis.published import (
    PRINTED_PAIRS,
    THESIS_AVERAGES,
    THESIS_BOTS,
    THESIS_FAVOURITES,
    published_interval,
    published_win_rate,
)
from ludus.studies.tribute_thesis.results import ThesisResults

STRONG_BOTS, WEAK_BOTS = ("MCTS", "DecisionTree", "Beam"), ("RandomSimulation", "MaxPrestige")
FAMILY, SAMPLE_UNIT, TOURNAMENT_UNIT = "claims of the thesis", "deal", "run"
SMALL_GAIN = 0.05  # a smaller gain is not what the thesis calls significant
FEW_POINTS = 0.05  # what the thesis calls a few percentage points; it prints no number
EQUAL_WITHIN = 0.10  # win rates that differ by less count as equal: 400 games of the thesis leave 5 points open


def make_claims(results: ThesisResults) -> list[Claim]:
    """Make all claims."""
    parts = (_table, _numbers, _averages, _simple, _apriori, _favourites, _seats, _backup, _elsewhere)
    claims = [claim for part in parts for claim in part(results)]
    return judge_family(FAMILY, claims, {TOURNAMENT_UNIT: results.settings.repetitions})


def equality_statement(one: str, other: str) -> str:
    """Statement of the claim that a printed win rate of Table 7.1 was met."""
    return f"{one} against {other} as in Table 7.1, to within {100 * EQUAL_WITHIN:.0f} points"


def difference_from_thesis(results: ThesisResults, one: str, other: str) -> Estimate:
    """Win rate of a pair of bots as published minus the printed one; both have errors."""
    five = results.settings.published
    ours = results.round_robin.payoff(five[THESIS_BOTS.index(one)], five[THESIS_BOTS.index(other)])
    return difference(published_interval(published_win_rate(one, other)), ours)


def _bot_versions(results: ThesisResults) -> list[tuple[str, FiveBots]]:
    return [("as published", results.settings.published), ("as intended", results.settings.intended)]


def _table(results: ThesisResults) -> Iterator[Claim]:
    for word, five in _bot_versions(results):
        for one in THESIS_BOTS:
            for other in THESIS_BOTS:
                theirs = published_interval(published_win_rate(one, other)) if one != other else None
                if theirs is None or theirs.low <= 0.5:
                    continue  # the other way round, or too close for 400 games
                pair = five[THESIS_BOTS.index(one)], five[THESIS_BOTS.index(other)]
                ours = results.round_robin.payoff(*pair)
                yield Claim(
                    f"{one} beats {other}, {word}",
                    "Table 7.1",
                    f"{100 * theirs.value:.1f} % of 400 games",
                    above_mark(ours, 0.5),
                    "points above one half",
                    sample_unit=SAMPLE_UNIT,
                    planned=pair_deals(results.settings, *pair),
                    effect=theirs.value - 0.5,
                )


def _numbers(results: ThesisResults) -> Iterator[Claim]:
    five = results.settings.published
    for one, other in PRINTED_PAIRS:
        pair = five[THESIS_BOTS.index(one)], five[THESIS_BOTS.index(other)]
        yield Claim(
            equality_statement(one, other),
            "Table 7.1",
            f"{100 * published_win_rate(one, other):.1f} % of 400 games",
            difference_from_thesis(results, one, other),
            "points more than printed, as published",
            within(0.0, EQUAL_WITHIN),
            sample_unit=SAMPLE_UNIT,
            planned=pair_deals(results.settings, *pair),
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
                    planned=_planned_for_averages(results, a, b, five),
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
        planned=_longest_series(results, results.settings.published, results.settings.published[0]),
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
            planned=pair_deals(results.settings, rival, simple["random"]),
        )
    yield Claim(
        "MaxPrestige is the exception among bots that look at one thing: it beats a random bot",
        "section 7.5",
        "no number",
        above_mark(results.round_robin.payoff(results.settings.intended[0], rival), 0.5),
        "points above one half",
        sample_unit=SAMPLE_UNIT,
        planned=pair_deals(results.settings, results.settings.intended[0], rival),
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
                planned=pair_deals(results.settings, results.settings.intended[0], simple[name]),
            )


def _apriori(results: ThesisResults) -> Iterator[Claim]:
    for number, name in enumerate(THESIS_BOTS):
        helps = name == "MaxPrestige"
        small = f"apriori does not help {name} by {100 * SMALL_GAIN:.0f} points or more"
        yield Claim(
            f"apriori helps {name}" if helps else small,
            "figure 7.1",
            "only MaxPrestige gains visibly",
            results.tournaments.gain(number),
            "points won more",
            above(0.0) if helps else below(SMALL_GAIN),
            sample_unit=TOURNAMENT_UNIT,
            effect=SMALL_GAIN,
        )
    yield Claim(
        "MaxPrestige gains if it alone drafts what it has learned",
        "figure 7.1",
        "it gains in tournaments where all do",
        results.tournaments.gain_alone(0),
        "points won more",
        sample_unit=TOURNAMENT_UNIT,
        effect=SMALL_GAIN,
    )


def _favourites(results: ThesisResults) -> Iterator[Claim]:
    names = patron_names(patch_content(results.settings.patch))
    five = tournament_bots(results.settings)
    for patron in THESIS_FAVOURITES:
        yield Claim(
            f"{patron.replace('_', ' ')} suits MaxPrestige: it wins more with that patron in the game",
            "section 7.5",
            "one of its four favourites",
            results.round_robin.patron_effect(five[0], names.index(patron), five),
            "points more than without",
            sample_unit=SAMPLE_UNIT,
            planned=sum(pair_deals(results.settings, five[0], rival) for rival in five[1:]),
        )


def _seats(results: ThesisResults) -> Iterator[Claim]:
    settings, robin, source = results.settings, results.round_robin, "section 7.5"
    advantages = [
        (
            f"the first seat wins more, beam of width {width} against MCTS",
            "figure 7.2",
            mean(matchup.seat_differences),
            settings.width_games // 2,
        )
        for width, matchup in results.widths.items()
    ]
    everybody = all_bots(settings)
    advantages.append(
        (
            "the first seat wins more, over all pairs of bots",
            source,
            robin.seat_advantage(),
            _longest_series(results, everybody),
        )
    )
    advantages += [
        (
            f"{name} wins more in the first seat",
            source,
            robin.seat_advantage(name),
            _longest_series(results, everybody, name),
        )
        for name in robin.players
    ]
    for statement, where, advantage, planned in advantages:
        yield Claim(
            statement,
            where,
            "usually a few points",
            advantage,
            "points more in the first seat",
            sample_unit=SAMPLE_UNIT,
            planned=planned,
            effect=FEW_POINTS,
        )


def _longest_series(results: ThesisResults, bots: Sequence[str], one: str | None = None) -> int:
    """Deals of the pair that plays most, of all pairs or of those of one bot: deals are numbered anew in each pair."""
    pairs = [pair for pair in combinations(bots, 2) if one is None or one in pair]
    return max(pair_deals(results.settings, *pair) for pair in pairs)


def _planned_for_averages(results: ThesisResults, one: str, other: str, field: Sequence[str]) -> int:
    """Deals of two bots against all others of a field, and against each other."""
    rivals = [rival for rival in field if rival not in (one, other)]
    pairs = [(one, other), *((bot, rival) for bot in (one, other) for rival in rivals)]
    return sum(pair_deals(results.settings, *pair) for pair in pairs)


def _backup(results: ThesisResults) -> Iterator[Claim]:
    yield Claim(
        "in MCTS the maximum as the value of a node plays better than the mean",
        "section 7.4.4",
        "no number",
        above_mark(proportion(results.backup.payoffs_by_deal), 0.5),
        "points above one half",
        sample_unit=SAMPLE_UNIT,
        planned=results.settings.backup_games // 2,
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
