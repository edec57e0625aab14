"""The study of representations and opponents, at test size."""

from collections import defaultdict
from contextlib import closing

import numpy as np
import pytest

from ludus.arena.play_all_pairs import POINTS_PER_DEAL, PairwiseResult, all_pairs
from ludus.backends import Threads, parse_backend
from ludus.lab import run
from ludus.lab.event_log import EventLog
from ludus.lab.run_context import RunContext
from ludus.stats import Estimate
from ludus.studies.claims import Claim, verdict_part
from ludus.studies.locm_representation import experiment, study
from ludus.studies.locm_representation.claims import make_claims
from ludus.studies.locm_representation.config import RepresentationConfig, all_evolutions, table_rows
from ludus.studies.locm_representation.report import CLAIM_FORMAT
from ludus.studies.locm_representation.results import Evidence, SelfPlay, TournamentTable, published_table
from ludus.util.errors import OptionError
from tests.cases import each
from tests.messages import missing

TINY = {
    "copies": 1,
    "from_linear_copies": 1,
    "generations": 3,
    "population": 4,
    "elite": 1,
    "drafts": 2,
    "rounds": 1,
    "field": ("baseline1", "baseline2"),
    "heat_games": 4,
    "tournament_rounds": 3,
    "strength_deals": 2,
}
DICE = np.random.default_rng(5)


def self_play(strength, deals=400):
    """Bests of given strengths, won by chance."""
    pairs = all_pairs(len(strength))
    chances = [1 / (1 + np.exp(strength[b] - strength[a])) for a, b in pairs]
    points = np.array([DICE.binomial(2, chance, deals) * (POINTS_PER_DEAL // 2) for chance in chances], np.uint8)
    return SelfPlay(PairwiseResult(pairs, points, np.zeros(len(pairs), np.int64)))


def test_the_whole_thesis_is_943_million_games():
    settings, games = RepresentationConfig(), {}
    for one in all_evolutions(settings):
        games[one.scheme] = games.get(one.scheme, 0) + settings.generations * one.games(settings)
    assert games == {
        "progressive": 147_000_000,
        "weak-op": 300_000_000,
        "from-linear": 196_000_000,
        "strong-op": 300_000_000,
    }


def test_every_linear_agent_starts_two_evolutions_in_both_representations():
    later = [one for one in all_evolutions(RepresentationConfig()) if one.scheme == "from-linear"]
    bases = [one.start_from for one in later if one.representation == "tree"]
    assert bases == [f"linear-progressive-{k}" for k in (1, 1, 2, 2, 3, 3, 4, 4)]
    assert [one.representation for one in later] == ["linear"] * 8 + ["tree"] * 8


@each(
    ("wrong", "said"),
    [
        ({"elite": 4, "population": 4}, "leaves no room for new individuals"),
        ({"heat_games": 5}, "is odd"),
        ({"representations": ("tree",)}, "add linear to representations"),
        ({"schemes": ("from-linear",)}, "add progressive to schemes"),
        ({"schemes": ("strong-op",)}, "or name a player in strong_opponent"),
    ],
)
def test_inconsistent_configurations_are_rejected(wrong, said):
    with pytest.raises(OptionError, match=said):
        RepresentationConfig(**wrong)


def test_the_strength_of_an_agent_is_measured_against_agents_of_other_bases_only(tmp_path, monkeypatch):
    """A base is the evolution from random genomes that an agent goes back to, as the run really begins it."""
    read, parts, games = defaultdict(set), [("rest", "")], []
    result, play = RunContext.result, experiment.play_pairwise

    def within(what, function):
        def called(context, settings, evolution, *rest):
            parts.append((what, evolution.name))
            try:
                return function(context, settings, evolution, *rest)
            finally:
                parts.pop()

        return called

    def listen(context, name):
        read[parts[-1]].add(name)
        return result(context, name)

    def watch(game, contents, players, pairs, *rest):
        if parts[-1][0] == "strength":
            games.append((len(players), pairs.tolist()))
        return play(game, contents, players, pairs, *rest)

    monkeypatch.setattr(RunContext, "result", listen)
    monkeypatch.setattr(experiment, "play_pairwise", watch)
    for what, name in (("start", "_start_population"), ("strength", "play_strength")):
        monkeypatch.setattr(experiment, name, within(what, getattr(experiment, name)))
    small = {"copies": 2, "generations": 2, "representations": ("linear", "tree"), "field": ()}
    small |= {"drafts": 1, "heat_games": 2, "tournament_rounds": 1, "strength_deals": 1, "population": 2}
    settings = RepresentationConfig(**(TINY | small))
    with closing(EventLog(tmp_path)) as log:
        experiment.run_experiment(settings, RunContext(tmp_path, Threads(1), log))
    strong = result(RunContext(tmp_path, Threads(1)), "strong opponent")["name"]
    names = {one.name for one in all_evolutions(settings)}

    def base(name):
        (before,) = read["start", name] or {name}
        return name if before == name else base(before)

    bases = {name: base(name) for name in names}
    assert sum(bases[name] != name for name in names) == 4, "two linear agents and two trees begin with an agent"
    for name in names:
        opponents = (read["strength", name] & names) - {name}
        assert opponents == {other for other in names if bases[other] != bases[name]}
        if "strong-op" in name:
            assert strong in opponents, "docs/held-out.md says so"
    assert len(games) == len(names)
    for players, pairs in games:  # the best of two generations comes first, then the opponents
        assert pairs == [[generation, opponent] for generation in (0, 1) for opponent in range(2, players)]


def test_the_plain_mean_turns_two_orders_of_the_thesis_round():
    known = published_table()
    assert len(known) == 17
    for one, other in (("tree-from-linear", "linear-from-linear"), ("binary-progressive", "binary-strong-op")):
        assert known[one]["global_average"] > known[other]["global_average"]
        assert known[one]["plain_average"] < known[other]["plain_average"]


def test_a_forgotten_generation_is_found_and_noise_is_not():
    rising = np.linspace(0, 2, 20)
    assert self_play(rising).weaker_generations() == []
    rising[11] -= 1.5
    assert self_play(rising).weaker_generations() == [11]


def test_self_play_tells_gains_and_leaps():
    rising = self_play(np.linspace(0, 2, 12))
    assert rising.gain().low > 0.2
    assert rising.later_wins().low > 0.5
    leap = self_play(np.repeat([0.0, 2.0], 6))
    assert leap.largest_step() > 0.8 > 0.5 > rising.largest_step()
    shares = rising.payoffs()
    assert np.allclose(shares + shares.T, 1)
    assert rising.against_all(11).value == pytest.approx(shares[11, :11].mean())


def test_the_two_means_weigh_columns_and_agents():
    settings = RepresentationConfig(
        **(TINY | {"copies": 2, "schemes": ("progressive",), "representations": ("linear", "tree")})
    )
    assert table_rows(settings) == ["linear-progressive", "tree-progressive"]
    pairs = all_pairs(6)  # four agents, then the field of two
    won = np.zeros((len(pairs), 10), np.uint8)
    for k, (a, b) in enumerate(pairs):
        won[k] = (
            POINTS_PER_DEAL if a < 2 and b >= 4 else POINTS_PER_DEAL // 2
        )  # linear agents beat the field, all else is even
    found = TournamentTable(settings, PairwiseResult(pairs, won, np.zeros(len(pairs), np.int64)))
    row = found.find_row("linear-progressive")
    assert found.plain_mean(row).value == pytest.approx((0.5 + 1 + 1) / 3)
    assert found.weighted_mean(row).value == pytest.approx((2 * 0.5 + 1 + 1) / 4)
    assert found.cell(row, found.find_row("baseline1")).value == 1
    assert found.agent_means(row) == [0.75, 0.75]


def test_a_claim_needs_its_whole_interval():
    def verdict(low, high):
        return Claim("", "", "", Estimate((low + high) / 2, low, high, 8), sample_unit="run").verdict

    assert [verdict(1, 2), verdict(-2, -1)] == ["holds", "fails"]
    assert [verdict(-1, 3), verdict(-3, 1)] == ["undecided", "undecided"]


def test_a_claim_that_cannot_be_judged_is_undecided_and_says_why():
    settings = RepresentationConfig(**(TINY | {"schemes": ("progressive",), "representations": ("linear", "tree")}))
    everything = all_evolutions(settings)
    pairs = all_pairs(len(everything) + 2)
    even = np.full((len(pairs), 4), POINTS_PER_DEAL // 2, np.uint8)
    meetings = TournamentTable(settings, PairwiseResult(pairs, even, np.zeros(len(pairs), np.int64)))

    def leaps(**strengths):
        played = {f"{kind}-progressive-1": self_play(np.array(each)) for kind, each in strengths.items()}
        lengths = {one.name: [50.0] * 3 for one in everything}
        claims = make_claims(Evidence(everything, meetings, played, lengths, {}))
        return len(claims), verdict_part(next(claim for claim in claims if "leaps" in claim.statement), CLAIM_FORMAT)

    many, judged = leaps(linear=[0, 1, 2], tree=[0, 0, 2])
    assert "of the gain" in judged.reason
    same, unjudged = leaps(linear=[0, 1, 2], tree=[3, 0, 0])
    assert (same, unjudged.claim, unjudged.state) == (many, judged.claim, "undecided")
    assert unjudged.reason.endswith("Here: no progressive evolution of Tree gained anything.")


def test_players_with_options_can_be_in_the_field(tmp_path):
    field = ("beam:width=2", "beam:width=3")
    small = {"schemes": ("progressive",), "representations": ("linear",), "generations": 2, "field": field}
    done = run(study, RepresentationConfig(**(TINY | small)), tmp_path / "run", parse_backend("threads:1"))
    assert not missing(done.report.answer_text, "linear-progressive", "highest mean", "single evolution")
    head = (done.folder / "tables" / "turns.csv").read_text().splitlines()[0]
    assert "against_beam_width_2,against_beam_width_2_low,against_beam_width_2_high,against_beam_width_3" in head
    names = {file.name.rpartition("-")[0] for file in (done.folder / "replays").iterdir()}
    assert names <= {f"{word}-against-beam-width-{width}" for word in ("won", "lost") for width in (2, 3)}
    assert len(names) >= len(field)


@pytest.fixture(scope="module")
def tables(tmp_path_factory):
    """The tables of a run on one thread."""
    return _tables(tmp_path_factory.mktemp("one") / "run", "threads:1")


def _tables(folder, place):
    run(study, RepresentationConfig(**TINY), folder, parse_backend(place))
    assert (folder / "report.html").is_file()
    return {file.name: file.read_bytes() for file in sorted((folder / "tables").glob("*.csv"))}


def test_the_study_ends_with_all_its_tables(tables):
    assert sorted(tables) == [
        "agents.csv",
        "averages.csv",
        "cells.csv",
        "claims.csv",
        "generations.csv",
        "heat.csv",
        "lengths.csv",
        "rounds.csv",
        "strength.csv",
        "training.csv",
        "turns.csv",
    ]
    assert tables["agents.csv"].count(b"\n") == 1 + 11
    assert tables["averages.csv"].count(b"\n") == 1 + 11 + 2


@pytest.mark.slow
@pytest.mark.parametrize("place", ["threads:2", "processes:2"])
def test_the_place_changes_no_table(tables, place, tmp_path):
    assert _tables(tmp_path / "run", place) == tables


@pytest.mark.slow
def test_a_cluster_changes_no_table(tables, tmp_path):
    ray = pytest.importorskip("ray")
    try:
        assert _tables(tmp_path / "run", "ray") == tables
    finally:
        ray.shutdown()  # or the next one to ask for a cluster would be given this one
