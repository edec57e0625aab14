"""Claims of the thesis and their verdicts. A claim holds or fails if the whole 95 % interval says so; else it is
undecided.
"""

from __future__ import annotations

from collections.abc import Iterator

from ludus.core.registry import find_game
from ludus.stats import Estimate, share
from ludus.studies.claim import Claim
from ludus.studies.tribute_thesis.config import GAME, Five, entrants
from ludus.studies.tribute_thesis.findings import Findings
from ludus.studies.tribute_thesis.published import AVERAGES, FAVOURITES, NAMES, interval, published

STRONG, WEAK = ("MCTS", "DecisionTree", "Beam"), ("RandomSimulation", "MaxPrestige")
LITTLE = 0.05  # a smaller gain is not what the thesis calls significant


def judge(found: Findings) -> list[Claim]:
    """Make all claims."""
    parts = (_table, _averages, _simple, _apriori, _favourites, _seats, _backup, _elsewhere)
    return [claim for part in parts for claim in part(found)]


def _kinds(found: Findings) -> list[tuple[str, Five]]:
    return [("as published", found.settings.published), ("as intended", found.settings.intended)]


def _table(found: Findings) -> Iterator[Claim]:
    for word, five in _kinds(found):
        for one in NAMES:
            for other in NAMES:
                theirs = interval(published(one, other)) if one != other else None
                if theirs is None or theirs.low <= 0.5:
                    continue  # the other way round, or too close for 400 games
                ours = found.everybody.share(five[NAMES.index(one)], five[NAMES.index(other)])
                yield Claim(
                    f"{one} beats {other}, {word}",
                    "Table 7.1",
                    f"{100 * theirs.value:.1f} % of 400 games",
                    _less(ours, 0.5),
                    "points above one half",
                )


def _averages(found: Findings) -> Iterator[Claim]:
    for word, five in _kinds(found):
        for one in STRONG:
            for other in WEAK:
                a, b = (five[NAMES.index(name)] for name in (one, other))
                yield Claim(
                    f"{one} wins more than {other} on average, {word}",
                    "Table 7.1",
                    f"{100 * AVERAGES[one]:.0f} % against {100 * AVERAGES[other]:.0f} %",
                    found.everybody.ahead(a, b, five),
                    "points",
                )
    weakest = found.everybody.average(found.settings.published[0], found.settings.published)
    yield Claim(
        "Table 7.1 has the winner in its columns: MaxPrestige wins less than half, not 75 %",
        "Table 7.1 against section 7.5",
        "25 % or 75 %",
        _negated(_less(weakest, 0.5)),
        "points below one half, as published",
    )


def _simple(found: Findings) -> Iterator[Claim]:
    """Claims of section 7.5 about the basic bots, if they take part."""
    simple = {name.partition(":")[0]: name for name in found.settings.others}
    rival = simple.get("random-no-end")
    if rival is None:
        return
    if "random" in simple:
        yield Claim(
            "a random bot is bad because it ends its turns early: one that does not beats it",
            "section 7.5",
            "no number",
            _less(found.everybody.share(rival, simple["random"]), 0.5),
            "points above one half",
        )
    yield Claim(
        "MaxPrestige is the exception among bots that look at one thing: it beats a random bot",
        "section 7.5",
        "no number",
        _less(found.everybody.share(found.settings.intended[0], rival), 0.5),
        "points above one half",
    )
    for name, word in (("patron-favors", "PatronFavors"), ("max-agents", "MaxAgents")):
        if name in simple:
            beats = found.everybody.share(found.settings.intended[0], simple[name])
            yield Claim(f"MaxPrestige beats {word}", "section 7.5", "no number", _less(beats, 0.5), "points above half")


def _apriori(found: Findings) -> Iterator[Claim]:
    for number, name in enumerate(NAMES):
        change = found.tournaments.change(number)
        if name == "MaxPrestige":
            statement, ours, unit = "apriori helps MaxPrestige", change, "points won more"
        else:
            statement = f"apriori does not help {name} by {100 * LITTLE:.0f} points or more"
            ours, unit = _negated(_less(change, LITTLE)), f"points below a gain of {100 * LITTLE:.0f}"
        yield Claim(statement, "figure 7.1", "only MaxPrestige gains visibly", ours, unit)
    yield Claim(
        "MaxPrestige gains if it alone drafts what it has learned",
        "figure 7.1",
        "it gains in tournaments where all do",
        found.alone(0),
        "points won more",
    )


def _favourites(found: Findings) -> Iterator[Claim]:
    design = find_game(GAME).design
    assert design is not None
    names = design().names_of_patrons(find_game(GAME).content())
    five = entrants(found.settings)
    for patron in FAVOURITES:
        yield Claim(
            f"{patron.replace('_', ' ')} suits MaxPrestige: it wins more with that patron in the game",
            "section 7.5",
            "one of its four favourites",
            found.everybody.presence(five[0], names.index(patron), five),
            "points more than without",
        )


def _seats(found: Findings) -> Iterator[Claim]:
    yield Claim(
        "the first seat wins more, beams of all widths against MCTS",
        "figure 7.2",
        "a few points at every width",
        found.width_seats(),
        "points more in the first seat",
    )
    yield Claim(
        "the first seat wins more, over all pairs of bots",
        "section 7.5",
        "usually a few points",
        found.everybody.first_seat(),
        "points more in the first seat",
    )
    for name in found.everybody.players:
        yield Claim(
            f"{name} wins more in the first seat",
            "section 7.5",
            "usually a few points",
            found.everybody.first_seat(name),
            "points more in the first seat",
        )


def _backup(found: Findings) -> Iterator[Claim]:
    yield Claim(
        "in MCTS the maximum as the value of a node plays better than the mean",
        "section 7.4.4",
        "no number",
        _less(share(found.backup.deals), 0.5),
        "points above one half",
    )


def _elsewhere(found: Findings) -> Iterator[Claim]:
    yield Claim(
        "1000 random games on two threads take 3.4 s",
        "section 4.10.2",
        "6.2 ms a game and thread",
        None,
        "reports hold no times; `ludus bench tribute` measures it",
    )


def _less(each: Estimate, by: float) -> Estimate:
    return Estimate(each.value - by, each.low - by, each.high - by, each.count)


def _negated(each: Estimate) -> Estimate:
    return Estimate(-each.value, -each.high, -each.low, each.count)
