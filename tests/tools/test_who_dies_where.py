"""AUC of plays and attempts, over all pairs and within players and levels."""

import numpy as np
import pytest

from ludus.design.platformer.difficulty.prediction_metrics import auc
from tools.who_dies_where import pair_counts, with_intervals

SESSIONS = np.repeat([0, 1, 2], 40)
PLAYERS = np.repeat(np.arange(12), 10)  # four of each session


@pytest.fixture
def plays():
    """Scores that know players but nothing of their plays, scores that know plays, and deaths."""
    random = np.random.default_rng(5)
    by_player = np.repeat(random.random(12), 10)
    died = random.random(120) < by_player
    return by_player, died + random.random(120), died


def test_without_groups_all_pairs_count(plays):
    by_player, by_play, died = plays
    (value, *_), (more, low, high) = with_intervals(pair_counts(SESSIONS, None, by_play, by_player, died))
    assert value == pytest.approx(auc(by_play, died))
    assert more == pytest.approx(auc(by_play, died) - auc(by_player, died))
    assert low < more < high


def test_within_players_only_their_plays_are_compared(plays):
    by_player, by_play, died = plays
    within = pair_counts(SESSIONS, PLAYERS, by_player, by_player, died)
    assert with_intervals(within)[0] == (0.5, 0.5, 0.5)
    pairs = sum(row.sum() * (~row).sum() for row in died.reshape(12, 10))
    assert within[2].sum() == np.trace(within[2]) == pairs
    assert with_intervals(pair_counts(SESSIONS, PLAYERS, by_play, by_player, died))[0][0] == 1.0
