"""`ludus inspect delve`: one tree in full, several side by side, and what would follow from other values."""

import re
from contextlib import nullcontext
from pathlib import Path

import pytest

from ludus.backends import Threads
from ludus.core.game_registry import load_game
from ludus.design.base.designer import DesignRequest
from ludus.design.delve.builds.random_pick_probabilities import build_probabilities
from ludus.design.delve.inspection import measure_tree, what_if
from ludus.design.delve.inspection.inspect import inspect
from ludus.design.delve.inspection.report import describe_zone
from ludus.design.delve.options import DelveInspectOptions, apply_what_if
from ludus.design.delve.playtest.bot_win_rates import summarise_bots
from ludus.design.delve.playtest.fights import play_encounters
from ludus.design.delve.playtest.flow_zone import FlowZone
from ludus.games.delve.constants import TARGETS
from ludus.games.delve.content_files import CONTENT, write_decks, write_tree
from ludus.games.delve.game_data import default_encounters, heldout_decks
from ludus.games.delve.options import Options, choose_tree, find_tree, read_options
from ludus.games.delve.skill_tree import SkillNode, SkillTree
from ludus.stats import simultaneous_interval
from ludus.util.errors import LudusError
from tests.cases import each

AREA, TARGETED, MANA = (TARGETS.index(name) for name in ("area", "targeted", "mana"))
FEW = "thesis-random greedy-card best-turn"


def ask(words, threads=1, options=None, folder=None, **asks):
    no_progress = nullcontext(lambda fights: None)
    design_request = DesignRequest(
        load_game("delve"), options or {}, 4, 1, Threads(threads), folder, lambda what, count, thing="game": no_progress
    )
    return inspect(words, DelveInspectOptions(**{"players": FEW, **asks}), design_request)


def table(result, name):
    return next(table for table in result.tables() if table.name == name)


@pytest.fixture(scope="module")
def bad():
    return ask(["bad"], folder="report", what_if="Almighty=3", rows=True)


def test_bots_are_listed_with_the_encounters_that_are_right_for_them(bad):
    rows = {row[0]: row for row in table(bad, "players").rows}
    assert list(rows) == FEW.split()
    for row in rows.values():
        assert row[1].low <= row[1].value <= row[1].high
    assert rows["best-turn"][1].value > rows["thesis-random"][1].value


def test_every_encounter_has_its_zone_and_what_the_tree_gives(bad):
    rows = table(bad, "encounters").rows
    assert [row[0] for row in rows] == [1, 2, 3, 4, 5, 6]
    assert rows[0][6] == 0
    assert rows[5][6] > 0
    assert all(row[3] in ("flow", "too hard", "too easy", "undecided") for row in rows)


def test_every_node_is_listed_and_flaws_are_named(bad):
    tree = find_tree("bad")
    assert [row[0] for row in table(bad, "nodes").rows] == [node.name for node in tree.nodes]
    kinds = {row[0] for row in table(bad, "flaws").rows}
    assert {"dominated", "obvious", "redundant", "never useful", "out of reach"} <= kinds
    assert any("Almighty is obvious with these decks and orders of cards" in sentence for sentence in bad.answer)


def test_flaws_of_nodes_are_judged_in_the_family_of_the_report(bad):
    """Sentences, tables and the picture say of each flaw whether it is sure with other decks, by one judgement."""
    flaws, nodes = table(bad, "flaws"), {row[0]: row for row in table(bad, "nodes").rows}
    columns = [column.name for column in flaws.columns]
    heading = flaws.columns[columns.index("lead")].heading
    comparisons = int(re.search(r"corrected for (\d+) comparisons", heading)[1])
    encounters = table(bad, "encounters").columns[-1].heading
    assert f"corrected for {comparisons} comparisons" in encounters
    lead_at, cost_at = (
        [column.name for column in table(bad, "nodes").columns].index(name) for name in ("lead", "cost")
    )
    judged = 0
    for row in flaws.rows:
        said = dict(zip(columns, row, strict=True))
        kind, node = said["kind"], nodes[said["node"]]
        assert f"{kind} ({said['verdict']})" in node[-1]
        if kind == "never useful":
            assert said["number"] == pytest.approx(node[cost_at].value, abs=1e-4), "one number in sentence and table"
        if said["shown_by"] == "play" and kind != "redundant":
            wide = simultaneous_interval(node[lead_at], comparisons)
            is_sure = wide.low > 0.05 if kind == "obvious" else wide.high < -0.005
            sure = "surely better" if kind == "obvious" else "surely worse"
            assert said["verdict"] == (sure if is_sure else "undecided")
            assert said["lead"] == wide
            judged += 1
    assert judged
    (almighty,) = [row for row in flaws.rows if row[:2] == ["obvious", "Almighty"]]
    verdict = almighty[columns.index("verdict")]
    assert any(
        f"Almighty is obvious with these decks and orders of cards ({verdict} " in sentence for sentence in bad.answer
    )
    assert all(word in bad.figures()["tree.svg"].svg for word in f"obvious ({verdict})".split())


def test_the_word_of_a_flow_zone_does_not_contradict_the_verdict(bad):
    for row in table(bad, "encounters").rows:
        assert ("too easy" in row[8]) <= (row[3] == "too easy")
    never = FlowZone(0.0, 0.0)
    assert [describe_zone(never, verdict) for verdict in ("too easy", "undecided")] == [
        "none: too easy",
        "none measured",
    ]


def test_kinds_of_builds_are_listed_with_the_best_of_each(bad):
    rows = table(bad, "builds").rows
    assert sum(row[1] for row in rows) > 20
    assert sum(row[2] for row in rows) == pytest.approx(100, abs=0.5)
    wins = [row[3].value for row in rows]
    assert wins == sorted(wins, reverse=True)
    assert "area damage" in rows[0][0]
    assert "Almighty" in rows[0][4]
    assert any(rows[0][0] in sentence for sentence in bad.answer)


def test_room_for_nodes_names_the_decks_that_no_node_can_decide(tmp_path, bad):
    rows = table(bad, "room").rows
    assert [row[1] for row in rows] == [0, 1, 2, 3, 4, 5]
    assert rows[0][6] == 0  # nobody has a node in the first encounter
    assert all(row[2].value <= row[4].value <= row[5].value <= row[3].value for row in rows)
    (tmp_path / "walls.csv").write_text("encounter,attack,health\n1,1,1\n2,1,1\n3,60,9999\n4,4,40\n", "utf-8")
    result = ask(["bad"], options={"encounters": str(tmp_path / "walls.csv")}, players="greedy-card")
    rows = table(result, "room").rows
    assert [(row[6] > 0, row[7], row[8]) for row in rows[1:3]] == [(False, "all", ""), (False, "", "all")]
    decided = sum(row[6] for row in rows)
    assert any(f" {decided} of {4 * len(heldout_decks())} " in sentence for sentence in result.answer)


def test_a_tree_whose_choices_never_matter_is_not_called_free_of_flaws():
    result = ask(["delver"], options={"hit_points": "999"}, players="greedy-card")
    assert any("No choice matters" in sentence for sentence in result.answer)
    assert not any("No node is" in sentence for sentence in result.answer)


def test_the_small_game_of_the_docs_has_no_flaw_and_is_neither_too_hard_nor_too_easy():
    options = Options(rules=str(Path(__file__).parents[4] / "docs/games/delve-thicket/rules.toml"))
    game = read_options(options)
    builds = build_probabilities(choose_tree(options, game), game.encounters, seed=1)
    played = play_encounters(builds, ["greedy-card"], game.decks, 20, 1, foes=game.encounters, rules=game.rules)
    assert measure_tree.analyse_choices(played).flaws == ()
    assert all(0.5 < stage.wins.value < 0.9 for stage in summarise_bots(played)[0].encounters[1:])


def test_a_single_deck_has_intervals_over_orders_of_cards(tmp_path):
    write_decks(heldout_decks()[:1], tmp_path / "one.csv")
    result = ask(["bad"], players="greedy-card", decks=str(tmp_path / "one.csv"))
    wins = table(result, "players").rows[0][1]
    assert 0 < wins.low < wins.value < wins.high < 1
    assert table(result, "room").rows[0][2][1:] == (None, None)


def test_a_made_tree_has_a_title_that_says_it_once(tmp_path):
    write_tree(SkillTree("the tree", (SkillNode("A", AREA, 2), SkillNode("B", MANA, 2))), tmp_path / "tree.toml")
    assert ask([str(tmp_path / "tree.toml")], players="greedy-card").title == "Delve: the tree"


def test_a_changed_value_is_reported_with_its_effect(bad):
    assert bad.answer[0].startswith("What if Almighty from 9 to 3: encounters won change by -")
    rows = table(bad, "what_if").rows
    assert rows[0][3].value == 0
    assert rows[5][3].high < 0


def test_pictures_commands_and_rows_come_with_it(bad):
    assert set(bad.figures()) == {"tree.svg", "power.svg", "players.svg"}
    assert all(figure.svg.startswith("<svg") for figure in bad.figures().values())
    assert {"the closest win", "the closest loss", "the quickest win"} == set(bad.commands())
    assert all("ludus match delve greedy-card -o deck=new-" in line for line in bad.commands().values())
    assert bad.text_files()["fights.csv"].startswith("ScenarioID,EncounterNumber,BotType")
    assert bad.text_files()["even_bonus.csv"].count("\n") == 1 + 3 * 6 * 16


def test_threads_do_not_matter():
    one, two = ask(["delver"]), ask(["delver"], threads=2)
    assert one == two


def test_large_trees_are_reported_with_their_sampling_error(tmp_path, monkeypatch):
    monkeypatch.setattr(
        measure_tree,
        "build_probabilities",
        lambda tree, count, seed: build_probabilities(tree, count, cap=10, walks=20, seed=seed),
    )
    result = ask(["delver"], players="greedy-card")
    assert "20 random walks" in result.answer[1]
    assert "standard error of" in result.answer[1]


def test_several_trees_are_compared():
    result = ask(["delver", "hand-made"])
    rows = table(result, "trees").rows
    assert [row[0] for row in rows] == ["delver", "hand-made"]
    assert len(result.figures()) == 2


def test_each_two_trees_are_judged_deck_by_deck_in_one_family():
    trees = ["bad", "delver", "hand-made"]
    result = ask(trees, players="greedy-card")
    encounters, played = default_encounters(), {}
    for name in trees:
        builds = build_probabilities(find_tree(name), encounters, seed=1)
        played[name] = play_encounters(builds, ["greedy-card"], heldout_decks(), 4, 1, foes=encounters)
    rows = table(result, "judgement").rows
    assert len(rows) == 3
    for tree, other, lead, corrected, comparisons, verdict in rows:
        assert lead == what_if.paired_win_difference(played[other], played[tree])[0]
        assert comparisons == 3
        assert corrected == simultaneous_interval(lead, 3)
        assert verdict == ("surely harder" if corrected.low > 0 else "undecided")
    sentence = next(line for line in result.answer if "surely the hardest" in line)
    assert sentence.startswith(
        f"{rows[0][0]} is {'' if rows[0][-1] == rows[1][-1] == 'surely harder' else 'not '}surely"
    )
    for tree, other, _, corrected, _, verdict in rows:
        if tree == rows[0][0] and (verdict == "undecided" or " not surely" not in sentence):
            points = f"[{100 * corrected.low:+.1f}, {100 * corrected.high:+.1f}]"
            assert f"{points} fewer encounters won than with {other}" in sentence
    assert "corrected for 3 comparisons" in sentence


def test_the_difference_of_two_trees_is_said_with_its_interval():
    result = ask(["hand-made", "bad"], players="greedy-card")
    (row,) = table(result, "judgement").rows
    assert (
        f"{100 * row[2].value:.1f} percentage points [{100 * row[2].low:+.1f}, {100 * row[2].high:+.1f}]"
        in (result.answer[1])
    )
    assert (row[3], row[4]) == (row[2], 1)


def test_differences_of_large_trees_have_their_sampling_error(monkeypatch):
    complete = table(ask(["delver", "hand-made"], players="greedy-card"), "judgement").rows[0][2]
    monkeypatch.setattr(
        measure_tree,
        "build_probabilities",
        lambda tree, count, seed: build_probabilities(tree, count, cap=10, walks=20, seed=seed),
    )
    result = ask(["delver", "hand-made"], players="greedy-card")
    sampled = table(result, "judgement").rows[0][2]
    assert sampled.high - sampled.low > 1.2 * (complete.high - complete.low)


def test_a_few_changes_make_more_nodes_worth_picking_with_decks_that_they_were_not_found_with(tmp_path):
    nodes = (
        SkillNode("giant", AREA, 9),
        SkillNode("dwarf", AREA, 1),
        SkillNode("aim", TARGETED, 2),
        SkillNode("spell", MANA, 2),
    )
    file = tmp_path / "giant.toml"
    write_tree(SkillTree("giant", nodes), file)
    result = ask([str(file)], players="greedy-card", mend=True)
    said = next(sentence for sentence in result.answer if sentence.startswith("What to change"))
    assert all(row[1] in said for row in table(result, "changes").rows)
    assert "24 drawn decks" in said
    assert "12 held-out decks" in said
    mended = tmp_path / "mended.toml"
    mended.write_text(result.text_files()["mended.toml"])
    beside = table(ask([str(file), str(mended)], players="greedy-card"), "trees").rows
    assert beside[1][-2] > beside[0][-2]


def test_changes_found_with_the_inspected_decks_are_said_to_be(tmp_path):
    write_decks(heldout_decks()[:3], tmp_path / "decks.csv")
    result = ask(["bad"], players="greedy-card", mend=True, decks=str(tmp_path / "decks.csv"))
    said = next(sentence for sentence in result.answer if sentence.startswith("What to change"))
    assert "the same 3 decks" in said
    assert "held-out" not in said


@each(
    ("words", "asks", "options", "message"),
    [
        (["bed"], {}, {}, "bad"),
        (["none"], {}, {}, "nothing to pick"),
        (["bad", "bad"], {}, {}, "named twice"),
        (["bad"], {"zone": "0.9-0.5"}, {}, "--zone '0.9-0.5'"),
        (["bad"], {"turns": "x"}, {}, "--turns 'x'"),
        (["bad"], {"what_if": "Almigty=3"}, {}, "Almighty"),
        (["bad"], {"what_if": "Almighty=-3"}, {}, "a node and a whole number"),
        (["bad"], {"what_if": "Almighty=²"}, {}, "a node and a whole number"),
        (["bad"], {"what_if": ","}, {}, "a node and a whole number"),
        (["bad"], {"what_if": "Almighty=3,almighty=4"}, {}, "Almighty is named twice"),
        (["bad"], {}, {"cards": "nowhere.toml"}, "nowhere.toml: .*there is no such file"),
        (["bad"], {}, {"cards": str(CONTENT / "cards.toml")}, "it goes with --decks FILE"),
        (["rules"], {}, {}, "it goes with -o rules=FILE"),
        (["bad"], {}, {"deck_size": "20"}, "--decks FILE"),
        (["bad"], {"what_if": "Almighty=9"}, {}, "these values already"),
        (["bad"], {"what_if": "Almighty=1000"}, {}, "value 1000"),
        (["bad"], {"decks": "new"}, {}, "held-out"),
        (["bad"], {"players": "greedy-card greedy-card"}, {}, "named twice"),
        (["bad"], {"players": "gredy-card"}, {}, "greedy-card"),
        (["bad"], {}, {"deck": "3"}, "-o deck"),
        (["bad"], {"rows": True}, {}, "with --to"),
        (["bad", "delver"], {"mend": True}, {}, "about one tree; 2 are named"),
        (["rules"], {"mend": True}, {"rules": "guardian"}, "encounter 2 gives 2 skill points"),
        (["rules"], {"mend": True}, {"rules": "guardian", "encounter_points": "1"}, "'Iron Skin': .* block"),
        (["bad", "delver"], {"what_if": "Almighty=3"}, {}, "about one tree; 2 are named"),
    ],
)
def test_what_makes_no_sense_is_refused_with_what_would(words, asks, options, message):
    with pytest.raises(LudusError, match=message):
        ask(words, options=options, **asks)


def test_names_may_have_commas_in_them(tmp_path):
    file = tmp_path / "tree.toml"
    write_tree(
        SkillTree("x", (SkillNode("one, two=1", AREA, 3), SkillNode("two", MANA, 2), SkillNode("one", MANA, 1))), file
    )
    result = ask([str(file)], players="greedy-card", what_if="one, two=1=4, one=2")
    assert result.answer[0].startswith("What if one, two=1 from 3 to 4 and one from 1 to 2:")
    assert len(result.commands()) > 1


def test_several_values_can_change_at_once():
    tree = find_tree("bad")
    changed = apply_what_if("almighty=2, Good Aim=5", tree)
    values = {node.name: node.value for node in changed.nodes}
    assert (values["Almighty"], values["Good Aim"]) == (2, 5)


def test_a_tree_with_nodes_of_every_kind_is_inspected_by_the_rules_of_its_game():
    result = ask(["rules"], options={"rules": "guardian"}, players="greedy-card")
    rows = {row[0]: row for row in table(result, "nodes").rows}
    assert (rows["Armoury"][1], rows["Iron Skin"][1], rows["Secret Pact"][1]) == ("Shield Bash", "block", "unlock")
    assert len(table(result, "encounters").rows) == 5
    assert any("power is damage only" in note for note in result.parts if isinstance(note, str))
