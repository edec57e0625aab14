"""Rating of levels."""

import math

import pytest

from ludus.design.platformer.difficulty.challenge_models import LINEAR_MODEL, MODEL_KINDS, thesis_model
from ludus.design.platformer.difficulty.challenges import find_challenges
from ludus.design.platformer.difficulty.model_uncertainty import (
    FittedModel,
    rate_with_intervals,
    thesis_model_with_draws,
)
from ludus.design.platformer.difficulty.rating import NoPath, rate_by_chances, rate_level, reduce_graph, success_chances
from ludus.design.platformer.generator.generate import generate_level
from ludus.design.platformer.spec import LevelSpec
from ludus.util.errors import LudusError
from tests.cases import each
from tests.messages import mentions

FLOOR = "##############"


@pytest.fixture(scope="module")
def corridor(hand_made):
    rows = (FLOOR, "#oo##ooo##ooo#", "#oottooottooo#", FLOOR)
    traps = ("squeeze 3 1 period 72 phase 0", "mine 4 1", "squeeze 8 1 period 120 phase 0", "mine 9 1")
    return find_challenges(hand_made(*rows, traps=traps))


def test_difficulty_is_one_minus_the_product_of_success_on_the_path(corridor):
    rating = rate_level(corridor)
    assert [item.t_cycle for item in rating.path] == [1.2, 2.0]
    assert rating.difficulty == pytest.approx(1 - math.prod(rating.chances))
    assert rating.expected_deaths == pytest.approx(sum((1 - p) / p for p in rating.chances))
    assert rating.hardest == rating.path[0]  # the faster one
    assert rating.success == pytest.approx(1 - rating.difficulty)
    assert rating.avoidable == ()


def test_the_way_back_is_harder_because_of_the_mines(corridor):
    level = corridor.level
    back = type(level)(level.name, level.rows, level.exits[0], (level.start,), level.traps)
    assert rate_level(back).difficulty > rate_level(corridor).difficulty
    assert {item.mines for item in rate_level(back).path} == {1}


def test_a_trap_with_a_path_around_it_is_avoidable(hand_made):
    rows = (FLOOR, "#oooooooooooo#", "#oooooooooooo#", "#ooo######ooo#", "#oooootttoooo#", FLOOR)
    level = hand_made(*rows, traps=("saw 6 1 period 72 phase 0",))
    rating = rate_level(level)
    assert rating.difficulty == 0
    assert rating.hardest is None
    assert rating.expected_deaths == 0
    assert [item.kind for item in rating.avoidable] == ["saw"]


def test_the_nodes_of_the_path_lead_from_the_start_to_an_exit_by_moves():
    for seed in range(12):
        challenge_graph = find_challenges(generate_level(seed, LevelSpec(setup="thesis", agent_check=False)).level)
        rating, ground = rate_level(challenge_graph), challenge_graph.trap_graph
        assert rating.nodes[0] == ground.stand_node(challenge_graph.level.start)
        assert rating.nodes[-1] in {ground.stand_node(cell) for cell in challenge_graph.level.exits}
        for one, other in zip(rating.nodes, rating.nodes[1:], strict=False):
            assert other in {end for end, _, _, _ in ground.edges[one]}
        met = {ground.trap_at_node[node] for node in rating.nodes} - {-1}
        assert met <= {item.trap for item in rating.path}


@each("kind", MODEL_KINDS)
def test_a_reduced_graph_has_the_same_difficulty(kind):
    model = thesis_model(kind)
    for seed in range(8):
        challenge_graph = find_challenges(generate_level(seed, LevelSpec(setup="thesis", agent_check=False)).level)
        one, other = rate_level(challenge_graph, model), reduce_graph(challenge_graph).rate(model)
        assert other.difficulty == pytest.approx(one.difficulty, abs=1e-12)
        assert other.expected_deaths == pytest.approx(one.expected_deaths, abs=1e-9)


def test_no_path_is_easier_than_the_easiest():
    """Making any challenge certain never makes a level harder."""
    challenge_graph = find_challenges(generate_level(2, LevelSpec(setup="thesis", agent_check=False)).level)
    chances = success_chances(challenge_graph, LINEAR_MODEL)
    usual = rate_by_chances(challenge_graph, chances).difficulty
    for number in range(len(chances)):
        easier = [0.99 if k == number else p for k, p in enumerate(chances)]
        assert rate_by_chances(challenge_graph, easier).difficulty <= usual + 1e-12


def test_a_level_without_a_path_is_refused(hand_made):
    with pytest.raises(NoPath):
        rate_level(hand_made("########", "#oo##oo#", "########"))


def test_ratings_have_intervals_for_the_uncertainty_of_the_model(corridor):
    fitted = thesis_model_with_draws("linear")
    sure, rating = rate_with_intervals(corridor, fitted), rate_level(corridor, thesis_model("linear"))
    for item, value in ((sure.difficulty, rating.difficulty), (sure.expected_deaths, rating.expected_deaths)):
        assert item.value == pytest.approx(value)
        assert item.low < value < item.high
        assert item.high - item.low < 0.6
    assert sure.hardest.value == pytest.approx(1 - min(rating.chances))
    again = FittedModel.read(fitted.write("a test"))
    assert rate_with_intervals(corridor, again).difficulty.high == pytest.approx(sure.difficulty.high, abs=1e-3)
    with pytest.raises(LudusError, match="draws"):
        FittedModel.read(LINEAR_MODEL.write("x").replace("kind", "draws = [[1.0]]\nkind"), "mine.toml")


def test_a_model_is_found_by_its_kind_or_in_a_file(tmp_path):
    assert FittedModel.load("logistic") == thesis_model_with_draws("logistic")
    (tmp_path / "mine.toml").write_text(thesis_model_with_draws("linear").write("a test"))
    assert len(FittedModel.load(str(tmp_path / "mine.toml")).draws) == len(thesis_model_with_draws("linear").draws)
    with pytest.raises(LudusError, match=mentions("--model other.toml", "linear")):
        FittedModel.load("other.toml")
    (tmp_path / "picture.toml").write_bytes(b"\xff\xfe")
    with pytest.raises(LudusError, match="this is not a text file"):
        FittedModel.load(str(tmp_path / "picture.toml"))
