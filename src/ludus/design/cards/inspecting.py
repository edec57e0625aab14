"""`ludus inspect locm`: strength and popularity of cards."""

from __future__ import annotations

import math
from typing import Any

from ludus.core.errors import OptionError
from ludus.design.cards.asks import CHOOSER, InspectAsks, Limits, read_players
from ludus.design.cards.lists import Subject, read_subject
from ludus.design.cards.picture import Dot, picture
from ludus.design.cards.survey import STRONG, WEAK, Survey, survey, verdicts
from ludus.design.contract import Column, Findings, Order, Sheet
from ludus.stats import Estimate

GAMES = 50_000
DRAFTS = 20_000  # games for the pick rates of a drafting bot: thousands of offers of each card
MOST_SHOWN = 24  # cards in the table on the screen
RANDOM = "random"


def inspect(words: list[str], asks: InspectAsks, order: Order) -> Findings:
    """Report on a card list, on some of its cards, on a deck, or on a change.

    Args:
        words: the CONTENT arguments of the command.
        asks: the options of the command.
        order: the request.

    Raises:
        OptionError: an option does not apply to this content, or cannot be parsed.
    """
    band, players = Limits.read(asks.band), read_players(asks.players, "players")
    subject = read_subject(words, order)
    if subject.deck and asks.change is not None:
        raise OptionError("--change is about a card list; it does not go with a deck")
    if not subject.deck and asks.against != CHOOSER:
        raise OptionError("--against names the bot that drafts the opposing decks; this is no deck")
    if subject.deck:
        from ludus.design.cards.decks import inspect_deck

        return inspect_deck(subject, asks, players, order)
    if asks.change is not None:
        from ludus.design.cards.changing import inspect_change

        return inspect_change(subject, asks, players, order)
    return inspect_cards(subject, asks, players, band, order)


def inspect_cards(subject: Subject, asks: InspectAsks, players: list[str], band: Limits, order: Order) -> Findings:
    games = order.count(GAMES)
    survey_result = survey(order, subject.content, players, games, order.seed, "games on this list")
    popular = pick_rates(survey_result, asks.choosers, order)
    chosen = subject.asked
    verdict_list = verdicts([survey_result.rates[index] for index in chosen], band)
    verdict = dict(zip(chosen, verdict_list, strict=True))
    ranked = sorted(chosen, key=lambda index: (-_value(survey_result.rates[index].power), index))
    strong, weak = ([i for i in ranked if verdict[i] == name] for name in (STRONG, WEAK))
    examples = [*strong, *reversed(weak)] if len(chosen) == len(subject.cards) else ranked
    return Findings(
        title=f"{order.game.title}: {_which(chosen, subject)} of {list_name(order, subject)}",
        answer=_answer(survey_result, ranked, strong, weak, band, len(chosen)),
        sheets=[_sheet(survey_result, popular, ranked, verdict)],
        pictures={"cards.svg": (_picture(survey_result, popular, ranked, verdict, band), _caption(band, popular))},
        facts=facts(survey_result, order, {f"pick rates of {name}": source for name, (_, source) in popular.items()}),
        commands=replays(survey_result, (examples or ranked)[:8]),
        notes=_notes(survey_result, len(chosen), band),
    )


def pick_rates(found: Survey, choosers: str | None, order: Order) -> dict[str, tuple[list[Estimate], str]]:
    """Return, by drafting bot, the pick rate of every card and a text on the games behind it.

    Bots of the survey that choose their cards are counted in the survey's games; others play drafts of their own.
    """
    playing = {text: k for k, text in enumerate(found.players) if text.partition("+")[0] != RANDOM}
    names = choosers.split() if choosers is not None else list(playing) or [CHOOSER]
    rates = {}
    for name in dict.fromkeys(names):
        if name in playing:
            rates[name] = found.picks(playing[name]), f"{found.games:,} games, seed {found.match.seed}"
            continue
        drafter = f"{name}+{RANDOM}" if "+" not in name else f"{name.partition('+')[0]}+{RANDOM}"
        games = min(DRAFTS, found.games)
        drafts = survey(order, found.match.content, [drafter] * 2, games, order.seed, f"drafts of {name}")
        rates[name] = drafts.picks(0), f"{games:,} games of {drafter}, seed {order.seed}"
    return rates


def facts(found: Survey, order: Order, more: dict[str, str] | None = None) -> dict[str, str]:
    """Return the facts of a report: game, bots, seed, digests."""
    return {
        "game": f"{order.game.name}, rules version {order.game.version}",
        "players": " against ".join(dict.fromkeys(found.players)) + (", both seats" if found.mirrored else ""),
        "games": f"{found.games:,}, {found.games // 2:,} deals from both seats",
        "seed": str(found.match.seed),
        "content": found.match.content.digest,
        "results": found.counted.outcomes.digest(),
        "first seat": f"{found.first_seat:.1%}",
        "turns": f"{found.turns:.2f} a player",
        **(more or {}),
    }


def replays(found: Survey, indices: list[int]) -> dict[str, str]:
    """Return replay commands: for each card a game in which the side that played it won, and one in which it lost."""
    commands = {}
    for index in indices:
        for won, word in ((True, "wins"), (False, "loses")):
            number = found.game_with(index, won)
            if number is not None:
                commands[f"{found.cards[index].name} is played and {word}"] = found.command(number)
    return commands


def list_name(order: Order, subject: Subject) -> str:
    return str(subject.content.options.cards or "the official list")  # type: ignore[attr-defined]


def _which(asked: list[int], subject: Subject) -> str:
    return "the cards" if len(asked) == len(subject.cards) else "some cards" if len(asked) > 1 else "one card"


def _value(estimate: Estimate) -> float:
    return -1.0 if math.isnan(estimate.value) else estimate.value


def _answer(
    found: Survey, ranked: list[int], strong: list[int], weak: list[int], band: Limits, asked: int
) -> list[str]:
    def named(indices: list[int]) -> str:
        names = [f"{found.cards[i].name} ({100 * found.rates[i].power.value:.1f} %)" for i in indices[:6]]
        return ", ".join(names) + (f" and {len(indices) - 6} more" if len(indices) > 6 else "")

    sentences = []
    if strong:
        sentences.append(f"Too strong, above {100 * band.high:g} % when drafted: {named(strong)}.")
    if weak:
        sentences.append(f"Too weak, below {100 * band.low:g} % when drafted: {named(list(reversed(weak)))}.")
    if not sentences:
        which = f"None of {asked:,} cards is" if asked > 1 else "The card is not"
        sentences.append(f"{which} surely outside {band} of wins when drafted.")
    known = [i for i in ranked if not math.isnan(found.rates[i].power.value)]
    if len(known) > 1:
        best, worst = known[0], known[-1]
        sentences.append(f"From {named([worst])} to {named([best])}.")
    return sentences


def _notes(found: Survey, asked: int, band: Limits) -> list[str]:
    drafters = [text for text in dict.fromkeys(found.players) if text.partition("+")[0] != RANDOM]
    notes = [
        "Strength is the win rate of decks with the card, as between equal players: 50 % plus the wins beyond the "
        "players' averages. Win rates when drawn or played are of decks that drew or played the card; they also depend "
        "on how long such games last.",
        f"Intervals are 95 %, over deals{_misses(asked)}. A card is called too strong or too weak only if it is "
        f"outside {band} by a test that lets at most one in twenty such verdicts be wrong (Benjamini and Hochberg).",
    ]
    if drafters:
        notes.append(
            f"{' and '.join(drafters)} chose their decks: the win rate of decks with a card also depends on the other "
            "cards that the drafter likes, and on when it takes such a card. Players that draft at random have no "
            "such bias."
        )
    return notes


def _misses(asked: int) -> str:
    return f": of {asked}, about {asked / 20:.0f} miss the truth by chance alone" if asked >= 20 else ""


def _sheet(found: Survey, popular: dict[str, Any], ranked: list[int], verdict: dict[int, str]) -> Sheet:
    columns = [
        Column("number", "count", "card"),
        Column("name", title=""),
        *(Column(name, "count", shown=False) for name in found.design.NUMBERS if name != "cost"),
        Column("kind"),
        Column("cost", "count"),
        Column("verdict"),
        Column("strength", "share", "strength"),
        Column("offered", "count"),
        *(Column(f"picked_{name}", "share", f"picked by {name}") for name in popular),
    ]
    for measure in found.design.MEASURES:
        columns.append(Column(f"decks_{measure}", "count", shown=False))
        columns.append(Column(f"won_{measure}", "share", f"won when {measure}", shown=measure != "drafted"))
        columns.append(Column(f"lift_{measure}", "difference", shown=False))
    columns += [Column("game_won", "count", shown=False), Column("game_lost", "count", shown=False)]
    offers, rows = found.offers(), []
    for index in ranked:
        card, rates = found.cards[index], found.rates[index]
        row = [card.number, card.name, *(getattr(card, name) for name in found.design.NUMBERS if name != "cost")]
        row += [found.design.KINDS[card.kind], card.cost, verdict[index], rates.power, offers[index]]
        row += [estimates[index] for estimates, _ in popular.values()]
        for k in range(len(found.design.MEASURES)):
            row += [rates.decks[k], rates.won[k], rates.lift[k]]
        rows.append([*row, found.game_with(index, True), found.game_with(index, False)])
    half = MOST_SHOWN // 2
    shown_rows = None if len(rows) <= MOST_SHOWN else [*range(half), *range(len(rows) - half, len(rows))]
    return Sheet("cards", "Cards, the strongest first", columns, rows, shown_rows)


def _picture(found: Survey, popular: dict[str, Any], ranked: list[int], verdict: dict[int, str], band: Limits) -> str:
    name, (rates, _) = next(iter(popular.items()))
    dots = [
        Dot(
            found.cards[index].name,
            found.design.KINDS[found.cards[index].kind],
            rates[index],
            found.rates[index].power,
            verdict[index] in (STRONG, WEAK) or len(ranked) <= 12,
            f"{found.cards[index].name}: picked {rates[index]:.1%}, strength {found.rates[index].power:.1%}",
        )
        for index in ranked
        if not math.isnan(rates[index].value + found.rates[index].power.value)
    ]
    return picture(dots, band, f"picked by {name} when offered", "win rate when drafted")


def _caption(band: Limits, popular: dict[str, Any]) -> str:
    name = next(iter(popular))
    return (
        f"Every dot is a card: how often {name} takes it, and what decks with it win, with its 95 % interval. Shaded: "
        f"{band}; cards surely outside are named."
    )
