"""Template: whole games between compiled bots, bound to a game in `ludus.arena.compiled_games`.

Free names: data_at, state_at, stats_at, numbers_at, STATE_WORDS, STATS_BYTES, LONGEST, FIRST_FAULT, ENDLESS, the rules
of the contract, and `on_move` and `on_end` of the statistics; without statistics these do nothing.
"""

# ruff: noqa: F821
# mypy: ignore-errors

from ludus.core.compile.intrinsics import call_address


def games_by_address(
    data_addresses, state_address, bots, seats, seeds, first, payoffs, scores, end_reasons, lengths, all_stats
):
    """Play one game per seed; the results go into the four arrays after `first`.

    `data_addresses` has the address of each game's data. `bots` has a row for each bot: begin, choose, params, memory,
    scratch (addresses). In game i the bot in seat s is number (s + first[i]) % seats. `seeds` has a column for the game
    and one for each bot. `all_stats` is the address of a zeroed statistics record for each game.
    """
    state = state_at(state_address)
    for i in range(seeds.shape[0]):
        data_address, stats = data_addresses[i], stats_at(all_stats + i * STATS_BYTES)
        data = data_at(data_address)
        clear(state_address)
        prepare(data, seeds[i, 0])
        start(data, state, seeds[i, 0])
        for p in range(seats):
            call_address(bots[p, 0], data_address, state_address, seeds[i, 1 + p], bots[p, 2], bots[p, 3], bots[p, 4])
        n, culprit = 0, -1
        reason = end_reason(state)
        while reason == 0 and n < LONGEST:
            seat = current_player(state)
            p = seat + first[i]
            if p >= seats:
                p -= seats
            move = call_address(bots[p, 1], data_address, state_address, seat, bots[p, 2], bots[p, 3], bots[p, 4])
            if move < 0:  # the bot loses by its own fault, see `ludus.core.compiled_bot_spec`
                culprit, reason = seat, FIRST_FAULT - 1 - move
                break
            on_move(data, state, move, stats)
            apply(data, state, move)
            n += 1
            reason = end_reason(state)
        on_end(data, state, stats)
        end_reasons[i] = reason if reason != 0 else ENDLESS
        lengths[i] = n
        for seat in range(seats):
            if culprit >= 0:
                payoffs[i, seat] = 0.0 if seat == culprit else 1.0 / max(seats - 1, 1)
            else:
                payoffs[i, seat] = payoff(state, seat) if reason != 0 else 1.0 / seats
            scores[i, seat] = int(score(state, seat))


def clear(state_address):
    """Zero the state: every game starts from zeroed bytes."""
    words = numbers_at(state_address, STATE_WORDS)
    for k in range(STATE_WORDS):
        words[k] = 0
