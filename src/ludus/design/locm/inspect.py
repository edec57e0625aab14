"""`ludus inspect locm`: strength and popularity of cards."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from ludus.design.base.card_use import MIN_USE, NO_JUDGEMENT, USED_ENOUGH
from ludus.design.base.designer import DesignRequest
from ludus.design.base.option_value_parsers import WinRateBand, read_one_or_two_bots
from ludus.design.base.report_parts import against, game_fact, head_and_tail, name_some, won_and_lost_games
from ludus.design.base.svg_charts import ScatterPoint, scatter_chart
from ludus.design.locm.card_stats import MIN_DEALS, VERDICTS, CardRates, CardSurvey, judge_cards, run_survey
from ludus.design.locm.options import DRAFTING_BOT, RANDOM_DRAFT_BOT, LocmInspectOptions
from ludus.design.locm.parse_card_arguments import CardSelection, read_selection
from ludus.games.locm.card_edits import NUMBER_FIELDS
from ludus.games.locm.card_list import KINDS, CardDefinition
from ludus.games.locm.card_use_stats import MEASURES
from ludus.report.report_model import Figure, Report, command_parts
from ludus.report.table_model import Column, Table
from ludus.stats import Estimate
from ludus.stats.judgement import JudgedNumbers, judgement_note
from ludus.util.errors import OptionError
from ludus.util.text import plural

SURVEY_GAMES = 50_000
DRAFT_GAMES = 20_000  # games for the pick rates of a drafting bot: thousands of offers of each card
MAX_SCREEN_ROWS = 24  # cards in the table on the screen
MAX_NAMED = 6  # cards named in a sentence
MAX_USE_ROWS = 12  # cards in the table of use on the screen: the least used
RANDOM_DRAFT = "random"
DRAFTS_ANY_CARD = f"players that draft at random, as {RANDOM_DRAFT_BOT} (--players)"


def inspect(words: list[str], options: LocmInspectOptions, request: DesignRequest) -> Report:
    """Report on a card list, on some of its cards, on a deck, or on a change.

    Args:
        words: the CONTENT arguments of the command.
        options: the options of the command.
        request: the request.

    Raises:
        OptionError: an option does not apply to this content, or cannot be parsed.
    """
    band, players = WinRateBand.parse(options.band), read_one_or_two_bots(options.players, "players")
    subject = read_selection(words, request)
    if subject.is_deck and options.change is not None:
        raise OptionError("--change is about a card list; it does not go with a deck")
    if not subject.is_deck and options.against != DRAFTING_BOT:
        raise OptionError("--against names the bot that drafts the opposing decks; this is no deck")
    if subject.is_deck:
        from ludus.design.locm.deck_report import report_deck

        return report_deck(subject, options, players, request)
    if options.change is not None:
        from ludus.design.locm.what_if import report_change

        return report_change(subject, options, players, request)
    return report_cards(subject, options, players, band, request)


def report_cards(
    subject: CardSelection, options: LocmInspectOptions, players: list[str], band: WinRateBand, request: DesignRequest
) -> Report:
    games = request.game_count(SURVEY_GAMES)
    survey_result = run_survey(request, subject.content, players, games, request.seed, "games on this list")
    popular = pick_rates(survey_result, options.choosers, request)
    chosen = subject.selected
    judged = judge_cards({index: survey_result.rates[index] for index in chosen}, band)
    ranked = sorted(chosen, key=lambda index: (-_value(survey_result.rates[index].strength), index))
    strong, weak = ([i for i in ranked if judged.side(i) == side] for side in ("above", "below"))
    examples = [*strong, *reversed(weak)] if len(chosen) == len(subject.cards) else ranked
    return Report(
        title=f"{request.game.title}: {_selection_name(chosen, subject)} of {list_name(request, subject)}",
        answer=_answer(survey_result, ranked, judged, band),
        parts=[
            use_table(survey_result.cards, survey_result.rates, ranked, survey_result.offer_counts(), popular),
            _cards_table(survey_result, popular, ranked, judged),
            Figure("cards", _strength_chart(survey_result, popular, ranked, judged, band), _caption(band, popular)),
            *command_parts(replay_commands(survey_result, (examples or ranked)[:8])),
            *_notes(survey_result, judged, band),
        ],
        facts=survey_facts(
            survey_result, request, {f"pick rates of {name}": source for name, (_, source) in popular.items()}
        ),
    )


def pick_rates(
    result: CardSurvey, choosers: str | None, request: DesignRequest
) -> dict[str, tuple[list[Estimate], str]]:
    """Return, by drafting bot, the pick rate of every card and a text on the games behind it.

    Bots of the survey that choose their cards are counted in the survey's games; others play drafts of their own.
    """
    playing = {text: k for k, text in enumerate(result.players) if text.partition("+")[0] != RANDOM_DRAFT}
    names = choosers.split() if choosers is not None else list(playing) or [DRAFTING_BOT]
    rates = {}
    for name in dict.fromkeys(names):
        if name in playing:
            rates[name] = result.pick_rates(playing[name]), f"{plural(result.games, 'game')}, seed {result.match.seed}"
            continue
        drafter = f"{name}+{RANDOM_DRAFT}" if "+" not in name else f"{name.partition('+')[0]}+{RANDOM_DRAFT}"
        games = min(DRAFT_GAMES, result.games)
        drafts = run_survey(request, result.match.content, [drafter] * 2, games, request.seed, f"drafts of {name}")
        rates[name] = drafts.pick_rates(0), f"{plural(games, 'game')} of {drafter}, seed {request.seed}"
    return rates


def survey_facts(result: CardSurvey, request: DesignRequest, more: dict[str, str] | None = None) -> dict[str, str]:
    """Return the facts of a report: game, bots, seed, digests."""
    return {
        "game": game_fact(request),
        "players": against(result.players) + (", both seats" if result.is_mirror_match else ""),
        "games": f"{result.games:,}, {plural(result.games // 2, 'deal')} from both seats",
        "seed": str(result.match.seed),
        "content": result.match.content.digest,
        "results": result.counted.outcomes.digest(),
        "first seat": f"{result.first_seat:.1%}",
        "turns": f"{result.turns:.2f} a player",
        **(more or {}),
    }


def replay_commands(result: CardSurvey, indices: list[int]) -> dict[str, str]:
    """Return replay commands: for each card a game in which the side that played it won, and one in which it lost."""
    return won_and_lost_games(
        indices, lambda index: f"{result.cards[index].name} is played", result.find_game_with, result.replay_command
    )


def list_name(request: DesignRequest, subject: CardSelection) -> str:
    return str(subject.content.options.cards or "the official list")  # type: ignore[attr-defined]


def _selection_name(selected: list[int], subject: CardSelection) -> str:
    return "the cards" if len(selected) == len(subject.cards) else "some cards" if len(selected) > 1 else "one card"


def _value(estimate: Estimate) -> float:
    return -1.0 if math.isnan(estimate.value) else estimate.value


def _answer(result: CardSurvey, ranked: list[int], judged: JudgedNumbers[int], band: WinRateBand) -> list[str]:
    def named(indices: list[int]) -> str:
        names = [f"{result.cards[i].name} ({100 * result.rates[i].strength.value:.1f} %)" for i in indices]
        return name_some(names, MAX_NAMED)

    by_verdict = {side: [i for i in ranked if judged.side(i) == side] for side in VERDICTS}
    sentences = []
    if by_verdict["above"]:
        sentences.append(f"Too strong, above {100 * band.high:g} % when drafted: {named(by_verdict['above'])}.")
    if by_verdict["below"]:
        sentences.append(f"Too weak, below {100 * band.low:g} % when drafted: {named(by_verdict['below'][::-1])}.")
    if judged.judged and not sentences:
        who = result.cards[ranked[0]].name if len(ranked) == 1 else "No card"
        sentences.append(f"{who} is{' not' if len(ranked) == 1 else ''} surely too strong or too weak.")
    if judged.judged:
        counts = ", ".join(f"{len(by_verdict[side])} {VERDICTS[side]}" for side in VERDICTS if by_verdict[side])
        sentences.append(f"Of {plural(len(ranked), 'card')}: {counts}.")
    known = [i for i in ranked if judged.side(i)]
    if len(known) > 1:
        best, worst = known[0], known[-1]
        sentences.append(f"From {named([worst])} to {named([best])}.")
    return sentences + no_judgement_sentences(result.cards, result.rates, result.players, ranked)


def no_judgement_sentences(
    cards: Sequence[CardDefinition], rates: Sequence[CardRates], players: Sequence[str], indices: Iterable[int]
) -> list[str]:
    """Which of some cards the players cannot judge, why, and what to do."""
    unused = [i for i in indices if not rates[i].can_be_judged]
    few = [i for i in unused if not rates[i].has_contrast]
    who, verb = " and ".join(dict.fromkeys(players)), "plays" if len(set(players)) == 1 else "play"
    drafts_any_card = all(player.partition("+")[0] == RANDOM_DRAFT for player in players)
    more_decks = "more games (-n)" if drafts_any_card else f"more games (-n), or {DRAFTS_ANY_CARD}"
    reasons = {
        f"in fewer than {MIN_DEALS} deals, only one side has": (few, more_decks),
        f"in fewer than {100 * MIN_USE:g} % of the decks that draw the card, {who} {verb}": (
            [i for i in unused if i not in few],
            "a bot that plays it (--players)",
        ),
    }
    sentences = []
    for why, (missing, advice) in reasons.items():
        if missing:
            names = name_some([cards[i].name for i in missing], MAX_NAMED)
            sentences.append(f"No judgement on {names}: {why} {'it' if len(missing) == 1 else 'each'}. Use {advice}.")
    return sentences


def use_table(
    cards: Sequence[CardDefinition],
    rates: Sequence[CardRates],
    indices: Iterable[int],
    offers: Sequence[int] | None = None,
    popular: Mapping[str, tuple[list[Estimate], str]] | None = None,
) -> Table:
    """Return the table of how often cards were offered, taken, drawn and played; the least used come first."""
    popular = popular or {}
    columns = [
        Column.integer("number", "card"),
        Column.text("name"),
        Column.text("judgement"),
        *([Column.integer("offered")] if offers else []),
        *(Column.share(f"picked_{k}", f"picked by {name}") for k, name in enumerate(popular, 1)),
        *(Column.integer(f"decks_{measure}", f"decks: {measure}") for measure in MEASURES),
        Column.number("played_when_drawn", "played when drawn", shown_digits=1, percent=True),
    ]
    rows = [
        [
            *(cards[i].number, cards[i].name, USED_ENOUGH if rates[i].can_be_judged else NO_JUDGEMENT),
            *([offers[i]] if offers else []),
            *(estimates[i] for estimates, _ in popular.values()),
            *(*rates[i].decks, None if math.isnan(rates[i].played_when_drawn) else rates[i].played_when_drawn),
        ]
        for i in sorted(indices, key=lambda i: (rates[i].can_be_judged, rates[i].decks[2]))
    ]
    return Table(
        "use",
        columns,
        rows,
        "How often each card is taken and played, the least used first",
        screen_rows=range(min(len(rows), MAX_USE_ROWS)),
    )


def _notes(result: CardSurvey, judged: JudgedNumbers[int], band: WinRateBand) -> list[str]:
    drafters = [text for text in dict.fromkeys(result.players) if text.partition("+")[0] != RANDOM_DRAFT]
    notes = [
        "Strength is the win rate of decks with the card, as between equal players: one half plus the wins beyond "
        "the players' averages. Win rates when drawn or played are of decks that drew or played the card; they also "
        "depend on how long such games last.",
        f"Intervals are over deals. A card is too strong, too weak or in the band only if its whole corrected interval "
        f"is above, below or inside {band}. {judgement_note(judged.comparisons)}",
        f"A card gets no judgement if only one side has it in fewer than {MIN_DEALS} deals, or if it is played in "
        f"fewer than {100 * MIN_USE:g} % of the decks that draw it: then its games say nothing about what it could do.",
    ]
    if drafters:
        notes.append(
            f"{' and '.join(drafters)} chose their decks: the win rate of decks with a card also depends on the other "
            "cards that the drafter likes, and on when it takes such a card. Players that draft at random have no "
            "such bias."
        )
    return notes


def _cards_table(result: CardSurvey, popular: dict[str, Any], ranked: list[int], judged: JudgedNumbers[int]) -> Table:
    columns = [
        Column.integer("number", "card"),
        Column.text("name"),
        *(Column.integer(name, on_screen=False) for name in NUMBER_FIELDS if name != "cost"),
        Column.text("kind"),
        Column.integer("cost"),
        Column.text("verdict"),
        Column.share("strength", "strength"),
        Column.share("corrected", f"corrected for {plural(judged.comparisons, 'comparison')}"),
        Column.integer("offered"),
        *(Column.share(f"picked_{name}", f"picked by {name}") for name in popular),
    ]
    for measure in MEASURES:
        columns.append(Column.integer(f"decks_{measure}", on_screen=False))
        columns.append(Column.share(f"won_{measure}", f"won when {measure}", on_screen=measure != "drafted"))
        columns.append(Column.difference(f"lift_{measure}", on_screen=False))
    columns += [Column.integer("game_won", on_screen=False), Column.integer("game_lost", on_screen=False)]
    offers, rows = result.offer_counts(), []
    for index in ranked:
        card, rates = result.cards[index], result.rates[index]
        row = [card.number, card.name, *(getattr(card, name) for name in NUMBER_FIELDS if name != "cost")]
        side = judged.side(index)
        row += [KINDS[card.kind], card.cost, VERDICTS[side], rates.strength]
        row += [judged.corrected(index) if side else None, offers[index]]
        row += [estimates[index] for estimates, _ in popular.values()]
        for k in range(len(MEASURES)):
            row += [rates.decks[k], rates.won[k], rates.lift[k]]
        rows.append([*row, result.find_game_with(index, True), result.find_game_with(index, False)])
    screen_rows = head_and_tail(len(rows), MAX_SCREEN_ROWS)
    return Table("cards", columns, rows, "Cards, the strongest first", screen_rows=screen_rows)


def _strength_chart(
    result: CardSurvey, popular: dict[str, Any], ranked: list[int], judged: JudgedNumbers[int], band: WinRateBand
) -> str:
    name, (rates, _) = next(iter(popular.items()))
    points = [
        ScatterPoint(
            result.cards[index].name,
            KINDS[result.cards[index].kind],
            rates[index],
            result.rates[index].strength,
            judged.side(index) in ("above", "below") or len(ranked) <= 12,
            f"{result.cards[index].name}: picked {rates[index]:.1%}, strength {result.rates[index].strength:.1%}",
        )
        for index in ranked
        if not math.isnan(rates[index].value + result.rates[index].strength.value)
    ]
    return scatter_chart(points, band, f"picked by {name} when offered", "win rate when drafted")


def _caption(band: WinRateBand, popular: dict[str, Any]) -> str:
    name = next(iter(popular))
    return (
        f"Every dot is a card: how often {name} takes it, and what decks with it win, with its 95 % interval. Shaded: "
        f"{band}; cards surely outside are named."
    )
