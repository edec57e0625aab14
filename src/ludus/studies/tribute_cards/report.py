"""Report: cards, patrons, tiers, and drafts."""

from __future__ import annotations

from collections.abc import Sequence

from ludus.core.errors import LudusError
from ludus.core.registry import find_game
from ludus.design.decks.tiers import tiers_text
from ludus.lab import Command, Desk, Figure, File, Report, Section, Table
from ludus.lab.toml import toml_value
from ludus.players import find_compiled
from ludus.stats import Estimate
from ludus.studies.again import run_command
from ludus.studies.tribute_cards import figures, tables
from ludus.studies.tribute_cards.config import GAME, Settings
from ludus.studies.tribute_cards.findings import TIERS, Findings, spoken, tier_name

TITLE = "Tales of Tribute: which cards and patrons carry wins"
NAMED = 4  # cards named in a sentence
FAR = 2  # difference in tiers that is mentioned


def report(settings: Settings, desk: Desk) -> Report:
    """Build the report from stored results."""
    results = Findings.read(settings, desk)
    again = Command(run_command("tribute-cards", settings), "All of it again:")
    tiers = File("tiers_measured.toml", _tiers(results), "the tiers from play, as a list that bots can read")
    return Report(
        TITLE,
        _lead(results),
        [
            Section(
                "Cards", [_words_on_cards(), *figures.cards(results), tables.cards(results), tables.by_player(results)]
            ),
            Section("Patrons", [figures.patrons(results), tables.patrons(results), tables.presence(results)]),
            Section("Tiers from play", [_words_on_tiers(results), tiers]),
            Section("What to draft", _draft(results)),
            Section("Owned at the end, and who met whom", [tables.owned(results), tables.meetings(results), again]),
        ],
    )


def _draft(found: Findings) -> list[str | Figure | Table | File | Command]:
    players = found.settings.players
    parts: list[str | Figure | Table | File | Command] = [_words_on_drafts(), tables.draft(found)]
    if len(players) > 1:
        parts += [figures.suiting(found), tables.suiting(found)]
    parts += [tables.rules(found), File("patrons.toml", _patrons(found), "the learned orders")]
    for player in players:
        order = "/".join(found.patrons[number] for number in found.favourites(player).order)
        text = f"{player}{',' if ':' in player else ':'}patrons={order}"
        rival = next((other for other in players if other != player), None)
        if rival is not None and _plays(text):
            parts.append(Command(f"ludus match {GAME} {text} {rival} -n 1000", f"{player} drafts by its list:"))
    return parts


def _plays(text: str) -> bool:
    """Whether the bot exists; not all bots have a list of patrons."""
    try:
        find_compiled(find_game(GAME), text, compiled=False)
    except LudusError:
        return False
    return True


def _lead(found: Findings) -> str:
    top, low = found.ranked[:NAMED], found.ranked[-NAMED:][::-1]
    return (
        f"Other purchases being equal, a copy of {_told(found, top[:1])} adds most to its taker's share of wins; then "
        f"come {_told(found, top[1:])}. The least is added by {_told(found, low)}. That is from {found.games:,} games "
        f"between {', '.join(found.settings.players)}. {_patron_words(found)}"
    )


def _told(found: Findings, cards: Sequence[int]) -> str:
    return ", ".join(f"{spoken(found.cards[card])} ({_points(found.worths[card])})" for card in cards)


def _patron_words(found: Findings) -> str:
    sure = []
    for number in found.drafted:
        power = found.rates("drafted", number).power
        if power.low > 0.5 or power.high < 0.5:
            sure.append(f"{spoken(found.patrons[number])} {100 * power.value:.1f} %")
    if not sure:
        return "No patron surely helps or hurts who drafts it: its cards are there for both."
    return f"Who drafts a patron wins surely more or less than half with {', '.join(sure)}."


def _points(each: Estimate) -> str:
    return f"{100 * each.value:+.1f} points [{100 * each.low:+.1f}, {100 * each.high:+.1f}]"


def _words_on_cards() -> str:
    return (
        "Players who win take more cards, and more expensive ones, so what they win with a card says little by "
        "itself. Worth is fitted to all games at once: by how much a player's share of wins grows with each copy "
        "taken while all else that both took stays as it is. It is still what such players make of a card."
    )


def _words_on_tiers(found: Findings) -> str:
    moved = []
    names = list(TIERS)
    for card in found.ranked:
        key = found.cards[card]
        hand, play = tier_name(found.by_hand[key]), tier_name(found.measured[key])
        if hand in names and play in names and abs(names.index(hand) - names.index(play)) > FAR:
            moved.append(f"{spoken(key)} from {hand} to {play}")
    moved_text = f" Further than {FAR} tiers move {', '.join(moved)}." if moved else ""
    return (
        "The list made by hand has five tiers, worth 50, 25, 10, 5 and 1 to the bots. Here the same numbers are dealt "
        "out anew, by what cards turned out to be worth, drawn towards the average where little is known. Rank "
        f"correlation between worth and the tiers by hand: {found.agreement:.2f}.{moved_text}"
    )


def _words_on_drafts() -> str:
    return (
        "As in the thesis of Budzki, Kowalik and Polak: the patrons of every game that a player won are written down, "
        "and apriori finds which go together. The order begins with the patron in most of these games, then what is "
        "found most often with it, and so on while rules are sure enough; the others follow by how often they won. "
        "Games of a player with itself tell nothing and are left out. Rules count won games only; the second table "
        "tells how much more a player wins with a patron in the game, and how sure that is."
    )


def _tiers(found: Findings) -> str:
    comment = (
        "What cards are worth to bots, measured from play: the numbers of tiers.toml, dealt out anew by what a copy\n"
        f"adds to its taker's share of wins. Made by: {run_command('tribute-cards', found.settings)}"
    )
    decks = {key: found.decks[card] for card, key in enumerate(found.cards)}
    return tiers_text(found.measured, decks, TIERS, comment)


def _patrons(found: Findings) -> str:
    lines = [
        "# Patrons in the order in which each player should draft them, learned by association rules from its wins.",
        f"# Made by: {run_command('tribute-cards', found.settings)}",
        "",
        "version = 1",
        "",
        "[apriori]",
    ]
    bots = [player.partition(":")[0] for player in found.settings.players]
    for player, bot in zip(found.settings.players, bots, strict=True):
        order = [found.patrons[number] for number in found.favourites(player).order]
        name = bot if bots.count(bot) == 1 else player
        lines.append(f"{toml_value(name)} = {toml_value(order)}")
    return "\n".join(lines) + "\n"
