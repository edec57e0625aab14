import numpy as np
import pytest

from ludus.arena.match_spec import Match
from ludus.arena.match_with_stats import MatchWithStats
from ludus.backends import Threads
from ludus.backends.cuda import Cuda
from ludus.bots import load_compiled_bot
from ludus.design.dominion import batch_play
from ludus.design.dominion.batch_play import MILLION, first_game_number, play_kingdoms, replay_kingdom_game
from ludus.design.dominion.kingdom_numbering import VDOM_RULES, KingdomPool
from ludus.util.errors import OptionError
from tests.arena.gpu_code import counted_here
from tests.cases import each

POOL = KingdomPool("first")
PLAYERS = ["earl", "drew"]
SOME = [POOL.unrank(rank) for rank in (0, 1_000_000, 2_000_000, 3_000_000)]


def played(kingdoms, games=30, seed=3, place=None, options=VDOM_RULES):
    return play_kingdoms(POOL, kingdoms, PLAYERS, games, seed, place, options=options)


def test_sums_are_those_of_the_match_that_can_be_replayed():
    rows = played(SOME)
    for cards, row in zip(SOME, rows, strict=True):
        match = Match(
            POOL.game, POOL.content(cards, **VDOM_RULES), [load_compiled_bot(POOL.game, p) for p in PLAYERS], 3
        )
        first = first_game_number(POOL, cards)
        counted = MatchWithStats(match).play_range(range(first, first + 30))
        outcomes = counted.outcomes
        seat = (np.arange(2) - np.arange(30)[:, None]) % 2
        points = outcomes.scores[np.arange(30)[:, None], seat]
        shares = match.by_player(outcomes)
        high, low = points.max(axis=1), points.min(axis=1)
        assert row["games"] == 30
        assert row["points"].tolist() == points.sum(axis=0).tolist()
        assert row["wins"].tolist() == (shares == 1).sum(axis=0).tolist()
        assert row["draws"] == (shares[:, 0] == 0.5).sum()
        assert row["first_wins"] == (outcomes.payoffs[:, 0] == 1).sum()
        assert row["turns"] == counted.stats["turns"][:, :2].max(axis=1).sum()
        ratio = np.where(high > 0, (high - low) / np.maximum(high, 1), 0)
        assert row["skill"] / MILLION == pytest.approx(ratio.sum(), abs=1e-4)
        deals = points.reshape(-1, 2, 2).sum(axis=1)
        assert row["squares"].tolist() == (deals**2).sum(axis=0).tolist()
        assert row["product"] == (deals[:, 0] * deals[:, 1]).sum()
        assert replay_kingdom_game(POOL, cards, PLAYERS, 3, 7).scores == tuple(outcomes.scores[7])


def test_a_kingdom_comes_out_the_same_alone_and_among_others():
    together = played(SOME)
    for k in range(len(SOME)):
        assert played([SOME[k]])[0] == together[k]
    assert played(SOME[::-1]).tobytes() == together[::-1].tobytes()


def test_the_cut_of_the_work_changes_nothing():
    assert played(SOME, 200).tobytes() == played(SOME, 200, place=Threads(3)).tobytes()


@pytest.mark.slow  # compiles the whole game once more
def test_a_graphics_card_counts_the_same(monkeypatch):
    monkeypatch.setattr(batch_play, "play_with_stats_on_gpu", counted_here)
    monkeypatch.setattr(batch_play, "GPU_BATCH_GAMES", 90)  # three kingdoms, then one
    work = batch_play.KingdomGames(POOL, POOL.check_kingdoms(SOME), PLAYERS, 30, 3, VDOM_RULES)
    assert work.play_on_gpu(None, None).tobytes() == played(SOME).tobytes()


def test_another_seed_gives_other_games():
    assert played(SOME, seed=4).tobytes() != played(SOME).tobytes()


def test_capped_games_are_counted():
    rows = played(SOME, options=VDOM_RULES | {"turn_cap": 5})
    assert rows["capped"].tolist() == [30] * 4
    assert rows["turns"].tolist() == [150] * 4


def test_progress_counts_all_games():
    heard = []
    play_kingdoms(POOL, SOME, PLAYERS, 30, 3, progress=heard.append)
    assert sum(heard) == 120


def test_no_kingdoms_give_no_rows():
    assert len(play_kingdoms(POOL, np.zeros((0, 10), int), PLAYERS, 30, 3)) == 0


@each(("games", "players"), [(7, PLAYERS), (0, PLAYERS), (10, ["earl"])])
def test_odd_games_and_a_lonely_player_are_refused(games, players):
    with pytest.raises(OptionError, match=r"even number|2 players"):
        play_kingdoms(POOL, SOME, players, games, 3)


def test_no_kingdoms_are_no_rows_on_any_place(pool):
    """As in a generation of the paper's form in which every genome holds a card twice."""
    for place in (Threads(2), object.__new__(Cuda)):
        assert len(play_kingdoms(pool, [], ["earl", "drew"], 10, 1, place)) == 0
