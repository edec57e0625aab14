"""Tables of the field of Table 5.1, from fabricated tournaments."""

import csv

import pytest

from ludus.studies.locm_representation.results import published_table
from tools import locm_field

AGENTS = {"linear-progressive": "linear-progressive-2", "tree-progressive": "tree-progressive-1"}
SIDES = {"Coac": "original", "OneLaneIsEnough": "original", "ReinforcedGreediness": "original"}
SIDES |= {"coac": "rebuilt", "onelane": "rebuilt"}


def games(agent, opponent, payoffs, reasons=()):
    """Games of a pair, two for each deal with exchanged seats, by the agent's payoff in each."""
    pair = f"0-{locm_field.OPPONENTS.index(opponent) + 1}"
    rows = []
    for number, payoff in enumerate(payoffs):
        names, shares = (agent, opponent), (payoff, 1 - payoff)
        turn = -1 if number % 2 else 1
        rows.append(
            dict(zip(("seat_0", "seat_1"), names[::turn], strict=True))
            | dict(zip(("share_0", "share_1"), shares[::turn], strict=True))
            | {"pair": pair, "number": number, "points_0": 0, "points_1": 0, "length": 100}
            | {"reason": reasons[number] if reasons else "killed"}
        )
    return rows


def write_games(folder, rows):
    folder.mkdir(parents=True)
    with (folder / "games.csv").open("w", newline="") as file:
        writer = csv.DictWriter(file, list(rows[0]))
        writer.writeheader()
        writer.writerows(rows)


@pytest.fixture
def make_tables(tmp_path, monkeypatch):
    """Write the tables of tournaments that were played already: all games won, unless they are given."""
    study = tmp_path / "study"
    (study / "tables").mkdir(parents=True)
    (study / "tables" / "agents.csv").write_text(
        "evolution,tournament\n"
        "linear-progressive-1,0.5\nlinear-progressive-2,0.75\nlinear-progressive-3,0.25\ntree-progressive-1,0.125\n"
    )
    monkeypatch.setattr(locm_field, "STUDY", study)
    played = []
    monkeypatch.setattr(locm_field, "play", lambda name, bots, work: played.append(name))

    def make(given):
        number = len(next(iter(given.values()), range(8)))
        for agent in AGENTS.values():
            rows = []
            for opponent in locm_field.OPPONENTS:
                rows += given.get((agent, opponent)) or games(agent, opponent, (1,) * number)
            write_games(tmp_path / "work" / agent, rows[::2] + rows[1::2])
        folders = {"--bots": tmp_path, "--work": tmp_path / "work", "--to": tmp_path / "tables"}
        assert locm_field.main([str(part) for pair in folders.items() for part in pair]) == 0
        assert sorted(played) == sorted(AGENTS.values())
        return [
            list(csv.DictReader((tmp_path / "tables" / name).read_text().splitlines()))
            for name in ("pairs.csv", "differences.csv")
        ]

    return make


def find(rows, **cells):
    (row,) = [row for row in rows if all(row[name] == value for name, value in cells.items())]
    return row


def test_the_best_evolution_of_each_kind_meets_every_opponent(make_tables):
    pairs, differences = make_tables({})
    agents = [*AGENTS.values(), "all"]
    assert [(row["agent"], row["opponent"]) for row in pairs] == [(a, o) for o in SIDES for a in agents]
    assert {row["opponent"]: row["bot"] for row in pairs} == SIDES
    assert [(row["agent"], row["rebuilt"]) for row in differences] == [
        (a, r) for r in ("coac", "onelane") for a in agents
    ]


def test_win_rates_count_the_agent_in_either_seat_and_vary_by_deal(make_tables):
    agent = "linear-progressive-2"
    even = games(agent, "Coac", (1, 0, 0, 1, 1, 1, 0, 0) * 4)
    uneven = games(agent, "coac", (1, 1, 0, 0, 1, 1, 0, 0) * 4)
    pairs, _ = make_tables({(agent, "Coac"): even, (agent, "coac"): uneven})
    by_seat, by_deal = (find(pairs, agent=agent, opponent=name) for name in ("Coac", "coac"))
    assert by_seat["games"] == "32"
    assert by_seat["share"] == by_deal["share"] == "0.500000"
    width = [float(row["high"]) - float(row["low"]) for row in (by_seat, by_deal)]
    assert width[0] < width[1]
    together = find(pairs, agent="all", opponent="Coac")
    assert (together["games"], together["share"], together["thesis"]) == ("64", "0.750000", "")


def test_faults_are_counted_and_left_out_of_the_win_rate_without_them(make_tables):
    agent = "tree-progressive-1"
    reasons = ("killed", "timeout", "illegal move", "overdrawn", "crashed", "too much memory", "turn limit", "timeout")
    faulty = games(agent, "OneLaneIsEnough", (1, 1, 1, 0, 1, 1, 0, 1), reasons)
    pairs, _ = make_tables({(agent, "OneLaneIsEnough"): faulty})
    row = find(pairs, agent=agent, opponent="OneLaneIsEnough")
    assert [row[name] for name in ("timeouts", "illegal_moves", "crashes", "other_faults")] == ["2", "1", "1", "1"]
    assert (row["share"], row["without_faults"]) == ("0.750000", "0.333333")


def test_a_pair_with_faults_only_has_no_win_rate_without_them(make_tables):
    agent = "tree-progressive-1"
    pairs, _ = make_tables({(agent, "Coac"): games(agent, "Coac", (1,) * 8, ("crashed",) * 8)})
    row = find(pairs, agent=agent, opponent="Coac")
    assert (row["share"], row["crashes"], row["without_faults"]) == ("1.000000", "8", "")


def test_rebuilt_bots_have_the_printed_number_of_their_original(make_tables):
    pairs, _ = make_tables({})
    printed = published_table()["linear-progressive"]["onelane"]
    for opponent in ("OneLaneIsEnough", "onelane"):
        row = find(pairs, agent="linear-progressive-2", opponent=opponent)
        assert float(row["thesis"]) == pytest.approx(printed / 100)


def test_differences_are_original_minus_rebuilt_on_the_same_deals(make_tables):
    agent = "linear-progressive-2"
    changed = games(agent, "coac", (1, 0, 0, 1, 0, 0, 1, 1))
    changed[3]["length"] = 99
    _, differences = make_tables(
        {(agent, "Coac"): games(agent, "Coac", (1, 1, 0, 1, 1, 0, 1, 1)), (agent, "coac"): changed}
    )
    row = find(differences, agent=agent, original="Coac")
    assert (row["games"], row["equal_games"], row["share"]) == ("8", "5", "0.250000")
    assert float(row["low"]) < 0.25 < float(row["high"])
    assert find(differences, agent="all", original="Coac")["share"] == "0.125000"
    assert find(differences, agent=agent, original="OneLaneIsEnough")["share"] == "0.000000"
