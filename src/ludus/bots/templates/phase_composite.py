"""Template: entry points of a composite bot with one member per phase. Free names: phase, PHASES, state_at, team_at."""

# ruff: noqa: F821
# mypy: ignore-errors

from ludus.core.compile.intrinsics import call_address


def begin_by_address(data, state, seed, params, memory, scratch):
    team = team_at(params)
    for k in range(PHASES):
        begin, mine = team.members[k, 0], team.members[k, 2]
        call_address(begin, data, state, seed, mine, memory + team.members[k, 3], scratch + team.members[k, 4])
    return 0


def choose_by_address(data, state, seat, params, memory, scratch):
    team = team_at(params)
    k = phase(state_at(state))
    choose, mine = team.members[k, 1], team.members[k, 2]
    return call_address(choose, data, state, seat, mine, memory + team.members[k, 3], scratch + team.members[k, 4])
