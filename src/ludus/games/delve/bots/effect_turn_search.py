"""Search over the lines of play of one turn with effects beyond the thesis.

With statuses, strength and cards that give energy, the order of cards matters, so lines are sequences of cards, played
by the rules on copies of the state. Two cards whose order does not matter are tried in one order only, and of equal
enemies only the first. The search is depth first and stops after MAX_POSITIONS positions; the line that always takes
the best next card is tried first, so no result is worse than that.

A line ends where it would draw cards, since these are hidden: the bot plays it and then searches again. With `peek` the
bot knows the pile and searches on.
"""

# mypy: ignore-errors

from ludus.core import Record, int64, rule
from ludus.games.delve.bots.effect_values import WON_VALUE, best_effect_card, fight_value, pay_and_apply
from ludus.games.delve.bots.stored_turn_plan import MAX_PLAN_CARDS, add_move, start_plan
from ludus.games.delve.combat import play_card, playable
from ludus.games.delve.constants import DRAW, GAIN_ENERGY, GAIN_MANA, SELF_WEAK, STRENGTH, TARGETED, VULNERABLE
from ludus.games.delve.moves import ALL_ENEMIES, END, TARGET_SLOTS, play, played_kind, target_of
from ludus.games.delve.rules import canonical_move
from ludus.games.delve.state import State

MAX_POSITIONS = 2000
MAX_KEPT = 8  # lines


class EffectLine(Record):
    """One line of play."""

    value: int64
    count: int64
    open: int64  # 1: the turn goes on after it
    moves: int64[MAX_PLAN_CARDS]


class EffectSearch(Record):
    """Scratch memory of the search."""

    trial: State
    states: State[MAX_PLAN_CARDS + 1]  # after 0, 1, ... cards of the current line
    next: int64[MAX_PLAN_CARDS + 1]  # the next card and target to be tried
    drawn: int64[MAX_PLAN_CARDS + 1]  # value of the cards drawn so far
    line: EffectLine  # the current one
    count: int64
    kept: EffectLine[MAX_KEPT]  # the best lines, the best one first


@rule
def search_effect_lines(data, state, search, keep, peek):
    """Find the best lines of a turn, at most `keep` of them with different values."""
    search.count = 0
    search.states[0] = state
    search.drawn[0] = 0
    search.next[0] = 0
    search.line.count = 0
    search.line.open = 0
    search.line.value = fight_value(data, state)
    _keep_line(search, keep)
    if _follow_best_cards(data, search, keep, peek):
        return
    depth, positions = 0, 0
    while depth >= 0 and positions < MAX_POSITIONS:
        number = search.next[depth] + 0
        if depth == MAX_PLAN_CARDS or number >= data.kinds * TARGET_SLOTS:
            depth -= 1
            continue
        search.next[depth] = number + 1
        if not _is_candidate(data, search, depth, number):
            continue
        positions += 1
        value = _extend_line(data, search, depth, play(number // TARGET_SLOTS, number % TARGET_SLOTS), peek)
        _keep_line(search, keep)
        if value >= WON_VALUE:
            return
        if peek or not _draws(data, number // TARGET_SLOTS):
            depth += 1
            search.next[depth] = 0


@rule
def write_effect_plan(state, line, plan):
    """Write a line as a plan of moves; the end of the turn comes last, unless the turn goes on after it."""
    start_plan(state, plan)
    for k in range(line.count):
        add_move(plan, line.moves[k] + 0)
    if not line.open:
        add_move(plan, END)


@rule
def _follow_best_cards(data, search, keep, peek):
    """Try the line that always takes the best next card; return whether it wins."""
    for depth in range(MAX_PLAN_CARDS):
        move = best_effect_card(data, search.states[depth], search)
        if move == END:
            return False
        value = _extend_line(data, search, depth, move, peek)
        _keep_line(search, keep)
        if value >= WON_VALUE:
            return True
        if not peek and _draws(data, played_kind(move)):
            return False
    return False


@rule
def _extend_line(data, search, depth, move, peek):
    """Play a card after `depth` others, as the current line; return its value."""
    search.states[depth + 1] = search.states[depth]
    after, kind = search.states[depth + 1], played_kind(move)
    drawn = 0
    if peek:
        play_card(data, after, kind, target_of(move))
    else:
        drawn = pay_and_apply(data, after, kind, target_of(move))
    search.drawn[depth + 1] = search.drawn[depth] + drawn
    line = search.line
    line.moves[depth] = move
    line.count = depth + 1
    line.value = fight_value(data, after) + search.drawn[depth + 1]
    line.open = 1 if (drawn != 0 or depth + 1 == MAX_PLAN_CARDS) else 0
    return line.value + 0


@rule
def _is_candidate(data, search, depth, number):
    """Return whether a card on a target is worth a try: legal, no duplicate, and in order with the card before."""
    here, kind, place = search.states[depth], number // TARGET_SLOTS, number % TARGET_SLOTS
    if not playable(data, here, kind):
        return False
    if data.cards[kind].category == TARGETED:
        if place >= data.foes[here.encounter].size or here.enemies[place] <= 0:
            return False
        if canonical_move(data, here, play(kind, place)) != play(kind, place):
            return False
    elif place != ALL_ENEMIES:
        return False
    if depth == 0:
        return True
    before = search.line.moves[depth - 1]
    return play(kind, place) >= before or not (_commutes(data, kind) and _commutes(data, played_kind(before)))


@rule
def _commutes(data, kind):
    """Return whether the order of this card and another such card does not matter."""
    effects = data.effects[kind]
    return (
        effects.amount[DRAW] == 0
        and effects.amount[GAIN_ENERGY] == 0
        and effects.amount[GAIN_MANA] == 0
        and effects.amount[STRENGTH] == 0
        and effects.amount[VULNERABLE] == 0
        and effects.amount[SELF_WEAK] == 0
    )


@rule
def _draws(data, kind):
    return data.effects[kind].amount[DRAW] != 0


@rule
def _keep_line(search, keep):
    """Insert the current line among the best ones, unless there is one with the same value."""
    value, at = search.line.value + 0, 0
    while at < search.count and search.kept[at].value >= value:
        if search.kept[at].value == value:
            return
        at += 1
    if at >= keep:
        return
    if search.count < keep:
        search.count += 1
    for k in range(search.count - 1, at, -1):
        search.kept[k] = search.kept[k - 1]
    search.kept[at] = search.line
