"""Patrons drawn by the seed: equally likely; with compat=reference the deal is the engine's with these patrons."""

from collections import Counter

from ludus.core.position import Position
from ludus.games.tribute import game

SEEDS = [*range(1, 61), *range(1000, 1060), *((1 << 47) + k for k in range(60))]


def drawn(seed, compiled=True):
    return Position.start(game, game.content(patrons="random", compat="reference"), seed, compiled=compiled)


def names(position):
    return [name for name in position.observation(0)["patrons"] if name != "treasury"]


def test_with_drawn_patrons_the_reference_engine_deals_what_it_deals_with_the_same_ones_given():
    for seed in SEEDS:
        position = drawn(seed)
        fixed = game.content(patrons=",".join(names(position)), compat="reference")
        assert Position.start(game, fixed, seed).bytes() == position.bytes()


def test_small_and_large_seeds_draw_every_patron_about_as_often():
    for seeds in (SEEDS[:60], SEEDS[60:120], SEEDS[120:]):
        counts = Counter(name for seed in seeds for name in names(drawn(seed)))
        assert len(counts) == 9
        assert all(10 <= count <= 45 for count in counts.values())  # 27 are expected, standard deviation about 4


def test_in_plain_python_the_draw_is_the_same():
    for seed in SEEDS[::20]:
        assert drawn(seed, compiled=False).bytes() == drawn(seed).bytes()
