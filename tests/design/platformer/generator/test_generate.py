"""Generated levels."""

from concurrent.futures import ThreadPoolExecutor

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludus.design.platformer.generator import generate
from ludus.design.platformer.generator.generate import GenerationFailed, generate_level
from ludus.design.platformer.generator.traps import PlacedTraps, TrapParams
from ludus.design.platformer.spec import LevelSpec
from ludus.design.platformer.verify.two_way_and_trap_bypass_checks import LevelCheckFailed, check_guarantees
from ludus.games.platformer.level import Level, write_level
from ludus.games.platformer.level_files import check_level, read_level
from ludus.games.platformer.options import find_level
from ludus.util.errors import LudusError, OptionError, UnknownName
from tests.cases import each
from tests.messages import mentions

SOME = range(20)
ORDERS = st.builds(
    LevelSpec,
    setup=st.just("thesis"),
    rooms=st.sampled_from([(1, 1), (5, 1), (1, 4), (3, 2)]),
    room=st.sampled_from([(11, 7), (8, 6), (15, 10)]),
    loops=st.floats(0, 1),
    branching=st.floats(0, 1),
    fill=st.sampled_from(["solid", "airy", "open"]),
    traps=st.sampled_from([None, TrapParams(), TrapParams(density=0.2, trap_free=True)]),
)
DESIGNED = st.builds(
    LevelSpec,
    rooms=st.sampled_from([(1, 1), (5, 1), (1, 4), (3, 2)]),
    room=st.sampled_from([(11, 7), (9, 7), (15, 10)]),
    loops=st.floats(0, 1),
    branching=st.floats(0, 1),
    style=st.sampled_from([None, "cave", "tower", "ruins"]),
    traps=st.sampled_from([None, TrapParams(), TrapParams(kinds=("squeeze", "jaws"), trap_free=True)]),
)


@given(st.integers(0, 2**32), ORDERS | DESIGNED)
@settings(max_examples=40, deadline=None)
def test_a_level_passes_all_checks_and_is_a_function_of_its_seed(seed, spec):
    generated = generate_level(seed, spec)
    again = generate_level(seed, spec)
    assert write_level(generated.level) == write_level(again.level)
    assert generated.rejected == again.rejected
    assert read_level(write_level(generated.level)) == generated.level
    check_guarantees(generated.level, generated.marks, spec.traps is None or spec.traps.trap_free)
    assert generated.run_to_exit.moves
    assert generated.run_to_start.moves
    width, height = generated.level.width, generated.level.height
    assert (width, height) == (spec.rooms[0] * spec.room[0], spec.rooms[1] * spec.room[1])


def test_other_seeds_give_other_levels():
    assert len({generate_level(seed).level.rows for seed in range(30)}) == 30


def test_a_level_may_be_as_large_as_the_game_allows():
    generated = generate_level(5, LevelSpec(setup="thesis", rooms=(11, 9)))
    assert (generated.level.width, generated.level.height) == (121, 63)
    check_level(generated.level)


def test_earlier_levels_do_not_affect_a_level():
    before = [generate_level(seed) for seed in range(12)]
    generate_level(1, LevelSpec(setup="thesis", rooms=(4, 3), room=(15, 10), fill="open", agent_check=False))
    assert [generate_level(seed) for seed in range(12)] == before


def test_levels_made_in_threads_are_the_same():
    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(generate_level, range(24))) == [generate_level(seed) for seed in range(24)]


def test_compiled_and_plain_rules_make_the_same_level():
    spec = LevelSpec(setup="thesis", rooms=(1, 1), room=(7, 5), traps=TrapParams(trap_free=True))
    one, other = (generate_level(2, spec, compiled) for compiled in (True, False))
    assert one == other


def test_a_level_of_one_style_is_more_open_than_one_of_another():
    def open_cells(fill):
        levels = [
            generate_level(seed, LevelSpec(setup="thesis", fill=fill, traps=None, agent_check=False)).level
            for seed in range(10)
        ]
        return sum(row.count("o") for level in levels for row in level.rows)

    assert open_cells("solid") < open_cells("airy") < open_cells("open")


def test_reasons_of_rejected_levels_are_counted():
    counts = [
        generate_level(seed, LevelSpec(setup="thesis", fill="open", agent_check=False)).rejected for seed in range(60)
    ]
    assert sum(item.get("a way without traps", 0) for item in counts) > 0


def test_a_level_with_a_trap_free_path_is_rejected(monkeypatch):
    monkeypatch.setattr(generate, "place_traps", lambda *_: PlacedTraps((), (), 0, (0,) * 6))
    with pytest.raises(GenerationFailed, match=mentions("3 attempts", "a promise that was not kept (3)")):
        generate_level(1, LevelSpec(setup="thesis"), attempts=3)
    assert generate_level(1, LevelSpec(setup="thesis", traps=TrapParams(trap_free=True)), attempts=1).level.traps == ()


def test_paths_of_better_jumpers_get_traps_before_the_checks():
    counts = [
        generate_level(seed, LevelSpec(setup="thesis", fill=fill, agent_check=False)).rejected
        for seed in SOME
        for fill in ("airy", "open")
    ]
    assert not any("a promise that was not kept" in item for item in counts)


def test_start_and_end_can_be_any_room():
    generated = generate_level(1, LevelSpec(setup="thesis", rooms=(4, 1), start=3, end=1))
    assert generated.level.start[0] // 11 == 3
    assert generated.level.exits[0][0] // 11 == 1


def test_an_impossible_spec_is_refused():
    with pytest.raises(OptionError, match="128 x 64"):
        LevelSpec(setup="thesis", rooms=(12, 1))
    with pytest.raises(UnknownName, match="airy"):
        LevelSpec(setup="thesis", fill="air")
    with pytest.raises(LudusError, match="no level was found"):
        generate_level(1, LevelSpec(setup="thesis", rooms=(1, 1), room=(4, 4), traps=TrapParams(kinds=("saw",))))


@each(
    ("rows", "start", "end", "words"),
    [
        (("ooooo", "oo#oo", "#####"), (0, 1), (4, 1), "0 1 … 4 1"),
        (("oo#oo", "oo#oo", "#####"), (0, 1), (4, 1), "no way from the start at 0 1 to 4 1"),
        (("ooooooo", "##ooo##", "##ooo##", "##ooo##", "#######"), (0, 4), (6, 4), "no way from"),
        (("oooo", "####", "oo##", "####"), (0, 3), (3, 3), "from 0 1 there is no way back"),
    ],
)
def test_a_level_that_fails_a_check_is_refused_with_the_reason(rows, start, end, words):
    with pytest.raises(LevelCheckFailed, match=mentions(words)):
        check_guarantees(Level("Bad", rows, start, (end,)))


def test_hand_made_levels_are_checked_too():
    check_guarantees(find_level("first-steps"), trap_free=True)
    with pytest.raises(LevelCheckFailed, match="without traps"):
        check_guarantees(find_level("first-steps"))
