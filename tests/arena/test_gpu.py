"""What a graphics card plays is what a processor plays. There need be no card: its code also runs elsewhere."""

import json

import numpy as np
import pytest

from ludus.arena import Match, run_matches
from ludus.arena.gpu import play_on_gpu
from ludus.arena.gpu.batch import BytePool, PackedMatches, _batches_that_fit, content_varies_by_seed, group_by_shape
from ludus.arena.gpu.kernel_binding import MAX_LOCAL_BYTES
from ludus.arena.pairing import PairingMatch
from ludus.arena.runner import run_match
from ludus.backends import BackendError
from ludus.backends.cuda import Cuda
from ludus.bots import load_bot
from ludus.bots.lookup import bot_specs, load_phase_bot
from ludus.core.game_registry import load_game
from ludus.core.random import derived_seed
from ludus.core.rule import export_rule, plain
from ludus.testing.example_games import auction, magpies, realtime_runner, stalls
from ludus.util.errors import OptionError
from tests.arena.gpu_code import digests_by_card_code, matches_of, played_here
from tests.arena.mixed_matches import GAMES, digests, mixed_matches
from tests.arena.other_bots import UncompiledBot
from tests.cases import mostly_slow
from tests.messages import mentions

locm = load_game("locm")
TREE = {
    "game": "locm",
    "kind": "tree",
    "state": ["add", ["mul", 0.37, "my_health"], ["mul", ["neg", "opp_health"], ["max", 0.1, "my_mana"]]],
    "card": ["add", ["mul", 1.7, "attack"], ["mul", "ward", ["min", "attack", 3.3]]],
}


@pytest.fixture
def numba_cuda():
    pytest.importorskip("numba_cuda", reason="numba-cuda is not installed")


@pytest.fixture
def compiler(numba_cuda):
    from ludus.backends import cuda_compiler

    try:
        cuda_compiler.version()
    except BackendError:
        pytest.skip("NVIDIA's compiler, libNVVM, is not installed")


@pytest.fixture
def card():
    try:
        return Cuda()
    except BackendError as error:
        pytest.skip(str(error))


def alone(matches, games):
    return digests([run_match(match, count) for match, count in zip(matches, games, strict=True)])


@pytest.fixture(scope="module")
def mixed():
    """A batch with everything in it but players that are not compiled."""
    return mixed_matches()[:-1], GAMES[:-1]


def test_games_for_one_two_and_three_teams_contests_and_many_contents_come_out_the_same(mixed):
    assert digests(played_here(*mixed)) == alone(*mixed)


SEARCHES = ["mcts:iterations=9", "beam:width=3,depth=4", "agent", "greedy", "flat:iterations=9"]


@pytest.mark.parametrize("text", mostly_slow(SEARCHES, 2))
def test_searches_come_out_the_same_with_little_space_and_with_much(text):
    matches = matches_of(stalls.game, [f"{text} random", f"{text} {text}"])
    assert digests(played_here(matches, [21, 20])) == alone(matches, [21, 20])


@pytest.mark.slow
def test_trees_are_worth_the_same_one_at_a_time(tmp_path):
    (tmp_path / "tree.json").write_text(json.dumps(TREE))
    tree = f"agent:genome={tmp_path / 'tree.json'}"
    matches = matches_of(locm, [f"{tree} greedy", f"{tree} {tree}", f"agent {tree}"])
    assert digests(played_here(matches, [60] * 3)) == alone(matches, [60] * 3)


def test_a_match_makes_its_seeds_from_its_roots():
    pair = [load_bot(auction.game, "random")] * 2
    content = auction.game.content()
    for match in (Match(auction.game, content, pair, 5), PairingMatch(auction.game, content, pair, 5, ["a", "b"])):
        deal, *dice = match.seed_roots()
        seeds = [
            [plain(derived_seed)(deal, k // 2), *(plain(derived_seed)(root, k) for root in dice)] for k in range(3, 9)
        ]
        assert match.seeds(range(3, 9)).tolist() == seeds
        assert export_rule(derived_seed)(np.uint64(deal), 4) == plain(derived_seed)(deal, 4)


def test_matches_of_the_same_bots_share_a_kernel_for_all_seatings():
    greedy, random = (load_phase_bot(locm, text) for text in ("greedy", "random"))
    content, generated = locm.content(setup="dealt"), locm.content(version="1.5")
    pairs = [(greedy, random), (random, greedy), (greedy, greedy)]
    matches = [Match(locm, content, pair, 1) for pair in pairs] + [Match(locm, generated, pairs[0], 1)]
    found = group_by_shape(matches)
    met = [["greedy", "random"], ["greedy"], ["greedy", "random"]]
    assert [[bot.name for bot in shape.bots] for shape in found] == met
    assert list(found.values()) == [[0, 1], [2], [3]]
    assert [shape.prepares for shape in found] == [False, False, True]


def test_only_contents_that_a_seed_completes_need_game_data_of_their_own_for_each_game():
    assert content_varies_by_seed(locm, locm.content(version="1.5"))
    assert not content_varies_by_seed(locm, locm.content(version="1.2"))
    assert content_varies_by_seed(realtime_runner.game, realtime_runner.game.content())
    assert not content_varies_by_seed(magpies.game, magpies.game.content())


def test_game_data_and_parameters_are_sent_once():
    players = [load_bot(locm, "greedy"), load_bot(locm, "greedy"), load_bot(locm, "random")]
    contents = [locm.content(setup="dealt"), locm.content(setup="dealt", version="1.0")]
    matches = [Match(locm, contents, [a, b], 3) for a in players for b in players]
    (shape,) = {shape for shape in group_by_shape(matches) if len(shape.bots) == 3}
    packed = PackedMatches(shape, [matches[2], matches[5], matches[6]], [8, 9, 10])
    assert len(packed.all_data) == 2 * locm.data.nbytes
    assert packed.total == 27
    assert len(packed.stretches) == 3 * 4  # two contents, and either player first
    pool = BytePool()
    places = [pool.add(np.array(number)) for number in (5, 6, 5)]
    assert places == [0, 16, 0]
    assert len(pool.joined()) == 32


def test_a_batch_too_large_for_the_card_goes_there_in_portions(monkeypatch):
    monkeypatch.setattr("ludus.arena.gpu.batch.MAX_GAMES_ON_GPU", 100)
    games = {3: 60, 5: 40, 6: 1, 8: 500, 9: 2}
    assert list(_batches_that_fit(list(games), [games.get(k, 0) for k in range(10)])) == [[3, 5], [6], [8], [9]]


def test_small_bots_use_local_memory_and_large_ones_global_memory():
    def layout(text):
        (shape,) = group_by_shape([Match(locm, locm.content(), [load_phase_bot(locm, text)] * 2, 1)])
        return shape.layout

    assert layout("greedy").local
    assert layout("greedy").total < 3000
    assert not layout("beam").local
    assert layout("beam").total > MAX_LOCAL_BYTES


def test_players_that_are_not_compiled_are_refused_by_name():
    content = auction.game.content()
    guests = [load_bot(auction.game, "random"), UncompiledBot(auction.game)]
    with pytest.raises(OptionError, match=mentions("compiled", "GPU", "threads")):
        play_on_gpu([Match(auction.game, content, guests, 1)], [1], None)
    slow = [load_bot(auction.game, "greedy", compiled=False)] * 2
    with pytest.raises(OptionError, match=r"^greedy: only compiled bots"):
        play_on_gpu([Match(auction.game, content, slow, 1, compiled=False)], [1], None)


def test_players_that_read_the_clock_are_refused_by_name():
    tribute = load_game("tribute")
    timed = [load_bot(tribute, "random"), load_bot(tribute, "courtier:seconds=0.02")]
    with pytest.raises(OptionError, match=mentions("courtier:seconds=0.02", "clock", "GPU")):
        play_on_gpu([Match(tribute, tribute.content(), timed, 1)], [1], None)


def test_players_that_lose_by_faults_are_refused_by_name():
    tribute = load_game("tribute")
    faulty = [load_bot(tribute, "random"), load_bot(tribute, "random-simulation-2023")]
    with pytest.raises(OptionError, match=mentions("random-simulation-2023", "GPU", "threads")):
        play_on_gpu([Match(tribute, tribute.content(), faulty, 1)], [1], None)


@pytest.mark.slow
def test_the_code_for_the_card_plays_the_same_games(numba_cuda):
    lines = ["greedy random", "agent greedy", "mcts:iterations=5 beam:width=2,depth=3"]
    assert digests_by_card_code("stalls", lines, 30) == alone(matches_of(stalls.game, lines), [30] * 3)


@pytest.mark.slow
def test_the_code_for_the_card_plays_the_same_games_of_locm(tmp_path, numba_cuda):
    (tmp_path / "tree.json").write_text(json.dumps(TREE))
    lines = ["greedy greedy", f"agent:genome={tmp_path / 'tree.json'} coac", "onelane chad", "two-ply baseline2"]
    assert digests_by_card_code("locm", lines, 100) == alone(matches_of(locm, lines), [100] * 4)


@pytest.mark.slow
def test_a_kernel_is_compiled_once_and_kept(monkeypatch, tmp_path, compiler):
    from ludus.arena.gpu.launch import compile_ptx
    from ludus.backends import cuda_compiler

    monkeypatch.setenv("LUDUS_CACHE_DIR", str(tmp_path))
    (shape,) = group_by_shape(matches_of(auction.game, ["greedy random"]))
    text, name = compile_ptx(shape)
    assert f".visible .entry {name}(" in text
    monkeypatch.setattr(cuda_compiler, "compile_kernel", None)
    assert compile_ptx(shape) == (text, name)


def test_the_kernel_of_a_locm_battle_uses_local_memory_and_no_fused_multiply_add(compiler):
    from ludus.arena.gpu.launch import compile_ptx

    (shape,) = group_by_shape([Match(locm, locm.content(setup="dealt"), [load_phase_bot(locm, "greedy")] * 2, 1)])
    text, _ = compile_ptx(shape)
    assert "fma" not in text
    assert "ld.local.u64" in text  # a position is copied by words
    assert "\tld.u" not in text  # nothing is read without knowing from which memory


@pytest.mark.parametrize("line", ["greedy greedy", "coac greedy", "beam:width=4,depth=6 random"])
def test_a_card_plays_the_same_games(line, card):
    matches = matches_of(locm, [line])
    assert digests(run_matches(matches, [20_000], card)) == digests(run_matches(matches, [20_000]))


def test_a_card_plays_everything_in_one_batch(mixed, card):
    heard = []
    assert digests(run_matches(*mixed, card, heard.append)) == alone(*mixed)
    assert sum(heard) == sum(mixed[1])


def test_every_bot_of_a_game_is_known_to_the_card_by_its_own_number():
    bots = bot_specs(locm)
    (shape,) = group_by_shape(
        [Match(locm, locm.content(), [load_phase_bot(locm, "coac"), load_phase_bot(locm, "greedy")], 1)]
    )
    assert shape.bots == (bots["coac"], bots["greedy"])
