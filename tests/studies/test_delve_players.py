"""The ranking of Delve bots, at test size."""

from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest

from ludus.backends import Threads
from ludus.lab import resume, run
from ludus.lab.run_context import RunContext
from ludus.studies.claims import above, judge
from ludus.studies.delve_players import study
from ludus.studies.delve_players.claims import make_claims
from ludus.studies.delve_players.config import PRESETS, DelvePlayersConfig, check_config, fighters
from ludus.studies.delve_players.report import undecided_text
from ludus.studies.delve_players.results import DelvePlayersResults
from ludus.util.errors import OptionError
from tests.studies.output_files import output_files

TINY = {
    "ours": "strategist:ways=2,redeals=2",
    "decks": "held-out",
    "trees": 3,
    "nodes": 6,
    "walks": 2,
    "orders": 2,
    "runners": ("greedy-card",),
    "runs": 2,
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return run(study, DelvePlayersConfig(**TINY), tmp_path_factory.mktemp("players") / "run", Threads(1)).folder


@pytest.fixture(scope="module")
def results(folder):
    return DelvePlayersResults.read(DelvePlayersConfig(**TINY), RunContext(folder, Threads(1)))


@pytest.mark.slow  # stopped and resumed runs of other studies are quicker
def test_a_resumed_run_ends_with_the_same_tables_on_any_threads(folder, tmp_path):
    def interrupt(update):
        if update.stage.startswith("single") and (tmp_path / "run" / "kept" / "fights" / "0001.kept").is_file():
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run(study, DelvePlayersConfig(**TINY), tmp_path / "run", Threads(2), listener=interrupt)
    assert not (tmp_path / "run" / "kept" / "runs" / "0002.kept").is_file()
    resume(tmp_path / "run", Threads(2))
    assert output_files(folder) == output_files(tmp_path / "run")


def test_players_are_ranked_by_fights_won_and_undecided_pairs_are_named(folder, results):
    ranked = results.ranked_bots()
    assert sorted(ranked) == sorted(fighters(results.settings))
    wins = [results.win_rate(player).value for player in ranked]
    assert wins == sorted(wins, reverse=True)
    assert ranked[-1] == "thesis-random"
    for one, other in results.undecided_pairs():
        assert judge(results.win_difference(one, other), above(0.0), len(ranked) * (len(ranked) - 1) // 2) != "holds"
    assert undecided_text(results) in (folder / "report.html").read_text()
    assert "thesis-random" in (folder / "tables" / "players.csv").read_text()


def test_undecided_pairs_are_said_and_never_called_equal():
    some = SimpleNamespace(undecided_pairs=lambda: [("a", "b"), ("a", "c"), ("c", "d")])
    assert undecided_text(some) == "Undecided who is better: a or b, c; c or d."
    none = SimpleNamespace(undecided_pairs=list)
    assert undecided_text(none) == "Of every pair it is known who is better."


def test_a_player_is_never_ahead_of_itself_and_differences_add_up(results):
    one, other = "greedy-card", "best-turn"
    assert (
        results.win_difference(one, one).value
        == results.turn_difference(one, other).value + results.turn_difference(other, one).value
        == 0
    )
    assert results.win_difference(one, other).value == pytest.approx(
        results.win_rate(one).value - results.win_rate(other).value
    )
    everywhere = np.mean([results.win_rate(one, k).value for k in range(6)])
    assert results.win_rate(one).value == pytest.approx(everywhere)


def test_intervals_have_only_values_that_can_be(results):
    few = replace(results, wins=results.wins[:2, :, :2], runs=results.runs[:2, :, :2])  # so that intervals are wide
    shares = [few.win_rate(player, encounter) for player in few.players for encounter in (None, *range(6))]
    shares += [few.runs_won(runner) for runner in few.runners]
    assert [share for share in shares if share.low < 0 or share.high > 1] == []
    pairs = [few.win_difference(one, other) for one in few.players for other in few.players]
    assert [pair for pair in pairs if pair.low < -1 or pair.high > 1] == []


def test_every_claim_of_the_thesis_gets_a_verdict(folder, results):
    claims = make_claims(results)
    text = (folder / "tables" / "claims.csv").read_text()
    for word in (
        "LuckyBot wins more than BestTurnBot, aiming at the first in line",
        "GreedyBot needs fewer turns than RouletteBot",
        "RandomBot can lose",
        "wins more than BestTurnBot",
        "lookahead picks",
    ):
        assert any(word in claim.statement for claim in claims)
        assert word in text
    assert next(claim for claim in claims if claim.statement.startswith("RouletteBot wins")).measured.value > 0


def test_what_encounters_were_calibrated_for_gets_no_verdict(results):
    states = {claim.statement: claim.verdict for claim in make_claims(results)}
    fitted = {name for name, state in states.items() if state == "calibration"}
    assert fitted == {name for name in states if " can " in name or "turns or" in name}


def test_presets_and_players_are_checked():
    for preset in PRESETS.values():
        check_config(DelvePlayersConfig(**preset))
    with pytest.raises(OptionError, match="ours"):
        DelvePlayersConfig(ours="lucky")
    with pytest.raises(OptionError, match="runners: "):
        check_config(DelvePlayersConfig(**TINY | {"picks": ("random", "best")}))
    with pytest.raises(OptionError, match="others"):
        check_config(DelvePlayersConfig(**TINY | {"others": ("nobody",)}))
