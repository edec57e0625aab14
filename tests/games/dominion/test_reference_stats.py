"""Earl and Drew on the engine of the paper, and here."""

from pathlib import Path

import pytest

import ludus
from ludus.arena.reference_stats_check import check_reference
from ludus.util.errors import ContentError, OptionError
from tests.messages import missing

REFERENCE = Path(__file__).parent / "data" / "vdom_reference.csv"
GAME = ludus.load_game("dominion")
HEAD, FIRST = REFERENCE.read_text().splitlines()[:2]


def test_points_wins_and_turns_are_those_of_the_original_engine():
    report = check_reference(GAME, [REFERENCE], games=400)
    assert report.games == 200 * 400
    assert report.states == 200 * 5
    assert report.differences == []


def test_other_players_would_be_noticed(tmp_path):
    file = tmp_path / "swapped.csv"
    rows = [line.split(",") for line in REFERENCE.read_text().splitlines()[:31]]
    wins, losses = rows[0].index("earl_wins"), rows[0].index("drew_wins")
    for row in rows[1:]:
        row[wins], row[losses] = row[losses], row[wins]
    file.write_text("\n".join(",".join(row) for row in rows))
    report = check_reference(GAME, [file], games=400)
    assert {difference.step for difference in report.differences} == {"earl wins", "drew wins"}
    assert not missing(report.differences[0], "30 lines", "z-score", "'0 +- 0.52'")


def test_the_number_of_games_must_be_even():
    with pytest.raises(OptionError, match="even number"):
        check_reference(GAME, [REFERENCE], games=401)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "holds no kingdom"),
        ("kingdom,games\nCellar,1", "lacks the columns earl_wins"),
        (f"{HEAD}\n{FIRST.replace('Cellar', 'Celler')}", "line 2: .*did you mean Cellar"),
        (f"{HEAD}\n{FIRST.replace(',400,', ',many,')}", "line 2: .*many"),
        (f"{HEAD}\n{FIRST.replace(',400,', ',0,')}", "line 2: not a kingdom with its numbers"),
    ],
)
def test_a_file_that_is_no_reference_is_refused_by_line(tmp_path, text, said):
    file = tmp_path / "wrong.csv"
    file.write_text(text)
    with pytest.raises(ContentError, match=said):
        GAME.references.statistics(file)
