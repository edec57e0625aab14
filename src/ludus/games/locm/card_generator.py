"""Card generator of LOCM 1.5: the same 120 cards as the official referee for the same cardGenSeed.

The order of every draw and every rounding of a double matters, so the weights are listed in the order in which the
referee searches them: ascending, equal ones as in its file. Numbers in brackets refer to the rules in __init__.py.
"""

from ludus.core import rule
from ludus.games.locm.game_data_records import GENERATED_CARDS
from ludus.games.locm.java_random import next_below, next_double, next_int, scramble
from ludus.games.locm.state import BLUE, CREATURE, GREEN, RED

MAX_COST = 12
KEYWORD_KINDS = 6


def pad_weights(*weights):
    """Pad weights to one length, so that `choose` is compiled once."""
    return weights + (0.0,) * (MAX_COST + 1 - len(weights))


# Kind and cost of a card [10.1].
KINDS, KIND_WEIGHTS, KIND_TOTAL = (GREEN, RED, BLUE, CREATURE), pad_weights(0.2, 0.2, 0.2, 0.4), 1.0
COST_WEIGHTS, COST_TOTAL = pad_weights(*(0.1,) * (MAX_COST + 1)), 1.3

# The properties that a card buys [10.2]. The budget is multiplied by the factor, and the price is subtracted.
AREAS, AREA_WEIGHTS, AREA_TOTAL = (1, 2, 0), pad_weights(25.0, 25.0, 50.0), 100.0
AREA_FACTORS = (0.7, 0.6, 1.0)
COUNTS, COUNT_WEIGHTS, COUNT_TOTAL = (4, 5, 6, 3, 2, 1, 0), pad_weights(1.0, 1.0, 1.0, 2.0, 3.0, 5.0, 10.0), 23.0
KEYWORD_PRICE = 1.0
DRAWS, DRAW_WEIGHTS, DRAW_TOTAL = (4, 2, 3, 1, 0), pad_weights(5.0, 25.0, 25.0, 50.0, 100.0), 205.0
DRAW_PRICES = (2.0, 1.0, 1.0, 0.0, 0.0)
HEALTHS, HEALTH_WEIGHTS, HEALTH_TOTAL = (
    (2, 3, 1, 0),
    pad_weights(25.0, 25.0, 50.0, 100.0),
    200.0,
)  # mine gained, theirs lost
HEALTH_PRICES = (1.0, 1.0, 0.0, 0.0)

# The order of the five properties, three bits each, the first in the lowest bits. It is shuffled for every card.
AREA, KEYWORD, DRAW, MINE, THEIRS = 0, 1, 2, 3, 4
PROPERTIES = 5
FIRST_ORDER = AREA | KEYWORD << 3 | DRAW << 6 | MINE << 9 | THEIRS << 12


@rule
def generate(cards, seed):
    """Fill 120 card records from a cardGenSeed, sorted by cost and numbered 0 to 119 [3.1]."""
    # Every choice has its own Random, seeded in this order [10.4].
    random, kinds = fork(scramble(seed))
    random, costs = fork(random)
    random, areas = fork(random)
    random, orders = fork(random)
    random, counts = fork(random)
    random, keywords = fork(random)
    random, draws = fork(random)
    random, mine = fork(random)
    random, theirs = fork(random)
    random, attacks = fork(random)
    random, defenses = fork(random)

    place_by_cost(cards, costs)
    order = FIRST_ORDER
    for i in range(GENERATED_CARDS):
        card = cards[cards[i].number]
        kinds, kind = choose(kinds, KIND_WEIGHTS, len(KINDS) - 1, KIND_TOTAL)
        card.kind = KINDS[kind]
        budget = float(card.cost)

        orders, order = reorder(orders, order)
        areas, area = choose(areas, AREA_WEIGHTS, len(AREAS) - 1, AREA_TOTAL)
        draws, draw = choose(draws, DRAW_WEIGHTS, len(DRAWS) - 1, DRAW_TOTAL)
        mine, gain = choose(mine, HEALTH_WEIGHTS, len(HEALTHS) - 1, HEALTH_TOTAL)
        theirs, loss = choose(theirs, HEALTH_WEIGHTS, len(HEALTHS) - 1, HEALTH_TOTAL)
        card.keywords = 0
        for turn in range(PROPERTIES):
            purchase = (order >> (3 * turn)) & 7
            if purchase == AREA:
                budget *= AREA_FACTORS[area]  # always affordable
                card.area = AREAS[area]
            elif purchase == KEYWORD:
                if card.kind != BLUE:
                    counts, keywords, budget = buy_keywords(card, counts, keywords, budget)
            elif purchase == DRAW:
                budget, paid = spend(budget, DRAW_PRICES[draw])
                card.draw = DRAWS[draw] if paid else 0
            elif purchase == MINE:
                budget, paid = spend(budget, HEALTH_PRICES[gain])
                card.my_health = HEALTHS[gain] if paid else 0
            else:
                budget, paid = spend(budget, HEALTH_PRICES[loss])
                card.opp_health = -HEALTHS[loss] if paid else 0

        attacks, attack = strength(attacks, budget)
        defenses, defense = strength(defenses, budget)
        if card.kind == BLUE:
            attack = 0
        sign = 1 if card.kind == CREATURE or card.kind == GREEN else -1
        card.attack = sign * attack
        card.defense = sign * defense

    for i in range(GENERATED_CARDS):
        cards[i].number = i


@rule
def place_by_cost(cards, costs):
    """Assign the costs in ascending order, and store in `number` the index of the i-th card drawn.

    Costs have their own Random, so all of them can be drawn first: the cards are then written to their final index
    without moving. Equal costs keep the order of drawing.
    """
    for i in range(GENERATED_CARDS):
        costs, cost = choose(costs, COST_WEIGHTS, MAX_COST, COST_TOTAL)
        cards[i].attack = cost  # temporary storage of the cost; the attack is written later
    place = 0
    for cost in range(MAX_COST + 1):
        for i in range(GENERATED_CARDS):
            if cards[i].attack == cost:
                cards[i].number = place
                cards[place].cost = cost
                place += 1


@rule
def buy_keywords(card, counts, keywords, budget):
    """Draw a number of keywords and buy different ones, until one is too expensive."""
    counts, count = choose(counts, COUNT_WEIGHTS, len(COUNTS) - 1, COUNT_TOTAL)
    for held in range(COUNTS[count]):
        keywords, at = next_double(keywords)
        at *= KEYWORD_KINDS - held  # each keyword not yet bought has weight 1
        keyword = 0
        for candidate in range(KEYWORD_KINDS):
            if (card.keywords >> candidate) & 1 == 0:
                keyword = candidate
                at -= 1.0
                if at <= 0.0:
                    break
        budget, paid = spend(budget, KEYWORD_PRICE)
        if not paid:
            break
        card.keywords |= 1 << keyword
    return counts, keywords, budget


@rule
def spend(budget, price):
    """Return the budget after a purchase, and whether it was sufficient.

    A refund is an addition in doubles, as in the referee: 0.3 - 1 + 1 is not 0.3.
    """
    budget -= price
    if budget < 0.0:
        return budget + price, False
    return budget, True


@rule
def strength(state, budget):
    """Draw an attack or defense [10.3]. The budget is never negative, so the result is at least 1."""
    state, u = next_double(state)
    return state, int(budget + (2.0 * u + 1.0))


@rule
def reorder(state, order):
    """Shuffle the five properties as `Collections.shuffle`, starting from the last card's order."""
    for i in range(PROPERTIES - 1, 0, -1):
        state, j = next_below(state, i + 1)
        change = ((order >> (3 * i)) ^ (order >> (3 * j))) & 7
        order ^= (change << (3 * i)) ^ (change << (3 * j))
    return state, order


@rule
def choose(state, weights, last, total):
    """Draw an index 0 .. last by weight, by subtraction from the front as the referee does."""
    state, at = next_double(state)
    at *= total
    for i in range(last):
        at -= weights[i]
        if at <= 0.0:
            return state, i
    return state, last


@rule
def fork(random):
    """Seed a new Random with `nextInt()`; return the states of both generators."""
    random, seed = next_int(random)
    return random, scramble(seed)
