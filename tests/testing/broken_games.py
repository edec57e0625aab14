"""Games that fail one check each: an example game with one part replaced by a typical mistake.

`BROKEN` says which checks each game fails. Most fail exactly one; otherwise all are listed, the intended one first.
"""

import itertools
import math
import re
import threading
from dataclasses import replace
from types import SimpleNamespace

import numpy as np

from ludus.core import Record, float64, rule
from ludus.core.random import random_below, seed_stream
from ludus.core.structured_records import RecordType
from ludus.testing.example_games import auction, magpies, realtime_runner, stalls

BROKEN: dict[str, tuple[str, ...]] = {}
GAMES = SimpleNamespace()  # the games by name, where another process can find them


def spoil(toy, name, *laws, **parts):
    """A toy with some parts replaced, entered into the lists above."""
    changes = {}
    for group in ("rules", "notation", "rendering"):
        whole = getattr(toy.game, group)
        changes[group] = replace(whole, **{part: parts.pop(part) for part in [*parts] if hasattr(whole, part)})
    setattr(GAMES, name, replace(toy.game, **changes, **parts))
    BROKEN[name] = laws


# Descriptions and data

spoil(auction, "two_reasons_of_one_name", "description_is_in_order", end_reasons=("running", "all sold", "all sold"))


def view_with_numpys_numbers(content, state, seat):
    return auction.observation(content, state, seat) | {"points": [np.int16(n) for n in state.points]}


spoil(auction, "view_with_numpys_numbers", "data_is_plain", observation=view_with_numpys_numbers)


def view_with_an_undeclared_key(content, state, seat):
    return stalls.observation(content, state, seat) | {"round": state.left // 2}


def view_without_a_declared_key(content, state, seat):
    view = stalls.observation(content, state, seat)
    del view["coins"]
    return view


spoil(stalls, "view_with_an_undeclared_key", "data_fit_the_schema", observation=view_with_an_undeclared_key)
spoil(stalls, "view_without_a_declared_key", "data_fit_the_schema", observation=view_without_a_declared_key)


# Moves, ends and shares


@rule
def legal_with_a_repeat(data, state, moves):
    n = auction.legal_moves(data, state, moves)
    moves[n] = moves[0]
    return n + 1


spoil(auction, "legal_with_a_repeat", "legal_moves_apply", legal_moves=legal_with_a_repeat)
spoil(auction, "a_move_above_the_largest", "legal_moves_apply", largest_move=3)


@rule
def legal_counts_too_many(data, state, moves):
    return realtime_runner.legal_moves(data, state, moves) + 1


spoil(realtime_runner, "legal_counts_too_many", "legal_moves_apply", legal_moves=legal_counts_too_many)


@rule
def legal_forgets_the_air(data, state, moves):
    return realtime_runner.legal_moves(data, state, moves) if state.height == 0 else 0


spoil(
    realtime_runner,
    "legal_forgets_the_air",
    "legal_moves_apply",
    "impossible_positions_are_refused",
    legal_moves=legal_forgets_the_air,
)


@rule
def apply_runs_another_lap(data, state, move):
    realtime_runner.apply(data, state, move)
    if state.reason != realtime_runner.RUNNING:
        state.tick, state.x, state.height, state.speed, state.climb, state.reason = 0, 0, 0, 0, 0, 0


spoil(realtime_runner, "apply_runs_another_lap", "games_end", apply=apply_runs_another_lap)


@rule
def share_of_all_prizes(state, seat):
    """Prizes that no player took are missing in the sum."""
    return state.points[seat] / (state.cards * (state.cards + 1) / 2)


spoil(auction, "share_of_all_prizes", "shares_add_up", payoff=share_of_all_prizes)


@rule
def score_of_half_points(state, seat):
    return state.points[seat] / 2


spoil(auction, "score_of_half_points", "shares_add_up", score=score_of_half_points)


def read_any_number(content, state, text):
    found = re.search("[0-9]+", text)
    return int(found[0]) if found else auction.read_move(content, state, text)


spoil(auction, "read_move_takes_any_number", "wrong_moves_are_refused", read_move=read_any_number)


# Determinism


@rule
def apply_subtracts_unsigned(data, state, move):
    """A higher bid takes everything back; but compiled, the difference of two uint8 is never negative."""
    auction.apply(data, state, move)
    if state.last[0] - state.last[1] > 0:
        state.points[1] = 0


spoil(auction, "apply_subtracts_unsigned", "plain_play_agrees", apply=apply_subtracts_unsigned)


@rule
def apply_reads_past_the_end(data, state, move):
    """In one game of 32: too rare for the few plain games."""
    auction.apply(data, state, move)
    rare = state.stream > np.uint64(1 << 32) and state.stream % np.uint64(32) == np.uint64(0)
    if rare and state.prizes[auction.MAX_CARDS + move] == 0xFFF:
        state.points[0] += 1


spoil(auction, "apply_reads_past_the_end", "bounds_hold", apply=apply_reads_past_the_end)


# Games that would crash or never end in the other checks, so they are not in the list.


@rule
def apply_with_a_wrong_index(data, state, move):
    state.points[5_000_000 + move] = 1


@rule
def apply_without_end(data, state, move):
    while state.cards > 0:
        state.points[0] = 0


for wrong in (apply_with_a_wrong_index, apply_without_end):
    setattr(GAMES, wrong.__name__, replace(auction.game, rules=replace(auction.game.rules, apply=wrong)))


@rule
def start_ignores_the_seed(data, state, seed):
    auction.start(data, state, 7)


spoil(auction, "start_ignores_the_seed", "seeds_decide", start=start_ignores_the_seed)


def view_names_the_thread(content, state, seat):
    return auction.observation(content, state, seat) | {"thread": threading.current_thread().name}


spoil(auction, "view_names_the_thread", "threads_agree", observation=view_names_the_thread)


@rule
def start_with_numpys_generator(data, state, seed):
    np.random.seed(seed & 0xFFFF)
    auction.start(data, state, seed)


@rule
def apply_with_numpys_generator(data, state, move):
    """All points may be lost: by a generator that every thread has for itself, and copies share."""
    auction.apply(data, state, move)
    if np.random.random() < 0.2:
        state.points[0] = 0


spoil(
    auction,
    "numpys_generator",
    "threads_agree",
    "copies_share_nothing",
    "seeds_decide",
    start=start_with_numpys_generator,
    apply=apply_with_numpys_generator,
)


# Memory


def load_with_a_memory(settings):
    return replace(realtime_runner.load(settings), labels={})


def view_remembered_by_tick(content, state, seat):
    """Fast, but another game may have been somewhere else at that tick."""
    return content.labels.setdefault(state.tick, realtime_runner.observation(content, state, seat))


spoil(
    realtime_runner,
    "view_remembered_by_tick",
    "copies_share_nothing",
    load=load_with_a_memory,
    observation=view_remembered_by_tick,
)


def view_tidies_up(content, state, seat):
    """Sorts the prizes that are sold where they stand."""
    for k, prize in enumerate(sorted(state.prizes[k] for k in range(state.round))):
        state.prizes[k] = prize
    return auction.observation(content, state, seat)


spoil(auction, "view_tidies_up", "questions_change_nothing", observation=view_tidies_up)


@rule
def apply_writes_the_table(data, state, move):
    realtime_runner.apply(data, state, move)
    data.stream += np.uint64(1)


spoil(realtime_runner, "apply_writes_the_table", "table_is_only_read", apply=apply_writes_the_table)


# Texts


def write_move_with_a_line_end(content, state, move):
    return auction.write_move(content, state, move) + "\n"


spoil(auction, "write_move_with_a_line_end", "moves_round_trip", write_move=write_move_with_a_line_end)


def write_card(content, state, move):
    """Plays are written by card; but a player may hold two of a kind."""
    if magpies.notation_and_observation.pending_kind(state) != magpies.state_and_options.PLAY:
        return magpies.notation_and_observation.write_move(content, state, move)
    return f"play {magpies.state_and_options.KINDS[state.hands[state.turn].cards[move]]}"


def read_card(content, state, text):
    hand = state.hands[state.turn]
    for move in range(
        hand.count if magpies.notation_and_observation.pending_kind(state) == magpies.state_and_options.PLAY else 0
    ):
        if write_card(content, state, move) == text:
            return move
    return magpies.notation_and_observation.read_move(content, state, text)


spoil(
    magpies, "write_move_by_card", "moves_round_trip", "replays_round_trip", write_move=write_card, read_move=read_card
)

MoodyState = RecordType("MoodyState", (Record,), {"__annotations__": {"mood": float64, **auction.State.fields}})


@rule
def start_without_a_mood(data, state, seed):
    auction.start(data, state, seed)
    state.mood = math.nan


spoil(auction, "state_is_not_a_number", "positions_round_trip", state=MoodyState, start=start_without_a_mood)


def accept(content, state):
    """Whatever is read from outside."""


spoil(auction, "every_position_is_accepted", "impossible_positions_are_refused", validate=accept)
serial_numbers = itertools.count()


def load_with_a_serial_number(settings):
    content = realtime_runner.load(settings)
    content.data["stream"] = next(serial_numbers)
    return content


spoil(realtime_runner, "load_with_a_serial_number", "replays_round_trip", load=load_with_a_serial_number)


# Secrets


@rule
def hide_with_one_stream(data, state, seat, seed):
    auction.resample_hidden(data, state, seat, 7)


spoil(auction, "hide_with_one_stream", "redeals_obey_their_seed", resample_hidden=hide_with_one_stream)


@rule
def hide_keeps_the_stream(data, state, seat, seed):
    stream = state.stream
    auction.resample_hidden(data, state, seat, seed)
    state.stream = stream


spoil(
    auction,
    "hide_keeps_the_stream",
    "redeals_obey_their_seed",
    "redeals_hide_everything",
    resample_hidden=hide_keeps_the_stream,
)


@rule
def hide_shuffles_the_hidden_order(data, state, seat, seed):
    """A shuffle of what is there depends on what is there."""
    state.stream = seed_stream(seed)
    if seat != 0 and state.bids[0] != auction.NONE:
        state.bids[0] = auction.any_card(state, state.hands[0])
    for k in range(state.cards - 1, state.round + 1, -1):
        other = state.round + 1 + random_below(state, k - state.round)
        prize = state.prizes[k]
        state.prizes[k] = state.prizes[other]
        state.prizes[other] = prize


spoil(
    auction,
    "hide_shuffles_the_hidden_order",
    "redeals_obey_their_seed",
    "redeals_hide_everything",
    resample_hidden=hide_shuffles_the_hidden_order,
)


@rule
def hide_forgets_the_secret_bid(data, state, seat, seed):
    bid = state.bids[0]
    auction.resample_hidden(data, state, seat, seed)
    state.bids[0] = bid


spoil(auction, "hide_forgets_the_secret_bid", "redeals_hide_everything", resample_hidden=hide_forgets_the_secret_bid)


@rule
def hide_forgets_the_hands(data, state, seat, seed):
    state.stream = seed_stream(seed)


spoil(magpies, "hide_forgets_the_hands", "redeals_hide_everything", resample_hidden=hide_forgets_the_hands)


def view_shows_the_secret_bid(content, state, seat):
    return auction.observation(content, state, seat) | {"bids": list(state.bids)}


spoil(auction, "view_shows_the_secret_bid", "views_conceal", observation=view_shows_the_secret_bid)


def picture_shows_the_secret_bid(content, state, seat):
    return auction.svg(content, state, None)


spoil(auction, "picture_shows_the_secret_bid", "views_conceal", svg=picture_shows_the_secret_bid)


def words_tell_the_secret_bid(content, state, seat):
    return auction.describe(content, state, None)


spoil(auction, "words_tell_the_secret_bid", "views_conceal", describe=words_tell_the_secret_bid)


def explain_by_the_secret_bid(content, state, text):
    return "less than the other bid" if auction.read_move(content, state, text) < state.bids[0] else "not in the hand"


spoil(auction, "explain_by_the_secret_bid", "choices_conceal", explain_illegal=explain_by_the_secret_bid)


@rule
def legal_refuses_equal_bids(data, state, moves):
    """Whoever bids second learns the first bid from the moves that are left."""
    n = auction.legal_moves(data, state, moves)
    kept = 0
    for k in range(n):
        if n == 1 or moves[k] != state.bids[0]:
            moves[kept] = moves[k]
            kept += 1
    return kept


spoil(auction, "legal_refuses_equal_bids", "choices_conceal", legal_moves=legal_refuses_equal_bids)


def tell_everything(content, state, move, seat):
    return True


spoil(auction, "tell_everything", "history_conceals", is_move_visible=tell_everything)


def tell_only_others(content, state, move, seat):
    return state.bids[0] != auction.NONE


spoil(auction, "tell_only_others", "history_conceals", is_move_visible=tell_only_others)


# What evaluations see


@rule
def pieces_forget_the_last(data, state, seat, keys):
    return max(stalls.pieces(data, state, seat, keys) - 1, 0)


spoil(stalls, "pieces_forget_the_last", "features_add_up", pieces=pieces_forget_the_last)


@rule
def prospect_of_what_comes_next(data, state, move):
    """The fruit that will come out of the sack."""
    return 1 + int(state.stream % 9)


spoil(stalls, "prospect_of_what_comes_next", "prospects_are_seen", prospect=prospect_of_what_comes_next)
