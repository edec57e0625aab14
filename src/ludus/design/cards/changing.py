"""What-if comparison: the old and the changed card list, played on the same deals.

Offers and shuffles follow from the seed, so both lists get the same luck. Differences are taken deal by deal, so their
intervals are far narrower than those of two separate measurements.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from ludus.core.errors import OptionError
from ludus.design.cards.asks import CHOOSER, InspectAsks
from ludus.design.cards.inspecting import GAMES, RANDOM, facts, list_name, replays
from ludus.design.cards.lists import OFFICIAL, Subject, change_cards
from ludus.design.cards.survey import Survey, survey
from ludus.design.contract import Column, Findings, Order, Sheet
from ludus.stats import Estimate, mean, share_difference
from ludus.stats.ratios import ratio_difference, ratio_share

CHANGED = "changed.csv"
DRAFTS = 40_000
MOST_RIVALS = 10


def inspect_change(subject: Subject, asks: InspectAsks, players: list[str], order: Order) -> Findings:
    """Report the effect of card changes on the changed cards, on cards offered with them, and on the game."""
    assert asks.change is not None
    design = order.design
    cards, touched = change_cards(order, subject.cards, asks.change)
    _check_asked(subject, touched)
    file = f"{order.folder}/{CHANGED}" if order.folder else None
    changed = design.with_cards(subject.content, cards, file)
    games = order.count(GAMES)
    before = survey(order, subject.content, players, games, order.seed, "games on the old list")
    after = survey(order, changed, players, games, order.seed, "the same games on the new list")
    drafters = _drafters(asks, players)
    drafts = {
        name: [
            survey(order, content, [f"{name.partition('+')[0]}+{RANDOM}"] * 2, min(DRAFTS, games), order.seed, what)
            for content, what in ((subject.content, f"drafts of {name}"), (changed, "the same on the new list"))
        ]
        for name in drafters
    }
    rows, rivals = [], []
    for index in touched:
        for name, pair in drafts.items():
            rows.append(
                [
                    cards[index].name,
                    f"picked by {name} when offered",
                    *_compare(*(_picks(drafting_survey, index) for drafting_survey in pair)),
                ]
            )
            rivals += _rivals(pair[0], pair[1], index, name)
        for k, measure in enumerate(design.MEASURES):
            rows.append(
                [cards[index].name, f"won when {measure}", *_compare(_wins(before, index, k), _wins(after, index, k))]
            )
    game = _game(before, after)
    return Findings(
        title=f"{order.game.title}: {asks.change} in {list_name(order, subject)}",
        answer=[_sentence(row) for row in rows if "drafted" in row[1] or "picked" in row[1]]
        + [f"{row[0]}: {row[1].value:.2f} before, {row[2].value:.2f} after ({row[3]:+.2f})." for row in game],
        sheets=[
            Sheet("changed", "The changed cards on the same deals", _columns("card", "what"), rows),
            Sheet("game", "The whole game", [Column("what"), *(Column(n, "number") for n in _NAMES)], game),
            Sheet("rivals", "Rivals: how often cards beside a changed one are taken", _rival_columns(), rivals),
        ],
        facts=facts(
            before, order, {"changed content": changed.digest, "results on it": after.counted.outcomes.digest()}
        ),
        commands=replays(before, touched)
        | ({f"changed: {k}": v for k, v in replays(after, touched).items()} if file else {}),
        files={CHANGED: design.write_cards(cards)},
        notes=[
            "Before and after are played on the same deals, with the same dice; the intervals of differences are taken "
            "over deals.",
            "A drafter that knows cards by number cannot see a change. weighted has a weight for each official card; a "
            "changed one it judges by its numbers, so part of a changed pick rate is that other way to judge.",
        ]
        + ([] if file else ["Games on the changed list can be replayed if it is kept: add --to FOLDER."]),
    )


def compare_wins(before: Survey, after: Survey, index: int) -> Estimate:
    """Return how much more often decks with a card win on the second list, on the same deals."""
    return _compare(_wins(before, index, 0), _wins(after, index, 0))[2]


_NAMES = ("before", "after", "difference")


def _check_asked(subject: Subject, touched: list[int]) -> None:
    """Raise OptionError if cards are named that are not the changed ones; naming the whole list is allowed."""
    if len(subject.asked) == len(subject.cards) or set(subject.asked) == set(touched):
        return
    named, changing = (_numbers(subject, indices) for indices in (sorted(subject.asked), touched))
    raise OptionError(
        f"you name {named}, but --change is about {changing}: name the list ({OFFICIAL}, or its file) or the cards "
        "that change"
    )


def _numbers(subject: Subject, indices: list[int]) -> str:
    return "card" + ("s " if len(indices) > 1 else " ") + ", ".join(str(subject.cards[i].number) for i in indices)


def _columns(*texts: str) -> list[Column]:
    return [
        *map(Column, texts),
        Column("before", "share"),
        Column("after", "share"),
        Column("difference", "difference"),
    ]


def _rival_columns() -> list[Column]:
    return [*_columns("card", "rival", "drafter"), Column("offers", "count")]


def _drafters(asks: InspectAsks, players: list[str]) -> list[str]:
    choosing = [text for text in dict.fromkeys(players) if text.partition("+")[0] != RANDOM]
    return asks.choosers.split() if asks.choosers is not None else choosing or [CHOOSER]


@dataclass(frozen=True)
class _Series:
    """Successes `x` of `d` cases, by deal."""

    x: np.ndarray
    d: np.ndarray

    @property
    def estimate(self) -> Estimate:
        x, d, n = self.x, self.d, int(np.count_nonzero(self.d))
        return ratio_share(n, x.sum(), d.sum(), x @ x, x @ d, d @ d)


def _compare(one: _Series, other: _Series) -> tuple[Estimate, Estimate, Estimate]:
    return one.estimate, other.estimate, ratio_difference((other.x, other.d), (one.x, one.d))


def _by_deal(values: np.ndarray) -> np.ndarray:
    sums: np.ndarray = values.reshape(len(values) // 2, -1).sum(axis=1).astype(float)
    return sums


def _wins(found: Survey, index: int, measure: int) -> _Series:
    """Wins of the decks that have the card, drew it, or played it."""
    tallies = found.counted.tallies
    places = np.arange(tallies["decks"].shape[2], dtype=np.uint32)
    has = tallies["decks"] == index
    if found.design.MEASURES[measure] == "drawn":
        has &= places < tallies["drawn"][:, :, None]
    elif found.design.MEASURES[measure] == "played":
        has &= tallies["played"][:, :, None] >> places & 1 == 1
    held = has.any(axis=2)
    return _Series(_by_deal(held * found.counted.outcomes.shares), _by_deal(held))


def _picks(found: Survey, index: int) -> _Series:
    """Offers with the card in which it was taken, of both players."""
    offers = found.counted.tallies["offers"]
    taken = _taken(found)
    return _Series(_by_deal(taken == index), 2 * _by_deal((offers == index).any(axis=2)))


def _taken(found: Survey) -> np.ndarray:
    """The card that was taken, by game, seat and pick."""
    tallies = found.counted.tallies
    picks = tallies["picks"].astype(np.int64)
    return np.stack([np.take_along_axis(tallies["offers"], picks[:, s, :, None], 2)[:, :, 0] for s in (0, 1)], axis=1)


def _rivals(before: Survey, after: Survey, index: int, drafter: str) -> list[list[Any]]:
    """The cards offered together with the changed one whose pick rates moved most."""
    offers = before.counted.tallies["offers"]  # the same after: they follow from the seed
    together = (offers == index).any(axis=2)
    taken = [_taken(picked) for picked in (before, after)]
    rows = []
    for rival in np.unique(offers[together]):
        if rival == index:
            continue
        both = together & (offers == rival).any(axis=2)
        d = 2 * _by_deal(both)
        series = [_Series(_by_deal((picked == rival) & both[:, None, :]), d) for picked in taken]
        names = before.cards[index].name, before.cards[int(rival)].name
        rows.append([*names, drafter, *_compare(*series), round(d.sum())])
    rows.sort(key=lambda row: (-abs(row[5].value), row[1]))
    return rows[:MOST_RIVALS]


def _game(before: Survey, after: Survey) -> list[list[Any]]:
    firsts = [
        survey_result.match.by_deal(survey_result.counted.outcomes.shares)[:, 0] for survey_result in (before, after)
    ]
    turns = [
        survey_result.match.by_deal(survey_result.counted.tallies["turns"] / 2 + 0.5)
        for survey_result in (before, after)
    ]
    return [
        [
            "Wins of the first seat, %",
            *map(_percent, (before.first_seat, after.first_seat, share_difference(firsts[1], firsts[0]))),
        ],
        ["Turns of a player", before.turns, after.turns, mean(turns[1] - turns[0])],
    ]


def _percent(share: Estimate) -> Estimate:
    return Estimate(100 * share.value, 100 * share.low, 100 * share.high, share.count)


def _sentence(row: list[Any]) -> str:
    name, what, before, after, difference = row
    return (
        f"{name}, {what}: {100 * before.value:.1f} % before, {100 * after.value:.1f} % after ({_points(difference)})."
    )


def _points(difference: Estimate) -> str:
    low, high = 100 * difference.low, 100 * difference.high
    return f"{100 * difference.value:+.2f} points [{low:+.2f}, {high:+.2f}]"
