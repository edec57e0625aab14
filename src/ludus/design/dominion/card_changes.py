"""Comparison of changed cards with the original ones: the same kingdom, played with both.

The answer says first whether the changed cards are stronger or weaker: by games of a bot that values any card against
one that hardly takes the changed ones, on the same deals with both lists. Then how often each bot takes them, who wins
if one side alone takes them, what changes in the whole game, and what to try next. All verdicts are one family.
Differences of separate games are taken as if these were independent, so that their intervals are rather too wide.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ludus.design.base.card_use import MIN_USE
from ludus.design.base.designer import DesignRequest
from ludus.design.base.report_parts import game_fact, name_some
from ludus.design.base.significance import independent_difference
from ludus.design.base.verdict_texts import more_games_sentence
from ludus.design.dominion.card_use import (
    ANY_CARD_BOT,
    RANDOM_BOT,
    USE_GAMES,
    KingdomUse,
    RivalComparison,
    card_use_games,
    compare_against_rival,
    find_rival,
    find_taker,
    measure_card_use,
)
from ludus.design.dominion.inspect_report import CHANGE_VERDICTS, USE_NOTE, KingdomMeasurement
from ludus.design.dominion.kingdom_numbering import Kingdom, KingdomPool
from ludus.design.dominion.measures import MEASURES, in_shown_unit, measure_difference, title_with_unit
from ludus.design.dominion.objectives import KingdomEvaluator
from ludus.games.dominion.card_file import KingdomCard
from ludus.report.report_model import Report
from ludus.report.table_model import Column, Table
from ludus.stats import Estimate
from ludus.stats.judgement import JudgedNumbers, RangeSide, exactly, judgement_note
from ludus.util.errors import OptionError
from ludus.util.text import plural

LISTS = ("original", "changed")
MAX_NAMED, MAX_COSTS = 6, 3
RIVAL_GAMES_FACTOR = 2  # games against the rival, for each game of the pair
TREASURE_BOT = "big-money"  # buys hardly any Kingdom card, so it is a rival for most
NEARLY_ALWAYS = 0.95  # of games
PLAIN_MEASURES, MAX_MEASURES = ("turns", "first-seat", "wins", "draws", "capped"), 4  # first in a sentence, of so many
ChangeKey = tuple[str, ...]  # ("measure", its name), ("taken", a card, a bot), ("alone", a card) or ("rival",)
RIVAL: ChangeKey = ("rival",)
ALONE_VERDICTS: dict[RangeSide | None, str] = {
    "above": "surely wins more often than before",
    "below": "surely wins less often than before",
    "undecided": "does not surely win more or less often than before",
}
STRENGTH_VERDICTS: dict[RangeSide | None, str] = {
    "above": "{cards} {are} stronger than before",
    "below": "{cards} {are} weaker than before",
    "undecided": "Whether {cards} {are} stronger or weaker than before is undecided",
}
TAKEN_VERDICTS: dict[RangeSide, str] = {"above": "surely more often", "below": "surely less often"}
NO_CARDS = "--original compares your own cards with the game's; name their file by -o cards=FILE"


@dataclass(frozen=True)
class MeasuredChanges:
    """Everything that was measured with the original and with the changed cards.

    Attributes:
        kingdoms: The kingdom with both lists.
        uses: Use of its cards with both lists.
        changed: Names of the changed cards.
        costs: By changed card, its cost before and after.
        players: The two players.
        taker: The bot that shows how strong the changed cards are; None if no bot takes them.
        against: Its win rates against a bot that hardly takes them; None without a taker, or if every bot takes them.
    """

    kingdoms: Sequence[KingdomMeasurement]
    uses: Sequence[KingdomUse]
    changed: Sequence[str]
    costs: Mapping[str, tuple[int, int]]
    players: Sequence[str]
    taker: str | None
    rival_comparison: RivalComparison | None

    def taken(self, card: str, bot: str) -> tuple[Estimate, Estimate]:
        """In what share of its games a bot takes a card, before and after."""
        before, after = (use.by_players.by_bot[bot][card].taken for use in self.uses)
        return before, after

    @property
    def bots(self) -> list[str]:
        """All bots whose use of the cards was counted."""
        return list(self.uses[0].by_players.by_bot)


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
    own, known = cards_by_name(pool), cards_by_name(official)
    every = [name for name in own if name in known and own[name] != known[name]]
    changed = [name for name in names if name in every]
    if not changed:
        elsewhere = f"; it changes {name_some(every, MAX_NAMED)}: name ten cards with one of them" if every else ""
        raise OptionError(f"--original: {pool.cards} changes no card of this kingdom{elsewhere}")
    return official, tuple(sorted(official.names.index(name) for name in names)), changed


def cards_by_name(pool: KingdomPool) -> dict[str, KingdomCard]:
    """Return the cards of a pool."""
    return {card.name: card for card in pool.kingdom_builder().drawn.labels.cards}


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
        others = [*evaluator.ladder, TREASURE_BOT]
        with request.progress(f"use of cards, {name}", card_use_games(evaluator.players, others)) as advance:
            uses.append(
                measure_card_use(
                    *(evaluator.pool, kingdom.kingdom, evaluator.players, others, request.seed),
                    *(request.backend, advance, evaluator.options),
                )
            )
    evaluator = evaluators[1]
    against, games = None, RIVAL_GAMES_FACTOR * evaluator.games
    taker, rival = find_taker(uses, changed), find_rival(uses, changed)
    if taker and rival:
        lists = [(each.pool, kingdom.kingdom) for each, kingdom in zip(evaluators, measured, strict=True)]
        with request.progress(f"{taker} against {rival}", len(lists) * games) as advance:
            against = compare_against_rival(
                lists, (taker, rival), games, request.seed, request.backend, advance, evaluator.options
            )
    before, after = (cards_by_name(each.pool) for each in evaluators)
    costs = {name: (before[name].facts.cost, after[name].facts.cost) for name in changed}
    changes = MeasuredChanges(measured, uses, changed, costs, evaluator.players, taker, against)
    judged = judge_changes(changes)
    return Report(
        title=f"{request.game.title}: changed {name_some(changed, MAX_NAMED)}",
        answer=[
            *_first_sentences(changes, judged),
            *_alone_sentences(changes, judged),
            _measure_sentence(measured, judged, evaluator.players),
            *_next_sentences(changes, judged, evaluator.games),
        ],
        parts=[
            _use_table(changes, judged),
            _measures_table(measured, judged),
            judgement_note(judged.comparisons),
            USE_NOTE,
            f"Whether cards are stronger is judged by games of {ANY_CARD_BOT}, or else of the bot that takes the "
            "changed cards most, against the bot that takes them least: only the changes can move who wins, and "
            "mainly one side uses them. Both lists are played on the same deals, and compared deal by deal. All "
            "other numbers come from the same seeds, but are compared as if the games were independent, so their "
            "intervals are rather too wide. All intervals are over deals, each played from both seats.",
        ],
        facts={
            "game": game_fact(request, f"{evaluator.pool.edition} edition"),
            "kingdom": ", ".join(evaluator.pool.write(measured[1].kingdom)),
            "players": " against ".join(evaluator.players),
            "games": f"{plural(evaluator.games, 'game')} of the pair with each list"
            + (f", {games:,} of {taker} against {rival}" if against else ""),
            "use of cards": f"{USE_GAMES:,} games of the players with each list, and of each other bot against itself",
            "seed": str(request.seed),
        },
    )


def judge_changes(changes: MeasuredChanges) -> JudgedNumbers[ChangeKey]:
    """Judge all changes of the report together.

    They are the wins against the rival, each measure of the whole game, how often each bot takes each changed card, and
    who wins with each changed card alone.
    """
    before, after = changes.kingdoms
    differences: dict[ChangeKey, Estimate] = {
        ("measure", name): measure_difference(name, before.measures[name], after.measures[name]) for name in MEASURES
    }
    if changes.rival_comparison is not None:
        differences[RIVAL] = changes.rival_comparison.difference
    for card in changes.changed:
        for bot in changes.bots:
            differences["taken", card, bot] = independent_difference(*changes.taken(card, bot))
        one, other = (use.won_alone.get(card) for use in changes.uses)
        if one and other:
            differences["alone", card] = independent_difference(one, other)
    return JudgedNumbers(differences, exactly(0.0))


def _use_table(changes: MeasuredChanges, judged: JudgedNumbers[ChangeKey]) -> Table:
    columns = [
        *(Column.text("card"), Column.text("what"), Column.share("before"), Column.share("after")),
        Column.difference("difference", "difference [95 %]"),
        *(Column.difference("corrected", _corrected_title(judged)), Column.text("verdict")),
    ]

    def verdict(key: ChangeKey) -> list[Any]:
        return [judged.corrected(key) if judged.side(key) else None, CHANGE_VERDICTS[judged.side(key)]]

    rows: list[list[Any]] = []
    if changes.rival_comparison is not None:
        compared, named = changes.rival_comparison, name_some(changes.changed, MAX_NAMED)
        what, shares = f"{compared.taker} wins against {compared.rival}", (compared.before, compared.after)
        rows.append([named, what, *shares, compared.difference, *verdict(RIVAL)])
    for card in changes.changed:
        for bot in changes.bots:
            before, after = (use.by_players.by_bot[bot][card] for use in changes.uses)
            key = ("taken", card, bot)
            rows.append([card, f"taken by {bot}", before.taken, after.taken, judged.estimates[key], *verdict(key)])
            one, other = before.played, after.played
            difference = independent_difference(one, other) if one and other else None
            rows.append([card, f"played by {bot}", one, other, difference, None, None])
        alone = [use.won_alone.get(card) for use in changes.uses]
        cells: list[Any] = [None, None, CHANGE_VERDICTS[None]]
        if ("alone", card) in judged.estimates:
            cells = [judged.estimates["alone", card], *verdict(("alone", card))]
        rows.append([card, f"{ANY_CARD_BOT} wins if it alone takes it", *alone, *cells])
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
            title_with_unit(name),
            *(in_shown_unit(name, kingdom.measures[name]) for kingdom in measured),
            in_shown_unit(name, judged.estimates["measure", name]),
            in_shown_unit(name, judged.corrected(("measure", name))),
            CHANGE_VERDICTS[judged.side(("measure", name))],
        ]
        for name in MEASURES
    ]
    return Table("measures", columns, rows, "The whole game with the original and with the changed cards")


def _first_sentences(changes: MeasuredChanges, judged: JudgedNumbers[ChangeKey]) -> list[str]:
    """Whether the cards are stronger and how often they are taken; the latter first if nobody takes them any more."""
    strength, taken = _strength_sentence(changes, judged), _taken_sentences(changes, judged)
    return (
        [*taken, strength] if all(_is_seldom_taken(changes, card) for card in changes.changed) else [strength, *taken]
    )


def _strength_sentence(changes: MeasuredChanges, judged: JudgedNumbers[ChangeKey]) -> str:
    """Whether the changed cards are stronger, by games against a bot that hardly takes them."""
    cards = name_some(changes.changed, MAX_NAMED)
    if changes.taker is None:
        return (
            f"No judgement on how strong {cards} {_are(changes)}: no bot of this report takes {_it(changes)} in "
            f"{100 * MIN_USE:g} % of its games, before or after."
        )
    if changes.rival_comparison is None:
        return (
            f"No judgement on how strong {cards} {_are(changes)}: every bot of this report takes a changed card in "
            f"{100 * MIN_USE:g} % of its games or more, so none can show how one fares without."
        )
    comparison = changes.rival_comparison
    verdict = STRENGTH_VERDICTS[judged.side(RIVAL) or "undecided"].format(cards=cards, are=_are(changes))
    wide, won = judged.corrected(RIVAL), [100 * share.value for share in (comparison.before, comparison.after)]
    return (
        f"{verdict}: {comparison.taker}, {_takes(changes, comparison.taker)}, wins {won[1]:.1f} % of its games against "
        f"{comparison.rival}, {_hardly_takes(changes, comparison.rival)}, {won[0]:.1f} % before "
        f"({100 * comparison.difference.value:+.1f} points, {100 * wide.low:+.1f} to {100 * wide.high:+.1f} corrected "
        f"for {plural(judged.comparisons, 'comparison')})."
    )


def _takes(changes: MeasuredChanges, taker: str) -> str:
    if taker == ANY_CARD_BOT:
        return "which values any card"
    most = max(share.value for card in changes.changed for share in changes.taken(card, taker))
    return f"which takes {_it(changes)} in up to {100 * most:.1f} % of its games"


def _hardly_takes(changes: MeasuredChanges, rival: str) -> str:
    most = max(share.value for card in changes.changed for share in changes.taken(card, rival))
    if most == 0:
        return f"which never takes {_it(changes)}"
    return f"which takes {_it(changes)} in at most {100 * most:.1f} % of its games"


def _taken_sentences(changes: MeasuredChanges, judged: JudgedNumbers[ChangeKey]) -> list[str]:
    """Which bots take each changed card surely more or less often, and whether all or none of them take it now."""
    sentences = []
    for card in changes.changed[:MAX_NAMED]:
        parts = []
        for side, verdict in TAKEN_VERDICTS.items():
            sure = [bot for bot in changes.bots if judged.side(("taken", card, bot)) == side]
            sure.sort(key=lambda bot: bot != ANY_CARD_BOT)
            if sure:
                shares = ", ".join(
                    f"{bot} {' → '.join(share.in_percent() for share in changes.taken(card, bot))}" for bot in sure
                )
                parts.append(f"{verdict} by {shares}")
        hardly = (
            f"No bot but {RANDOM_BOT} takes {card} in {100 * MIN_USE:g} % of its games or more now. "
            if _is_seldom_taken(changes, card)
            else ""
        )
        if parts:
            sentences.append(f"{hardly}{card} is taken {'; '.join(parts)}.{_valued_use(changes, card)}")
        else:
            sentences.append(
                f"{hardly}No bot surely takes {card} more or less often: {ANY_CARD_BOT} in "
                f"{' → '.join(share.in_percent() for share in changes.taken(card, ANY_CARD_BOT))} of its games."
                f"{_valued_use(changes, card)}"
            )
    return sentences


def _is_seldom_taken(changes: MeasuredChanges, card: str) -> bool:
    """Whether every bot takes a changed card seldom; `random` does not count, it takes anything."""
    return max(changes.taken(card, bot)[1].value for bot in changes.bots if bot != RANDOM_BOT) < MIN_USE


def _valued_use(changes: MeasuredChanges, card: str) -> str:
    """Say that bots which value cards take a card nearly always now, and which others do not."""
    after = {bot: changes.taken(card, bot)[1].value for bot in changes.bots}
    if after[ANY_CARD_BOT] < NEARLY_ALWAYS:
        return ""
    never = [bot for bot in changes.bots if max(share.value for share in changes.taken(card, bot)) < MIN_USE]
    does, buys = (
        ("does", "it buys by rules of its own") if len(never) == 1 else ("do", "they buy by rules of their own")
    )
    others = f" {' and '.join(never)} still seldom {does}: {buys}." if never else ""
    return f" Bots that value cards by what they do take it in nearly every game now.{others}"


def _alone_sentences(changes: MeasuredChanges, judged: JudgedNumbers[ChangeKey]) -> list[str]:
    """Who wins with each changed card, by the games in which one of two equal bots alone takes it."""
    sentences = []
    for card in changes.changed[:MAX_NAMED]:
        before, after = (use.won_alone.get(card) for use in changes.uses)
        if before and after:
            sentences.append(
                f"{card}: if {ANY_CARD_BOT} alone takes it, it {ALONE_VERDICTS[judged.side(('alone', card))]}: "
                f"{before.in_percent()} before, {after.in_percent()} after."
            )
        else:
            missing = {"before": before, "after": after}
            known = "; ".join(f"{when} it wins {share.in_percent()}" for when, share in missing.items() if share)
            reasons = [
                f"{when}, {_why_never_alone(share.value)}"
                for (when, alone), share in zip(missing.items(), changes.taken(card, ANY_CARD_BOT), strict=True)
                if alone is None
            ]
            sentences.append(
                f"What {ANY_CARD_BOT} wins if it alone takes {card} cannot be compared: {'; '.join(reasons)}"
                f"{f' ({known})' if known else ''}."
            )
    return sentences


def _why_never_alone(taken: float) -> str:
    both = "both sides take it in" if taken >= 0.5 else "neither side takes it in"
    return f"{both} nearly every game, so there are too few games in which only one does"


def _next_sentences(changes: MeasuredChanges, judged: JudgedNumbers[ChangeKey], games: int) -> list[str]:
    """What to try next: other costs of a card that all or none take, other bots, or more games."""
    tries = []
    for card in changes.changed[:MAX_NAMED]:
        before, after = changes.costs[card]
        if changes.taken(card, ANY_CARD_BOT)[1].value >= NEARLY_ALWAYS and judged.side(RIVAL) != "below":
            step = 1
        elif _is_seldom_taken(changes, card):
            step = -1
        else:
            continue
        between = list(range(after + step, before, step))[:MAX_COSTS]
        costs = between or ([after + step] if after + step >= 0 else [])
        if costs:
            tries.append(f"{card} for {' or '.join(map(str, costs))} coins instead of {after}")
    sentences = [f"To try next: {'; '.join(tries)}."] if tries else []
    if changes.rival_comparison is None:
        what = "takes it" if changes.taker is None else "does not take it"
        sentences.append(f"To judge how strong it is, name a bot that {what}: --ladder on the command line.")
    elif judged.side(RIVAL) == "undecided" and not all(_is_seldom_taken(changes, card) for card in changes.changed):
        sentences.append(more_games_sentence(games))
    return sentences


def _are(changes: MeasuredChanges) -> str:
    return "is" if len(changes.changed) == 1 else "are"


def _it(changes: MeasuredChanges) -> str:
    return "it" if len(changes.changed) == 1 else "them"


def _measure_sentence(
    measured: Sequence[KingdomMeasurement], judged: JudgedNumbers[ChangeKey], players: Sequence[str]
) -> str:
    """Which measures of the whole game surely change, the ones that need no explanation first."""
    sure = [key[1] for key in judged.on_side("above", "below") if key[0] == "measure"]
    if not sure:
        return f"None of the measures of the whole game surely changes ({' against '.join(players)})."
    parts = []
    for name in sorted(sure, key=lambda name: name not in PLAIN_MEASURES)[:MAX_MEASURES]:
        title = f"wins of {' against '.join(players)}, %" if name == "wins" else title_with_unit(name)
        before, after = (in_shown_unit(name, kingdom.measures[name]) for kingdom in measured)
        parts.append(f"{title}: {before:.1f} → {after:.1f}, {CHANGE_VERDICTS[judged.side(('measure', name))]}")
    more = len(sure) - len(parts)
    return f"In the whole game, {'; '.join(parts)}{f'; and {more} more, see the table' if more else ''}."


def _corrected_title(judged: JudgedNumbers[ChangeKey]) -> str:
    return f"corrected for {plural(judged.comparisons, 'comparison')}"
