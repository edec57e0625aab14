"""Data structures and steps of the turn search (templates/turn_search.py): hand and enemies in search order."""

# mypy: ignore-errors

from ludus.core import Record, int64, rule
from ludus.games.delve.bots.card_scores import more_urgent
from ludus.games.delve.bots.stored_turn_plan import add_move, start_plan
from ludus.games.delve.combat import thesis_damage
from ludus.games.delve.constants import AREA, HAND, MANA, MAX_ENEMIES
from ludus.games.delve.moves import ALL_ENEMIES, END, play


class TurnLine(Record):
    """One line of play for a turn."""

    chosen: int64  # cards of the hand, one bit each
    used: int64  # number of targeted cards used
    aims: int64[HAND]  # the target of each of those, as an index in the search order


class TurnLayout(Record):
    cards: int64  # number of cards in hand: area cards, then targeted ones from the strongest down
    areas: int64
    kind: int64[HAND]
    damage: int64[HAND]
    cost: int64[HAND]
    resource: int64[HAND]
    foes: int64  # number of living enemies; the most urgent first, or in line
    place: int64[MAX_ENEMIES]
    attack: int64[MAX_ENEMIES]
    health: int64[MAX_ENEMIES]
    whole: int64  # their total hit points
    way: TurnLine  # the current line
    shots: int64  # number of targeted cards in it
    shot: int64[HAND]  # their indices
    low: int64[HAND]  # the first enemy to be tried for each targeted card
    next: int64[HAND]  # the next enemy to be tried
    left: int64[(HAND + 1) * MAX_ENEMIES]  # hit points after 0, 1, ... targeted cards
    living: int64[HAND + 1]  # number of living enemies after each
    threat: int64[HAND + 1]  # their attack
    total: int64[HAND + 1]  # their hit points


@rule
def lay_out(data, state, turn, urgent):
    """Sort cards and enemies into the order of the search."""
    turn.cards = 0
    for kind in range(data.kinds + 0):
        if data.cards[kind].category == AREA:
            for _ in range(state.hand[kind]):
                _insert_card(data, state, turn, kind, turn.cards)
    turn.areas = turn.cards
    for kind in range(data.kinds + 0):
        if data.cards[kind].category != AREA:
            for _ in range(state.hand[kind]):
                at = turn.cards + 0
                while at > turn.areas and turn.damage[at - 1] < thesis_damage(data, state, kind):
                    at -= 1
                _insert_card(data, state, turn, kind, at)
    _sort_enemies(data, state, turn, urgent)


@rule
def _insert_card(data, state, turn, kind, at):
    for k in range(turn.cards, at, -1):
        turn.kind[k] = turn.kind[k - 1]
        turn.damage[k] = turn.damage[k - 1]
        turn.cost[k] = turn.cost[k - 1]
        turn.resource[k] = turn.resource[k - 1]
    turn.kind[at] = kind
    turn.damage[at] = thesis_damage(data, state, kind)
    turn.cost[at] = data.cards[kind].cost
    turn.resource[at] = data.cards[kind].resource
    turn.cards += 1


@rule
def _sort_enemies(data, state, turn, urgent):
    foes = data.foes[state.encounter]
    turn.foes = 0
    turn.whole = 0
    for place in range(foes.size + 0):
        left, attack = state.enemies[place], foes.attack[place]
        if left <= 0:
            continue
        at = turn.foes + 0
        while at > 0 and urgent and more_urgent(attack, left, turn.attack[at - 1], turn.health[at - 1]):
            turn.place[at] = turn.place[at - 1]
            turn.attack[at] = turn.attack[at - 1]
            turn.health[at] = turn.health[at - 1]
            at -= 1
        turn.place[at] = place
        turn.attack[at] = attack
        turn.health[at] = left
        turn.foes += 1
        turn.whole += left


@rule
def is_maximal(state, turn, chosen):
    """Return whether a set of cards is affordable and maximal; of equal cards only the first may be chosen."""
    mana, energy = state.mana + 0, state.energy + 0
    for k in range(turn.cards):
        if chosen >> k & 1:
            if turn.resource[k] == MANA:
                mana -= turn.cost[k]
            else:
                energy -= turn.cost[k]
        elif k + 1 < turn.cards and chosen >> (k + 1) & 1 and turn.kind[k + 1] == turn.kind[k]:
            return False
    if mana < 0 or energy < 0:
        return False
    for k in range(turn.cards):
        if not chosen >> k & 1 and turn.cost[k] <= (mana if turn.resource[k] == MANA else energy):
            return False
    return True


@rule
def play_area_cards(turn, chosen):
    """Play the chosen area cards, and list the chosen targeted ones."""
    damage, shots = 0, 0
    for k in range(turn.cards):
        if chosen >> k & 1:
            if k < turn.areas:
                damage += turn.damage[k]
            else:
                turn.shot[shots] = k
                shots += 1
    turn.shots = shots
    turn.way.chosen = chosen
    living, threat, total = 0, 0, 0
    for foe in range(turn.foes):
        left = max(0, turn.health[foe] - damage)
        turn.left[foe] = left
        if left > 0:
            living += 1
            threat += turn.attack[foe]
            total += left
    turn.living[0] = living
    turn.threat[0] = threat
    turn.total[0] = total
    turn.low[0] = 0
    turn.next[0] = 0


@rule(inline=True)
def next_foe(turn, depth):
    """Return the next enemy to try a targeted card on; turn.foes if none is left."""
    base, foe = depth * MAX_ENEMIES, turn.next[depth] + 0
    while foe < turn.foes:
        if turn.left[base + foe] > 0 and not _is_duplicate(turn, base, turn.low[depth], foe):
            break
        foe += 1
    turn.next[depth] = foe + 1
    return foe


@rule(inline=True)
def _is_duplicate(turn, base, low, foe):
    """Return whether an equal enemy has been tried before."""
    for other in range(low, foe):
        if turn.left[base + other] == turn.left[base + foe] and turn.attack[other] == turn.attack[foe]:
            return True
    return False


@rule(inline=True)
def play_targeted_card(turn, depth, foe):
    """Play a targeted card on an enemy and prepare the next card."""
    card, base = turn.shot[depth], depth * MAX_ENEMIES
    for other in range(turn.foes):
        turn.left[base + MAX_ENEMIES + other] = turn.left[base + other]
    before = turn.left[base + foe]
    after = max(0, before - turn.damage[card])
    turn.left[base + MAX_ENEMIES + foe] = after
    turn.total[depth + 1] = turn.total[depth] - (before - after)
    turn.living[depth + 1] = turn.living[depth] - (1 if after == 0 else 0)
    turn.threat[depth + 1] = turn.threat[depth] - (turn.attack[foe] if after == 0 else 0)
    turn.way.aims[depth] = foe
    if depth + 1 < turn.shots:
        low = foe if turn.damage[turn.shot[depth + 1]] == turn.damage[card] else 0
        turn.low[depth + 1] = low
        turn.next[depth + 1] = low


@rule
def write_plan(state, turn, way, plan):
    """Write a line of play as a plan of moves: area cards, targeted cards, the end of the turn."""
    start_plan(state, plan)
    shots = 0
    for k in range(turn.cards):
        if way.chosen >> k & 1:
            if k < turn.areas:
                add_move(plan, play(turn.kind[k], ALL_ENEMIES))
            elif shots < way.used:
                add_move(plan, play(turn.kind[k], turn.place[way.aims[shots]]))
                shots += 1
    add_move(plan, END)
