"""Tables of the report."""

from __future__ import annotations

from ludus.core.random import derive
from ludus.lab import Column, Table
from ludus.lab.names import unique_column_names
from ludus.studies.tribute_cards.config import GAME
from ludus.studies.tribute_cards.findings import TributeCardsResults, display_name, tier_name


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
