"""Statistics count what happened in a game, and change nothing."""

import pickle
from collections import Counter

import numpy as np
import pytest

from ludus.arena.match_spec import Match
from ludus.arena.match_with_stats import MatchWithStats
from ludus.arena.runner import replay_game, run_match
from ludus.backends import Threads
from ludus.bots import load_bot
from ludus.core.position import Position
from ludus.games.locm.card_use_stats import BOTH, PICK_SUMS, SUMS, add_up
from ludus.games.locm.state import BATTLE
from ludus.testing.example_games import auction
from ludus.util.errors import OptionError


def a_match(game, *names, seed=1, compiled=True, **options):
    players = [load_bot(game, name, compiled) for name in names]
    return Match(game, game.content(**options), players, seed, compiled)


@pytest.mark.parametrize("version", ["1.0", "1.2"])
def test_the_games_of_a_census_are_those_of_the_match(game, version):
    match = a_match(game, "weighted", "random+greedy", version=version)
    assert MatchWithStats(match).play(200).outcomes.digest() == run_match(match, 200).digest()


def test_statistics_and_sums_equal_a_count_made_move_by_move(game):
    match = a_match(game, "weighted", "random+greedy", seed=5)
    count = 200
    result = MatchWithStats(match).play(count)
    slow = [count_by_hand(game, match, number) for number in range(count)]
    for number, (offers, picked, decks, drawn, played, turns) in enumerate(slow):
        stats = result.stats[number]
        assert stats["offers"].tolist() == offers
        taken = [[offers[k][place] for k, place in enumerate(places)] for places in stats["picks"].tolist()]
        assert taken == picked
        assert [sorted(deck) for deck in stats["decks"].tolist()] == [sorted(deck) for deck in picked]
        for seat in range(2):
            deck, places = stats["decks"][seat].tolist(), range(30)
            assert deck == decks[seat]
            assert {k for k in places if k < stats["drawn"][seat]} == drawn[seat]
            assert {k for k in places if stats["played"][seat] >> k & 1} == played[seat]
        assert stats["turns"] == turns
    check_sums(game, match, result, slow)


def count_by_hand(game, match, number):
    """One game, played again and watched: offers, picks, and for each seat places in the deck drawn and played."""
    course = replay_game(match, number)
    position = Position.start(game, match.content_of(number), course.seed)
    offers = [[position.state.offers[k, j] for j in range(3)] for k in range(30)]
    picked, drawn, played = [[], []], [set(), set()], [set(), set()]
    for event in course.history:
        word, *rest = event.text.split()
        if word == "PICK":
            picked[event.seat].append(offers[len(picked[event.seat])][int(rest[0])])
        if word in ("SUMMON", "USE"):
            played[event.seat].add((int(rest[0]) - event.seat - 1) // 2)  # ids follow the deck in 1.0 and 1.2
        position.play(event.move)
        if position.state.phase == BATTLE:
            for seat in range(2):
                me = position.state.players[seat]
                drawn[seat] |= {me.hand[k] for k in range(me.hand_count)}
    decks = [[position.state.players[seat].deck[k] for k in range(30)] for seat in range(2)]
    drawn = [drawn[seat] | played[seat] for seat in range(2)]
    return offers, picked, decks, drawn, played, position.state.turn


def check_sums(game, match, result, slow):
    """The sums of the statistics from the hand-made count, card by card and deal by deal."""
    payoffs = result.outcomes.payoffs
    means = np.array([0.6, 0.4])
    sums, picks = add_up(result.stats, payoffs, means)
    decks, wins, lifts, offered, taken = Counter(), Counter(), Counter(), Counter(), Counter()
    squares, deals = Counter(), Counter()
    for deal in range(len(slow) // 2):
        here = Counter()
        for number in (2 * deal, 2 * deal + 1):
            offers, picked, own_decks, drawn, played, _ = slow[number]
            for seat in range(2):
                player = match.seating(number)[seat]
                sets = (
                    own_decks[seat],
                    [own_decks[seat][k] for k in drawn[seat]],
                    [own_decks[seat][k] for k in played[seat]],
                )
                for measure, cards in enumerate(sets):
                    for card in set(cards):
                        here[measure, card] += 1
                        wins[measure, card] += payoffs[number, seat]
                        lifts[measure, card] += payoffs[number, seat] - means[player]
                for cards, card in zip(offers, picked[seat], strict=True):
                    taken[player, card] += 1
                    for entry in cards:
                        offered[player, entry] += 1
        for key, count in here.items():
            decks[key] += count
            squares[key] += count * count
            deals[key] += 1
    at = {name: SUMS.index(name) for name in SUMS}
    for measure in range(3):
        for card in range(160):
            row, key = sums[measure, card], (measure, card)
            assert (row[at["deals"]], row[at["d"]], row[at["dd"]]) == (deals[key], decks[key], squares[key])
            assert row[at["w"]] == pytest.approx(wins[key])
            assert row[at["x"]] == pytest.approx(lifts[key], abs=1e-9)
    at = {name: PICK_SUMS.index(name) for name in PICK_SUMS}
    for card in range(160):
        for player in range(2):
            assert picks[player, card, at["o"]] == offered[player, card]
            assert picks[player, card, at["p"]] == taken[player, card]
        assert picks[BOTH, card, at["p"]] == taken[0, card] + taken[1, card]


def test_the_bytes_are_the_same_on_any_number_of_threads(game):
    counted_match = MatchWithStats(a_match(game, "random+greedy", "random+greedy"))
    one, two = (counted_match.play(500, Threads(threads)).stats.tobytes() for threads in (1, 3))
    assert one == two


def test_a_match_with_statistics_is_sent_to_other_processes(game):
    counted_match = MatchWithStats(a_match(game, "random+greedy", "weighted"))
    again = pickle.loads(pickle.dumps(counted_match))
    assert again.play_range(range(3, 9)).stats.tobytes() == counted_match.play_range(range(3, 9)).stats.tobytes()


def test_plain_python_counts_the_same(game):
    result = MatchWithStats(a_match(game, "baseline2", "random")).play(4)
    slow = MatchWithStats(a_match(game, "baseline2", "random", compiled=False), compiled=False).play(4)
    assert slow.stats.tobytes() == result.stats.tobytes()
    means = np.array([0.5, 0.5])
    for one, other in zip(
        add_up(result.stats, result.outcomes.payoffs, means),
        add_up(slow.stats, slow.outcomes.payoffs, means, compiled=False),
        strict=True,
    ):
        assert one.tobytes() == other.tobytes()


def test_bots_that_cannot_be_counted_are_refused(game, tmp_path):
    with pytest.raises(OptionError, match="auction has no game statistics"):
        MatchWithStats(Match(auction.game, auction.game.content(), [load_bot(auction.game, "random")] * 2, 1))
    bot = tmp_path / "mine.py"
    bot.write_text(
        "import ludus\n\nclass Mine(ludus.Bot):\n    def choose(self, view, moves):\n        return moves[0]\n"
    )
    guest = load_bot(game, f"{bot}:Mine", in_process=True)
    with pytest.raises(OptionError, match="need compiled bots"):
        MatchWithStats(Match(game, game.content(), [guest, load_bot(game, "random")], 1))
