"""Rules of a contest: a file is read strictly, and official standings follow from the games by the rules."""

import numpy as np
import pytest

from ludus.arena import Tournament
from ludus.arena.compiled_games import Outcomes
from ludus.arena.contest_rules import EXAMPLE, ContestRules, read_rules
from ludus.arena.contest_standings import contest_standings, standings_csv
from ludus.arena.standings import PairGames
from ludus.arena.tournament_verification import verify_tournament
from ludus.core.game_registry import registered_game
from ludus.testing.example_games import auction
from ludus.util.errors import ContentError, OptionError
from tests.cases import each
from tests.messages import mentions

REASONS = ("running", "end", "timeout", "crashed")
END, TIMEOUT = 1, 2
NAMES = ["a", "b", "c"]


def pair(group, shares, reasons=None, scores=None):
    """A pair with the payoff of its first player by game; seats are swapped every game."""
    payoffs = np.array([(share, 1 - share) if k % 2 == 0 else (1 - share, share) for k, share in enumerate(shares)])
    ends = np.array(reasons or [END] * len(shares))
    points = np.zeros((len(shares), 2), np.int64) if scores is None else np.array(scores)
    return PairGames(group, Outcomes(payoffs.astype(float), points, ends, np.full(len(shares), 9)))


def ranks(rules, played, order=None):
    found = contest_standings(rules, NAMES, REASONS, played, order)
    return {row.name: (row.rank, row.decided_by) for row in found.rows}


# a beats b, b beats c, c beats a, each by 3 of 4; in all 4 of 8
CYCLE = [pair((0, 1), [1, 1, 1, 0]), pair((0, 2), [0, 1, 0, 0]), pair((1, 2), [1, 1, 1, 0])]


def test_bots_that_stay_tied_share_a_rank():
    rules = ContestRules(by="win rate", tie_breaks=("head to head",))
    assert ranks(rules, CYCLE) == {"a": (1, ""), "b": (1, ""), "c": (1, "")}
    rules = ContestRules(by="win rate", tie_breaks=("head to head", "field order"))
    assert ranks(rules, CYCLE) == {"a": (1, ""), "b": (2, "field order"), "c": (3, "field order")}


def test_tie_breaks_are_used_in_their_order():
    # a and c have the same win rate; a beat c
    played = [pair((0, 1), [1, 0, 1, 0]), pair((0, 2), [1, 1, 1, 0]), pair((1, 2), [0, 0, 1, 0])]
    assert ranks(ContestRules(by="win rate", tie_breaks=()), played)["a"] == (1, "")
    shares = {row.name: row.share.value for row in contest_standings(ContestRules(), NAMES, REASONS, played).rows}
    assert shares["a"] == 0.625
    margin = ContestRules(by="win rate", tie_margin=0.2, tie_breaks=("fewer faults", "head to head"))
    faulty = [played[0], pair((0, 2), [1, 1, 1, 0], [END, END, END, TIMEOUT]), played[2]]
    assert ranks(margin, faulty)["a"] == (2, "fewer faults")
    head = ContestRules(by="win rate", tie_margin=0.2, tie_breaks=("head to head",))
    assert ranks(head, faulty)["c"][1] == "head to head"


def test_a_ladder_ranks_by_its_order():
    rules = ContestRules(by="ladder", tie_breaks=())
    assert ranks(rules, CYCLE, [2, 0, 1]) == {"c": (1, ""), "a": (2, "ladder"), "b": (3, "ladder")}


FAULTY = [
    pair((0, 1), [0, 0, 0, 0], [TIMEOUT, TIMEOUT, END, END]),
    pair((0, 2), [1, 1, 1, 1]),
    pair((1, 2), [1, 0, 0, 0]),
]


@each(
    ("games", "shares", "counted"),
    [
        ("annulled", {"b": 0.25, "c": 0.75}, 4),
        ("lost", {"b": 0.625, "c": 0.875}, 12),
        ("kept", {"b": 0.625, "c": 0.375}, 12),
    ],
)
def test_games_of_a_disqualified_bot_count_as_the_rules_say(games, shares, counted):
    rules = ContestRules(max_faults=1, disqualified_games=games)
    found = contest_standings(rules, NAMES, REASONS, FAULTY)
    out = found.rows[-1]
    assert (out.name, out.rank, [row.name for row in found.disqualified]) == ("a", None, ["a"])
    assert "2 games of 8" in out.disqualified
    assert {row.name: row.share.value for row in found.rows[:-1]} == shares
    assert (found.games, found.played) == (counted, 12)
    assert "a,0" in standings_csv(found)


@each(
    ("rules", "out"),
    [
        ({"max_faults": 2}, []),
        ({"max_fault_percent": 25.0}, []),
        ({"max_fault_percent": 24.9}, ["a"]),
        ({"max_faults": 0, "fault_reasons": ("crashed",)}, []),
        ({"max_faults": 0, "fault_reasons": ("crashed", "timeout")}, ["a"]),
        ({}, []),
    ],
)
def test_a_bot_is_disqualified_for_more_faults_than_allowed(rules, out):
    found = contest_standings(ContestRules(**rules), NAMES, REASONS, FAULTY)
    assert [row.name for row in found.disqualified] == out


def test_standings_exist_even_if_no_game_counts():
    played = [pair((0, 1), [0, 0], [TIMEOUT, TIMEOUT]), pair((0, 2), [0, 0], [TIMEOUT, TIMEOUT])]
    found = contest_standings(ContestRules(max_faults=0), NAMES, REASONS, played)
    assert [(row.name, row.rank, row.share) for row in found.rows[:2]] == [("b", 1, None), ("c", 1, None)]
    assert found.games == 0


def write(tmp_path, text):
    file = tmp_path / "rules.toml"
    file.write_text(text, encoding="utf-8")
    return file


SMALL = 'game = "auction"\n[[bot]]\nbot = "random"\n[[bot]]\nname = "two"\nbot = "greedy"\n'


def test_the_example_has_all_keys(tmp_path):
    rules = read_rules(write(tmp_path, EXAMPLE))
    assert (rules.game, rules.names, rules.games) == ("locm", ["greedy one", "baseline", "dice"], 200)
    assert (rules.limits.seconds, rules.limits.memory) == (0.2, 512)
    assert rules.options == {"version": "1.5"}
    contest = rules.contest
    assert (contest.by, contest.max_faults, contest.max_fault_percent) == ("rating", 20, 5.0)
    assert ContestRules.from_dict(contest.as_dict()) == contest
    assert contest.sentences()


@each(
    ("text", "said"),
    [
        ("", "game"),
        ("game = \n", "line 1"),
        (SMALL.replace("game =", "gmae ="), "line 1 … gmae … game"),
        (SMALL + "nmae = 3\n", "line 7 … nmae … name"),
        (SMALL + "[limits]\nseconds = 0\n", "line 8 … limits.seconds"),
        (SMALL + "[limits]\n# here\nsecond = 1\n", "line 9 … second … seconds"),
        (SMALL + "[limits]\nmemory = true\n", "line 8 … memory"),
        (SMALL + '[limits]\nhide = "here"\n', "line 8 … hide"),
        (SMALL + "[limits]\nfreeze = 1\n", "line 8 … freeze"),
        (SMALL + '[ranking]\nby = "head to head"\n', "line 8 … rating"),
        (SMALL + '[ranking]\ntie-breaks = ["luck"]\n', "line 8 … luck"),
        (SMALL + '[ranking]\ntie-breaks = ["rating", "rating"]\n', "line 8 … twice"),
        (SMALL + '[disqualification]\ngames = "forgotten"\n', "line 8 … annulled"),
        (SMALL + "[disqualification]\npercent = 101\n", "line 8 … 100"),
        (SMALL + '[disqualification]\nreasons = ["bad luck"]\n', "line 8 … bad luck"),
        ("games = 0\n" + SMALL, "line 1 … games"),
        ('scheme = "knockout"\n' + SMALL, "line 1 … ladder"),
        ('sprt = "soon"\n' + SMALL, "line 1 … sprt"),
        (SMALL.replace('"two"', '"a,b"'), "line 5 … name"),
        (SMALL + '[[bot]]\nname = "two"\nbot = "random"\n', "line 8 … two"),
        (SMALL + '[[bot]]\nname = "three"\n', "line 7 … bot"),
        ('game = "auction"\nbot = 3\n', "line 2"),
        (SMALL + "[options]\nseats = [2]\n", "line 8 … seats"),
        ("seed = 1.5\n" + SMALL, "line 1 … seed"),
    ],
)
def test_unknown_keys_and_wrong_values_are_refused_with_their_line(tmp_path_factory, text, said):
    file = write(tmp_path_factory.mktemp("rules"), text)
    with pytest.raises(ContentError, match=mentions("rules.toml", said)):
        read_rules(file)


def test_criteria_must_fit_game_and_scheme():
    for rules, kind, seats in (
        (ContestRules(by="ladder"), "round robin", 2),
        (ContestRules(), "round robin", 1),
        (ContestRules(by="win rate", tie_breaks=("head to head",)), "round robin", 3),
    ):
        with pytest.raises(OptionError):
            rules.check_scheme(kind, seats)


def test_the_rules_are_part_of_the_plan_and_standings_are_verified(tmp_path):
    def contest(**rules):
        return Tournament(
            auction.game, auction.game.content(), ["x=random", "y=random", "greedy"], 8, contest=ContestRules(**rules)
        )

    assert contest().digest() != contest(by="win rate").digest()
    tournament = contest(max_faults=3)
    tournament.run(tmp_path / "cup")
    with registered_game(auction.game):
        again = Tournament.open(tmp_path / "cup")
        assert again.contest == tournament.contest
        assert all(step.holds for step in verify_tournament(tmp_path / "cup", tournament.games_digest))
        file = tmp_path / "cup" / "standings.csv"
        lines = file.read_text().splitlines(keepends=True)
        file.write_text("".join([lines[0], lines[2], lines[1], *lines[3:]]))
        assert [s.what for s in verify_tournament(tmp_path / "cup") if s.holds is False] == ["tables"]
