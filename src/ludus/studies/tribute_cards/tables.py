"""Tables of the report."""

from __future__ import annotations

from ludus.core.random import derive
from ludus.lab import Column, Table
from ludus.lab.names import column_names
from ludus.studies.tribute_cards.config import GAME
from ludus.studies.tribute_cards.findings import Findings, spoken, tier_name


def cards(found: Findings) -> Table:
    """Every card that can be taken."""
    rows = []
    for card in found.ranked:
        rates, (cost, kind), key = found.rates("taken", card), found.facts(card), found.cards[card]
        rows.append(
            [
                spoken(key),
                spoken(found.decks[card]),
                kind,
                cost,
                tier_name(found.by_hand[key]),
                tier_name(found.measured[key]),
                found.worths[card],
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
        Column.whole("cost"),
        Column.text("by_hand", "tier by hand"),
        Column.text("measured", "tier from play"),
        Column.estimate("worth", "worth of a copy", percent=True),
        Column.whole("taken", "players who took it"),
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
    return Table("cards", columns, rows, caption, most=40)


def owned(found: Findings) -> Table:
    """Cards owned at the end of a game, including cards that cannot be taken."""
    rates = {card: found.rates("owned", card) for card in range(len(found.cards))}
    ranked = sorted((k for k in rates if rates[k].power.count), key=lambda k: (-rates[k].power.value, k))
    rows = [
        [spoken(found.cards[k]), spoken(found.decks[k]), rates[k].players, rates[k].power, rates[k].lift]
        for k in ranked
    ]
    columns = [
        Column.text("card"),
        Column.text("deck"),
        Column.whole("owned", "players who had it"),
        Column.estimate("power", percent=True),
        Column.estimate("lift", "wins more than without it", percent=True),
    ]
    caption = "Cards owned at the end of the game. Players who removed a starting card make it look worse here."
    return Table("owned", columns, rows, caption, most=12)


def by_player(found: Findings) -> Table:
    """Effect of a card for each player."""
    players = found.settings.players
    rows = [
        [spoken(found.cards[card]), *(found.rates("taken", card, name).lift for name in players)]
        for card in found.ranked
    ]
    columns = [Column.text("card")] + [
        Column.estimate(name, text, percent=True)
        for name, text in zip(column_names(players, "lift_"), players, strict=True)
    ]
    caption = "Wins more with the card than without it, of each player in all its games."
    return Table("by-player", columns, rows, caption, most=12)


def patrons(found: Findings) -> Table:
    """Every patron: drafted, called, favoured."""
    rows = []
    for number, name in enumerate(found.patrons):
        drafted, called, favoured = (found.rates(measure, number) for measure in ("drafted", "called", "favoured"))
        rows.append([spoken(name), drafted.players, drafted.power, called.players, called.power, favoured.power])
    columns = [
        Column.text("patron"),
        Column.whole("picks", "players who drafted it"),
        Column.estimate("drafted", "power when drafted", percent=True),
        Column.whole("callers", "players who called it"),
        Column.estimate("called", "power when called", percent=True),
        Column.estimate("favoured", "power when favoured at the end", percent=True),
    ]
    caption = (
        "What players win who drafted, called or won over a patron, as between equals. A patron's cards and favours "
        "are there for both players, so drafting one helps only who makes more of it than the rival does."
    )
    return Table("patrons", columns, rows, caption)


def presence(found: Findings) -> Table:
    """Effect of a patron on games of a player against itself."""
    rows = []
    for player in found.settings.players:
        for number in found.drafted:
            effect = found.presence(player, number)
            rows.append([player, spoken(found.patrons[number]), effect.games, effect.turns, effect.first_seat])
    columns = [
        Column.text("player"),
        Column.text("patron"),
        Column.whole("games"),
        Column.estimate("turns", "more turns with it"),
        Column.estimate("first_seat", "more wins of the first seat", percent=True),
    ]
    return Table(
        "presence", columns, rows, "Games of each player with itself, with the patron against without it.", most=36
    )


def suiting(found: Findings) -> Table:
    """Effect of each patron on each player."""
    players = found.settings.players
    rows = [
        [spoken(found.patrons[number]), *(found.suits(name, number) for name in players)] for number in found.drafted
    ]
    columns = [Column.text("patron")] + [
        Column.estimate(name, text, percent=True)
        for name, text in zip(column_names(players, "suits_"), players, strict=True)
    ]
    caption = "How much more each player wins against the others when a patron is in the game, a mean over its rivals."
    return Table("suiting", columns, rows, caption)


def draft(found: Findings) -> Table:
    """Learned draft orders."""
    rows = []
    for player in found.settings.players:
        learned = found.favourites(player)
        names = [spoken(found.patrons[number]) for number in learned.order]
        rows.append([player, learned.wins, learned.learned, ", ".join(names)])
    columns = [
        Column.text("player"),
        Column.whole("wins", "won games"),
        Column.whole("learned", "picks by rules"),
        Column.text("order", "what to draft, the first that is there"),
    ]
    return Table("draft", columns, rows, "Learned by association rules from the patrons of games that a player won.")


def rules(found: Findings) -> Table:
    """Association rules behind the orders."""
    rows = []
    for player in found.settings.players:
        for rule in found.favourites(player).rules:
            condition = ", ".join(spoken(found.patrons[number]) for number in sorted(rule.given))
            rows.append([player, condition, spoken(found.patrons[rule.then]), rule.support, rule.confidence, rule.lift])
    columns = [
        Column.text("player"),
        Column.text("given", "with"),
        Column.text("then", "take"),
        Column.whole("support", "won games"),
        Column.number("confidence"),
        Column.number("lift"),
    ]
    return Table("rules", columns, rows, "The surest rules of each player; lift 1 is what chance would bring.", most=12)


def meetings(found: Findings) -> Table:
    """All match-ups."""
    rows, again = [], []
    for survey in found.surveys:
        rows.append([*survey.players, survey.games, survey.share, survey.first_seat, survey.turns])
        seed = derive(found.settings.seed, "count", *survey.players, 0)
        games = min(found.settings.part, found.settings.games)
        cards = f" -o cards={found.settings.cards}" if found.settings.cards else ""
        again.append(f"ludus match {GAME} {' '.join(survey.players)} -n {games} --seed {seed}{cards}")
    columns = [
        Column.text("player"),
        Column.text("rival"),
        Column.whole("games"),
        Column.estimate("share", "wins of the first", percent=True),
        Column.estimate("first_seat", "wins of the first seat", percent=True),
        Column.estimate("turns"),
    ]
    caption = "All meetings, with the command that plays the first part of each again."
    return Table("meetings", columns, rows, caption, again)
