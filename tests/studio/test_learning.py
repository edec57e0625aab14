"""For new players: primers, levels of measured strength, drafted decks, guided games."""

import re
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest

from ludus.arena.episode import play_episode
from ludus.bots import load_compiled_bot
from ludus.bots.measured_levels import LEVELS, default_adviser, default_opponent, read_levels
from ludus.core.game_registry import load_game
from ludus.core.narrator import Reader
from ludus.core.position import Position
from ludus.studio.file_paths import StudioPaths
from ludus.studio.play_levels import MeasuredBot, measure_command, pick_levels, play_levels
from ludus.studio.primers import read_primer
from ludus.studio.protocol.jobs import ValueWithInterval
from ludus.util.errors import ContentError
from tests.cases import each
from tools.play_levels import level_files

GAMES = ("delve", "locm", "dominion", "tribute", "platformer")
GUIDED = ("delve", "locm", "dominion", "tribute")
GLYPHS = Path(__file__).parents[2] / "studio" / "src" / "components" / "glyphs.tsx"


def measured(**shares):
    return [
        MeasuredBot(name, 100, ValueWithInterval(share, share - 0.1, share + 0.1)) for name, share in shares.items()
    ]


# How to play


@each("name", GAMES)
def test_every_primer_has_a_goal_a_turn_symbols_and_three_tips(name):
    sections = {section.role: section for section in read_primer(load_game(name)).sections}
    assert {"goal", "turn", "symbols", "tips"} <= sections.keys()
    (tips,) = (block for block in sections["tips"].blocks if block.kind == "bullets")
    assert len(tips.rows) == 3


def test_every_symbol_of_a_primer_is_one_that_the_page_can_draw():
    drawn = {*re.findall(r"^  (\w+): \[", GLYPHS.read_text(encoding="utf-8"), re.MULTILINE), "coin"}
    tables = [
        block.rows
        for name in GAMES
        for section in read_primer(load_game(name)).sections
        for block in section.blocks
        if block.kind == "table" and block.rows[0][0] and block.rows[0][0][0].text in ("symbol", "keyword")
    ]
    assert len(tables) == 5
    assert {row[0][0].text.lower() for rows in tables for row in rows[1:]} <= drawn


def test_styles_lists_and_tables_of_a_primer_are_kept(tmp_path):
    file = tmp_path / "primer.md"
    file.write_text(
        "# T\n\nA **b** *c* `d`\ne <b>f</b>\n\n## Your turn\n\n1. x\n2. y\n\n| h | i |\n| - | - |\n| j | k |\n"
    )
    goal, turn = read_primer(replace(load_game("delve"), primer=file)).sections
    runs = [(run.text, run.style) for run in goal.blocks[0].rows[0][0]]
    assert runs[:6] == [
        ("A ", "plain"),
        ("b", "strong"),
        (" ", "plain"),
        ("c", "emphasis"),
        (" ", "plain"),
        ("d", "code"),
    ]
    assert "".join(text for text, _ in runs).endswith("e <b>f</b>")
    assert [(block.kind, len(block.rows)) for block in turn.blocks] == [("numbers", 2), ("table", 2)]


def test_a_game_without_a_primer_has_no_sections():
    assert read_primer(replace(load_game("delve"), primer=None)).sections == []


# Levels


@each("name", GAMES)
def test_levels_of_a_game_are_those_of_the_measured_tables(name):
    game = load_game(name)
    assert game.levels.read_text(encoding="utf-8") == level_files()[name]
    levels = read_levels(game)
    assert [level.level for level in levels] == list(LEVELS)
    for level in levels:
        if level.bot:
            load_compiled_bot(game, level.bot)
        game.content(**level.options)
    strengths = [level.share for level in (levels if game.seats[1] > 1 else reversed(levels))]
    assert all(weak.high < strong.low for weak, strong in pairwise(strengths))


def test_levels_of_the_platformer_are_measured_with_synthetic_players():
    """Easier levels are survived by more of them, and neighbours differ surely."""
    levels = read_levels(load_game("platformer"))
    assert [(level.bot, level.options["level"]) for level in levels] == [("", name) for name in LEVELS]
    assert levels[0].share.value > 0.75
    assert levels[-1].share.value < 0.35


def test_easy_is_the_weakest_bot_that_wins_a_tenth_and_medium_lies_in_the_middle():
    levels = pick_levels(measured(hopeless=0.05, weak=0.2, fair=0.45, good=0.7, best=0.8))
    assert [level.bot for level in levels] == ["weak", "fair", "best"]


def test_a_hopeless_bot_is_easy_where_there_are_only_three():
    assert [level.bot for level in pick_levels(measured(a=0.9, b=0.02, c=0.5))] == ["b", "c", "a"]
    assert pick_levels(measured(a=0.9, b=0.1)) == []


@each(
    "text", ["level,bot\neasy,random\n", "level,bot,options,games,share,share_low,share_high\nhard,random,,1,0,0,1\n"]
)
def test_a_file_that_has_no_levels_is_refused_by_name(text, tmp_path):
    file = tmp_path / "levels.csv"
    file.write_text(text)
    with pytest.raises(ContentError, match=r"levels\.csv"):
        read_levels(replace(load_game("locm"), levels=file))


def test_an_unmeasured_game_says_which_tournament_measures_it(tmp_path):
    game = replace(load_game("locm"), levels=None)
    levels = play_levels(game, StudioPaths(tmp_path))
    assert levels.levels == []
    assert levels.command == measure_command(game)
    assert levels.command.startswith("ludus tournament locm random ")


def test_the_usual_opponents_of_dominion_do_not_buy_estates_early():
    game = load_game("dominion")
    for text in {default_opponent(game), *(level.bot for level in read_levels(game))}:
        for seed in range(12):
            position = Position.start(game, game.content(), seed)
            bots = [load_compiled_bot(game, text).join(position, seat, seed) for seat in range(2)]
            while max(player["turns"] for player in position.observation(0)["players"]) < 5:
                move = bots[position.current_player].choose(position)
                assert position.write_move(move) != "BUY Estate", (text, seed)
                before, position = position, position.copy()
                position.play(move)
                for bot in bots:
                    bot.watch(before, move)


@each("name", [name for name in GAMES if not load_game(name).real_time])
def test_the_bots_chosen_beforehand_are_those_of_measured_levels(name, studio):
    game = load_game(name)
    bots = {level.level: level.bot for level in read_levels(game)}
    assert (default_opponent(game), default_adviser(game)) == (bots["medium"], bots["hard"])
    info = studio.owner.get(f"/api/games/{name}")[1]
    assert (info["opponent"], info["adviser"]) == (bots["medium"], bots["hard"])


@each("name", [name for name in GAMES if not load_game(name).real_time])
def test_the_bot_that_gives_hints_wins_clearly_more_than_random(name):
    """In a game for one player, too, it must be able to win."""
    game, games = load_game(name), 12
    adviser, random = (load_compiled_bot(game, text) for text in (default_adviser(game), "random"))

    def won(players, number):
        position = Position.start(game, game.content(), number)
        return play_episode(position, players, range(number, number + len(players))).payoffs

    if game.seats[1] == 1:
        shares = [sum(won([bot], number)[0] for number in range(games)) / games for bot in (adviser, random)]
    else:
        wins = [won([adviser, random][:: 1 - 2 * (number % 2)], number)[number % 2] for number in range(games)]
        shares = [sum(wins) / games, 1 - sum(wins) / games]
    assert shares[0] > shares[1] + 0.3, shares


# In the Studio


def test_the_page_gets_primer_and_levels_of_a_game(studio):
    status, primer = studio.owner.get("/api/games/delve/primer")
    assert (status, primer["title"], primer["sections"][0]["role"]) == (200, "Delve", "goal")
    levels = studio.owner.get("/api/games/locm/levels")[1]
    assert [level["level"] for level in levels["levels"]] == list(LEVELS)
    assert (levels["drafts"], levels["command"], levels["source"]) == (["draft"], "", "")
    assert levels["guide"]
    assert studio.owner.get("/api/games/nothing/primer")[0] == 404


def test_the_page_gets_the_guided_run_and_levels_of_the_platformer(studio):
    status, guide = studio.owner.get("/api/levels/guide")
    assert status == 200
    assert guide["steps"][0]["place"] == [4, 2, 7, 2]
    assert studio.owner.get(f"/api/levels/{guide['level']}")[0] == 200
    levels = studio.owner.get("/api/games/platformer/levels")[1]
    assert levels["guide"] == guide["title"]
    for level in levels["levels"]:
        assert studio.owner.get(f"/api/levels/{level['options']['level']}")[0] == 200
    assert studio.owner.post("/api/games/platformer/guide", None)[0] == 404


def test_a_drafted_game_begins_with_the_battle_and_full_decks(studio):
    made = studio.owner.new_session("locm", bots=["baseline1"], seed=3, drafted=True)
    with studio.owner.join(made) as connection:
        whole = connection.until("whole")
        assert (whole["now"]["turn"], whole["drafted"], whole["now"]["decider"]) == ("turn 1", True, 0)
        me = whole["now"]["sights"][0]["view"]["me"]
        assert len(me["hand"]) + me["deck_size"] == 30
        assert connection.ask("back", ply=whole["now"]["ply"])["type"] == "refused"


def test_picks_of_the_drafting_bot_are_told_as_such_and_folded_into_one_line(studio):
    made = studio.owner.new_session("locm", bots=["random"], seed=3, drafted=True)
    with studio.owner.join(made) as connection:
        whole = connection.until("whole")
        fold = whole["folds"]
        assert [(row["seat"], row["words"], row["plies"]) for row in fold] == [
            (0, "Your deck was drafted: 30 cards", [*range(30)])
        ], "the picks of the other player are hidden"
        assert all(re.fullmatch("The drafting bot picks .+ for you", move["words"]) for move in whole["moves"])
        connection.send("stop")
        end = connection.until(lambda message: message["type"] == "whole" and message["everything"])
        words = {row["seat"]: (row["words"], len(row["plies"])) for row in end["folds"]}
        assert words == {0: ("Your deck was drafted: 30 cards", 30), 1: ("Random's deck was drafted: 30 cards", 30)}
        assert end["moves"][1]["words"].startswith("Random picks ")
        watching = studio.session_manager._live[made["id"]].session.moves[0].words[Reader(True, None)]
        assert re.fullmatch("The drafting bot picks .+ for person 1", watching)


def test_a_branch_of_a_drafted_game_knows_who_drafted(studio):
    made = studio.owner.new_session("locm", bots=["random"], seed=3, drafted=True)
    with studio.owner.join(made) as connection:
        connection.until("whole")
        connection.send("stop")
        end = connection.until(lambda message: message["type"] == "whole" and message["everything"])
    origin = {"table": made["id"], "ply": end["now"]["ply"]}
    branch = studio.owner.new_session("locm", bots=["random"], origin=origin, seed=None)
    with studio.owner.join(branch) as connection:
        whole = connection.until("whole")
        assert (whole["drafted"], [fold["seat"] for fold in whole["folds"]]) == (True, [0])


def test_people_who_draft_see_every_pick(studio):
    with studio.owner.join(studio.owner.new_session("locm", bots=["random"], seed=3)) as connection:
        here = connection.my_turn()
        connection.send("play", ply=0, text=here["now"]["legal"][0]["text"])
        after = connection.until(lambda message: message["moves"])
        assert after["folds"] == []
        assert after["moves"][0]["words"].startswith("You pick ")


def test_the_same_seed_drafts_the_same_decks(studio):
    hands = []
    for _ in range(2):
        with studio.owner.join(studio.owner.new_session("locm", bots=["coac"], seed=5, drafted=True)) as connection:
            hands.append(connection.until("whole")["now"]["sights"][0]["view"]["me"]["hand"])
    assert hands[0] == hands[1]


def test_a_game_without_a_draft_cannot_be_drafted(studio):
    order = {"game": "delve", "seats": [{"bot": None}], "drafted": True}
    status, problem = studio.owner.post("/api/tables", order)
    assert status == 400
    assert "delve" in problem["message"]


@each("name", GUIDED)
def test_a_guided_game_is_followed_to_the_end_of_its_guide(name, studio):
    status, made = studio.owner.post(f"/api/games/{name}/guide", None)
    assert status == 200, made
    with studio.owner.join(made) as connection:
        assert connection.until("whole")["guided"]
        for step in range(100):
            ply = connection.my_turn()["now"]["ply"]
            advice = connection.ask("guide", ply=ply)
            assert (advice["type"], advice["step"], advice["strayed"]) == ("guided", step, False)
            if not advice["text"]:
                break
            connection.send("play", ply=ply, text=advice["text"])
            connection.until(lambda message, at=ply: message["now"]["ply"] > at)
        assert step == advice["steps"]


def test_only_a_guided_game_has_a_guide(studio):
    with studio.owner.join(studio.owner.new_session("delve", bots=[])) as connection:
        assert connection.ask("guide", ply=0)["type"] == "refused"
    assert studio.owner.post("/api/games/auction/guide", None)[0] == 404
