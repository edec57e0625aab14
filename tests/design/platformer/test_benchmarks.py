"""What `ludus bench` measures of the platformer's generator."""

from ludus.arena.benchmark import LatencyTask
from ludus.design.platformer.benchmarks import benchmarks


def test_ticks_and_levels_of_two_sizes_have_their_bars():
    physics, strip, maze = benchmarks()
    assert (physics.unit, physics.bar, strip.bar, maze.bar) == ("ticks/s", 5_000_000, 10, 100)
    assert physics.work() > 100_000
    assert isinstance(strip, LatencyTask)
    made = strip.work(0)
    assert made.spec.rooms == (5, 1)
    assert made.run_to_exit.moves
    assert made.placed_traps.traps
    assert maze.work(0).spec.rooms == (4, 3)
