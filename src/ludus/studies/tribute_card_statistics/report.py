"""Report: cards, patrons, tiers, and drafts."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ludus.bots import load_compiled_bot
from ludus.core.game_registry import load_game
from ludus.core.random import derive
from ludus.design.tribute.measured_tiers import tier_file_text
from ludus.games.tribute.card_text import display_name
from ludus.lab import Column, Command, Figure, File, Report, RunContext, Section, Table
from ludus.lab.config import run_command, toml_value
from ludus.report.charts import Bar, bar_chart, heat_map
from ludus.report.file_and_column_names import unique_column_names
from ludus.stats import Estimate
from ludus.studies.claims import DECIDED, above, judge
from ludus.studies.tribute_card_statistics.config import GAME, TributeCardsConfig
from ludus.studies.tribute_card_statistics.results import TIERS, TributeCardsResults, tier_name
from ludus.util.errors import LudusError
from ludus.util.text import plural

SHOWN_CARDS = 15  # cards at either end
TITLE = "Tales of Tribute: which cards and patrons carry wins"
NAMED_CARDS = 4  # cards named in a sentence
MIN_TIER_MOVE = 2  # difference in tiers that is mentioned


def report(settings: TributeCardsConfig, context: RunContext) -> Report:
    """Build the report from stored results."""
    results = TributeCardsResults.read(settings, context)
    again = Command(run_command("tribute-cards", settings), "All of it again:")
    tiers = File("tiers_measured.toml", _tiers_file(results), "the tiers from play, as a list that bots can read")
    return Report(
        TITLE,
        [_lead(results)],
        [
            Section(
                "Cards",
                [
                    _worth_text(),
                    *card_figures(results),
                    cards_table(results),
                    by_player_table(results),
                ],
            ),
            Section(
                "Patrons",
                [patrons_figure(results), patrons_table(results), presence_table(results)],
            ),
            Section("Tiers from play", [_tiers_text(results), agreement_table(results), tiers]),
            Section("What to draft", _draft_parts(results)),
            Section(
                "Owned at the end, and who met whom",
                [owned_table(results), meetings_table(results), again],
            ),
        ],
    )


def _draft_parts(results: TributeCardsResults) -> list[str | Figure | Table | File | Command]:
    players = results.settings.players
    parts: list[str | Figure | Table | File | Command] = [_drafts_text(), draft_table(results)]
    if len(players) > 1:
        parts += [suiting_figure(results), suiting_table(results)]
    parts += [rules_table(results), File("patrons.toml", _patrons_file(results), "the learned orders")]
    for player in players:
        order = "/".join(results.patrons[number] for number in results.favourites(player).order)
        text = f"{player}{',' if ':' in player else ':'}patrons={order}"
        rival = next((other for other in players if other != player), None)
        if rival is not None and _bot_exists(text):
            parts.append(Command(f"ludus match {GAME} {text} {rival} -n 1000", f"{player} drafts by its list:"))
    return parts


def _bot_exists(text: str) -> bool:
    """Whether the bot exists; not all bots have a list of patrons."""
    try:
        load_compiled_bot(load_game(GAME), text, compiled=False)
    except LudusError:
        return False
    return True


def _lead(results: TributeCardsResults) -> str:
    top, low = results.ranked_cards[:NAMED_CARDS], results.ranked_cards[-NAMED_CARDS:][::-1]
    return (
        f"Other purchases being equal, a copy of {_cards_text(results, top[:1])} adds most to its taker's share of "
        "wins; then "
        f"come {_cards_text(results, top[1:])}. The least is added by {_cards_text(results, low)}. That is from "
        f"{plural(results.games, 'game')} "
        f"between {', '.join(results.settings.players)}. {_patrons_text(results)}"
    )


def _cards_text(results: TributeCardsResults, cards: Sequence[int]) -> str:
    return ", ".join(
        f"{display_name(results.cards[card])} ({_points_text(results.card_worths[card])})" for card in cards
    )


def _patrons_text(results: TributeCardsResults) -> str:
    sure = []
    for number in results.draftable_patrons:
        power = results.rates("drafted", number).power
        if judge(power, above(0.5), len(results.draftable_patrons)) in DECIDED:  # one of several is easily found
            sure.append(f"{display_name(results.patrons[number])} {100 * power.value:.1f} %")
    if not sure:
        return "No patron surely helps or hurts who drafts it: its cards are there for both."
    return f"Who drafts a patron wins surely more or less than half with {', '.join(sure)}."


def _points_text(estimate: Estimate) -> str:
    return f"{100 * estimate.value:+.1f} points [{100 * estimate.low:+.1f}, {100 * estimate.high:+.1f}]"


def _worth_text() -> str:
    return (
        "Players who win take more cards, and more expensive ones, so what they win with a card says little by "
        "itself. Worth is fitted to all games at once: by how much a player's share of wins grows with each copy "
        "taken while all else that both took stays as it is. It is still what such players make of a card."
    )


def _tiers_text(results: TributeCardsResults) -> str:
    moved = []
    names = list(TIERS)
    for card in results.ranked_cards:
        key = results.cards[card]
        hand, play = tier_name(results.hand_made_tiers[key]), tier_name(results.measured_tiers[key])
        if hand in names and play in names and abs(names.index(hand) - names.index(play)) > MIN_TIER_MOVE:
            moved.append(f"{display_name(key)} from {hand} to {play}")
    moved_text = f" Further than {MIN_TIER_MOVE} tiers move {', '.join(moved)}." if moved else ""
    return (
        "The list made by hand has five tiers, worth 50, 25, 10, 5 and 1 to the bots. Here the same numbers are dealt "
        "out anew, by what cards turned out to be worth, drawn towards the average where little is known. Rank "
        f"correlation between worth and the tiers by hand: {results.agreement:.2f}.{moved_text}"
    )


def agreement_table(results: TributeCardsResults) -> Table:
    """Rank correlation between the values of cards and their hand-made tiers."""
    columns = [
        Column.text("of"),
        Column.integer("cards"),
        Column.estimate("correlation", "rank correlation with the tiers by hand", shown_digits=2),
    ]
    caption = "Do the tiers by hand order cards as play does? The interval is over cards."
    return Table("agreement", columns, [["worth", len(results.ranked_cards), results.agreement]], caption)


def _drafts_text() -> str:
    return (
        "As in the thesis of Budzki, Kowalik and Polak: the patrons of every game that a player won are written down, "
        "and apriori finds which go together. The order begins with the patron in most of these games, then what is "
        "found most often with it, and so on while rules are sure enough; the others follow by how often they won. "
        "Games of a player with itself tell nothing and are left out. Rules count won games only; the second table "
        "tells how much more a player wins with a patron in the game, and how sure that is."
    )


def _tiers_file(results: TributeCardsResults) -> str:
    comment = (
        "What cards are worth to bots, measured from play: the numbers of tiers.toml, dealt out anew by what a copy\n"
        f"adds to its taker's share of wins. Made by: {run_command('tribute-cards', results.settings)}"
    )
    decks = {key: results.decks[card] for card, key in enumerate(results.cards)}
    return tier_file_text(results.measured_tiers, decks, TIERS, comment)


def _patrons_file(results: TributeCardsResults) -> str:
    lines = [
        "# Patrons in the order in which each player should draft them, learned by association rules from its wins.",
        f"# Made by: {run_command('tribute-cards', results.settings)}",
        "",
        "version = 1",
        "",
        "[apriori]",
    ]
    bots = [player.partition(":")[0] for player in results.settings.players]
    for player, bot in zip(results.settings.players, bots, strict=True):
        order = [results.patrons[number] for number in results.favourites(player).order]
        name = bot if bots.count(bot) == 1 else player
        lines.append(f"{toml_value(name)} = {toml_value(order)}")
    return "\n".join(lines) + "\n"


def cards_table(results: TributeCardsResults) -> Table:
    """Every card that can be taken."""
    rows = []
    for card in results.ranked_cards:
        rates, (cost, kind), key = results.rates("taken", card), results.cost_and_type(card), results.cards[card]
        rows.append(
            [
                display_name(key),
                display_name(results.decks[card]),
                kind,
                cost,
                tier_name(results.hand_made_tiers[key]),
                tier_name(results.measured_tiers[key]),
                results.card_worths[card],
                rates.players,
                rates.won,
                rates.without,
                rates.power,
                rates.lift,
            ]
        )
    columns = [
        Column.text("card"),
        Column.text("deck"),
        Column.text("type"),
        Column.integer("cost"),
        Column.text("by_hand", "tier by hand"),
        Column.text("measured", "tier from play"),
        Column.estimate("worth", "worth of a copy", percent=True),
        Column.integer("taken", "players who took it"),
        Column.estimate("won", "wins with it", percent=True),
        Column.estimate("without", "wins without it", percent=True),
        Column.estimate("power", percent=True),
        Column.estimate("lift", "wins more than without it", percent=True),
    ]
    caption = (
        "The most valuable first. Worth: by how much a player's share of wins grows with each copy taken, other "
        "purchases being equal. Wins with and without: of players in games with the card's patron. Power: what players "
        "with it win as between equals, 50 and what they win beyond their own average."
    )
    return Table("cards", columns, rows, caption, max_shown_rows=40)


def owned_table(results: TributeCardsResults) -> Table:
    """Cards owned at the end of a game, including cards that cannot be taken."""
    rates = {card: results.rates("owned", card) for card in range(len(results.cards))}
    ranked = sorted((k for k in rates if rates[k].power.count), key=lambda k: (-rates[k].power.value, k))
    rows = [
        [
            display_name(results.cards[k]),
            display_name(results.decks[k]),
            rates[k].players,
            rates[k].power,
            rates[k].lift,
        ]
        for k in ranked
    ]
    columns = [
        Column.text("card"),
        Column.text("deck"),
        Column.integer("owned", "players who had it"),
        Column.estimate("power", percent=True),
        Column.estimate("lift", "wins more than without it", percent=True),
    ]
    caption = "Cards owned at the end of the game. Players who removed a starting card make it look worse here."
    return Table("owned", columns, rows, caption, max_shown_rows=12)


def by_player_table(results: TributeCardsResults) -> Table:
    """Effect of a card for each player."""
    players = results.settings.players
    rows = [
        [display_name(results.cards[card]), *(results.rates("taken", card, name).lift for name in players)]
        for card in results.ranked_cards
    ]
    columns = [Column.text("card")] + [
        Column.estimate(name, text, percent=True)
        for name, text in zip(unique_column_names(players, "lift_"), players, strict=True)
    ]
    caption = "Wins more with the card than without it, of each player in all its games."
    return Table("by-player", columns, rows, caption, max_shown_rows=12)


def patrons_table(results: TributeCardsResults) -> Table:
    """Every patron: drafted, called, favoured."""
    rows = []
    for number, name in enumerate(results.patrons):
        drafted, called, favoured = (results.rates(measure, number) for measure in ("drafted", "called", "favoured"))
        rows.append([display_name(name), drafted.players, drafted.power, called.players, called.power, favoured.power])
    columns = [
        Column.text("patron"),
        Column.integer("picks", "players who drafted it"),
        Column.estimate("drafted", "power when drafted", percent=True),
        Column.integer("callers", "players who called it"),
        Column.estimate("called", "power when called", percent=True),
        Column.estimate("favoured", "power when favoured at the end", percent=True),
    ]
    caption = (
        "What players win who drafted, called or won over a patron, as between equals. A patron's cards and favours "
        "are there for both players, so drafting one helps only who makes more of it than the rival does."
    )
    return Table("patrons", columns, rows, caption)


def presence_table(results: TributeCardsResults) -> Table:
    """Effect of a patron on games of a player against itself."""
    rows = []
    for player in results.settings.players:
        for number in results.draftable_patrons:
            effect = results.presence(player, number)
            rows.append([player, display_name(results.patrons[number]), effect.games, effect.turns, effect.first_seat])
    columns = [
        Column.text("player"),
        Column.text("patron"),
        Column.integer("games"),
        Column.estimate("turns", "more turns with it"),
        Column.estimate("first_seat", "more wins of the first seat", percent=True),
    ]
    return Table(
        "presence",
        columns,
        rows,
        "Games of each player with itself, with the patron against without it.",
        max_shown_rows=36,
    )


def suiting_table(results: TributeCardsResults) -> Table:
    """Effect of each patron on each player."""
    players = results.settings.players
    rows = [
        [display_name(results.patrons[number]), *(results.patron_suitability(name, number) for name in players)]
        for number in results.draftable_patrons
    ]
    columns = [Column.text("patron")] + [
        Column.estimate(name, text, percent=True)
        for name, text in zip(unique_column_names(players, "suits_"), players, strict=True)
    ]
    caption = "How much more each player wins against the others when a patron is in the game, a mean over its rivals."
    return Table("suiting", columns, rows, caption)


def draft_table(results: TributeCardsResults) -> Table:
    """Learned draft orders."""
    rows = []
    for player in results.settings.players:
        learned = results.favourites(player)
        names = [display_name(results.patrons[number]) for number in learned.order]
        rows.append([player, learned.wins, learned.rule_picks, ", ".join(names)])
    columns = [
        Column.text("player"),
        Column.integer("wins", "won games"),
        Column.integer("learned", "picks by rules"),
        Column.text("order", "what to draft, the first that is there"),
    ]
    return Table("draft", columns, rows, "Learned by association rules from the patrons of games that a player won.")


def rules_table(results: TributeCardsResults) -> Table:
    """Association rules behind the orders."""
    rows = []
    for player in results.settings.players:
        for rule in results.favourites(player).rules:
            condition = ", ".join(display_name(results.patrons[number]) for number in sorted(rule.given))
            rows.append(
                [player, condition, display_name(results.patrons[rule.then]), rule.support, rule.confidence, rule.lift]
            )
    columns = [
        Column.text("player"),
        Column.text("given", "with"),
        Column.text("then", "take"),
        Column.integer("support", "won games"),
        Column.number("confidence"),
        Column.number("lift"),
    ]
    return Table(
        "rules", columns, rows, "The surest rules of each player; lift 1 is what chance would bring.", max_shown_rows=12
    )


def meetings_table(results: TributeCardsResults) -> Table:
    """All match-ups."""
    rows, again = [], []
    for survey in results.surveys:
        rows.append([*survey.players, survey.games, survey.share, survey.first_seat, survey.turns])
        seed = derive(results.settings.seed, "count", *survey.players, 0)
        games = min(results.settings.part, results.settings.games)
        cards = f" -o cards={results.settings.cards}" if results.settings.cards else ""
        again.append(f"ludus match {GAME} {' '.join(survey.players)} -n {games} --seed {seed}{cards}")
    columns = [
        Column.text("player"),
        Column.text("rival"),
        Column.integer("games"),
        Column.estimate("share", "wins of the first", percent=True),
        Column.estimate("first_seat", "wins of the first seat", percent=True),
        Column.estimate("turns"),
    ]
    caption = "All meetings, with the command that plays the first part of each again."
    return Table("meetings", columns, rows, caption, again)


def card_figures(results: TributeCardsResults) -> list[Figure]:
    """The most and the least valuable cards."""
    ends = [
        ("most", "most", results.ranked_cards[:SHOWN_CARDS]),
        ("least", "least", results.ranked_cards[-SHOWN_CARDS:]),
    ]
    figures = []
    for name, word, card_numbers in ends:
        title = f"The {word} valuable cards"
        marks = [_card_bar(results, card) for card in card_numbers]
        svg = bar_chart(
            marks,
            title=title,
            x_title="share of wins that a copy adds",
            percent=True,
            reference=0.0,
            groups=_tier_groups(results),
        )
        caption = (
            f"{title}, with their costs and 95 % intervals: what a copy adds to its taker's share of wins, other "
            "purchases being equal. Colours are tiers made by hand."
        )
        figures.append(Figure(f"cards-{name}", svg, caption))
    return figures


def patrons_figure(results: TributeCardsResults) -> Figure:
    """Win rates of players who drafted or called a patron."""
    marks = []
    for number, name in enumerate(results.patrons):
        for measure in ("drafted", "called"):
            power = results.rates(measure, number).power
            if power.count:
                marks.append(Bar.of(f"{display_name(name)}, {measure}", power, measure))
    marks.sort(key=lambda bar: (bar.group != "called", -bar.value))
    title = "Players who call or draft a patron"
    svg = bar_chart(marks, title=title, x_title="wins as between equals", percent=True, reference=0.5)
    return Figure("patrons", svg, f"{title}: what they win as between equals, with 95 % intervals.")


def suiting_figure(results: TributeCardsResults) -> Figure:
    """Effect of each patron on each player, as a heat map."""
    players = results.settings.players
    values = np.array(
        [[results.patron_suitability(name, number).value for number in results.draftable_patrons] for name in players]
    )
    title = "More wins with a patron in the game"
    columns = [display_name(results.patrons[number]) for number in results.draftable_patrons]
    svg = heat_map(players, columns, values, title=title, centre=0.0, percent=True, digits=1)
    return Figure("suiting", svg, f"{title}, in points: each player against the others, a mean over its rivals.")


def _card_bar(results: TributeCardsResults, card: int) -> Bar:
    worth, key = results.card_worths[card], results.cards[card]
    return Bar(
        f"{display_name(key)} ({results.cost_and_type(card)[0]})",
        worth.value,
        worth.low,
        worth.high,
        _tier_group(results.hand_made_tiers[key]),
    )


def _tier_groups(results: TributeCardsResults) -> Sequence[str]:
    return [f"tier {name}" for name in TIERS]


def _tier_group(number: int) -> str:
    return f"tier {tier_name(number)}"
