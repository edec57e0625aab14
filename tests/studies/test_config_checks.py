"""Names in a configuration are checked by key, before a folder is created or a game is played."""

import pytest

from ludus.lab import run
from ludus.studies import locm_champion_training, locm_evolution_variants, locm_representation
from ludus.util.errors import OptionError
from tests.cases import each

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
        ("locm-representation", "field", ("coac", "caoc"), r"field\[1\]: .* did you mean 'coac'"),
        ("locm-representation", "field", ("agent:genome=none.json",), r"field\[0\]: .*none.json"),
        ("locm-representation", "weak_opponent", "baseline3", "weak_opponent: .* did you mean 'baseline2'"),
        ("locm-representation", "strong_opponent", "coac:x=1", "strong_opponent: .*coac"),
        ("locm-champion", "playing", "mcts:iteratons=50", "playing: .* did you mean 'iterations'"),
        ("locm-champion", "playing", "random", "playing: there is no search that evaluates named 'random'"),
        ("locm-champion", "playing", "mcts:iterations=99999999999", "playing: .*at most 10000000"),
        ("locm-champion", "training", "", "training: there is no search"),
        ("locm-champion", "draft", "coac+greedy", "draft: there is no bot"),
        ("locm-champion", "rivals", ("mtcs",), r"rivals\[0\]: .* did you mean 'mcts'"),
        ("locm-champion", "anchors", ("bots.py:Rusher",), r"anchors\[0\]: there is no bot"),
        ("locm-beyond", "searches", ("agent", "baem"), r"searches\[1\]: .* did you mean 'beam'"),
        ("locm-beyond", "rival", "caoc", "rival: .* did you mean 'coac'"),
        ("locm-beyond", "guests", ("gredy",), r"guests\[0\]: .* did you mean 'greedy'"),
    ],
)
def test_a_misspelt_bot_leaves_no_folder(name, key, value, said, tmp_path):
    study = STUDIES[name]
    with pytest.raises(OptionError, match=said):
        run(study, study.config(**{key: value}), tmp_path / "run")
    assert not list(tmp_path.iterdir())


@each(
    ("name", "values", "said"),
    [
        ("locm-representation", {"field": ("coac", "coac")}, "field: 'coac' is there twice"),
        ("locm-representation", {"representations": ("tree", "tree")}, "representations: 'tree' is there twice"),
        ("locm-representation", {"schemes": ("progressive",) * 2}, "schemes: 'progressive' is there twice"),
        ("locm-champion", {"rivals": ("coac", "coac")}, "rivals: 'coac' is there twice"),
        ("locm-champion", {"guests": ("coac",)}, "anchors and guests: 'coac' is there twice"),
        ("locm-beyond", {"methods": ("cma", "cma")}, "methods: 'cma' is there twice"),
        ("locm-beyond", {"searches": ("beam", "beam")}, "searches: 'beam' is there twice"),
    ],
)
def test_duplicates_are_rejected(name, values, said):
    with pytest.raises(OptionError, match=said):
        STUDIES[name].config(**values)


@each(
    ("name", "values", "said"),
    [
        ("locm-representation", {"generations": 1}, "compares generations with each other; evolve 2 or more"),
        (
            "locm-representation",
            {"field": (), "schemes": ("progressive",), "representations": ("tree",)},
            "a single kind of agent would meet nobody",
        ),
        ("locm-beyond", {"field": (), "methods": ("cma",)}, "a single method would meet nobody"),
    ],
)
def test_configurations_that_need_two_items_reject_one(name, values, said):
    with pytest.raises(OptionError, match=said):
        STUDIES[name].config(**values)
