"""Template: whole games between compiled bots, bound to a game in `ludus.arena.compiled_games`.

Free names: table_at, state_at, stats_at, numbers_at, STATE_WORDS, STATS_BYTES, LONGEST, FIRST_FAULT, ENDLESS, the rules
of the contract, and `on_move` and `on_end` of the statistics; without statistics these do nothing.
"""

# ruff: noqa: F821
# mypy: ignore-errors

from ludus.core.compile.intrinsics import call_address


def games_by_address(tables, state, players, seats, seeds, first, shares, points, reasons, lengths, all_stats):
    """Play one game per seed; the results go into the four arrays after `first`.

    `tables` has the address of each game's content. `players` has a row for each bot: begin, choose, params, memory,
    scratch (addresses). In game i the bot in seat s is number (s + first[i]) % seats. `seeds` has a column for the game
    and one for each bot. `all_stats` is the address of a zeroed statistics record for each game.
    """
    here = state_at(state)
    for i in range(seeds.shape[0]):
        table, stats = tables[i], stats_at(all_stats + i * STATS_BYTES)
        content = table_at(table)
        clear(state)
        prepare(content, seeds[i, 0])
        start(content, here, seeds[i, 0])
        for p in range(seats):
            call_address(players[p, 0], table, state, seeds[i, 1 + p], players[p, 2], players[p, 3], players[p, 4])
        n, culprit = 0, -1
        reason = end_reason(here)
        while reason == 0 and n < LONGEST:
            seat = current_player(here)
            p = seat + first[i]
            if p >= seats:
                p -= seats
            move = call_address(players[p, 1], table, state, seat, players[p, 2], players[p, 3], players[p, 4])
            if move < 0:  # the bot loses by its own fault, see `ludus.core.compiled_bot_spec`
                culprit, reason = seat, FIRST_FAULT - 1 - move
                break
            on_move(content, here, move, stats)
            apply(content, here, move)
            n += 1
            reason = end_reason(here)
        on_end(content, here, stats)
        reasons[i] = reason if reason != 0 else ENDLESS
        lengths[i] = n
        for seat in range(seats):
            if culprit >= 0:
                shares[i, seat] = 0.0 if seat == culprit else 1.0 / max(seats - 1, 1)
            else:
                shares[i, seat] = payoff(here, seat) if reason != 0 else 1.0 / seats
            points[i, seat] = int(score(here, seat))


def clear(state):
    """Zero the state: every game starts from zeroed bytes."""
    words = numbers_at(state, STATE_WORDS)
    for k in range(STATE_WORDS):
        words[k] = 0
