"""Every way to play a turn that can matter, once.

What a turn leads to depends on which cards are played and on whom, not on their order: damage adds up, and hit points
end at zero. More cards are never worse. So it is enough to look at choices of cards to which no other can be paid: the
area cards first, then the targeted ones from the strongest down, each on a living enemy. Equal cards go to enemies in
their order; of enemies that are equal only the first is tried.

Free name: consider(table, state, params, scratch, depth) is shown where each way leads: `scratch.turn.way`, and in
`scratch.turn` what is left after so many targeted cards. Enemies are tried in
the order of `turns.lay_out`, so of ways that are equal the first shoots at the most urgent enemies.
"""

# ruff: noqa: F821
# mypy: ignore-errors

from ludus.games.delve.bots.turns import lay_out, next_foe, nothing_to_add, shoot, strike_all


def search_turn(table, state, params, scratch):
    """Look at every way; one that kills everybody is the last."""
    turn = scratch.turn
    lay_out(table, state, turn, params.urgent)
    for chosen in range(1 << turn.cards):
        if nothing_to_add(state, turn, chosen):
            strike_all(turn, chosen)
            if share_out(table, state, params, scratch):
                return


def share_out(table, state, params, scratch):
    """Every way to share out the targeted cards of a choice; whether one of them kills everybody."""
    turn = scratch.turn
    depth = 0
    while depth >= 0:
        if depth == turn.shots or turn.living[depth] == 0:
            turn.way.used = depth
            consider(table, state, params, scratch, depth)
            if turn.living[depth] == 0:
                return True
            depth -= 1
            continue
        foe = next_foe(turn, depth)
        if foe == turn.foes:
            depth -= 1
        else:
            shoot(turn, depth, foe)
            depth += 1
    return False
