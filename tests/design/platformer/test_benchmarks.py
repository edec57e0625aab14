"""Benchmarks of the physics and the generator."""

from ludus.arena.speed_benchmark import LatencyTask
from ludus.design.platformer.demo_and_speed_benchmarks import benchmarks


def test_ticks_and_levels_of_two_sizes_have_their_limits():
    physics, strip, maze = benchmarks()
    assert (physics.unit, physics.bar, strip.bar, maze.bar) == ("ticks/s", 5_000_000, 4, 20)
    assert physics.work() > 100_000
    assert isinstance(strip, LatencyTask)
    generated = strip.work(0)
    assert generated.spec.rooms == (5, 1)
    assert generated.run_to_exit.moves
    assert generated.placed_traps.traps
    assert maze.work(0).spec.rooms == (4, 3)
