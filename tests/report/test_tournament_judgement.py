"""Verdicts of tournament reports on fabricated games."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest

from ludus.arena import TournamentResult, standings
from ludus.arena.compiled_games import Outcomes
from ludus.arena.standings import PairGames, compute_standings
from ludus.report.tournament import payoff_matrix, seat_advantage_text, strongest_player
from ludus.report.tournament_judgement import TournamentJudgement
from ludus.stats import OpenSkillRating, simultaneous_interval

DEALS = 150
SEEDS = range(60)
MAX_FALSE_FAMILIES = 8  # of 60, if 5 % are false; more have a probability below 1 %


@pytest.fixture(autouse=True)
def no_openskill(monkeypatch):
    """OpenSkill takes most of the time, and no verdict uses it."""
    monkeypatch.setattr(standings, "openskill_ratings", lambda count, games: [OpenSkillRating(25.0, 8.0)] * count)


def play(strengths: list[float], seed: int, seat: float = 0.0, deals: int = DEALS) -> TournamentResult:
    """Games of every pair in which the first wins by the logistic model; `seat` is the advantage of the first seat."""
    random, played = np.random.default_rng(seed), []
    for group in combinations(range(len(strengths)), 2):
        # in game g of a deal, player k has seat (k - g) % 2
        lead = strengths[group[0]] - strengths[group[1]]
        chances = np.tile([1 / (1 + np.exp(-lead - seat)), 1 / (1 + np.exp(lead - seat))], deals)
        won = (random.random(2 * deals) < chances).astype(float)
        payoffs = np.stack([won, 1 - won], axis=1)
        zeros = np.zeros(2 * deals, int)
        played.append(PairGames(group, Outcomes(payoffs, payoffs, zeros, zeros + 9)))
    return compute_standings([f"bot {k}" for k in range(len(strengths))], ["over"], played)


def has_verdict(results: TournamentResult) -> bool:
    judgement = TournamentJudgement(results)
    sides = [
        judgement.seats.side(0),
        *map(judgement.cell_side, results.pairs),
        *(judgement.leads.side(k) for k in judgement.leads.estimates),
    ]
    return any(side in ("above", "below") for side in sides) or any(map(judgement.is_surprising, results.pairs))


def test_equal_players_get_no_verdict_in_nearly_all_tournaments():
    tournaments = [play([0.0] * 8, seed) for seed in SEEDS]
    assert sum(map(has_verdict, tournaments)) <= MAX_FALSE_FAMILIES
    uncorrected = sum(
        any(not share.low <= 0.5 <= share.high for share in (row.shares[0] for row in results.pairs))
        for results in tournaments
    )
    assert uncorrected > len(SEEDS) / 2  # without the correction most tournaments have a false result
    called = sum("is the strongest" in strongest_player(results, "round robin") for results in tournaments)
    assert called <= MAX_FALSE_FAMILIES


def test_a_clearly_stronger_player_is_named():
    for seed in range(5):
        results = play([1.5, 0.0, 0.0, 0.0], seed)
        assert "bot 0 is the strongest" in strongest_player(results, "round robin")
        judgement = TournamentJudgement(results)
        assert judgement.rivals == []
        sides = {row.group: judgement.cell_side(row) for row in results.pairs}
        assert {sides[0, k] for k in (1, 2, 3)} == {"above"}


def test_of_two_strong_players_neither_is_called_strongest_and_both_are_rivals():
    results = play([1.0, 1.0, -1.0, -1.0], 3)
    assert TournamentJudgement(results).rivals == [results.players[1].name]
    text = strongest_player(results, "round robin")
    assert "is the strongest" not in text
    assert text.endswith(f"from {results.players[1].name}.")


def test_headline_and_seats_show_the_corrected_interval_and_the_number_of_comparisons():
    results = play([0.3, 0.0, 0.0], 1)
    comparisons = TournamentJudgement(results).comparisons
    assert comparisons == 3 + 3 + 3 + 1  # players, cells, predictions, the first seat
    corrected = simultaneous_interval(results.players[0].ahead, comparisons)
    text = strongest_player(results, "round robin")
    assert f"corrected for 10 comparisons {corrected.low:.0f} to {corrected.high:.0f}" in text
    assert "corrected for 10 comparisons" in seat_advantage_text(results)


def test_a_seat_has_an_advantage_only_if_that_is_sure():
    assert "an advantage of" in seat_advantage_text(play([0.0] * 4, 0, seat=0.5))
    assert "a disadvantage of" in seat_advantage_text(play([0.0] * 4, 0, seat=-0.5))
    called = sum("no sure advantage" not in seat_advantage_text(play([0.0] * 4, seed)) for seed in range(20))
    assert called <= 2


def test_only_sure_cells_of_the_matrix_are_coloured():
    results = play([1.5, 0.0, 0.0], 2)
    judgement = TournamentJudgement(results)
    sure = sum(judgement.cell_side(row) in ("above", "below") for row in results.pairs)
    assert 0 < sure < len(results.pairs)
    assert "".join(payoff_matrix(results)).count("background: rgb") == 2 * sure


def test_the_cell_of_two_players_has_the_verdict_of_the_headline():
    for seed, lead in ((0, 0.0), (1, 1.0), (2, -1.0)):
        results = play([lead, 0.0], seed)
        judgement, (pair,) = TournamentJudgement(results), results.pairs
        assert judgement.comparisons == 2
        expected = {0.0: "undecided", 1.0: "above", -1.0: "below"}[lead]
        assert judgement.cell_side(pair) == expected
        assert ("is the strongest" in strongest_player(results, "round robin")) == (lead != 0)


def test_a_cycle_of_players_differs_from_its_ratings():
    results = play([0.0] * 4, 5)
    assert not any(map(TournamentJudgement(results).is_surprising, results.pairs))
    cycle = play([0.0] * 3, 5)
    pairs = {row.group: row for row in cycle.pairs}
    shares = play([1.0, 0.0], 5).pairs[0].shares
    changed = [
        type(row)(row.group, row.games, shares, [0.5, 0.5], row.seats, row.length, row.endings, None)
        for row in pairs.values()
    ]
    judgement = TournamentJudgement(type(cycle)(**{**vars(cycle), "pairs": changed}))
    assert all(map(judgement.is_surprising, changed))
