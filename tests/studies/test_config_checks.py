"""Names in a configuration are checked by key, before a folder is created or a game is played."""

import pytest

from ludus.lab import run
from ludus.studies import locm_champion_training, locm_evolution_variants, locm_representation
from ludus.util.errors import OptionError
from tests.cases import each
from tests.messages import mentions

STUDIES = {
    each.study.name: each.study for each in (locm_evolution_variants, locm_champion_training, locm_representation)
}


@each("name", STUDIES)
def test_the_defaults_and_presets_pass(name):
    study = STUDIES[name]
    for preset in ({}, *study.presets.values()):
        study.check(study.config(**preset))


@pytest.mark.parametrize(
    ("name", "key", "value", "said"),
    [
        ("locm-representation", "field", ("coac", "caoc"), "field[1]: … did you mean 'coac'"),
        ("locm-representation", "field", ("agent:genome=none.json",), "field[0]: … none.json"),
        ("locm-representation", "weak_opponent", "baseline3", "weak_opponent … 'baseline2'"),
        ("locm-representation", "strong_opponent", "coac:x=1", "strong_opponent: … coac"),
        ("locm-champion", "playing", "mcts:iteratons=50", "playing: … did you mean 'iterations'"),
        ("locm-champion", "playing", "random", "playing: … 'random'"),
        ("locm-champion", "playing", "mcts:iterations=99999999999", "playing: … at most 10000000"),
        ("locm-champion", "training", "", "training: there is no search"),
        ("locm-champion", "draft", "coac+greedy", "draft: there is no bot"),
        ("locm-champion", "rivals", ("mtcs",), "rivals[0]: … did you mean 'mcts'"),
        ("locm-champion", "anchors", ("bots.py:Rusher",), "anchors[0]: there is no bot"),
        ("locm-beyond", "searches", ("agent", "baem"), "searches[1]: … did you mean 'beam'"),
        ("locm-beyond", "rival", "caoc", "rival: … did you mean 'coac'"),
        ("locm-beyond", "guests", ("gredy",), "guests[0]: … did you mean 'greedy'"),
    ],
)
def test_a_misspelt_bot_leaves_no_folder(name, key, value, said, tmp_path):
    study = STUDIES[name]
    with pytest.raises(OptionError, match=mentions(said)):
        run(study, study.config(**{key: value}), tmp_path / "run")
    assert not list(tmp_path.iterdir())


@each(
    ("name", "values", "said"),
    [
        ("locm-representation", {"field": ("coac", "coac")}, "field: 'coac' is there twice"),
        ("locm-representation", {"representations": ("tree", "tree")}, "representations: 'tree' is there twice"),
        ("locm-representation", {"schemes": ("progressive",) * 2}, "schemes: 'progressive' is there twice"),
        ("locm-champion", {"rivals": ("coac", "coac")}, "rivals: 'coac' is there twice"),
        ("locm-champion", {"guests": ("coac",)}, "anchors … 'coac'"),
        ("locm-beyond", {"methods": ("cma", "cma")}, "methods: 'cma' is there twice"),
        ("locm-beyond", {"searches": ("beam", "beam")}, "searches: 'beam' is there twice"),
    ],
)
def test_duplicates_are_rejected(name, values, said):
    with pytest.raises(OptionError, match=mentions(said)):
        STUDIES[name].config(**values)


@each(
    ("name", "values", "said"),
    [
        ("locm-representation", {"generations": 1}, "generations … evolve 2"),
        (
            "locm-representation",
            {"field": (), "schemes": ("progressive",), "representations": ("tree",)},
            "single kind of agent",
        ),
        ("locm-beyond", {"field": (), "methods": ("cma",)}, "a single method would meet nobody"),
    ],
)
def test_configurations_that_need_two_items_reject_one(name, values, said):
    with pytest.raises(OptionError, match=mentions(said)):
        STUDIES[name].config(**values)
