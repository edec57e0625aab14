"""Order in which the Fynbo-Nellemann bot plays its Actions.

Every order of the Actions in hand, or a random sample if there are too many, is simulated on copies of the position,
always on the same few random decks. A simulation ends when no action or no Action card is left; Actions drawn meanwhile
are played at random. A network then evaluates the turn, and the order with the best mean is chosen. Hidden cards of
opponents are resampled first, so nothing depends on them.
"""

# mypy: ignore-errors

import numpy as np

from ludus.core import rule
from ludus.core.compile.intrinsics import local_floats, local_ints
from ludus.core.random import random_below, seed_stream, xorshift_step
from ludus.games.dominion.apply_move import apply
from ludus.games.dominion.base_set_card_numbers import THRONE_ROOM
from ludus.games.dominion.bots.fynbo_nellemann_network_bot.networks import MAX_PLANNED_ACTIONS, STATE_SIZE, state_inputs
from ludus.games.dominion.bots.vdom_choices import DREW, choose_for_card
from ludus.games.dominion.bots.vdom_memory_and_lookups import NONE, clear_planned_cards, first_in_hand
from ludus.games.dominion.game_data_records import ACTION_CARD
from ludus.games.dominion.moves import GAIN, PLAY, slot_of, verb_of
from ludus.games.dominion.resampling import resample_hidden
from ludus.games.dominion.state import BUY_CARD, DOUBLE_ACTION, KINGDOM, PLAY_ACTION, SLOTS, TAKE_LOOT
from ludus.search.network_inference import MAX_NODES, run_network

STYLE = DREW  # style of answers to card choices
ENUMERATED = 6  # with more Actions than this, orders are sampled without counting them


@rule
def make_plan(data, state, seat, params, memory, scratch, progress):
    """Write the best order found into the memory."""
    line, best = local_ints(MAX_PLANNED_ACTIONS), local_ints(MAX_PLANNED_ACTIONS)
    n = natural_order(data, state.players[seat], line)
    slots = local_ints(MAX_PLANNED_ACTIONS)  # card of each rank; equal cards share a rank
    rank_line(line, slots, n)
    for k in range(n):
        best[k] = line[k]
    count = count_orders(data, state, memory, line, slots, n, params.orders)
    if count != 1:
        seed = fresh_seed(memory.book)
        scratch.deal = state
        resample_hidden(data, scratch.deal, seat, seed)
        scratch.mind = memory.book
        scratch.others = memory.book
        most, tried = 0.0, 0
        every = count <= params.orders
        while True:
            if not every or is_representative_order(data, state, memory, line, slots, n):
                value = try_order(data, seat, params, memory, scratch, line, slots, n, seed, progress)
                if tried == 0 or value > most:
                    most = value
                    for k in range(n):
                        best[k] = line[k]
                tried += 1
            if tried >= params.orders:
                break
            if every:
                if not next_order(line, n):
                    break
            else:
                shuffle(memory.book, line, n)
    for k in range(n):
        memory.plan[k] = slots[best[k]]
    memory.plan_size = n
    memory.plan_at = 0


@rule
def fresh_seed(book):
    """Seed from the bot's own random stream, small enough to add sample numbers."""
    book.stream = xorshift_step(book.stream)
    return np.int64(book.stream >> np.uint64(2))


@rule
def natural_order(data, me, line):
    """Write the Actions in hand: more actions first, then more cards, then higher cost; return their number."""
    n = 0
    for slot in range(KINGDOM, SLOTS):
        if me.held[slot] != 0 and data.cards[slot].types & ACTION_CARD:
            for _ in range(me.held[slot]):
                if n < MAX_PLANNED_ACTIONS:
                    k = n
                    while k > 0 and eagerness(data, line[k - 1]) < eagerness(data, slot):
                        line[k] = line[k - 1]
                        k -= 1
                    line[k] = slot
                    n += 1
    return n


@rule(inline=True)
def eagerness(data, slot):
    card = data.cards[slot]
    return (card.actions * 64 + card.cards) * 64 + card.cost


@rule
def rank_line(line, slots, n):
    """Write the different cards of a line into `slots`, and replace the line by indices into it."""
    ranks = 0
    for k in range(n):
        if ranks == 0 or line[k] != slots[ranks - 1]:
            slots[ranks] = line[k]
            ranks += 1
        line[k] = ranks - 1


@rule
def count_orders(data, state, memory, line, slots, n, most):
    """Number of distinguishable orders; `most` + 1 if there are more."""
    if n > ENUMERATED:
        return most + 1
    order = local_ints(MAX_PLANNED_ACTIONS)
    for k in range(n):
        order[k] = line[k]
    count = 0
    while count <= most:
        count += is_representative_order(data, state, memory, order, slots, n)
        if not next_order(order, n):
            break
    return count


@rule
def is_representative_order(data, state, memory, line, slots, n):
    """Whether an order counts: of orders that differ only in cards without an action left to play them, one counts."""
    throne = memory.book.places[THRONE_ROOM]
    actions, k = state.actions, 0
    while k < n and actions > 0:
        slot = slots[line[k]]
        actions += data.cards[slot].actions - 1
        k += 1
        if slot == throne and k < n:  # it doubles the next card
            actions += 2 * data.cards[slots[line[k]]].actions
            k += 1
    while k + 1 < n:
        if line[k] > line[k + 1]:
            return False
        k += 1
    return True


@rule
def next_order(line, n):
    """Advance to the next permutation in rank order; return whether there is one."""
    k = n - 2
    while k >= 0 and line[k] >= line[k + 1]:
        k -= 1
    if k < 0:
        return False
    j = n - 1
    while line[j] <= line[k]:
        j -= 1
    line[k], line[j] = line[j], line[k]
    low, high = k + 1, n - 1
    while low < high:
        line[low], line[high] = line[high], line[low]
        low += 1
        high -= 1
    return True


@rule
def shuffle(book, line, n):
    for k in range(n - 1, 0, -1):
        j = random_below(book, k + 1)
        line[k], line[j] = line[j], line[k]


@rule
def try_order(data, seat, params, memory, scratch, line, slots, n, seed, progress):
    """Mean value of a turn that begins in this order."""
    inputs, sums, values = local_floats(STATE_SIZE), local_floats(MAX_NODES), local_floats(MAX_NODES)
    total = 0.0
    for sample in range(params.samples):
        scratch.trial = scratch.deal
        scratch.trial.stream = seed_stream(seed + 1 + sample)
        scratch.mind.stream = seed_stream(seed + 1000001 + sample)
        scratch.others.stream = seed_stream(seed + 2000001 + sample)
        scratch.stolen = memory.stolen
        play_actions(data, seat, memory, scratch, line, slots, n)
        state_inputs(data, scratch.trial, seat, memory, scratch.stolen, progress, inputs)
        run_network(params.state, inputs, sums, values)
        value = values[params.state.outputs[0]]
        total += value
        if sample == 0 and not used_randomness(scratch, seed):  # all samples would be the same
            for _ in range(1, params.samples):
                total += value
            break
    return total / params.samples


@rule
def used_randomness(scratch, seed):
    """Whether the first sample drew from a random stream of the game or of a bot."""
    return (
        scratch.trial.stream != seed_stream(seed + 1)
        or scratch.mind.stream != seed_stream(seed + 1000001)
        or scratch.others.stream != seed_stream(seed + 2000001)
    )


@rule
def play_actions(data, seat, memory, scratch, line, slots, n):
    """Simulate the action phase to its end."""
    trial = scratch.trial
    at = 0
    clear_planned_cards(scratch.mind)
    clear_planned_cards(scratch.others)
    while trial.asked != BUY_CARD:
        question = trial.asked
        if question == PLAY_ACTION or (question == DOUBLE_ACTION and trial.chooser == seat):
            hand_counts = trial.players[seat].held
            while at < n and hand_counts[slots[line[at]]] == 0:
                at += 1
            if at < n:
                move = PLAY | slots[line[at]]
                at += 1
            else:
                move = PLAY | any_action(data, trial.players[seat], scratch.mind)
        elif trial.chooser == seat:
            move = choose_for_card(data, trial, seat, scratch.mind, scratch.helper, STYLE)
            if question == TAKE_LOOT and verb_of(move) == GAIN:
                scratch.stolen += data.cards[slot_of(move)].coins
        else:
            move = choose_for_card(data, trial, trial.chooser, scratch.others, scratch.helper, STYLE)
        apply(data, trial, move)


@rule
def any_action(data, me, book):
    """Random Action in hand, each kind equally likely."""
    kinds = 0
    for slot in range(KINGDOM, SLOTS):
        kinds += me.held[slot] != 0 and data.cards[slot].types & ACTION_CARD != 0
    at = random_below(book, kinds)
    for slot in range(KINGDOM, SLOTS):
        if me.held[slot] != 0 and data.cards[slot].types & ACTION_CARD:
            if at == 0:
                return slot
            at -= 1
    return first_in_hand(data, me, ACTION_CARD)


@rule
def only_action(data, me):
    """The Action in hand if all are of one kind, otherwise NONE."""
    kind = NONE
    for slot in range(KINGDOM, SLOTS):
        if me.held[slot] != 0 and data.cards[slot].types & ACTION_CARD:
            if kind != NONE:
                return NONE
            kind = slot
    return kind
