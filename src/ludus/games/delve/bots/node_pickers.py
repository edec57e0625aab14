"""Strategies for picking nodes of the skill tree: the option `picks` of all bots.

random     any affordable node; in trees with prices it may also save its points
greedy     the node that adds the most damage to the deck in the next fight, per skill point; where cards or nodes do
           more than deal damage, the node that raises the estimated chance to win it most
lookahead  the first of three picks that maximise the expected number of encounters won (`chance_to_win` in
           average_damage_prediction.py)
3/1/7      the nodes with these numbers (from 1, in the order of the tree's file): of the unlocked ones the first in
           this list; if it is too expensive, points are saved for it. If none of them is unlocked: random

The damage that a node adds is summed over all cards of the deck that it raises: area cards count once per enemy, and
cards of a resource that does not suffice for a whole hand are scaled down.

Nodes have a random stream of their own, so that two bots with the same seed that pick at random pick the same nodes,
however many random numbers their cards use.
"""

# mypy: ignore-errors

from typing import Annotated

from msgspec import Meta

from ludus.core import Record, float64, int16, int64, rule, uint8, uint16, uint64
from ludus.core.compiled_bot_spec import BotOptions, StreamMemory
from ludus.core.random import random_below, seed_stream, xorshift_step
from ludus.games.delve.bots.average_damage_prediction import (
    AverageTurn,
    chance_to_win,
    compute_average_turn,
    compute_extended_turn,
)
from ludus.games.delve.constants import AREA, CLASSES, DECK, EFFECTS, HAND, MANA, MAX_KINDS, MAX_NODES, RULES
from ludus.games.delve.game_data import NODE_WORDS
from ludus.games.delve.moves import NODE, SAVE
from ludus.games.delve.skill_picks import affordable, in_set, own_node
from ludus.util.errors import OptionError

RANDOM, GREEDY, LOOKAHEAD, LISTED = range(4)
STRATEGIES = {"random": RANDOM, "greedy": GREEDY, "lookahead": LOOKAHEAD}
LOOKAHEAD_DEPTH = 3  # depth of the lookahead, in picks
WIDE_TREE_NODES = 40  # nodes; in larger trees the lookahead is one pick shorter
FREE_NODE_BONUS = 1e9  # added value of a node without a price
NO_NODE = -1

PicksOption = Annotated[
    str, Meta(description="how it picks nodes: random, greedy, lookahead, or node numbers in order, separated by /")
]


class PickingOptions(BotOptions, frozen=True, forbid_unknown_fields=True):
    """Options of a bot that has only this one."""

    picks: PicksOption = "random"


class PickParams(Record):
    way: int64
    rank: uint16[MAX_NODES]  # rank of each node in the list, from 1; 0: not in the list


class PickingParams(Record):
    """Parameters of a bot that has only these."""

    picks: PickParams


class RandomStreams(Record):
    """The memory of a bot without plans: its random streams."""

    stream: uint64  # for cards
    nodes: StreamMemory


class TreeProspect(Record):
    """The skill tree after some picks: a node of the lookahead search."""

    had: uint64[NODE_WORDS]
    open: uint64[NODE_WORDS]
    bonus: int16[CLASSES]
    rule_bonus: int16[len(RULES)]
    effect_bonus: int16[len(EFFECTS)]
    added: uint8[MAX_KINDS]
    points: int64
    encounter: int64  # the next one
    option: int64  # the next choice to try: a node, or the number of nodes to save the points
    chance: float64  # probability of getting here
    value: float64  # expected number of encounters won so far


class PickerScratch(Record):
    """Scratch memory of a picker."""

    deck: float64[CLASSES]  # affordable cards of each class
    outlook: AverageTurn
    prospects: TreeProspect[LOOKAHEAD_DEPTH + 1]


def parse_picks(text: str, picks) -> None:
    """Parse the option `picks` into its record.

    Raises:
        OptionError: the text is not a strategy, or names a node twice.
    """
    word = text.strip().lower()
    if word in STRATEGIES:
        picks.way = STRATEGIES[word]
        return
    picks.way = LISTED
    for rank, number in enumerate(word.split("/"), 1):
        if not number.strip().isdecimal() or not 1 <= int(number) <= MAX_NODES:
            raise OptionError(
                f"picks: {number.strip()!r} is not a way to pick; use {', '.join(STRATEGIES)}, or numbers of nodes "
                f"from 1 to {MAX_NODES} with / between them"
            )
        if picks.rank[int(number) - 1]:
            raise OptionError(f"picks: node {int(number)} is named twice")
        picks.rank[int(number) - 1] = rank


def fill(options, params) -> None:
    """Fill the parameters of a bot that has only these."""
    parse_picks(options.picks, params.picks)


@rule
def seed_streams(memory, seed):
    """Initialise both streams before a game."""
    memory.stream = seed_stream(seed)
    x = seed_stream(~seed)
    memory.nodes.stream = xorshift_step(x)


@rule
def pick_node(data, state, picks, dice, picker):
    """Return the move that picks a node; `dice` is a record with a random stream."""
    if picks.way == GREEDY:
        return _pick_greedy(data, state, picker)
    if picks.way == LOOKAHEAD:
        return _pick_lookahead(data, state, picker)
    if picks.way == LISTED:
        move = _pick_listed(data, state, picks)
        if move != NO_NODE:
            return move
    return _pick_random(data, state, dice)


@rule
def _pick_random(data, state, dice):
    count = 1 if data.priced else 0
    for node in range(data.nodes + 0):
        if affordable(data, state, node):
            count += 1
    left = random_below(dice, count)
    for node in range(data.nodes + 0):
        if affordable(data, state, node):
            if left == 0:
                return NODE + node
            left -= 1
    return SAVE


@rule
def _pick_listed(data, state, picks):
    """Return the pick of the first unlocked node of the list, or SAVE if it is too expensive."""
    wanted = NO_NODE
    for node in range(data.nodes + 0):
        if picks.rank[node] != 0 and in_set(state.open, node):
            if wanted == NO_NODE or picks.rank[node] < picks.rank[wanted]:
                wanted = node
    if wanted == NO_NODE:
        return NO_NODE
    return NODE + wanted if affordable(data, state, wanted) else SAVE


@rule
def _pick_greedy(data, state, picker):
    _count_deck(data, picker)
    most, wanted = -1.0, NO_NODE
    for node in range(data.nodes + 0):
        if affordable(data, state, node):
            if data.extended:
                value = _chance_with_node(data, state, node, picker)
            else:
                value = _added_damage(data, node, state.encounter, picker)
            price = data.tree[node].price
            value = value / price if price != 0 else value + FREE_NODE_BONUS
            if value > most:
                most, wanted = value, node
    return NODE + wanted


@rule
def _pick_lookahead(data, state, picker):
    """Search all sequences of picks, depth first, and return the first pick of the best one."""
    _begin_prospect(state, picker.prospects[0])
    deepest = LOOKAHEAD_DEPTH if data.nodes <= WIDE_TREE_NODES else LOOKAHEAD_DEPTH - 1
    depth, most, best = 0, -1.0, NO_NODE
    while depth >= 0:
        here = picker.prospects[depth]
        option = here.option + 0
        if option > data.nodes:
            depth -= 1
            continue
        here.option = option + 1
        if not _is_possible(data, here, option):
            continue
        after = picker.prospects[depth + 1]
        picker.prospects[depth + 1] = here
        _advance(data, after, option, picker)
        if depth + 1 < deepest and after.encounter <= data.last:
            depth += 1
            continue
        while after.encounter <= data.last:
            _simulate_fight(data, after, picker)
        if after.value > most:
            most, best = after.value + 0.0, picker.prospects[0].option - 1
    return NODE + best if best < data.nodes else SAVE


@rule
def _begin_prospect(state, first):
    """Begin with the nodes and points that the player has now."""
    for word in range(NODE_WORDS):
        first.had[word] = state.had[word]
        first.open[word] = state.open[word]
    for group in range(CLASSES):
        first.bonus[group] = state.bonus[group]
    for number in range(len(RULES)):
        first.rule_bonus[number] = state.rule_bonus[number]
    for effect in range(len(EFFECTS)):
        first.effect_bonus[effect] = state.effect_bonus[effect]
    for kind in range(MAX_KINDS):
        first.added[kind] = state.added[kind]
    first.points = state.points
    first.encounter = state.encounter
    first.option = 0
    first.chance = 1.0
    first.value = 0.0


@rule
def _is_possible(data, here, option):
    if option == data.nodes:
        return data.priced != 0 and here.encounter <= data.last
    return affordable(data, here, option)


@rule
def _advance(data, after, option, picker):
    """Pick a node or save the points; then simulate fights up to the next possible pick."""
    after.option = 0
    if option < data.nodes:
        own_node(data, after, option)
        after.points -= data.tree[option].price
        if _can_pick(data, after):
            return
    _simulate_fight(data, after, picker)
    while after.encounter <= data.last and not _can_pick(data, after):
        _simulate_fight(data, after, picker)


@rule
def _simulate_fight(data, after, picker):
    """Simulate the next encounter."""
    after.chance *= _chance(data, after, after.encounter, picker)
    after.value += after.chance
    after.points += data.reward[after.encounter]
    after.encounter += 1


@rule
def _chance(data, holder, encounter, picker):
    """Estimate the chance to win an encounter with the nodes of a holder."""
    if data.extended:
        compute_extended_turn(data, holder, picker.outlook)
    else:
        compute_average_turn(data, holder, picker.outlook)
    return chance_to_win(data, encounter, picker.outlook)


@rule
def _can_pick(data, here):
    for node in range(data.nodes + 0):
        if affordable(data, here, node):
            return True
    return False


@rule
def _chance_with_node(data, state, node, picker):
    """Return by how much a node raises the estimated chance to win the next encounter."""
    before = _chance(data, state, state.encounter, picker)
    prospect = picker.prospects[0]
    _begin_prospect(state, prospect)
    own_node(data, prospect, node)
    return max(0.0, _chance(data, prospect, state.encounter, picker) - before)


@rule
def _count_deck(data, picker):
    """Count the cards of each class in the deck, scaled down where the resources do not suffice for a hand."""
    mana, energy = 0, 0
    for group in range(CLASSES):
        picker.deck[group] = 0.0
    for kind in range(data.kinds + 0):
        card = data.cards[kind]
        picker.deck[card.group] += card.copies
        if card.resource == MANA:
            mana += card.cost * card.copies
        else:
            energy += card.cost * card.copies
    for group in range(CLASSES):
        needed, available = (mana, data.mana) if group % 2 == MANA else (energy, data.energy)
        if needed * HAND > available * DECK:
            picker.deck[group] = picker.deck[group] * (available * DECK) / (needed * HAND)


@rule
def _added_damage(data, node, encounter, picker):
    """Return the damage that a node adds to the deck in an encounter."""
    total = 0.0
    for group in range(CLASSES):
        hit = data.foes[encounter].size if group // 2 == AREA else 1
        total += picker.deck[group] * (data.tree[node].bonus[group] * hit)
    return total
