"""Tests of tools/tune_locm_draft.py, which computes card weights of Legends of Code and Magic, with few games."""

import importlib.util
import sys
from pathlib import Path

import pytest

from ludus.games.locm.bots import card_weights

ROOT = Path(__file__).parents[2]


@pytest.mark.slow
def test_both_files_are_written_and_good_cards_have_higher_weights_than_bad_ones(monkeypatch, tmp_path):
    spec = importlib.util.spec_from_file_location("tune_locm_draft", ROOT / "tools" / "tune_locm_draft.py")
    tool = importlib.util.module_from_spec(spec)
    monkeypatch.setitem(sys.modules, spec.name, tool)  # rules are stored by the name of their module
    spec.loader.exec_module(tool)
    before, scores = card_weights.read_weights(), card_weights.read_scores()  # cached from now on
    for name, value in {"ROUNDS": ((3000, 1000), (1000, 400)), "DEALT": 500}.items():
        monkeypatch.setattr(tool, name, value)
    for name in ("WEIGHTS_FILE", "SCORES_FILE"):
        for module in (tool, card_weights):
            monkeypatch.setattr(module, name, tmp_path / f"{name}.csv")
    tool.main()
    weights = card_weights.read_weights.__wrapped__()
    assert list(card_weights.read_scores.__wrapped__()) == list(scores)
    for version, by_number in weights.items():
        assert list(by_number) == list(before[version])
        good, bad = (sorted(before[version], key=lambda n: sum(before[version][n]) * sign)[:20] for sign in (-1, 1))
        assert sum(sum(by_number[number]) for number in good) > 0 > sum(sum(by_number[number]) for number in bad)
