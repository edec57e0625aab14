"""Recipes of levels evolve, and maps hold the best of every kind."""

from contextlib import contextmanager
from dataclasses import replace
from xml.etree import ElementTree

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludus.compute import Threads
from ludus.core.errors import OptionError, UnknownName
from ludus.design import unfinished
from ludus.design.levels.difficulty.dial import DialModel
from ludus.design.levels.space import mapping
from ludus.design.levels.space.atlas import BATCH, Atlas
from ludus.design.levels.space.genomes import CHOICES, RecipeSpace, bake, order_of
from ludus.design.levels.space.kinds import KINDS, kind_of_map
from ludus.design.levels.space.mapping import make_map
from ludus.design.levels.space.measures import TITLES, measure
from ludus.design.unfinished import Unfinished
from ludus.evolve.space import GenomeError
from ludus.games.platformer.level_read import read_level

from .orders import an_order, silence

ROOMS = ["2x1", "1x2"]
SMALL = RecipeSpace(ROOMS)
PLAIN = {
    **{name: options[0] for name, options in CHOICES.items()},
    "rooms": "2x1",
    "fill": "airy",
    "alpha": "0.35",
    "kinds": "simple",
}


@given(st.integers(0, 2**32), st.sampled_from([RecipeSpace(), SMALL, RecipeSpace(["5x1"])]), st.floats(0, 1))
def test_recipes_of_a_space_stay_in_it_and_read_back(seed, space, rate):
    rng = np.random.default_rng(seed)
    one, other = space.draw(rng), space.draw(rng)
    for each in (one, space.mutate(one, rng, rate), space.cross(one, other, rng)):
        assert space.from_data(space.to_data(each)) == each
        order_of(dict(zip(CHOICES, each[1], strict=True)))
    assert space.mutate(one, rng, 0.0) == one


@pytest.mark.parametrize(
    "data", [None, {}, {"seed": 1}, {"seed": -1, **PLAIN}, {"seed": True, **PLAIN}, {"seed": 1, **PLAIN, "fill": "wet"}]
)
def test_what_is_no_recipe_is_refused(data):
    with pytest.raises(GenomeError):
        SMALL.from_data(data)


def test_a_space_of_one_kind_of_rooms_has_no_other():
    space = RecipeSpace(["5x1"])
    assert space.draw(np.random.default_rng(1))[1][0] == "5x1"
    with pytest.raises(GenomeError, match="rooms"):
        space.from_data({"seed": 1, **PLAIN})
    with pytest.raises(OptionError, match="5x1"):
        RecipeSpace(["big"])


def test_a_recipe_that_asks_for_too_much_gets_less():
    recipe = SMALL.from_data({"seed": 5, **PLAIN, "challenges": "6", "fill": "open"})
    made = bake(recipe)
    assert made.order.traps.challenges == 0
    assert bake(recipe).level == made.level


def test_maps_are_drawn_by_what_they_say():
    level = bake(SMALL.from_data({"seed": 5, **PLAIN})).level
    score, linearity, difficulty = kind_of_map("linearity-difficulty").rate(level)
    assert linearity == measure(level).linearity
    assert difficulty == DialModel.load().failure(level)
    assert kind_of_map("vertical-traps").rate(level) == (score, measure(level).vertical, measure(level).traps)
    with pytest.raises(UnknownName, match="vertical-traps"):
        kind_of_map("size")


@pytest.mark.slow
def test_a_map_is_the_same_on_two_threads_and_when_it_is_resumed():
    whole = Atlas(kind_of_map("vertical-traps"), SMALL, 3, batch=4)
    for _ in range(2):
        whole.step()
    first = Atlas(kind_of_map("vertical-traps"), SMALL, 3, batch=4)
    first.step(Threads(2))
    second = Atlas(kind_of_map("vertical-traps"), SMALL, 3, batch=4, state=first.run.dump())
    second.step(Threads(2))
    assert second.elites == whole.elites


def test_every_elite_is_of_the_kind_it_stands_for():
    kind = kind_of_map("vertical-traps")
    atlas = Atlas(kind, SMALL, 5, batch=10)
    atlas.step()
    assert atlas.elites
    for elite in atlas.elites:
        assert kind.rate(bake(elite.genome).level) == (elite.score, *elite.measures)
        for axis, value, cell in zip(kind.axes, elite.measures, elite.cell, strict=True):
            assert cell == min(axis.steps - 1, int((value - axis.low) / (axis.high - axis.low) * axis.steps))


@pytest.fixture
def few(monkeypatch):
    monkeypatch.setattr(mapping, "PLAYERS", 6)


def test_a_map_is_told_with_a_picture_its_levels_and_how_it_filled(few):
    found = make_map("vertical-traps", an_order("out"), ROOMS, batches=2)
    rows, filling, spread = (sheet.rows for sheet in found.sheets)
    assert f"{len(rows)} of 120 kinds were found, {filling[0][1]} of them among the first" in found.answer[0]
    assert "the same as another one" in found.answer[2]
    assert [row[0] for row in filling] == [1, 2]
    assert filling[1][1] == len(rows) >= filling[0][1]
    assert len(found.files) == len(rows)
    assert [row[0] for row in spread] == list(TITLES.values())
    for text in found.files.values():
        read_level(text)
    for svg, _ in found.pictures.values():
        ElementTree.fromstring(svg)
    assert "inspect platformer out/" in next(iter(found.commands.values()))


def test_levels_of_a_map_are_proved_by_players(few):
    found = make_map("linearity-difficulty", an_order("out"), ROOMS, batches=1)
    proof = [row[4] for row in found.sheets[0].rows]
    assert all(each.count == 6 and each.low <= each.value <= each.high for each in proof)
    recipes = [row[-1] for row in found.sheets[0].rows]
    assert all("kinds simple" in recipe and "doubles no" in recipe for recipe in recipes)


@pytest.mark.slow
@pytest.mark.parametrize("stopped", ["mapping", "playing"])
def test_a_map_that_was_stopped_goes_on_to_the_same_one(few, tmp_path, monkeypatch, stopped):
    monkeypatch.setattr(unfinished, "SECONDS", 0.0)
    left = {"mapping": BATCH + 1, "playing": 3}[stopped]

    @contextmanager
    def until(what, count, thing="game"):
        done = 0

        def told(more):
            nonlocal done
            done += more
            if what == stopped and done >= left:
                raise KeyboardInterrupt

        yield told

    def order(progress):
        return replace(an_order("out"), progress=progress, kept=Unfinished.open(tmp_path, {"map": "1"}))

    with pytest.raises(KeyboardInterrupt):
        make_map("vertical-traps", order(until), ROOMS, batches=2)
    again = order(silence)
    assert again.kept.began
    assert make_map("vertical-traps", again, ROOMS, batches=2) == make_map(
        "vertical-traps", an_order("out"), ROOMS, batches=2
    )


def test_axes_name_their_steps():
    assert KINDS["linearity-difficulty"].axes[0].label(3) == "0.3"
