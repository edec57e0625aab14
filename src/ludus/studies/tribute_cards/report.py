"""Report: cards, patrons, tiers, and drafts."""

from __future__ import annotations

from collections.abc import Sequence

from ludus.core.errors import LudusError
from ludus.core.registry import load_game
from ludus.design.decks.tiers import tier_file_text
from ludus.lab import Command, RunContext, Figure, File, Report, Section, Table
from ludus.lab.toml import toml_value
from ludus.players import load_compiled_bot
from ludus.stats import Estimate
from ludus.studies.again import run_command
from ludus.studies.tribute_cards import figures, tables
from ludus.studies.tribute_cards.config import GAME, TributeCardsConfig
from ludus.studies.tribute_cards.findings import TIERS, TributeCardsResults, display_name, tier_name

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
        _lead(results),
        [
            Section(
                "Cards",
                [
                    _worth_text(),
                    *figures.card_figures(results),
                    tables.cards_table(results),
                    tables.by_player_table(results),
                ],
            ),
            Section(
                "Patrons",
                [figures.patrons_figure(results), tables.patrons_table(results), tables.presence_table(results)],
            ),
            Section("Tiers from play", [_tiers_text(results), tiers]),
            Section("What to draft", _draft_parts(results)),
            Section(
                "Owned at the end, and who met whom",
                [tables.owned_table(results), tables.meetings_table(results), again],
            ),
        ],
    )


def _draft_parts(results: TributeCardsResults) -> list[str | Figure | Table | File | Command]:
    players = results.settings.players
    parts: list[str | Figure | Table | File | Command] = [_drafts_text(), tables.draft_table(results)]
    if len(players) > 1:
        parts += [figures.suiting_figure(results), tables.suiting_table(results)]
    parts += [tables.rules_table(results), File("patrons.toml", _patrons_file(results), "the learned orders")]
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
        f"Other purchases being equal, a copy of {_cards_text(results, top[:1])} adds most to its taker's share of wins; then "
        f"come {_cards_text(results, top[1:])}. The least is added by {_cards_text(results, low)}. That is from {results.games:,} games "
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
        if power.low > 0.5 or power.high < 0.5:
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
