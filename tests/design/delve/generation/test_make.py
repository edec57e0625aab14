"""`ludus make delve`, on a small scale."""

import hashlib
import re
import shlex
import tomllib
from contextlib import nullcontext
from functools import partial
from types import SimpleNamespace

import pytest

from ludus.backends import Threads
from ludus.core.game_registry import load_game
from ludus.design.base import checkpoint
from ludus.design.base.checkpoint import WorkCheckpoint
from ludus.design.base.designer import DesignRequest, find_designer
from ludus.design.delve.generation import make as workshop
from ludus.design.delve.generation.judgement import flaws_sentence
from ludus.design.delve.generation.make import make
from ludus.design.delve.generation.make_inputs import TreeInputs
from ludus.design.delve.generation.report import notes
from ludus.design.delve.generation.skill_separating_encounters import _EncounterRun
from ludus.design.delve.inspection.node_flaws import Flaw
from ludus.design.delve.options import MODE_OPTIONS, DelveMakeOptions, read_operators, read_turns, read_weights
from ludus.design.delve.rating.rater import Rater
from ludus.design.delve.variation.tree_space import CHOICE_OPERATOR_RATES, OPERATOR_RATES
from ludus.games.delve.content_files import CONTENT, read_encounters, read_tree, write_decks, write_encounters
from ludus.games.delve.game_data import reference_decks
from ludus.games.delve.skill_tree import SkillNode, SkillTree
from ludus.stats import simultaneous_interval
from ludus.util.errors import LudusError
from tests.cases import each, mostly_slow
from tests.deals import REST, record_deals
from tests.design.delve.small import DECKS, FOES
from tests.messages import mentions, missing

pytestmark = pytest.mark.usefixtures("files")


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    folder = tmp_path_factory.mktemp("small")
    write_decks(DECKS, folder / "decks.csv")
    write_encounters(FOES, folder / "encounters.toml")
    return folder


@pytest.fixture(scope="module")
def ask(files):
    """ask(method="nsga2") makes trees for four decks and three encounters."""

    def asked(threads=1, games=40, options=None, checkpoint=None, on_progress=lambda n: None, **asks):
        options = {"encounters": str(files / "encounters.toml")} | (options or {})
        progress = lambda what, count, thing="game": nullcontext(on_progress)  # noqa: E731
        design_request = DesignRequest(
            load_game("delve"), options, games, 1, Threads(threads), "trees", progress, checkpoint or WorkCheckpoint()
        )
        small = {"nodes": 6, "generations": 3, "decks": str(files / "decks.csv")}
        mode = next((MODE_OPTIONS[mode] for mode in MODE_OPTIONS if asks.get(mode)), small)
        return make(
            DelveMakeOptions(**{**{name: small[name] for name in small if name in mode}, **asks}), design_request
        )

    return asked


def table(result, name):
    return next(table for table in result.tables() if table.name == name)


@pytest.fixture(scope="module")
def made_report(ask):
    return ask(method="nsga2", count=2, target_win=0.8, survivors=6)


def test_the_trees_and_their_fronts_are_files_that_can_be_read(made_report, tmp_path):
    names = [name for name in made_report.text_files() if name.endswith(".toml")]
    assert {"tree_1.toml", "tree_2.toml", "front_1_01.toml"} <= set(names)
    for name in names:
        (tmp_path / name).write_text(made_report.text_files()[name])
        assert len(read_tree(tmp_path / name)) <= 6
    assert [row[0] for row in table(made_report, "front").rows] == [name for name in names if name.startswith("front")]


def test_ratings_have_names_for_readers_and_their_short_names_in_files(made_report):
    columns = {column.name: column.heading for table in made_report.tables() for column in table.columns}
    assert (columns["NoForced"], columns["WinRate"]) == ("no forced picks", "win rate")
    charts = [figure.svg for name, figure in made_report.figures().items() if name.startswith("front")]
    assert charts
    assert not any("NoForced" in chart or "WinRate" in chart for chart in charts)


def test_there_are_pictures_of_trees_and_fronts(made_report):
    assert {"tree_1.svg", "tree_2.svg", "front_1.svg"} <= set(made_report.figures())
    assert all(figure.svg.startswith("<svg") for figure in made_report.figures().values())


def test_every_tree_is_reported_with_its_win_rate_and_the_verdict(made_report):
    for said, row in zip(made_report.answer[:4:2], table(made_report, "trees").rows, strict=True):
        for name, measured, low, high in (("the win ratio", row[1], 0.75, 0.85), ("the turns", row[2], 3, 5)):
            corrected = simultaneous_interval(measured, 4)
            is_inside = low <= corrected.low and corrected.high <= high
            is_outside = corrected.high < low or high < corrected.low
            verb = "meets" if is_inside else "misses" if is_outside else "may meet or miss"
            assert re.search(rf"{verb} [^;:]*{name} \(corrected for 4 ", said)
        assert row[1].low <= row[1].value <= row[1].high


def test_flaws_are_counted_and_named_and_a_tree_with_flaws_is_not_called_good(made_report):
    rows = table(made_report, "flaws").rows
    for number, said in enumerate(made_report.answer[1:4:2], 1):
        counts = {kind: (count, which) for name, kind, count, _, which in rows if name == f"tree {number}"}
        assert ("not good" in said) == any(count for count, _ in counts.values())
        for kind, (count, which) in counts.items():
            assert len([name for name in which.split(", ") if name]) == count
            assert not count or f"{count} {kind}" in said


def test_targets_have_tables_by_encounter_and_deck_without_what_no_node_affects(made_report):
    encounters = [row for row in table(made_report, "encounters").rows if row[0] == "tree 1"]
    decks = [row for row in table(made_report, "decks").rows if row[0] == "tree 1"]
    assert [row[1] for row in encounters] == [1, 2, 3]
    assert encounters[0][4] == "no"
    assert len(decks) == len(DECKS)
    wins = table(made_report, "trees").rows[0][1]
    assert wins.count == len(DECKS)  # a deck is the unit
    assert wins.value == pytest.approx(sum(row[2] for row in decks) / len(decks), abs=0.001)
    counted = [row[2].value for row in encounters if row[4] == "yes"]
    assert wins.value == pytest.approx(sum(counted) / len(counted), abs=0.001)


THESIS_TREES = {
    "nsga2": ({"survivors": 6}, "41858242a528e2dc"),
    "weighted": ({"survivors": 6, "crossover": "builds"}, "b79eb2ac3be07de8"),
    "nsga3": ({"survivors": 6, "objectives": "four"}, "f8978451295ae1d8"),
    "hill-climbing": ({"untuned": True}, "22e6f24d4174b207"),
}


def tree_digest(report):
    """Digest of the nodes of all trees of a report."""
    names = sorted(name for name in report.text_files() if name.endswith(".toml"))
    trees = [tomllib.loads(report.text_files()[name]).get("nodes", []) for name in names]
    return hashlib.sha256(repr([[sorted(node.items()) for node in tree] for tree in trees]).encode()).hexdigest()[:16]


@each("method", THESIS_TREES, quick=2)
def test_the_set_up_of_the_thesis_makes_the_trees_that_it_always_made(ask, method):
    options, digest = THESIS_TREES[method]
    assert tree_digest(ask(setup="thesis", method=method, **options)) == digest


@pytest.mark.parametrize(("turns", "missed"), [("1-50", False), ("20-30", True)])
def test_the_set_up_of_the_thesis_is_judged_by_turns_and_flaws_too(ask, turns, missed):
    report = ask(setup="thesis", method="hill-climbing", untuned=True, turns=turns)
    verdict, flaws = report.answer[:2]
    assert bool(re.search("misses [^;:]*the turns", verdict)) == missed
    counted = sum(row[2] for row in table(report, "flaws").rows)
    assert ("not good" in flaws) == (counted > 0 or "no choice" in flaws)


def test_the_number_of_threads_changes_nothing(ask, made_report):
    again = ask(threads=2, method="nsga2", count=2, target_win=0.8, survivors=6)
    assert again.text_files() == made_report.text_files()
    assert again.answer == made_report.answer
    assert [entry.rows for entry in again.tables()] == [entry.rows for entry in made_report.tables()]


@pytest.mark.parametrize(
    "asks",
    mostly_slow(
        [
            {"tune_encounters": True, "ladder": "thesis-random greedy-card", "generations": 1},
            {"method": "nsga2", "count": 2, "survivors": 6, "crossover": "builds"},
            {"map": "size"},
        ],
        1,
    ),
)
def test_work_that_is_stopped_at_any_moment_resumes_to_the_same_result(ask, tmp_path, monkeypatch, asks):
    monkeypatch.setattr(checkpoint, "SAVE_INTERVAL", 0.0)
    whole = ask(**asks)
    stops = 0
    for patience in (1, 2, 4, 7, 50, 10**6):  # steps until it is stopped
        left = patience

        def stop_after(steps):
            nonlocal left
            left -= 1
            if steps and left < 0:
                raise KeyboardInterrupt

        try:
            result = ask(checkpoint=WorkCheckpoint.open(tmp_path, {}), on_progress=stop_after, **asks)
            break
        except KeyboardInterrupt:
            stops += 1
    assert stops >= 2
    assert result.text_files() == whole.text_files()
    assert result.answer == whole.answer
    assert [entry.rows for entry in result.tables()] == [entry.rows for entry in whole.tables()]


def test_large_trees_are_reported_with_their_sampling_error(ask, monkeypatch):
    monkeypatch.setattr(workshop, "Rater", lambda *given, **more: Rater(*given, **more, cap=1, sample=20))
    result = ask(setup="thesis", method="weighted", untuned=True, nodes=12, generations=6, survivors=4)
    assert not missing(result.answer[-1], "sample", "standard error")
    assert table(result, "trees").rows[0][-1] > 0


def test_an_untuned_tree_is_the_one_that_the_method_found(ask):
    result = ask(method="hill-climbing", untuned=True)
    assert table(result, "trees").rows[0][4] == 0
    nodes = [tomllib.loads(result.text_files()[name]).get("nodes", []) for name in ("tree.toml", "front_01.toml")]
    assert nodes[0] == nodes[1]


@pytest.mark.parametrize("kind", mostly_slow(["patterns", "size"], 1))
def test_a_map_is_a_picture_and_a_tree_for_every_kind(ask, kind):
    result = ask(map=kind, generations=2)
    rows = table(result, "map").rows
    assert {row[0] for row in rows} == set(result.text_files())
    assert result.figures()["map.svg"].svg.count("<rect") >= len(rows)


def test_encounters_are_tuned_for_a_ladder(ask, tmp_path):
    result = ask(tune_encounters=True, generations=1, ladder="thesis-random greedy-card")
    (tmp_path / "new.toml").write_text(result.text_files()["encounters.toml"])
    assert len(read_encounters(tmp_path / "new.toml")) == 3
    assert [row[0] for row in table(result, "ladder").rows] == ["thesis-random", "greedy-card"]


def test_trees_grow_for_each_player_of_a_ladder(ask):
    result = ask(online=True, games=8, ladder="thesis-random greedy-card")
    assert [row[0] for row in table(result, "online").rows] == ["thesis-random", "greedy-card"]
    assert set(result.text_files()) == {"grown_1.toml", "grown_2.toml"}


@each(
    ("asks", "said"),
    [
        ({"method": "genetic"}, "nsga2"),
        ({"turns": "5-3"}, "the smaller first"),
        ({"weights": "WinRat=3"}, "WinRate"),
        ({"weights": "WinRate=much"}, "WinRate=3"),
        ({"map": "size", "count": 2}, "--count changes nothing: --map"),
        ({"tune_encounters": True, "nodes": 5}, "--nodes changes nothing: --tune-encounters"),
        ({"online": True, "player": "lucky"}, "--player changes nothing"),
        ({"ladder": "random lucky"}, "--ladder … --tune-encounters … --online"),
        ({"method": "weighted", "objectives": "four"}, "--objectives changes nothing"),
        ({"formulas": "printed"}, "--setup thesis"),
        ({"mend": True, "untuned": True}, "--untuned"),
        ({"setup": "thesis", "mend": True}, "--setup thesis"),
        ({"weights": "Useful=1"}, "NoDominated"),
        ({"setup": "thesis", "weights": "Variety=1"}, "Useful"),
        ({"operators": "splitt=0.5"}, "split"),
        ({"operators": "split=2"}, "split=0.1"),
        ({"map": "size", "setup": "thesis"}, "--setup changes nothing: --map"),
        ({"options": {"cards": "nowhere.toml"}, "decks": None}, "nowhere.toml … there is no such file"),
        ({"options": {"cards": str(CONTENT / "cards.toml")}, "decks": None}, "goes with --decks"),
        ({"map": "size", "online": True}, "say one of them"),
        ({"tree": "tree.toml"}, "--tune-encounters"),
        ({"tune_encounters": True, "ladder": "random"}, "two or more"),
        ({"player": "greedy-cart"}, "greedy-card"),
        ({"decks": "nowhere.csv"}, "nowhere.csv"),
        ({"options": {"deck": "3"}}, "-o deck"),
        ({"options": {"encounter_points": "2"}}, "encounter 1 … --setup thesis"),
        ({"online": True, "options": {"hit_points": "20"}}, "-o hit_points … --online"),
        (
            {"tune_encounters": True, "options": {"rules": "guardian", "encounter_points": "1"}},
            "-o rules … --tune-encounters",
        ),
        ({"options": {"rules": "guardian", "encounter_points": "1"}, "decks": None}, "approximating simulation"),
    ],
)
def test_what_cannot_be_is_refused(ask, asks, said):
    with pytest.raises(LudusError, match=mentions(said)):
        ask(**asks)


def test_turns_and_weights_are_read():
    assert read_turns("3-5") == (3.0, 5.0)
    assert read_weights("useful=0, WinRate=5")["Useful"] == 0.0
    assert read_weights("")["WinRate"] == 3.0


def test_chances_of_operators_are_read():
    chances = read_operators("Split=0.1, move=0", CHOICE_OPERATOR_RATES)
    assert (chances["split"], chances["move"], chances["merge"]) == (0.1, 0.0, 0.5)
    assert read_operators("", OPERATOR_RATES)["retarget"] == 0.0


@each("aggregate", ["rms", "minimum"])
def test_ratings_are_aggregated_as_asked_for(ask, aggregate):
    result = ask(method="evolutionary", survivors=4, untuned=True, aggregate=aggregate, operators="split=0,swap=1")
    row = table(result, "trees").rows[0]
    distances = [1 - value for value in row[6:-1]]
    expected = {"minimum": 1 - max(distances), "rms": 1 - (sum(d * d for d in distances) / len(distances)) ** 0.5}
    assert row[5] == pytest.approx(expected[aggregate], abs=0.001)
    assert {"split", "swap"} & {row[0] for row in table(result, "origins").rows} == {"swap"}


def test_mending_says_what_it_changed(ask):
    result = ask(method="nsga2", survivors=4, mend=True)
    steps = [row[1] for row in table(result, "steps").rows]
    assert any("mend" in step for step in steps)
    assert any("nobody picks" in step for step in steps)


@each(
    ("asks", "chosen_with"),
    [
        ({"method": "evolutionary", "survivors": 4, "mend": True}, {"tuning": 4 * 10 + 4, "mending": 4 * 10}),
        ({"setup": "thesis", "method": "hill-climbing"}, {"tuning": 3 * 4 * 2}),
        ({"tune_encounters": True, "ladder": "thesis-random greedy-card"}, {"search": 3 * 12 * 4}),
    ],
)
def test_validation_has_orders_of_cards_that_no_choice_saw(ask, asks, chosen_with):
    """The four decks are not split: only the orders of cards are new."""
    with record_deals() as played, pytest.MonkeyPatch.context() as patch:
        for part, run, method in (
            ("search", workshop._TreeRun, "search"),
            ("tuning", workshop._TreeRun, "_tune"),
            ("tuning", workshop._ChoiceTreeRun, "_tune_choices"),
            ("mending", workshop._ChoiceTreeRun, "_mend"),
            ("validation", workshop._TreeRun, "validate"),
            ("search", _EncounterRun, "search"),
            ("validation", _EncounterRun, "validate"),
        ):
            patch.setattr(run, method, played.within(part)(getattr(run, method)))
        patch.setattr(workshop, "tune_choices", partial(workshop.tune_choices, evaluations=20))
        ask(generations=1, **asks)
    judged = {part: played.deals.pop(part, set()) for part in ("validation", REST)}
    assert {part: len(deals) for part, deals in played.deals.items()} == chosen_with
    assert judged["validation"]
    for part in judged:  # the rest are ratings in the report
        assert judged[part] & set().union(*played.deals.values()) == set(), part


def test_decks_of_a_file_are_split_if_there_are_enough(ask, tmp_path):
    write_decks(reference_decks()[13:23], tmp_path / "ten.csv")
    result = ask(decks=str(tmp_path / "ten.csv"), method="evolutionary", survivors=4, untuned=True)
    assert len(table(result, "decks").rows) == 3
    assert any(not missing(said, "7", "3 were held out") for said in result.answer)
    whole = ask(method="evolutionary", survivors=4, untuned=True)
    assert any("not split" in said for said in whole.answer)


def test_rules_of_ones_own_change_the_search_the_tuning_and_the_judgement(ask):
    """With so many hit points every fight is won, so no tree can have another win ratio."""
    result = ask(generations=1, options={"hit_points": "999"})
    assert [row[2].value for row in table(result, "encounters").rows] == pytest.approx([1.0] * len(FOES))
    assert {row[4] for row in table(result, "encounters").rows} == {"no"}


def test_a_target_that_no_tree_can_reach_is_named(ask, made_report):
    assert not any("No tree of damage nodes" in sentence for sentence in made_report.answer)
    hard = ask(options={"energy": "6", "mana": "3"}, target_win=0.9)
    assert any(not missing(sentence, "No tree of damage nodes … reach 90 %") for sentence in hard.answer), hard.answer
    easy = ask(options={"hit_points": "999"}, target_win=0.5)
    assert any("No tree of damage nodes can change" in sentence for sentence in easy.answer), easy.answer
    assert any("no choice matters" in sentence for sentence in easy.answer)


def test_the_designer_is_found_by_the_name_of_the_game():
    designer = find_designer("delve")
    assert designer.make_options is DelveMakeOptions


def test_suggested_commands_keep_decks_cards_and_encounters(made_report, files):
    decks, foes = str(files / "decks.csv"), str(files / "encounters.toml")
    commands = made_report.commands()
    inspected = shlex.split(commands["look into the tree"])
    assert inspected[:4] == ["ludus", "inspect", "delve", "trees/tree_1.toml"]
    assert inspected[inspected.index("--decks") + 1] == decks
    assert f"encounters={foes}" in inspected
    for what in ("play with it", "let a bot play with it"):
        words = shlex.split(commands[what])
        assert {f"deck={decks}", "tree=trees/tree_1.toml", f"encounters={foes}"} <= set(words)


def test_reports_speak_of_held_out_decks_only_where_they_are():
    def said(decks, tuning, held_out, **asks):
        inputs = TreeInputs(decks, tuning, held_out, FOES, None, "", "")
        return " ".join(notes(DelveMakeOptions(**asks), inputs))

    others = reference_decks()[2:4]
    assert not missing(said(DECKS, others[:1], others[1:]), "held-out decks")
    for same in (said(DECKS, DECKS, DECKS), said(DECKS, others, others)):
        assert "held-out" not in same
        assert not missing(same, "same decks")
    assert "many decks" in said(DECKS, others[:1], others[1:])
    assert "many decks" not in said(DECKS, DECKS, DECKS)
    for setup in ("choices", "thesis"):
        assert "same decks" in said(DECKS, DECKS, DECKS, setup=setup)
    untuned = said(DECKS, others, others, untuned=True)
    assert "held-out decks" in untuned
    assert "tuning" not in untuned


def test_the_answer_names_few_flaws_and_counts_all():
    tree = SkillTree("many", tuple(SkillNode(f"node {k}", 0, 1) for k in range(40)))
    flaws = tuple(Flaw("dominated", k, (), 0.1, True, "") for k in range(40))
    judged = SimpleNamespace(
        analysis=SimpleNamespace(flaws=flaws, forced=0.0, indifferent=0.1),
        flaw_counts=lambda: {"dominated": len(flaws)},
    )
    said = flaws_sentence(tree, judged, "12 held-out decks")
    assert "12 held-out decks" in said
    assert "40 dominated" in said
    assert said.count("node ") < 10
