"""Encounters by the thousand: each fight is a game of a match, and no way of cutting up the work matters."""

import csv
import io
from dataclasses import replace

import numpy as np
import pytest

from ludus.arena.match_spec import Match
from ludus.arena.runner import replay_game
from ludus.backends import Threads
from ludus.bots import load_compiled_bot
from ludus.core.game_registry import load_game
from ludus.design.delve.builds.random_pick_probabilities import BuildProbabilities, build_nodes, build_probabilities
from ludus.design.delve.playtest.fights import (
    FIGHT_COLUMNS,
    count_fights,
    fight_csv_lines,
    first_game_number,
    play_encounters,
)
from ludus.games.delve.game_data import default_encounters, heldout_decks, reference_decks
from ludus.games.delve.options import find_tree, read_options
from ludus.util.errors import OptionError
from tests.messages import mentions

BOTS = ["thesis-random", "greedy-card"]


@pytest.fixture(scope="module")
def probabilities():
    return build_probabilities(find_tree("bad"), 6)


@pytest.fixture(scope="module")
def played(probabilities):
    return play_encounters(probabilities, BOTS, heldout_decks()[:3], orders=3, seed=5)


def test_every_fight_is_a_game_of_a_match(played):
    game = load_game("delve")
    for bot, encounter, deck, build, design_request in (
        (0, 5, 2, 40, 1),
        (1, 3, 0, 7, 2),
        (1, 0, 1, 0, 0),
        (0, 1, 2, 3, 2),
    ):
        names = [
            played.builds.tree.nodes[node].name for node in build_nodes(played.builds.by_encounter[encounter][build])
        ]
        content = game.content(
            deck=played.decks[deck].name,
            tree="bad",
            first=encounter + 1,
            last=encounter + 1,
            nodes=",".join(names),
            points=0,
        )
        match = Match(game, content, [load_compiled_bot(game, BOTS[bot])], played.seed)
        position = replay_game(match, first_game_number(deck) + design_request)
        fought, state = played.fight_rows(bot, encounter)[deck, build, design_request], position.state
        assert position.result.reason == ("won" if fought["won"] else "died")
        assert (state.turn, state.played, state.health) == (fought["turns"], fought["played"], fought["health"])
        assert list(state.enemies) == list(fought["enemies"])


def test_threads_do_not_matter(played, probabilities):
    again = play_encounters(probabilities, BOTS, heldout_decks()[:3], orders=3, seed=5, backend=Threads(2))
    assert again.rows.tobytes() == played.rows.tobytes()


def test_builds_that_add_the_same_to_a_deck_are_played_once_and_alone_come_out_the_same(played, probabilities):
    """A deck of one class of cards tells few builds apart."""
    assert played.rows.shape[1] < 3 * sum(len(builds) for builds in probabilities.by_encounter)
    alone = tuple((builds[-1],) for builds in probabilities.by_encounter)
    single = BuildProbabilities(probabilities.tree, alone, (np.ones(1),) * 6, ())
    one = play_encounters(single, BOTS, heldout_decks()[:3], orders=3, seed=5)
    for bot in range(2):
        for encounter in range(6):
            assert np.array_equal(one.fight_rows(bot, encounter)[:, 0], played.fight_rows(bot, encounter)[:, -1])


def test_progress_counts_every_fight(probabilities):
    heard = []
    play_encounters(probabilities, BOTS, reference_decks()[:2], orders=2, progress=heard.append)
    assert sum(heard) == count_fights(probabilities, 2, reference_decks()[:2], 2)


def test_more_power_never_hurts_the_greedy_bot_much(played, probabilities):
    """All nodes of the strongest branch against none."""
    strong = replace(
        probabilities,
        tree=replace(probabilities.tree, nodes=tuple(replace(n, value=20) for n in probabilities.tree.nodes)),
    )
    better = play_encounters(strong, ["greedy-card"], heldout_decks()[:3], orders=3, seed=5)
    assert better.win_rates(0, 5).mean() > played.win_rates(1, 5).mean() + 0.1


def test_rows_are_those_of_table_9(played):
    table = list(csv.DictReader(io.StringIO("".join(fight_csv_lines(played, bots=[1])))))
    assert tuple(table[0]) == FIGHT_COLUMNS
    assert len(table) == 3 * 3 * sum(len(builds) for builds in played.builds.by_encounter)
    assert {row["BotType"] for row in table} == {"greedy-card"}
    last = table[-1]
    fought = played.fight_rows(1, 5)[2, -1, 2]
    assert last["EncounterNumber"] == "6"
    assert (int(last["Won"]), int(last["Turns"]), int(last["RemainingHp"])) == (
        *(fought["won"], fought["turns"], fought["health"]),
    )
    enemies = [entry.split(">") for entry in last["EncounterEnemies"].split("|")]
    assert [before for before, _ in enemies] == [
        f"{attack}:{health}" for attack, health in default_encounters()[5].enemies
    ]
    assert [int(after) for _, after in enemies] == list(fought["enemies"][: len(enemies)])


def test_a_wrong_number_of_orders_or_encounters_is_refused(probabilities):
    with pytest.raises(OptionError, match="orders=0"):
        play_encounters(probabilities, BOTS, heldout_decks(), orders=0)
    with pytest.raises(OptionError, match=mentions("6 encounters", "2")):
        play_encounters(probabilities, BOTS, heldout_decks(), foes=default_encounters()[:2])
    with pytest.raises(OptionError, match="there is room for 50,000,000"):
        play_encounters(probabilities, BOTS, heldout_decks(), orders=1_000_000)


def test_fights_with_effects_are_games_of_a_match_and_equal_builds_are_played_once():
    """Builds that differ in added cards, effects or rules are different fights; unlocking alone is none."""
    game = load_game("delve")
    content = game.content(rules="guardian")
    scenario = read_options(content.options)
    tree, rules = content.labels.tree, scenario.rules
    builds = build_probabilities(tree, scenario.encounters, seed=2)
    assert [builds.points, len(builds.by_encounter[0])] == [6, 1]
    fought = play_encounters(
        builds, ["greedy-card"], scenario.decks, orders=2, seed=5, foes=scenario.encounters, rules=rules
    )
    dice = np.random.default_rng(1)
    for _ in range(12):
        encounter, deck = int(dice.integers(5)), int(dice.integers(3))
        build = int(dice.integers(len(builds.by_encounter[encounter])))
        nodes = build_nodes(builds.by_encounter[encounter][build])
        chosen = game.content(
            rules="guardian",
            deck=scenario.decks[deck].name,
            first=encounter + 1,
            last=encounter + 1,
            nodes=",".join(tree.nodes[node].name for node in nodes),
            points=0,
        )
        match = Match(game, chosen, [load_compiled_bot(game, "greedy-card")], 5)
        end = replay_game(match, first_game_number(deck) + 1)
        row = fought.fight_rows(0, encounter)[deck, build, 1]
        assert (end.state.turn, end.state.health, bool(end.result.payoffs[0])) == (
            row["turns"],
            row["health"],
            bool(row["won"]),
        )
    assert count_fights(builds, 1, scenario.decks, 1) < 3 * sum(map(len, builds.by_encounter))


def test_results_without_a_deck_are_those_of_the_others(probabilities, played):
    rest = played.without_deck(1)
    assert [deck.name for deck in rest.decks] == [played.decks[0].name, played.decks[2].name]
    for encounter in (0, 5):
        kept = played.fight_rows(1, encounter)[[0, 2]]
        assert (rest.fight_rows(1, encounter) == kept).all()
    assert (rest.seeds == played.seeds[[0, 2]]).all()
