"""Report on one deck: mana curve, contents, archetype, and win rate against drafted decks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import numpy as np

from ludus.arena.compiled_games import match_exports
from ludus.arena.match_spec import Match
from ludus.arena.runner import run_match
from ludus.bots import load_bot
from ludus.core.compile.progress import report_compilation
from ludus.core.random import derive
from ludus.design.base.designer import DesignRequest, round_up_to_even
from ludus.design.base.report_parts import against, replay_command
from ludus.design.locm.card_stats import run_survey
from ludus.design.locm.inspect import RANDOM_DRAFT, list_name
from ludus.design.locm.options import LocmInspectOptions
from ludus.design.locm.parse_card_arguments import CardSelection
from ludus.games.locm.card_edits import NUMBER_FIELDS, with_decks
from ludus.games.locm.card_list import KINDS, CardDefinition
from ludus.games.locm.card_text import keyword_names
from ludus.report.report_model import Report, TextDrawing, command_parts
from ludus.report.table_model import Column, Table
from ludus.stats import Estimate, proportion
from ludus.util.text import plural

DECK_GAMES = 4000
GAMES_PER_OPPONENT = 4  # games against every drafted deck: both seats, and both players with the deck
LAST_COST = 7  # costs from here on share one line of the curve

# Half of all decks drafted at random from the official list have mean costs between these; below is quick, above slow.
AGGRO_COST, CONTROL_COST = 3.4, 4.0
FEW_ITEMS, MANY_ITEMS = 1 / 3, 0.4


def archetype(cards: Sequence[CardDefinition]) -> str:
    """Return "aggro" (cheap creatures), "control" (expensive cards, or mostly items) or "midrange" (the rest)."""
    cost = sum(card.cost for card in cards) / len(cards)
    items = sum(card.kind != 0 for card in cards) / len(cards)
    if cost > CONTROL_COST or items > MANY_ITEMS:
        return "control"
    return "aggro" if cost < AGGRO_COST and items <= FEW_ITEMS else "midrange"


def mana_curve(cards: Sequence[CardDefinition]) -> str:
    """Return a text histogram of costs; creatures are filled squares, items hollow ones."""
    lines = []
    for cost in range(LAST_COST + 1):
        cost_cards = [card for card in cards if min(card.cost, LAST_COST) == cost]
        creatures = sum(card.kind == 0 for card in cost_cards)
        label = f"{cost}+" if cost == LAST_COST else f"{cost} "
        lines.append(
            f"{label:>3} {'■' * creatures}{'□' * (len(cost_cards) - creatures)} {len(cost_cards) or ''}".rstrip()
        )
    return "\n".join(lines)


def report_deck(
    subject: CardSelection, options: LocmInspectOptions, players: list[str], request: DesignRequest
) -> Report:
    """Report the contents of a deck and its win rate."""
    cards = [subject.cards[index] for index in subject.selected]
    won, commands, fact_rows = _strength(subject, options.against, players, request)
    cost, kind = sum(card.cost for card in cards) / len(cards), archetype(cards)
    items = sum(card.kind != 0 for card in cards)
    return Report(
        title=f"{request.game.title}: a deck of {list_name(request, subject)}",
        answer=[
            f"It wins {won:.1%} of its games against decks drafted by {options.against}.",
            f"{kind.capitalize()}: mean cost {cost:.2f}, {items} of {plural(len(cards), 'card')} are items.",
        ],
        parts=[
            _contents_table(cards),
            _cards_table(subject),
            TextDrawing("Mana curve (■ creatures, □ items)", mana_curve(cards)),
            *command_parts(commands),
            f"A deck is aggro if its mean cost is below {AGGRO_COST} and at most a third of it are items, control if "
            f"its mean cost is above {CONTROL_COST} or more than {MANY_ITEMS:.0%} are items, else midrange. Half of "
            "all decks that are drafted at random from the official list have mean costs between these.",
            "Every drafted deck is met four times: in both seats, with each player once on either side. It counts as "
            "one observation. The deck is shuffled anew for each of them.",
        ],
        facts=fact_rows,
    )


def _strength(
    subject: CardSelection, drafting_bot: str, players: list[str], request: DesignRequest
) -> tuple[Estimate, dict[str, str], dict[str, str]]:
    opponents = max(request.game_count(DECK_GAMES) // GAMES_PER_OPPONENT, 1)
    drafter = f"{drafting_bot.partition('+')[0]}+{RANDOM_DRAFT}"
    drafts = run_survey(
        request, subject.content, [drafter] * 2, round_up_to_even(opponents), request.seed, f"decks of {drafting_bot}"
    )
    contents = []
    for k, theirs in enumerate(drafts.counted.stats["decks"][:opponents].tolist()):
        mine = np.random.default_rng(derive(request.seed, "shuffle", k)).permutation(subject.selected).tolist()
        contents += [with_decks(subject.content, decks) for decks in ((mine, theirs[1]), (theirs[0], mine))]
    with report_compilation(request.game, lambda: match_exports(request.game, players, len(players))):
        bots = [load_bot(request.game, text, content=subject.content) for text in players]
        match = Match(request.game, contents, bots, request.seed)
    with request.progress("games with the deck", GAMES_PER_OPPONENT * opponents) as advance:
        outcomes = run_match(match, GAMES_PER_OPPONENT * opponents, request.backend, advance)
    # Games 0 and 1 of four are played on the first content, with the deck in seat 0; 2 and 3 with it in seat 1.
    seats = np.arange(GAMES_PER_OPPONENT * opponents) // 2 % 2
    won = outcomes.payoffs[np.arange(GAMES_PER_OPPONENT * opponents), seats]
    commands = {}
    for what, chosen in (("it wins", won > 0.5), ("it loses", won < 0.5)):
        numbers = np.flatnonzero(chosen)
        if len(numbers):
            game = int(numbers[0])
            commands[f"a game that {what}, in seat {seats[game] + 1}"] = replay_command(match, players, game)
    fact_rows = {
        "players": against(players),
        "games": f"{GAMES_PER_OPPONENT * opponents:,} against {opponents:,} decks of {drafter}",
        "seed": str(request.seed),
        "content": subject.content.digest,
        "results": outcomes.digest(),
    }
    return proportion(won.reshape(-1, GAMES_PER_OPPONENT).mean(axis=1)), commands, fact_rows


def _contents_table(cards: Sequence[CardDefinition]) -> Table:
    kinds = Counter(KINDS[card.kind] for card in cards)
    words = Counter(word for card in cards if card.kind == 0 for word in keyword_names(card.keywords))
    rows = [[kind, kinds[kind]] for kind in KINDS if kinds[kind]]
    rows += [[f"creatures with {word}", count] for word, count in sorted(words.items())]
    rows += [["cards that draw", sum(card.draw > 0 for card in cards)]]
    return Table("made_of", [Column.text("what"), Column.integer("cards")], rows, "What it is made of")


def _cards_table(subject: CardSelection) -> Table:
    numbers = Counter(subject.selected)
    ranked = sorted(numbers, key=lambda index: (subject.cards[index].cost, subject.cards[index].number))
    columns = [
        Column.integer("number", "card"),
        Column.text("name"),
        Column.integer("copies"),
        Column.text("kind"),
    ]
    rows = [
        [card.number, card.name, numbers[index], KINDS[card.kind], *(getattr(card, n) for n in NUMBER_FIELDS)]
        for index, card in ((index, subject.cards[index]) for index in ranked)
    ]
    return Table("deck", [*columns, *(Column.integer(name) for name in NUMBER_FIELDS)], rows, "Its cards by cost")
