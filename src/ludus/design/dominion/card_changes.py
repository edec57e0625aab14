"""Comparison of changed cards with the original ones: the same kingdom, played with both.

Both are played with the same seeds, but as if they were independent: so intervals of differences are rather too wide.
The report begins with the use of the changed cards, because games in which nobody takes a card say nothing about it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from ludus.design.base.card_use import CardUse
from ludus.design.base.designer import DesignRequest
from ludus.design.base.report_parts import game_fact, name_some
from ludus.design.base.significance import independent_difference
from ludus.design.dominion.card_use import ANY_CARD_BOT, KingdomUse, card_use_games, measure_card_use
from ludus.design.dominion.inspect_report import CHANGE_VERDICTS, USE_NOTE, KingdomMeasurement
from ludus.design.dominion.kingdom_numbering import Kingdom, KingdomPool
from ludus.design.dominion.measures import MEASURES
from ludus.design.dominion.objectives import KingdomEvaluator
from ludus.report.report_model import Report
from ludus.report.table_model import Column, Table
from ludus.stats import Estimate
from ludus.stats.judgement import JudgedNumbers, RangeSide, exactly, judgement_note
from ludus.util.errors import OptionError
from ludus.util.text import plural

LISTS = ("original", "changed")
MAX_NAMED = 6
ChangeKey = tuple[str, str]  # "measure" and its name, or "alone" and a card
ALONE_VERDICTS: dict[RangeSide | None, str] = {
    "above": "surely wins more often than before",
    "below": "surely wins less often than before",
    "undecided": "does not surely win more or less often than before",
}
NO_CARDS = "--original compares your own cards with the game's; name their file by -o cards=FILE"


def original_kingdom(pool: KingdomPool, kingdom: Kingdom) -> tuple[KingdomPool, Kingdom, list[str]]:
    """Return the pool of the game's own cards, the same kingdom in it, and the names of its changed cards.

    Raises:
        OptionError: No card file, a card that the game does not have, or no changed card.
    """
    if pool.cards is None:
        raise OptionError(NO_CARDS)
    names, official = pool.write(kingdom), KingdomPool(pool.edition)
    if new := [name for name in names if name not in official.names]:
        raise OptionError(f"--original: the game has no {name_some(new, MAX_NAMED)} to compare with")
    own, known = (
        {card.name: card for card in cards.kingdom_builder().drawn.labels.cards} for cards in (pool, official)
    )
    changed = [name for name in names if own[name] != known[name]]
    if not changed:
        raise OptionError(f"--original: {pool.cards} changes no card of this kingdom")
    return official, tuple(sorted(official.names.index(name) for name in names)), changed


def report_card_changes(
    measured: list[KingdomMeasurement],
    evaluators: list[KingdomEvaluator],
    changed: list[str],
    request: DesignRequest,
) -> Report:
    """Report what changed cards do to a kingdom.

    Args:
        measured: The kingdom with the original and with the changed cards.
        evaluators: Their evaluators.
        changed: Names of the changed cards.
        request: The request.
    """
    uses = []
    for name, kingdom, evaluator in zip(LISTS, measured, evaluators, strict=True):
        with request.progress(f"use of cards, {name}", card_use_games(evaluator.players, evaluator.ladder)) as advance:
            uses.append(
                measure_card_use(
                    *(evaluator.pool, kingdom.kingdom, evaluator.players, evaluator.ladder, request.seed),
                    *(request.backend, advance, evaluator.options),
                )
            )
    judged = _judge_changes(measured, uses, changed)
    evaluator = evaluators[1]
    return Report(
        title=f"{request.game.title}: changed {name_some(changed, MAX_NAMED)}",
        answer=[
            *_alone_sentences(uses, changed, judged),
            *_use_sentences(uses, changed, evaluator.players),
            *_measure_sentences(measured, judged),
        ],
        parts=[
            _use_table(uses, changed, judged),
            _measures_table(measured, judged),
            judgement_note(judged.comparisons),
            USE_NOTE,
            "Both kingdoms are played with the same seeds. Differences are taken as if the games were independent, so "
            "their intervals are rather too wide.",
        ],
        facts={
            "game": game_fact(request, f"{evaluator.pool.edition} edition"),
            "kingdom": ", ".join(evaluator.pool.write(measured[1].kingdom)),
            "players": " against ".join(evaluator.players),
            "games": f"{plural(evaluator.games, 'game')} of the pair with each list",
            "seed": str(request.seed),
        },
    )


def _judge_changes(
    measured: list[KingdomMeasurement], uses: list[KingdomUse], changed: list[str]
) -> JudgedNumbers[ChangeKey]:
    """Judge all changes of the report together: each measure, and who wins with each changed card alone."""
    changes: dict[ChangeKey, Estimate] = {
        ("measure", name): _difference(measured[0].measures[name], measured[1].measures[name], MEASURES[name].share)
        for name in MEASURES
    }
    for card in changed:
        before, after = (use.won_alone.get(card) for use in uses)
        if before and after:
            changes["alone", card] = independent_difference(before, after)
    return JudgedNumbers(changes, exactly(0.0))


def _use_table(uses: list[KingdomUse], changed: list[str], judged: JudgedNumbers[ChangeKey]) -> Table:
    columns = [
        *(Column.text("card"), Column.text("what"), Column.share("before"), Column.share("after")),
        Column.difference("difference", "difference [95 %]"),
        *(Column.difference("corrected", _corrected_title(judged)), Column.text("verdict")),
    ]
    rows: list[list[Any]] = []
    for card in changed:
        for bot, cards in uses[0].by_players.by_bot.items():
            before, after = cards[card], uses[1].by_players.by_bot[bot][card]
            for what in ("taken", "played"):
                one, other = getattr(before, what), getattr(after, what)
                difference = independent_difference(one, other) if one and other else None
                rows.append([card, f"{what} by {bot}", one, other, difference, None, None])
        alone, key = [use.won_alone.get(card) for use in uses], ("alone", card)
        verdict = CHANGE_VERDICTS[judged.side(key) if key in judged.estimates else None]
        numbers = (judged.estimates[key], judged.corrected(key)) if key in judged.estimates else (None, None)
        rows.append([card, f"{ANY_CARD_BOT} wins if it alone takes it", *alone, *numbers, verdict])
    return Table(
        "use",
        columns,
        rows,
        "How often the changed cards are taken and played, in percent of games; who wins with them",
    )


def _measures_table(measured: list[KingdomMeasurement], judged: JudgedNumbers[ChangeKey]) -> Table:
    columns = [
        *(Column.text("measure"), Column.text("what"), Column.number("before"), Column.number("after")),
        *(Column.number("difference", "difference [95 %]"), Column.number("corrected", _corrected_title(judged))),
        Column.text("verdict"),
    ]
    rows = [
        [
            name,
            _title(name),
            *(_shown(name, kingdom.measures[name]) for kingdom in measured),
            _shown(name, judged.estimates["measure", name]),
            _shown(name, judged.corrected(("measure", name))),
            CHANGE_VERDICTS[judged.side(("measure", name))],
        ]
        for name in MEASURES
    ]
    return Table("measures", columns, rows, "The whole game with the original and with the changed cards")


def _use_sentences(uses: list[KingdomUse], changed: list[str], players: Sequence[str]) -> list[str]:
    sentences = []
    for card in changed[:MAX_NAMED]:
        parts = []
        for bot in dict.fromkeys([*players, ANY_CARD_BOT]):
            before, after = (_taken(use.by_players.by_bot[bot][card]) for use in uses)
            parts.append(f"{bot} takes it in {before} of games before, {after} after")
        sentences.append(f"{card}: {'; '.join(parts)}.")
    return sentences


def _alone_sentences(uses: list[KingdomUse], changed: list[str], judged: JudgedNumbers[ChangeKey]) -> list[str]:
    """Who wins with each changed card, by the games in which one of two equal bots alone takes it."""
    sentences = []
    for card in changed[:MAX_NAMED]:
        before, after = (use.won_alone.get(card) for use in uses)
        shown = [share.in_percent() if share else "unknown" for share in (before, after)]
        if before and after:
            sentences.append(
                f"{card}: if {ANY_CARD_BOT} alone takes it, it {ALONE_VERDICTS[judged.side(('alone', card))]}: "
                f"{shown[0]} before, {shown[1]} after."
            )
        elif before or after:
            sentences.append(f"If {ANY_CARD_BOT} alone takes {card}, it wins {shown[0]} before, {shown[1]} after.")
    return sentences


def _measure_sentences(measured: list[KingdomMeasurement], judged: JudgedNumbers[ChangeKey]) -> list[str]:
    sure = [name for kind, name in judged.on_side("above", "below") if kind == "measure"]
    if not sure:
        return ["None of the measures of the whole game surely changes."]
    return [
        f"{_title(name).capitalize()}: {_shown(name, measured[0].measures[name]):.1f} before, "
        f"{_shown(name, measured[1].measures[name]):.1f} after: {CHANGE_VERDICTS[judged.side(('measure', name))]}."
        for name in sure
    ]


def _corrected_title(judged: JudgedNumbers[ChangeKey]) -> str:
    return f"corrected for {plural(judged.comparisons, 'comparison')}"


def _taken(use: CardUse) -> str:
    return use.taken.in_percent()


def _title(name: str) -> str:
    return MEASURES[name].title + (", %" if MEASURES[name].share else "")


def _shown(name: str, estimate: Estimate) -> Estimate:
    """The estimate as the table shows it: shares in percent."""
    scale = 100 if MEASURES[name].share else 1
    return Estimate(scale * estimate.value, scale * estimate.low, scale * estimate.high, estimate.count)


def _difference(before: Estimate, after: Estimate, share: bool) -> Estimate:
    if share:
        return independent_difference(before, after)
    value = after.value - before.value
    down = float(np.hypot(after.value - after.low, before.high - before.value))
    up = float(np.hypot(after.high - after.value, before.value - before.low))
    return Estimate(value, value - down, value + up, min(before.count, after.count))
