"""Claims of the thesis on fabricated evolutions: true, false and undecidable ones."""

from functools import cache

import msgspec
import numpy as np
import pytest

from ludus.arena.play_all_pairs import POINTS_PER_DEAL, PairwiseResult, all_pairs
from ludus.stats import mean_of_runs
from ludus.studies.locm_representation.claims import make_claims
from ludus.studies.locm_representation.config import RepresentationConfig, all_evolutions
from ludus.studies.locm_representation.report import answer
from ludus.studies.locm_representation.results import Evidence, SelfPlay, Strength, TournamentTable, means_by_base
from ludus.util.errors import ContractError
from tests.messages import mentions, missing

SETTINGS = RepresentationConfig(copies=12, field=("coac",))
EVOLUTIONS = all_evolutions(SETTINGS)
GENERATIONS = 20


def judged(statement, rows=None, base_spread=0.0, **data):
    """Verdict on the claim whose statement contains the text; everything that is not given is even.

    `rows` has the payoff of the agents of a row above one half, `base_spread` how much bases differ.
    """
    return _claim(statement, rows, base_spread, **data).verdict


def _fabricated(rows=None, base_spread=0.0, dice=None):
    """The tournament of agents of these strengths and of Coac."""
    dice = dice or np.random.default_rng(3)
    of_base = {base: dice.normal(0, base_spread) for base in dict.fromkeys(item.base for item in EVOLUTIONS)}
    above = [(rows or {}).get(item.row_name, 0.0) + of_base[item.base] + dice.normal(0, 0.003) for item in EVOLUTIONS]
    return _tournament(np.array([*above, 0.4]))


def _claim(statement, rows=None, base_spread=0.0, training=None, curves=None, own_curves=None, lengths=None):
    dice = np.random.default_rng(3)
    evidence = Evidence(
        EVOLUTIONS,
        _fabricated(rows, base_spread, dice),
        {item.name: _self_play(own_curves(item, dice)) if own_curves else _even_play() for item in EVOLUTIONS},
        {item.name: [(lengths or _equally_long)(item) * dice.normal(1, 0.01)] * GENERATIONS for item in EVOLUTIONS},
        {item.name: (training or _even)(item) + dice.normal(0, 0.005) for item in EVOLUTIONS if not item.start_from},
        {item.name: (curves or _flat)(item, dice) for item in EVOLUTIONS},
    )
    found = [claim for claim in make_claims(evidence) if statement in claim.statement]
    assert len(found) == 1, [claim.statement for claim in found]
    return found[0]


def _tournament(above):
    """Payoffs of all pairs by the difference of their strengths, without chance of deals."""
    pairs = all_pairs(len(above))
    shares = np.clip(0.5 + above[pairs[:, 0]] - above[pairs[:, 1]], 0, 1)
    points = _points(shares, 50)
    return TournamentTable(SETTINGS, PairwiseResult(pairs, points, np.zeros(len(pairs), np.int64)))


def _self_play(curve):
    """Bests whose payoff against the others follows a curve."""
    pairs, strength = all_pairs(len(curve)), np.array(curve)
    points = _points(np.clip(0.5 + strength[pairs[:, 0]] - strength[pairs[:, 1]], 0, 1), 50)
    return SelfPlay(PairwiseResult(pairs, points, np.zeros(len(pairs), np.int64)))


@cache
def _even_play():
    return _self_play([0.5 + 0.005 * generation for generation in range(GENERATIONS)])


def _points(shares, deals):
    """Points by pair and deal that add up to the shares."""
    totals = np.rint(shares * POINTS_PER_DEAL * deals)[:, None]
    return np.clip(totals - POINTS_PER_DEAL * np.arange(deals), 0, POINTS_PER_DEAL).astype(np.uint8)


def _flat(item, dice):
    return list(0.5 + dice.normal(0, 0.01, GENERATIONS))


def _even(item):
    return 0.5


def _equally_long(item):
    return 120.0


def _evidence():
    """Evolutions that do not differ."""
    dice = np.random.default_rng(1)
    return Evidence(
        EVOLUTIONS,
        _tournament(np.zeros(len(EVOLUTIONS) + 1)),
        {item.name: _even_play() for item in EVOLUTIONS},
        {item.name: [120.0] * GENERATIONS for item in EVOLUTIONS},
        {item.name: 0.5 for item in EVOLUTIONS if not item.start_from},
        {item.name: _flat(item, dice) for item in EVOLUTIONS},
    )


def test_the_family_has_every_kind_of_claim_and_one_that_the_set_up_decides():
    claims = make_claims(_evidence())
    states = [claim.verdict for claim in claims]
    assert (len(claims), states.count("not testable")) == (56, 1)
    assert {claim.comparisons for claim in claims} == {55}
    assert {claim.sample_unit for claim in claims} == {"run", "base", "deal"}


def test_agents_from_linear_are_compared_with_their_own_base():
    statement = "linear-from-linear wins more than linear-progressive"
    ahead = {"linear-from-linear": 0.03, "linear-progressive": 0.0}
    # Bases differ by far more than the agents of a base, which is why they are paired.
    assert judged(statement, ahead, base_spread=0.08) == "holds"
    assert judged(statement, {"linear-progressive": 0.03}, base_spread=0.08) == "fails"
    assert judged(statement, base_spread=0.08) == "undecided"
    claim = _claim(statement, ahead)
    assert (claim.sample_unit, claim.size, claim.effect) == ("base", 12, pytest.approx(58.12 - 54.92))
    assert judged("tree-from-linear wins more than linear-progressive", {"tree-from-linear": 0.03}) == "holds"


def test_the_strongest_kind_is_judged_over_bases():
    statement = "are the strongest"
    assert judged(statement, {"tree-from-linear": 0.1}) == "holds"
    assert judged(statement, {"tree-from-linear": 0.1, "tree-weak-op": 0.2}) == "fails"
    assert judged(statement, {"tree-from-linear": 0.03}, base_spread=0.1) == "undecided"
    claim = _claim(statement)
    assert (claim.sample_unit, len(claim.parts)) == ("base", 10)
    siblings = max(estimate.count for estimate, _ in claim.parts)
    assert siblings == 24  # 12 bases against 12 runs, not 24 agents against 12


@pytest.mark.parametrize(("spread", "verdict"), [(0.0, "holds"), (0.06, "undecided")])
def test_the_first_sentence_calls_a_kind_the_strongest_only_if_the_claim_holds(spread, verdict):
    rows = {"tree-from-linear": 0.05}
    claims, tournament = [_claim("are the strongest", rows, spread)], _fabricated(rows, spread)
    text = answer(claims, tournament)
    assert claims[0].verdict == verdict
    assert ("not surely" in text) == (verdict != "holds")
    over_bases = mean_of_runs(list(tournament.base_means(tournament.find_row("tree-from-linear")).values()))
    assert not missing(text, "tree-from-linear", over_bases.in_percent())


def test_sizes_are_planned_by_the_configuration_and_not_by_what_was_played(monkeypatch):
    evidence = _evidence()
    claims = [claim for claim in make_claims(evidence) if claim.is_sampled and claim.sample_unit != "deal"]
    for claim in claims:  # with all evolutions of the configuration, each claim uses what was planned for it
        sizes = [estimate.count for estimate, _ in claim.parts] or [claim.size]
        assert (claim.statement, max(sizes)) == (claim.statement, claim.planned)
    assert len({claim.planned for claim in claims}) > 3
    monkeypatch.setattr(evidence.tournament, "settings", msgspec.structs.replace(SETTINGS, copies=11))
    with pytest.raises(ContractError, match=mentions("22", "does not grow")):
        make_claims(evidence)


def test_gaps_with_the_strong_opponent_need_precision():
    statement = "strong-op: Linear is about 4 points ahead of BinaryTree"
    assert judged(statement, {"linear-strong-op": 0.038}) == "holds"
    assert judged(statement, {"binary-strong-op": 0.038}) == "fails"
    assert judged(statement, {"linear-strong-op": 0.038}, base_spread=0.03) == "undecided"


def test_gaps_are_compared_between_schemes():
    statement = "ahead of the trees by more with weak-op than with strong-op"
    assert judged(statement, {"linear-weak-op": 0.1, "linear-strong-op": 0.04}) == "holds"
    assert judged(statement, {"linear-weak-op": 0.04, "linear-strong-op": 0.1}) == "fails"
    assert judged(statement, {"linear-weak-op": 0.05}, base_spread=0.1) == "undecided"
    assert _claim(statement).effect == pytest.approx(7.85 - 3.91)


@pytest.mark.parametrize(
    ("statement", "ahead", "behind"),
    [
        ("weak-op: Linear wins more against its training opponent than Tree", "linear", "tree"),
        ("weak-op: BinaryTree wins more against its training opponent than Tree", "binary", "tree"),
        ("strong-op: Linear wins more against its training opponent than Tree", "linear", "tree"),
        ("strong-op: Tree wins more against its training opponent than BinaryTree", "tree", "binary"),
    ],
)
def test_tree_is_compared_against_its_training_opponent(statement, ahead, behind):
    def training(better):
        return lambda item: 0.6 if item.representation == better else 0.5

    assert judged(statement, training=training(ahead)) == "holds"
    assert judged(statement, training=training(behind)) == "fails"
    assert judged(statement) == "undecided"


def test_the_level_against_a_published_opponent_is_judged_and_the_other_is_not():
    weak, strong = "weak-op: Tree wins 56.0 %", "strong-op: Tree wins 36.7 %"
    assert judged(weak, training=lambda item: 0.57) == "holds"
    assert judged(weak, training=lambda item: 0.8) == "fails"
    assert judged(weak, training=lambda item: 0.61) == "undecided"
    assert judged(strong, training=lambda item: 0.367) == "not testable"


def test_linear_is_good_fast_if_it_is_ahead_early_and_not_if_it_is_ahead_late():
    def curves(early, late):
        """Strength of Linear in the first half and in the second half."""
        half = GENERATIONS // 2
        return lambda item, dice: [
            0.5 + (item.representation == "linear") * (early if g < half else late) + dice.normal(0, 0.01)
            for g in range(GENERATIONS)
        ]

    statement = "Linear is good fast: after 20 % of the generations it wins more than Tree"
    assert judged(statement, curves=curves(0.1, -0.1)) == "holds"
    assert judged(statement, curves=curves(-0.1, 0.1)) == "fails"
    assert judged(statement, curves=curves(0.0, 0.1)) == "undecided"


def test_above_on_average_and_almost_always_above_are_two_claims():
    def curves(gap, generations):
        """Tree-from-Linear is ahead in some generations, about as many in each run, and behind in the others."""

        def curve(item, dice):
            ahead = generations + dice.integers(-1, 2)
            signs = [gap if g < ahead else -gap for g in range(GENERATIONS)]
            return [0.5 + (item.row_name == "tree-from-linear") * sign + dice.normal(0, 0.005) for sign in signs]

        return curve

    average = "above Linear-from-Linear on average over all generations"
    always = "or more, against the agents of other bases"

    def ahead(gap):
        """Tree-from-Linear is ahead by a gap that chance exceeds now and then."""
        return lambda item, dice: list(
            0.5 + (item.row_name == "tree-from-linear") * gap + dice.normal(0, 0.01, GENERATIONS)
        )

    assert [judged(text, curves=curves(0.1, 15)) for text in (average, always)] == ["holds", "fails"]
    assert [judged(text, curves=curves(0.1, 2)) for text in (average, always)] == ["fails", "fails"]
    assert [judged(text) for text in (average, always)] == ["undecided", "fails"]
    # Shares of four runs of which most are 100 % do not show how much runs differ.
    assert [judged(always, curves=ahead(gap)) for gap in (0.025, 0.013)] == ["undecided", "undecided"]


def test_a_lead_is_invisible_against_the_own_generations_and_a_bad_start_looks_like_one():
    def curves(lead, start):
        """Tree-from-Linear is ahead all the time, and its first generation is behind."""

        def curve(item, dice):
            values = dice.normal(0, 0.009, GENERATIONS)
            if item.row_name == "tree-from-linear":
                values += lead
                values[0] += start
            return list(values)

        return curve

    statement = "or more, against the own generations"
    assert judged(statement, own_curves=curves(0.2, 0.0)) == "fails"
    claims = [_claim(statement, own_curves=curves(0.0, start)) for start in (-0.25, -0.4)]
    assert claims[0].measured.value < claims[1].measured.value
    assert claims[1].measured.value > 0.9
    # Four bases of which most are 100 % do not show how much bases differ, so nothing holds.
    assert [claim.verdict for claim in claims] == ["undecided", "undecided"]


def test_lengths_are_comparable_within_a_tenth():
    def lengths(factor):
        return lambda item: 120.0 * (factor if item.scheme == "weak-op" else 1.0)

    statement = "games of weak-op and progressive evolutions are about equally long"
    assert judged(statement, lengths=lengths(0.97)) == "holds"
    assert judged(statement, lengths=lengths(0.8)) == "fails"
    assert judged(statement, lengths=lengths(0.9)) == "undecided"
    assert judged("games of strong-op and progressive evolutions", lengths=lengths(0.8)) == "holds"


def test_evolutions_of_one_base_count_once():
    members = [item for item in EVOLUTIONS if item.row_name == "tree-from-linear"]
    values = [float(number) for number in range(len(members))]
    means = means_by_base(members, values)
    assert list(means) == [f"linear-progressive-{k}" for k in range(1, 13)]
    assert list(means.values()) == [0.5 + 2 * k for k in range(12)]


def test_every_kind_of_opponent_has_the_same_weight_in_the_strength_of_a_generation():
    opponents = [item for item in EVOLUTIONS if item.row_name in ("linear-weak-op", "tree-weak-op")][:13]
    points = np.zeros((2 * 13, 5), np.uint8)
    points[12] = POINTS_PER_DEAL  # generation 0 wins all against the only Tree, and loses all against twelve Linear
    pairs = np.array([[generation, 2 + k] for generation in range(2) for k in range(13)], np.int64)
    strength = Strength(opponents, 2, PairwiseResult(pairs, points, np.zeros(26, np.int64)))
    assert strength.curve() == [0.5, 0.0]
    assert strength.against_others(0).count == 5
