"""Report on one deck: mana curve, contents, archetype, and win rate against drafted decks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

import numpy as np

from ludus.arena.match import Match
from ludus.core.progress import first_use
from ludus.core.random import derive
from ludus.design.cards.asks import InspectAsks
from ludus.design.cards.inspecting import RANDOM, list_name
from ludus.design.cards.lists import Subject
from ludus.design.cards.survey import survey
from ludus.design.contract import Column, Findings, Order, Sheet
from ludus.design.replays import replay_command
from ludus.players import find_player
from ludus.stats import Estimate, share

GAMES = 4000
TIMES = 4  # games against every drafted deck: both seats, and both players with the deck
LAST = 7  # costs from here on share one line of the curve

# Half of all decks drafted at random from the official list have mean costs between these; below is quick, above slow.
QUICK, SLOW = 3.4, 4.0
FEW_ITEMS, MANY_ITEMS = 1 / 3, 0.4


def archetype(cards: Sequence[Any]) -> str:
    """Return "aggro" (cheap creatures), "control" (expensive cards, or mostly items) or "midrange" (the rest)."""
    cost = sum(card.cost for card in cards) / len(cards)
    items = sum(card.kind != 0 for card in cards) / len(cards)
    if cost > SLOW or items > MANY_ITEMS:
        return "control"
    return "aggro" if cost < QUICK and items <= FEW_ITEMS else "midrange"


def curve(cards: Sequence[Any]) -> str:
    """Return a text histogram of costs; creatures are filled squares, items hollow ones."""
    lines = []
    for cost in range(LAST + 1):
        cost_cards = [card for card in cards if min(card.cost, LAST) == cost]
        creatures = sum(card.kind == 0 for card in cost_cards)
        label = f"{cost}+" if cost == LAST else f"{cost} "
        lines.append(
            f"{label:>3} {'■' * creatures}{'□' * (len(cost_cards) - creatures)} {len(cost_cards) or ''}".rstrip()
        )
    return "\n".join(lines)


def inspect_deck(subject: Subject, asks: InspectAsks, players: list[str], order: Order) -> Findings:
    """Report the contents of a deck and its win rate."""
    cards = [subject.cards[index] for index in subject.asked]
    won, commands, fact_rows = _strength(subject, asks.against, players, order)
    cost, kind = sum(card.cost for card in cards) / len(cards), archetype(cards)
    items = sum(card.kind != 0 for card in cards)
    return Findings(
        title=f"{order.game.title}: a deck of {list_name(order, subject)}",
        answer=[
            f"It wins {won:.1%} of its games against decks drafted by {asks.against}.",
            f"{kind.capitalize()}: mean cost {cost:.2f}, {items} of {len(cards)} cards are items.",
        ],
        texts={"Mana curve (■ creatures, □ items)": curve(cards)},
        sheets=[_made_of(subject, cards, order), _cards(subject, order)],
        facts=fact_rows,
        commands=commands,
        notes=[
            f"A deck is aggro if its mean cost is below {QUICK} and at most a third of it are items, control if its "
            f"mean cost is above {SLOW} or more than {MANY_ITEMS:.0%} are items, else midrange. Half of all decks that "
            "are drafted at random from the official list have mean costs between these.",
            "Every drafted deck is met four times: in both seats, with each player once on either side. It counts as "
            "one observation. The deck is shuffled anew for each of them.",
        ],
    )


def _strength(
    subject: Subject, against: str, players: list[str], order: Order
) -> tuple[Estimate, dict[str, str], dict[str, str]]:
    design = order.design
    opponents = max(order.count(GAMES) // TIMES, 1)
    drafter = f"{against.partition('+')[0]}+{RANDOM}"
    drafts = survey(order, subject.content, [drafter] * 2, opponents + opponents % 2, order.seed, f"decks of {against}")
    contents = []
    for k, theirs in enumerate(drafts.counted.tallies["decks"][:opponents].tolist()):
        mine = np.random.default_rng(derive(order.seed, "shuffle", k)).permutation(subject.asked).tolist()
        contents += [design.with_decks(subject.content, decks) for decks in ((mine, theirs[1]), (theirs[0], mine))]
    with first_use(order.game):
        bots = [find_player(order.game, text, content=subject.content) for text in players]
        match = Match(order.game, contents, bots, order.seed)
    with order.progress("games with the deck", TIMES * opponents) as advance:
        outcomes = match.play(TIMES * opponents, order.place, advance)
    # Games 0 and 1 of four are played on the first content, with the deck in seat 0; 2 and 3 with it in seat 1.
    seats = np.arange(TIMES * opponents) // 2 % 2
    won = outcomes.shares[np.arange(TIMES * opponents), seats]
    commands = {}
    for what, chosen in (("it wins", won > 0.5), ("it loses", won < 0.5)):
        numbers = np.flatnonzero(chosen)
        if len(numbers):
            game = int(numbers[0])
            commands[f"a game that {what}, in seat {seats[game]}"] = replay_command(match, players, game)
    fact_rows = {
        "players": " against ".join(dict.fromkeys(players)),
        "games": f"{TIMES * opponents:,} against {opponents:,} decks of {drafter}",
        "seed": str(order.seed),
        "content": subject.content.digest,
        "results": outcomes.digest(),
    }
    return share(won.reshape(-1, TIMES).mean(axis=1)), commands, fact_rows


def _made_of(subject: Subject, cards: Sequence[Any], order: Order) -> Sheet:
    design = order.design
    kinds = Counter(design.KINDS[card.kind] for card in cards)
    words = Counter(word for card in cards if card.kind == 0 for word in design.keyword_names(card.keywords))
    rows = [[kind, kinds[kind]] for kind in design.KINDS if kinds[kind]]
    rows += [[f"creatures with {word}", count] for word, count in sorted(words.items())]
    rows += [["cards that draw", sum(card.draw > 0 for card in cards)]]
    return Sheet("made_of", "What it is made of", [Column("what"), Column("cards", "count")], rows)


def _cards(subject: Subject, order: Order) -> Sheet:
    design = order.design
    numbers = Counter(subject.asked)
    ranked = sorted(numbers, key=lambda index: (subject.cards[index].cost, subject.cards[index].number))
    columns = [Column("number", "count", "card"), Column("name", title=""), Column("copies", "count"), Column("kind")]
    rows = [
        [card.number, card.name, numbers[index], design.KINDS[card.kind], *(getattr(card, n) for n in design.NUMBERS)]
        for index, card in ((index, subject.cards[index]) for index in ranked)
    ]
    return Sheet("deck", "Its cards by cost", [*columns, *(Column(name, "count") for name in design.NUMBERS)], rows)
