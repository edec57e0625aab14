"""The thesis's experiments, at test size, with quick bots."""

import numpy as np
import pytest

from ludus.backends import Threads
from ludus.lab import resume, run
from ludus.lab.run_context import RunContext
from ludus.stats import Estimate
from ludus.studies.claims import Claim
from ludus.studies.tribute_thesis import study
from ludus.studies.tribute_thesis.claims import make_claims
from ludus.studies.tribute_thesis.config import PRESETS, TributeThesisConfig, all_bots, check_config
from ludus.studies.tribute_thesis.experiment import block_count, bot_with_patrons, learned_patrons, patron_names
from ludus.studies.tribute_thesis.published import THESIS_AVERAGES, THESIS_BOTS, published_win_rate
from ludus.studies.tribute_thesis.results import ThesisResults
from ludus.util.errors import OptionError
from tests.cases import each
from tests.studies.output_files import output_files

TINY = {
    "intended": ("max-prestige", "patron-favors", "max-agents", "random-no-end", "random-no-end:patrons=pelin"),
    "published": (
        "max-prestige-2023:fresh=false",
        "patron-favors-2023:fresh=false",
        "max-agents-2023:fresh=false",
        "random-no-end-2023:fresh=false",
        "random-2023:fresh=false",
    ),
    "others": ("random",),
    "games": 4,
    "tournaments": 8,
    "block": 4,
    "widths": (1, 3),
    "width_games": 4,
    "rival": "max-agents",
    "maximum": "max-agents",
    "mean": "random-no-end",
    "backup_games": 4,
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return run(study, TributeThesisConfig(**TINY), tmp_path_factory.mktemp("thesis") / "run", Threads(1)).folder


@pytest.fixture(scope="module")
def results(folder):
    return ThesisResults.read(TributeThesisConfig(**TINY), RunContext(folder, Threads(1)))


@pytest.mark.slow  # stopped and resumed runs of other studies are quicker
def test_a_run_stopped_in_the_tournaments_resumes_to_the_same_tables_on_any_threads(folder, tmp_path):
    def interrupt(update):
        if update.stage.startswith("tournaments") and update.stage_games_done > 100:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run(study, TributeThesisConfig(**TINY), tmp_path / "run", Threads(2), listener=interrupt)
    assert (tmp_path / "run" / "kept" / "tournaments" / "0001.kept").is_file()
    assert not (tmp_path / "run" / "kept" / "tournaments" / "0003.kept").is_file()
    resume(tmp_path / "run", Threads(2))
    assert output_files(folder) == output_files(tmp_path / "run")


def test_every_claim_has_a_verdict_and_the_published_number(folder, results):
    claims = make_claims(results)
    text = (folder / "tables" / "claims.csv").read_text()
    for word in (
        "Beam beats MaxPrestige, as published",
        "apriori helps MaxPrestige",
        "psijic suits",
        "first seat",
        "3.4 s",
    ):
        assert word in text
    assert {claim.verdict for claim in claims} <= {"holds", "fails", "undecided", "not testable"}
    pairs_judged = [claim for claim in claims if " beats " in claim.statement and claim.source == "Table 7.1"]
    assert len(pairs_judged) == 2 * 9  # all but Beam against MCTS, which 400 games cannot tell apart
    assert all("% of 400 games" in claim.published for claim in pairs_judged)


def test_a_claim_is_decided_only_by_a_whole_interval():
    def verdict(low, high):
        return Claim("", "", "", Estimate((low + high) / 2, low, high, 10), sample_unit="deal").verdict

    assert [verdict(0.1, 0.2), verdict(-0.2, -0.1), verdict(-0.1, 0.2)] == ["holds", "fails", "undecided"]


def test_in_the_second_half_all_bots_draft_by_a_learned_list(folder, results):
    settings, context = TributeThesisConfig(**TINY), RunContext(folder, Threads(1))
    assert block_count(settings) == 4
    for number, block in enumerate(results.tournaments.blocks):
        texts = {name for meeting in block for name in meeting.players}
        if number < 2:
            assert texts == set(settings.published)
        else:
            orders = [patron_names(each.order) for each in learned_patrons(settings, context, number)]
            assert texts == {
                bot_with_patrons(text, order) for text, order in zip(settings.published, orders, strict=True)
            }


def test_shares_of_two_players_add_up_and_so_do_their_seats(results):
    one, other = all_bots(results.settings)[:2]
    assert results.round_robin.payoff(one, other).value == pytest.approx(
        1 - results.round_robin.payoff(other, one).value
    )
    meeting = results.round_robin.meetings[one, other]
    assert np.array_equal(meeting.payoffs_by_deal, (meeting.payoffs_in_seat(True) + meeting.payoffs_in_seat(False)) / 2)
    field = results.settings.intended
    ahead = results.round_robin.average_difference(one, other, field)
    means = [results.round_robin.average_payoff(name, field).value for name in (one, other)]
    assert ahead.value == pytest.approx(means[0] - means[1])
    assert ahead.low <= ahead.value <= ahead.high


def test_the_course_of_the_tournaments_ends_with_the_means_of_both_halves(results):
    for number in range(len(THESIS_BOTS)):
        course = results.tournaments.running_mean(number)
        assert len(course) == 2 * results.settings.tournaments
        for half in range(2):
            mean = results.tournaments.payoff(number, half).value
            assert course[(half + 1) * results.settings.tournaments - 1] == pytest.approx(mean)


def test_the_published_averages_follow_from_the_published_table():
    for name in THESIS_BOTS:
        mean = sum(published_win_rate(name, other) for other in THESIS_BOTS if other != name) / 4
        assert mean == pytest.approx(THESIS_AVERAGES[name], abs=0.006)


def test_the_presets_name_players_that_exist():
    for preset in PRESETS.values():
        check_config(TributeThesisConfig(**preset))


@each(
    ("wrong", "said"),
    [
        ({"games": 5}, "games=5 is odd"),
        ({"tournaments": 6}, "block=4 does not divide"),
        ({"widths": (3, 1)}, "rising"),
        ({"beam": "beam"}, "{width} must stand"),
        ({"others": ("max-prestige",)}, "'max-prestige' is there twice"),
    ],
)
def test_invalid_configurations_are_rejected(wrong, said):
    with pytest.raises(OptionError, match=said):
        TributeThesisConfig(**{**TINY, **wrong})


def test_an_unknown_player_is_rejected_with_its_key():
    with pytest.raises(OptionError, match="rival"):
        check_config(TributeThesisConfig(**{**TINY, "rival": "nobody"}))


def test_patrons_are_added_to_a_players_options():
    assert bot_with_patrons("beam", ["ansei", "pelin"]) == "beam:patrons=ansei/pelin"
    assert bot_with_patrons("beam:width=3", ["ansei"]) == "beam:width=3,patrons=ansei"
