"""The thesis's experiments, at test size, with quick bots."""

import csv
import dataclasses
from itertools import combinations

import numpy as np
import pytest

import ludus
from ludus.backends import Threads
from ludus.bots import FAULTS
from ludus.lab import resume, run
from ludus.lab.run_context import RunContext
from ludus.stats import Estimate
from ludus.studies.claims import Claim, judge_family, within
from ludus.studies.tribute_thesis import study
from ludus.studies.tribute_thesis.claims import EQUAL_WITHIN, difference_from_thesis, make_claims
from ludus.studies.tribute_thesis.config import (
    PRESETS,
    TributeThesisConfig,
    all_bots,
    check_config,
    pair_games,
    round_robin_games,
)
from ludus.studies.tribute_thesis.experiment import (
    MatchupRecord,
    block_count,
    bot_with_patrons,
    learned_patrons,
    matchup_result_name,
    matchup_seed,
    patron_names,
)
from ludus.studies.tribute_thesis.published import THESIS_AVERAGES, THESIS_BOTS, published_win_rate
from ludus.studies.tribute_thesis.results import (
    AprioriTournaments,
    RepeatedTournaments,
    RoundRobin,
    ThesisResults,
    fault_numbers,
)
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
    "patch": "2023-02",
    "games": 4,
    "table_games": 6,
    "tournaments": 8,
    "repetitions": 2,
    "learned_games": 2,
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


def read_rows(path):
    with path.open(newline="") as file:
        return list(csv.DictReader(file))


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
    sampled = [claim for claim in claims if claim.is_sampled]
    assert len(sampled) > 60
    assert {claim.comparisons for claim in claims} == {len(sampled)}  # one family


def test_every_claim_has_the_number_of_deals_that_the_configuration_gives_it(results):
    claims = {claim.statement: claim for claim in make_claims(results)}
    planned = {name: claim.planned for name, claim in claims.items() if claim.sample_unit == "deal"}
    assert planned["MCTS beats MaxPrestige, as intended"] == 3  # table_games
    assert planned["the first seat wins more, beam of width 3 against MCTS"] == 2
    assert planned["in MCTS the maximum as the value of a node plays better than the mean"] == 2
    assert planned["MCTS wins more than MaxPrestige on average, as published"] == 7 * 3
    others = {
        name: (claim.size, claim.planned)
        for name, claim in claims.items()
        if claim.is_sampled and claim.sample_unit == "deal" and "suits" not in name
    }
    assert {name: sizes for name, sizes in others.items() if sizes[0] != sizes[1]} == {}


def test_the_first_seat_is_judged_for_every_width(results):
    judged = [claim.statement for claim in make_claims(results) if claim.source == "figure 7.2"]
    assert [f"of width {width} " in text for width, text in zip(results.settings.widths, judged, strict=True)] == [
        True,
        True,
    ]


def test_claims_about_learned_patrons_are_judged_by_repetition(results):
    judged = [claim for claim in make_claims(results) if claim.source == "figure 7.1"]
    assert {claim.sample_unit for claim in judged} == {"run"}
    assert {claim.size for claim in judged} == {2}
    assert {claim.verdict for claim in judged} == {"undecided"}  # two repetitions decide nothing


def fabricated_robin(halves, reasons=None):
    """A round robin of two bots with given half points of the first by game, and end reasons."""
    reasons = np.zeros(len(halves), dtype=np.uint8) if reasons is None else np.array(reasons, dtype=np.uint8)
    meeting = MatchupRecord(("a", "b"), np.array(halves, dtype=np.uint8), reasons, 1.0, None, None)
    return RoundRobin(("a", "b"), {("a", "b"): meeting})


def test_a_game_lost_by_a_fault_counts_for_the_loser_only():
    illegal, crashed = (fault_numbers()[FAULTS.index(fault)] for fault in ("illegal move", "crashed"))
    robin = fabricated_robin([0, 0, 2, 2, 0, 2], [illegal, 0, crashed, crashed, crashed, 1])
    ours, theirs = (robin.fault_counts(name) for name in ("a", "b"))
    assert (ours["illegal move"], ours["crashed"], sum(ours.values())) == (1, 1, 2)
    assert (theirs["illegal move"], theirs["crashed"], sum(theirs.values())) == (0, 2, 2)
    assert sum(robin.fault_counts("a", []).values()) == 0
    assert robin.fault_share("a").value == pytest.approx(2 / 6)
    assert robin.fault_share("a").count == 3  # deals
    assert robin.game_count("b") == 6


def test_a_difference_of_means_counts_the_deals_of_both_bots_twice():
    random = np.random.default_rng(1)
    halves = {pair: random.choice([0, 2], 400) for pair in (("a", "b"), ("a", "c"), ("b", "c"))}
    robin = RoundRobin(
        ("a", "b", "c"),
        {
            pair: MatchupRecord(pair, won.astype(np.uint8), np.zeros(400, np.uint8), 1.0, None, None)
            for pair, won in halves.items()
        },
    )
    ahead = robin.average_difference("a", "b", ("a", "b", "c"))
    by_deal = {pair: won.reshape(-1, 2).mean(axis=1) / 2 for pair, won in halves.items()}
    ab, ac, bc = (by_deal[pair] for pair in halves)
    assert ahead.value == pytest.approx((ab.mean() + ac.mean()) / 2 - (1 - ab.mean() + bc.mean()) / 2)
    variance = (4 * ab.var(ddof=1) + ac.var(ddof=1) + bc.var(ddof=1)) / 200 / 4
    assert (ahead.high - ahead.low) / 2 == pytest.approx(1.96 * variance**0.5, rel=1e-3)


@each(
    ("win_rate", "deals", "verdict"),
    [
        (0.5625, 4_000, "holds"),
        (0.9500, 4_000, "fails"),
        (0.6000, 40_000, "undecided"),  # 400 games of the thesis leave too much open, however many we play
    ],
)
def test_equality_with_a_printed_win_rate_has_the_errors_of_both(results, win_rate, deals, verdict):
    settings = results.settings
    pair = (settings.published[2], settings.published[3])  # MCTS against DecisionTree, printed as 56.25 %
    wins = round(win_rate * deals)
    halves = np.repeat(np.array([2, 0], dtype=np.uint8), [2 * wins, 2 * (deals - wins)])
    meeting = MatchupRecord(pair, halves, np.zeros(len(halves), np.uint8), 1.0, None, None)
    robin = RoundRobin(pair, {pair: meeting})
    fabricated = dataclasses.replace(results, round_robin=robin)
    apart = difference_from_thesis(fabricated, "MCTS", "DecisionTree")
    assert apart.value == pytest.approx(win_rate - 0.5625, abs=1e-4)
    assert apart.high - apart.low > 0.09  # that of the thesis alone
    claim = Claim("", "", "", apart, "", within(0.0, EQUAL_WITHIN), sample_unit="deal")
    (judged,) = judge_family("", [claim], {"deal": 100_000})
    family = dataclasses.replace(judged.family, comparisons=70)
    assert dataclasses.replace(judged, family=family).verdict == verdict


def fabricated_repetition(first, second, alone, lists):
    """A repetition of five bots in which bot 0 wins given shares of its deals, in two blocks and with its list."""

    def meeting(share):
        won = round(share * 10)
        return MatchupRecord(
            ("", ""), np.repeat(np.array([2, 0], np.uint8), [2 * won, 20 - 2 * won]), None, 1, None, None
        )

    blocks = [[meeting(share if 0 in pair else 0.5) for pair in combinations(range(5), 2)] for share in (first, second)]
    learned = {(0, number): meeting(alone) for number in range(1, 5)}
    return AprioriTournaments(tuple("abcde"), blocks, lists, [0] * 5, learned)


def test_gains_are_means_of_repetitions_with_their_spread():
    runs = RepeatedTournaments(
        [
            fabricated_repetition(0.4, 0.5, 0.6, [["ansei", "pelin"]]),
            fabricated_repetition(0.4, 0.7, 0.4, [["pelin", "rajhin"]]),
        ]
    )
    assert runs.gain(0).value == pytest.approx(0.2)
    assert runs.gain(0).count == 2
    assert (runs.gain(0).high - 0.2) == pytest.approx(12.706 * 0.1, rel=1e-3)  # Student's t with one degree of freedom
    assert runs.gain_alone(0).value == pytest.approx(0.1)
    assert [runs.top_picks(0, "pelin", picks) for picks in (1, 2)] == [1, 2]


def test_every_bot_has_a_row_of_faults_and_every_repetition_its_lists(folder, results):
    faults = read_rows(folder / "tables" / "faults.csv")
    assert [row["player"] for row in faults] == list(all_bots(results.settings))
    assert {row["illegal_move"] for row in faults} == {"0"}
    assert len(read_rows(folder / "tables" / "lists.csv")) == 2 * len(THESIS_BOTS)
    favourites = read_rows(folder / "tables" / "favourites.csv")
    assert len(favourites) == 8  # no Saint Alessia
    assert sum(int(row["learned"]) for row in favourites) == 2 * 4
    table = read_rows(folder / "tables" / "table-7-1.csv")
    assert len(table) == 10
    assert {row["equal"] for row in table} <= {"holds", "fails", "undecided"}


def test_pairs_of_the_table_have_their_own_number_of_games_and_the_cards_of_the_thesis(folder, results):
    settings = results.settings
    rows = read_rows(folder / "tables" / "all.csv")
    games = {(row["player"], row["against"]): int(row["games"]) for row in rows}
    assert games[settings.published[0], settings.published[1]] == games[settings.intended[0], settings.intended[1]] == 6
    assert games[settings.intended[0], settings.published[0]] == games[settings.intended[0], "random"] == 4
    assert sum(games.values()) == round_robin_games(settings)
    assert " -o patch=2023-02" in (folder / "report.html").read_text()
    assert pair_games(TributeThesisConfig(**{**TINY, "table_games": 0}), *settings.published[:2]) == 4


def test_the_command_of_a_pair_plays_its_games(results):
    one, other = results.settings.published[0], results.settings.published[4]
    name = matchup_result_name("all", one, other)
    seed = matchup_seed(results.settings.seed, name)
    played = ludus.match("tribute", one, other, games=6, seed=seed, patch="2023-02")
    assert played.payoffs[0].value == pytest.approx(results.round_robin.payoff(one, other).value)


def test_a_claim_is_decided_only_by_a_whole_interval():
    def verdict(low, high):
        return Claim("", "", "", Estimate((low + high) / 2, low, high, 10), sample_unit="deal").verdict

    assert [verdict(0.1, 0.2), verdict(-0.2, -0.1), verdict(-0.1, 0.2)] == ["holds", "fails", "undecided"]


def test_in_the_second_half_all_bots_draft_by_a_learned_list(folder, results):
    settings, context = TributeThesisConfig(**TINY), RunContext(folder, Threads(1))
    assert block_count(settings) == 4
    for repetition, tournaments in enumerate(results.tournaments.runs):
        for number, block in enumerate(tournaments.blocks):
            texts = {name for meeting in block for name in meeting.players}
            if number < 2:
                assert texts == set(settings.published)
            else:
                learned = learned_patrons(settings, context, repetition, number)
                orders = [patron_names(settings, bot.order) for bot in learned]
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
