"""Template: whole games, one after another, as one GPU thread plays them; bound to a game and bots in `kernel_binding`.

Threads run in lockstep, 32 at a time, so one pass of the main loop does little and much the same for all of them: one
lookahead or one move. A thread that has finished a game begins the next while the others continue.

Free names: the rules of the contract, prepare, phase, derived, readers (ground_in, state_in, data_in, data_at,
stretch_at, real_at), begin_for, ask_for and tell_for of bot_dispatch.py, copy_to_trial, stats_at, on_move and on_end of
the statistics, and the numbers SEATS, LONGEST, ENDLESS, PREPARES, LOCAL, WORDS, STATE_WORDS, TRIAL, DATA, DATA_WORDS,
STRETCH, STATS_BYTES.
"""

# ruff: noqa: F821
# mypy: ignore-errors

from ludus.core.compile.intrinsics import fetch_and_increment, ints_at, local_ints


def play_games(thread, counter, last, stretches, lines, all_data, params, room, results, total):
    """Play games up to number `last`; the next one is taken from a counter that all threads share.

    `stretches` has `lines` records that say who plays what; `all_data` and `params` hold what they refer to, and
    `room` has the memory of each thread if its local memory is too small. The results of all `total` games go to
    `results`: first all payoffs, then scores, end reasons and lengths, and last the statistics, if collected. All
    arguments are addresses.
    """
    space = local_ints(WORDS) if LOCAL else ints_at(room + thread * 8 * WORDS, WORDS)
    ground = ground_in(space, 0)
    state = ground.state
    n, playing = 0, False
    stretch, number, data = stretch_at(stretches), 0, data_at(all_data)
    all_stats = results + 8 * (2 * SEATS + 2) * total
    stats = stats_at(all_stats)
    while True:
        if not playing:
            game = fetch_and_increment(counter)
            if game > last:
                break
            stretch = stretch_at(stretches + STRETCH * line_of(game, stretches, lines))
            number = stretch.number + (game - stretch.begins) * stretch.step
            seed = derived(stretch.roots[0], number // SEATS)
            shared = all_data + stretch.game_data
            data = own_data(shared, seed, space) if PREPARES else data_at(shared)
            begin_game(data, state, stretch, number, seed, params, space)
            stats = stats_at(all_stats + STATS_BYTES * (stretch.place + number))
            n, playing = 0, True
        reason = end_reason(state)
        if reason != 0 or n >= LONGEST:
            on_end(data, state, stats)
            tell_result(state, reason, n, results, stretch.place + number, total)
            playing = False
            continue
        seat, k = current_player(state), phase(state)
        p = seat + number % SEATS
        if p >= SEATS:
            p -= SEATS
        bot, mine, memory = stretch.bots[p, k], params + stretch.params[p, k], stretch.memories[p, k]
        move = ask_for(bot, data, state, seat, mine, space, memory)
        looks = move < 0
        if looks:
            copy_to_trial(ground)
            move = -1 - move
        else:
            on_move(data, state, move, stats)
        apply(data, state_in(space, TRIAL if looks else 0), move)
        if looks:
            tell_for(bot, data, state_in(space, TRIAL), seat, mine, space, memory)
        else:
            n += 1


def line_of(game, stretches, lines):
    """The stretch that a game belongs to: the last one that does not begin after it."""
    low, high = 0, lines
    while high - low > 1:
        middle = (low + high) // 2
        if stretch_at(stretches + STRETCH * middle).begins <= game:
            low = middle
        else:
            high = middle
    return low


def begin_game(data, state, stretch, number, seed, params, space):
    """Start a game with the seeds of its match, and let the bots begin."""
    for k in range(STATE_WORDS):
        space[k] = 0
    start(data, state, seed)
    for p in range(SEATS):
        dice = derived(stretch.roots[1 + p], number)
        for k in range(stretch.members[p]):
            mine = params + stretch.params[p, k]
            begin_for(stretch.bots[p, k], data, state, dice, mine, space, stretch.memories[p, k])


def own_data(shared, seed, space):
    """A copy of the game data, completed from the seed."""
    words = ints_at(shared, DATA_WORDS)
    for k in range(DATA_WORDS):
        space[DATA // 8 + k] = words[k]
    data = data_in(space, DATA)
    prepare(data, seed)
    return data


def tell_result(state, reason, n, results, place, total):
    """Store the result of a game."""
    scores = ints_at(results + 8 * SEATS * total, SEATS * total)
    end_reasons = ints_at(results + 16 * SEATS * total, total)
    lengths = ints_at(results + 8 * (2 * SEATS + 1) * total, total)
    end_reasons[place] = reason if reason != 0 else ENDLESS
    lengths[place] = n
    for seat in range(SEATS):
        k = SEATS * place + seat
        real_at(results + 8 * k).value = payoff(state, seat) if reason != 0 else 1.0 / SEATS
        scores[k] = int(score(state, seat))
