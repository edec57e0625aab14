"""What-if comparison: the old and the changed card list, played on the same deals.

Offers and shuffles follow from the seed, so both lists get the same luck. Differences are taken deal by deal, so their
intervals are far narrower than those of two separate measurements.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from ludus.design.base.card_use import MIN_USE, NO_JUDGEMENT
from ludus.design.base.designer import DesignRequest
from ludus.design.base.verdict_texts import more_games_sentence
from ludus.design.locm.card_stats import MIN_DEALS, CardSurvey, run_survey
from ludus.design.locm.inspect import RANDOM_DRAFT, SURVEY_GAMES, list_name, replay_commands, survey_facts
from ludus.design.locm.options import DRAFTING_BOT, LocmInspectOptions
from ludus.design.locm.parse_card_arguments import OFFICIAL_LIST, CardSelection, apply_changes_text
from ludus.games.locm.card_edits import with_cards
from ludus.games.locm.card_list import write_cards
from ludus.games.locm.card_use_stats import MEASURES
from ludus.report.report_model import File, Report, command_parts
from ludus.report.table_model import Column, Table
from ludus.stats import Estimate, mean, proportion_difference, simultaneous_interval
from ludus.stats.intervals import ratio_difference, ratio_proportion
from ludus.stats.judgement import JudgedNumbers, RangeSide, exactly, judgement_note, side_of
from ludus.util.errors import OptionError
from ludus.util.text import plural

CHANGED_FILE = "changed.csv"
DRAFT_GAMES = 40_000
MAX_RIVALS = 10
DRAWN_FIRST = "won when drawn first"
DRAFTERS = {  # how bots judge cards when they draft
    "weighted": "a weight for each official card, and for a changed one an estimate by its numbers",
    "coac": "a rank for each card number, also if the card is changed",
    "chad": "a weight for each official card, and for a changed one an estimate by its numbers",
    "onelane": "a tier for each official card, and for a changed one an estimate by its numbers",
}
CHANGE_VERDICTS: dict[RangeSide | None, str] = {
    "above": "surely more",
    "below": "surely less",
    "inside": "no difference",
    "undecided": "undecided",
    None: NO_JUDGEMENT,
}
STRENGTH_VERDICTS: dict[RangeSide, str] = {
    "above": "{card} is stronger than before",
    "below": "{card} is weaker than before",
    "inside": "{card} is as strong as before",
    "undecided": "Whether {card} is stronger or weaker than before is undecided",
}


def report_change(
    subject: CardSelection, options: LocmInspectOptions, players: list[str], request: DesignRequest
) -> Report:
    """Report the effect of card changes on the changed cards, on cards offered with them, and on the game."""
    assert options.change is not None
    cards, touched = apply_changes_text(subject.cards, options.change)
    _check_selection(subject, touched)
    file = f"{request.folder}/{CHANGED_FILE}" if request.folder else None
    changed = with_cards(subject.content, cards, file)
    games = request.game_count(SURVEY_GAMES)
    before = run_survey(request, subject.content, players, games, request.seed, "games on the old list")
    after = run_survey(request, changed, players, games, request.seed, "the same games on the new list")
    drafters = _drafters(options, players)
    drafts = {
        name: [
            run_survey(
                request,
                content,
                [f"{name.partition('+')[0]}+{RANDOM_DRAFT}"] * 2,
                min(DRAFT_GAMES, games),
                request.seed,
                what,
            )
            for content, what in ((subject.content, f"drafts of {name}"), (changed, "the same on the new list"))
        ]
        for name in drafters
    }
    rows: list[list[Any]] = []
    use: list[list[Any]] = []
    rivals, comparisons = [], 0
    wins: dict[int, list[int]] = {}  # by card: its rows about wins
    deciding: dict[int, int] = {}  # by card: the row that says whether it is stronger
    not_judged: set[int] = set()  # rows that these games cannot judge
    for index in touched:
        for name, pair in drafts.items():
            rows.append(
                [
                    cards[index].name,
                    f"picked by {name} when offered",
                    *_compare(*(_picks(drafting_survey, index) for drafting_survey in pair)),
                ]
            )
            use.append(rows[-1])
            all_rivals = _rivals(pair[0], pair[1], index, name)
            rivals += all_rivals[:MAX_RIVALS]
            comparisons += len(all_rivals)
        use.append([cards[index].name, "played when drawn", *_compare(_plays(before, index), _plays(after, index))])
        first = _wins_of_first_draw(before, index), _wins_of_first_draw(after, index)
        wins[index] = [*range(len(rows), len(rows) + 1 + len(MEASURES))]
        # Decks that differ between the lists drew it in other games: then only who drafted it can be compared.
        deciding[index] = wins[index][0 if np.array_equal(first[0].d, first[1].d) else 1]
        if not _can_be_judged(before, after, index):
            not_judged |= {*wins[index]}
        rows.append([cards[index].name, DRAWN_FIRST, *_compare(*first)])
        for k, measure in enumerate(MEASURES):
            rows.append(
                [cards[index].name, f"won when {measure}", *_compare(_wins(before, index, k), _wins(after, index, k))]
            )
    game = _game_rows(before, after)
    comparisons += len(rows) - len(not_judged) + len(game)
    judged = JudgedNumbers({k: row[4] for k, row in enumerate(rows)}, exactly(0.0), not_judged, comparisons)
    return Report(
        title=f"{request.game.title}: {options.change} in {list_name(request, subject)}",
        answer=[_strength_sentence(rows, deciding[index], judged, players) for index in touched]
        + [_pick_sentence(row, comparisons) for row in rows if "picked" in row[1]]
        + [_use_sentence(row) for row in use if "played" in row[1]]
        + [
            f"{row[0]}: {row[1].value:.2f} before, {row[2].value:.2f} after ({row[3]:+.2f}): "
            f"{_verdict(row[3], comparisons)}."
            for row in game
        ]
        + (
            [more_games_sentence(games)]
            if any(judged.side(deciding[index]) == "undecided" for index in touched)
            else []
        ),
        parts=[
            Table("use", _columns("card", "what"), use, "How often the changed cards are taken and played"),
            Table(
                "changed",
                [*_columns("card", "what"), *_verdict_columns(comparisons)],
                [
                    [*row, judged.corrected(k) if judged.side(k) else None, CHANGE_VERDICTS[judged.side(k)]]
                    for k, row in enumerate(rows)
                ],
                "The changed cards on the same deals",
            ),
            Table(
                "game",
                [
                    Column.text("what"),
                    *(Column.number(n) for n in _COMPARED),
                    *_verdict_columns(comparisons, Column.number),
                ],
                [[*row, *_judge(row[3], comparisons)] for row in game],
                "The whole game",
            ),
            Table(
                "rivals",
                [*_rival_columns(), *_verdict_columns(comparisons)],
                [[*row, *_judge(row[5], comparisons)] for row in rivals],
                "Rivals: how often cards beside a changed one are taken",
            ),
            *command_parts(
                replay_commands(before, touched)
                | ({f"changed: {k}": v for k, v in replay_commands(after, touched).items()} if file else {})
            ),
            File(CHANGED_FILE, write_cards(cards)),
            "Before and after are played on the same deals, with the same dice; the intervals of differences are taken "
            f"over deals. {judgement_note(comparisons)} All rivals count as comparisons, also those not shown.",
            "A card is stronger or weaker than before if the side that draws it first surely wins more or less "
            "often: of all games in which somebody draws it, the side that alone has it, or has it nearer to the top "
            "of its deck. Until then a game is the same with both lists, so these are the same games and sides. Won "
            "when drawn and won when played are of other games: a strong card ends some before the other side draws "
            "its own. If bots draft other decks with the changed list, the decks that drafted the card are compared "
            "instead.",
            f"A card gets no judgement if only one side has it in fewer than {MIN_DEALS} deals, or if it is played in "
            f"fewer than {100 * MIN_USE:g} % of the decks that draw it, on both lists.",
            "A drafter that knows cards by number cannot see a change. weighted has a weight for each official card; a "
            "changed one it judges by its numbers, so part of a changed pick rate is that other way to judge.",
            *([] if file else ["Games on the changed list can be replayed if it is kept: add --to FOLDER."]),
        ],
        facts=survey_facts(
            before, request, {"changed content": changed.digest, "results on it": after.counted.outcomes.digest()}
        ),
    )


def paired_difference(before: CardSurvey, after: CardSurvey, index: int) -> Estimate:
    """Return how much more often decks with a card win on the second list, on the same deals."""
    return _compare(_wins(before, index, 0), _wins(after, index, 0))[2]


_COMPARED = ("before", "after", "difference")


def _check_selection(subject: CardSelection, touched: list[int]) -> None:
    """Raise OptionError if cards are named that are not the changed ones; naming the whole list is allowed."""
    if len(subject.selected) == len(subject.cards) or set(subject.selected) == set(touched):
        return
    named, changing = (_numbers(subject, indices) for indices in (sorted(subject.selected), touched))
    raise OptionError(
        f"you name {named}, but --change is about {changing}: name the list ({OFFICIAL_LIST}, or its file) or the "
        "cards that change"
    )


def _numbers(subject: CardSelection, indices: list[int]) -> str:
    return "card" + ("s " if len(indices) > 1 else " ") + ", ".join(str(subject.cards[i].number) for i in indices)


def _columns(*texts: str) -> list[Column]:
    return [
        *map(Column.text, texts),
        Column.share("before"),
        Column.share("after"),
        Column.difference("difference"),
    ]


def _rival_columns() -> list[Column]:
    return [*_columns("card", "rival", "drafter"), Column.integer("offers")]


def _drafters(options: LocmInspectOptions, players: list[str]) -> list[str]:
    choosing = [text for text in dict.fromkeys(players) if text.partition("+")[0] != RANDOM_DRAFT]
    return options.choosers.split() if options.choosers is not None else choosing or [DRAFTING_BOT]


@dataclass(frozen=True)
class _DealRatio:
    """Successes `x` of `d` cases, by deal."""

    x: np.ndarray
    d: np.ndarray

    @property
    def estimate(self) -> Estimate:
        x, d, n = self.x, self.d, int(np.count_nonzero(self.d))
        return ratio_proportion(n, x.sum(), d.sum(), x @ x, x @ d, d @ d)


def _compare(one: _DealRatio, other: _DealRatio) -> tuple[Estimate, Estimate, Estimate]:
    return one.estimate, other.estimate, ratio_difference((other.x, other.d), (one.x, one.d))


def _by_deal(values: np.ndarray) -> np.ndarray:
    sums: np.ndarray = values.reshape(len(values) // 2, -1).sum(axis=1).astype(float)
    return sums


def _wins(result: CardSurvey, index: int, measure: int) -> _DealRatio:
    """Wins of the decks that have the card, drew it, or played it."""
    stats = result.counted.stats
    places = np.arange(stats["decks"].shape[2], dtype=np.uint32)
    has = stats["decks"] == index
    if MEASURES[measure] == "drawn":
        has &= places < stats["drawn"][:, :, None]
    elif MEASURES[measure] == "played":
        has &= stats["played"][:, :, None] >> places & 1 == 1
    held = has.any(axis=2)
    return _DealRatio(_by_deal(held * result.counted.outcomes.payoffs), _by_deal(held))


def _wins_of_first_draw(result: CardSurvey, index: int) -> _DealRatio:
    """Wins of the side that draws the card first, in games in which somebody draws it.

    That is the side that alone has it, or has it nearer to the top of its deck: with the same decks, the same games and
    sides on both lists, since a changed card changes nothing before it is drawn.
    """
    stats = result.counted.stats
    has = stats["decks"] == index
    size = has.shape[2]
    nearest = np.where(has.any(axis=2), has.argmax(axis=2), size)
    is_drawn = (has & (np.arange(size) < stats["drawn"][:, :, None])).any(axis=(1, 2))
    first = (nearest < nearest[:, ::-1]) & is_drawn[:, None]
    return _DealRatio(_by_deal(first * result.counted.outcomes.payoffs), _by_deal(first))


def _plays(result: CardSurvey, index: int) -> _DealRatio:
    """Decks that play the card, of those that draw it."""
    return _DealRatio(_wins(result, index, MEASURES.index("played")).d, _wins(result, index, MEASURES.index("drawn")).d)


def _picks(result: CardSurvey, index: int) -> _DealRatio:
    """Offers with the card in which it was taken, of both players."""
    offers = result.counted.stats["offers"]
    taken = _taken(result)
    return _DealRatio(_by_deal(taken == index), 2 * _by_deal((offers == index).any(axis=2)))


def _taken(result: CardSurvey) -> np.ndarray:
    """The card that was taken, by game, seat and pick."""
    stats = result.counted.stats
    picks = stats["picks"].astype(np.int64)
    return np.stack([np.take_along_axis(stats["offers"], picks[:, s, :, None], 2)[:, :, 0] for s in (0, 1)], axis=1)


def _rivals(before: CardSurvey, after: CardSurvey, index: int, drafter: str) -> list[list[Any]]:
    """The cards offered together with the changed one; those whose pick rates moved most come first."""
    offers = before.counted.stats["offers"]  # the same after: they follow from the seed
    games, picks = np.nonzero((offers == index).any(axis=2))
    together, deals, count = offers[games, picks], games // 2, len(offers) // 2
    taken = [_taken(picked)[games, :, picks] for picked in (before, after)]
    rows = []
    for rival in np.unique(together):
        if rival == index:
            continue
        both = (together == rival).any(axis=1)
        d = 2 * np.bincount(deals, both, count)
        series = [_DealRatio(np.bincount(deals, (picked == rival).sum(axis=1) * both, count), d) for picked in taken]
        names = before.cards[index].name, before.cards[int(rival)].name
        rows.append([*names, drafter, *_compare(*series), round(d.sum())])
    rows.sort(key=lambda row: (-abs(row[5].value), row[1]))
    return rows


def _game_rows(before: CardSurvey, after: CardSurvey) -> list[list[Any]]:
    firsts = [
        survey_result.match.by_deal(survey_result.counted.outcomes.payoffs)[:, 0] for survey_result in (before, after)
    ]
    turns = [
        survey_result.match.by_deal(survey_result.counted.stats["turns"] / 2 + 0.5) for survey_result in (before, after)
    ]
    return [
        [
            "Wins of the first seat, %",
            *map(_percent, (before.first_seat, after.first_seat, proportion_difference(firsts[1], firsts[0]))),
        ],
        ["Turns of a player", before.turns, after.turns, mean(turns[1] - turns[0])],
    ]


def _percent(share: Estimate) -> Estimate:
    return Estimate(100 * share.value, 100 * share.low, 100 * share.high, share.count)


def _verdict(difference: Estimate, comparisons: int) -> str:
    return CHANGE_VERDICTS[side_of(difference, exactly(0.0), comparisons)]


def _judge(difference: Estimate, comparisons: int) -> tuple[Estimate, str]:
    """The difference with its corrected interval, and the verdict."""
    return simultaneous_interval(difference, comparisons), _verdict(difference, comparisons)


def _verdict_columns(comparisons: int, column: Callable[[str, str], Column] = Column.difference) -> list[Column]:
    return [column("corrected", f"corrected for {plural(comparisons, 'comparison')}"), Column.text("verdict")]


def _can_be_judged(before: CardSurvey, after: CardSurvey, index: int) -> bool:
    """Whether the games say how a change of a card moves wins: it is played on one list at least, by one side only."""
    rates = before.rates[index], after.rates[index]
    return all(rate.has_contrast for rate in rates) and any(rate.played_when_drawn >= MIN_USE for rate in rates)


def _strength_sentence(rows: list[list[Any]], k: int, judged: JudgedNumbers[int], players: list[str]) -> str:
    """Whether a card is stronger or weaker than before, by the wins in row `k`."""
    name, _, before, after, difference = rows[k]
    side = judged.side(k)
    if side is None:
        who = " and ".join(dict.fromkeys(players))
        return f"No judgement on {name}: it is seldom drafted or played by {who}. Use other players or more games (-n)."
    verdict, points = STRENGTH_VERDICTS[side].format(card=name), _points(difference).partition(" [")[0]
    who = "the side that draws it first wins" if rows[k][1] == DRAWN_FIRST else "decks that drafted it win"
    their = "its" if rows[k][1] == DRAWN_FIRST else "their"
    wide, comparisons = judged.corrected(k), judged.comparisons
    return (
        f"{verdict}: {who} {100 * after.value:.1f} % of {their} games, {100 * before.value:.1f} % before ({points}, "
        f"{_signed(100 * wide.low)} to {_signed(100 * wide.high)} corrected for {comparisons} comparisons)."
    )


def _use_sentence(row: list[Any]) -> str:
    name, what, before, after, _ = row
    return f"{name}, {what}: {before.in_percent()} before, {after.in_percent()} after."


def _pick_sentence(row: list[Any], comparisons: int) -> str:
    """How often a drafter picks a card, and why this says nothing about its strength."""
    name, what, before, after, difference = row
    drafter = what.removeprefix("picked by ").removesuffix(" when offered").partition("+")[0]
    rule = DRAFTERS.get(drafter)
    return (
        f"{name}, {what}: {100 * before.value:.1f} % before, {100 * after.value:.1f} % after ({_points(difference)}): "
        f"{_verdict(difference, comparisons)}. This is no measure of strength: {drafter} picks by a fixed rule"
        f"{f' ({rule})' if rule else ''}, not by what wins."
    )


def _points(difference: Estimate) -> str:
    value, low, high = (_signed(100 * number) for number in (difference.value, difference.low, difference.high))
    return f"{value} points [{low}, {high}]"


def _signed(points: float) -> str:
    """Format a difference with one decimal, or with two if one would hide its sign."""
    return f"{points:+.2f}" if abs(points) < 0.1 else f"{points:+.1f}"
