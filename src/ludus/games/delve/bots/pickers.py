"""How a bot picks nodes of the skill tree.

random     any node that can be had; where nodes have prices, it may also save its points
greedy     the node that adds the most damage to the deck in the next fight, for each point that it costs
lookahead  the first of three picks with which most encounters should be won: see `chance_to_win` in foresight.py
3/1/7      the nodes with these numbers, from 1 in the order of the tree's file, as soon as each can be had, the first
           that is open before the others; what is too dear is saved for. When none of them is open: random

The damage that a node adds is counted over all cards of the deck that it raises: area cards once for every enemy, and
cards of a resource that does not suffice for a whole hand only so far as it does.
"""

# mypy: ignore-errors

from typing import Annotated

from msgspec import Meta

from ludus.core import Record, float64, int16, int64, rule, uint16, uint64
from ludus.core.bot import BotOptions
from ludus.core.errors import OptionError
from ludus.core.random import draw
from ludus.games.delve.bots.foresight import Outlook, chance_to_win, look_out
from ludus.games.delve.kinds import AREA, CLASSES, DECK, HAND, MANA, NODES
from ludus.games.delve.moves import NODE, SAVE
from ludus.games.delve.picking import affordable, has, take
from ludus.games.delve.table import WORDS

RANDOM, GREEDY, LOOKAHEAD, LISTED = range(4)
WAYS = {"random": RANDOM, "greedy": GREEDY, "lookahead": LOOKAHEAD}
AHEAD = 3  # picks
WIDE = 40  # nodes; in larger trees it looks one pick less ahead
FREE = 1e9  # what a node without a price is worth more
NONE = -1

Way = Annotated[
    str, Meta(description="how it picks nodes: random, greedy, lookahead, or numbers of nodes in order, / between them")
]


class PickingOptions(BotOptions, frozen=True, forbid_unknown_fields=True):
    """Of a bot that has no others."""

    picks: Way = "random"


class Picks(Record):
    way: int64
    rank: uint16[NODES]  # of each node, 1 for the one wanted first; 0: it is not in the list


class Picking(Record):
    """Parameters of a bot that has no others."""

    picks: Picks


class Prospect(Record):
    """The tree after some picks."""

    had: uint64[WORDS]
    open: uint64[WORDS]
    bonus: int16[CLASSES]
    points: int64
    encounter: int64  # the next
    option: int64  # the next one to try: a node, or as many as there are nodes: to save
    chance: float64  # to get there
    value: float64  # encounters that should be won before


class Picker(Record):
    """Working space."""

    deck: float64[CLASSES]  # cards of each class that can be paid
    outlook: Outlook
    prospects: Prospect[AHEAD + 1]


def fill_picks(text: str, picks) -> None:
    """Write a way to pick into a plain view of the record."""
    word = text.strip().lower()
    if word in WAYS:
        picks.way = WAYS[word]
        return
    picks.way = LISTED
    for rank, number in enumerate(word.split("/"), 1):
        if not number.strip().isdecimal() or not 1 <= int(number) <= NODES:
            raise OptionError(
                f"picks: {number.strip()!r} is no way to pick; it is {', '.join(WAYS)}, or numbers of nodes "
                f"from 1 to {NODES} with / between them"
            )
        if picks.rank[int(number) - 1]:
            raise OptionError(f"picks: node {int(number)} is named twice")
        picks.rank[int(number) - 1] = rank


def fill(options, params) -> None:
    """The parameters of a bot that has no others."""
    fill_picks(options.picks, params.picks)


@rule
def pick_node(table, state, picks, dice, picker):
    """The move that picks a node; `dice` is a record with a stream."""
    if picks.way == GREEDY:
        return _most_now(table, state, picker)
    if picks.way == LOOKAHEAD:
        return _most_ahead(table, state, picker)
    if picks.way == LISTED:
        move = _listed(table, state, picks)
        if move != NONE:
            return move
    return _any(table, state, dice)


@rule
def _any(table, state, dice):
    count = 1 if table.priced else 0
    for node in range(table.nodes + 0):
        if affordable(table, state, node):
            count += 1
    left = draw(dice, count)
    for node in range(table.nodes + 0):
        if affordable(table, state, node):
            if left == 0:
                return NODE + node
            left -= 1
    return SAVE


@rule
def _listed(table, state, picks):
    """The first of the list that is open, or saving for it."""
    wanted = NONE
    for node in range(table.nodes + 0):
        if picks.rank[node] != 0 and has(state.open, node):
            if wanted == NONE or picks.rank[node] < picks.rank[wanted]:
                wanted = node
    if wanted == NONE:
        return NONE
    return NODE + wanted if affordable(table, state, wanted) else SAVE


@rule
def _most_now(table, state, picker):
    _count_deck(table, picker)
    most, wanted = -1.0, NONE
    for node in range(table.nodes + 0):
        if affordable(table, state, node):
            value = _worth(table, node, state.encounter, picker)
            price = table.tree[node].price
            value = value / price if price != 0 else value + FREE
            if value > most:
                most, wanted = value, node
    return NODE + wanted


@rule
def _most_ahead(table, state, picker):
    """Every sequence of picks, depth first."""
    first = picker.prospects[0]
    for word in range(WORDS):
        first.had[word] = state.had[word]
        first.open[word] = state.open[word]
    for group in range(CLASSES):
        first.bonus[group] = state.bonus[group]
    first.points = state.points
    first.encounter = state.encounter
    first.option = 0
    first.chance = 1.0
    first.value = 0.0
    deepest = AHEAD if table.nodes <= WIDE else AHEAD - 1
    depth, most, best = 0, -1.0, NONE
    while depth >= 0:
        here = picker.prospects[depth]
        option = here.option + 0
        if option > table.nodes:
            depth -= 1
            continue
        here.option = option + 1
        if not _possible(table, here, option):
            continue
        after = picker.prospects[depth + 1]
        picker.prospects[depth + 1] = here
        _follow(table, after, option, picker)
        if depth + 1 < deepest and after.encounter <= table.last:
            depth += 1
            continue
        while after.encounter <= table.last:
            _fight(table, after, picker)
        if after.value > most:
            most, best = after.value + 0.0, picker.prospects[0].option - 1
    return NODE + best if best < table.nodes else SAVE


@rule
def _possible(table, here, option):
    if option == table.nodes:
        return table.priced != 0 and here.encounter <= table.last
    return affordable(table, here, option)


@rule
def _follow(table, after, option, picker):
    """Pick a node, or save; then fight on to where there is something to pick."""
    after.option = 0
    if option < table.nodes:
        take(table, after, option)
        after.points -= table.tree[option].price
        if _something(table, after):
            return
    _fight(table, after, picker)
    while after.encounter <= table.last and not _something(table, after):
        _fight(table, after, picker)


@rule
def _fight(table, after, picker):
    """The next encounter."""
    look_out(table, after, picker.outlook)
    after.chance *= chance_to_win(table, after.encounter, picker.outlook)
    after.value += after.chance
    after.encounter += 1
    after.points += 1


@rule
def _something(table, here):
    for node in range(table.nodes + 0):
        if affordable(table, here, node):
            return True
    return False


@rule
def _count_deck(table, picker):
    """How many cards of each class a deck has, less those that a hand's resources do not reach for."""
    mana, energy = 0, 0
    for group in range(CLASSES):
        picker.deck[group] = 0.0
    for kind in range(table.kinds + 0):
        card = table.cards[kind]
        picker.deck[card.group] += card.copies
        if card.resource == MANA:
            mana += card.cost * card.copies
        else:
            energy += card.cost * card.copies
    for group in range(CLASSES):
        used, there = (mana, table.mana) if group % 2 == MANA else (energy, table.energy)
        if used * HAND > there * DECK:
            picker.deck[group] = picker.deck[group] * (there * DECK) / (used * HAND)


@rule
def _worth(table, node, encounter, picker):
    """The damage that a node adds to a deck in an encounter."""
    total = 0.0
    for group in range(CLASSES):
        hit = table.foes[encounter].size if group // 2 == AREA else 1
        total += picker.deck[group] * (table.tree[node].bonus[group] * hit)
    return total
