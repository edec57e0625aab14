"""Exhaustive search over the lines of play of one turn (template).

The result of a turn depends on which cards are played and on which enemies, not on their order: damage adds up, and
hit points stop at zero. More cards are never worse. So it suffices to enumerate the maximal affordable sets of cards:
area cards first, then the targeted ones from the strongest down, each on a living enemy. Equal cards go to enemies in
ascending order; of equal enemies only the first is tried.

Free name: consider(data, state, params, scratch, depth) is called with the result of each line: the line is
`scratch.turn.way`, and `scratch.turn` holds what is left after `depth` targeted cards. Enemies are tried in the order
of `turn_search_steps.lay_out`, so the first of several equal lines targets the most urgent enemies.
"""

# ruff: noqa: F821
# mypy: ignore-errors

from ludus.games.delve.bots.turn_search_steps import is_maximal, lay_out, next_foe, play_area_cards, play_targeted_card


def search_turn(data, state, params, scratch):
    """Enumerate all lines of play; stop at one that kills all enemies."""
    turn = scratch.turn
    lay_out(data, state, turn, params.urgent)
    for chosen in range(1 << turn.cards):
        if is_maximal(state, turn, chosen):
            play_area_cards(turn, chosen)
            if assign_targets(data, state, params, scratch):
                return


def assign_targets(data, state, params, scratch):
    """Enumerate the assignments of the chosen targeted cards to enemies; return whether one kills all enemies."""
    turn = scratch.turn
    depth = 0
    while depth >= 0:
        if depth == turn.shots or turn.living[depth] == 0:
            turn.way.used = depth
            consider(data, state, params, scratch, depth)
            if turn.living[depth] == 0:
                return True
            depth -= 1
            continue
        foe = next_foe(turn, depth)
        if foe == turn.foes:
            depth -= 1
        else:
            play_targeted_card(turn, depth, foe)
            depth += 1
    return False
