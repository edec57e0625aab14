"""A folder with an example of everything that the Studio stores, and for every route a valid request."""

import json
import random

import msgspec

from ludus.arena import Tournament
from ludus.arena.tournament_dir import PLAN_FILE
from ludus.core.game_registry import load_game
from ludus.core.position import Position
from ludus.core.replay import Replay
from ludus.design.platformer.level_io import find_level
from ludus.design.platformer.recordings import Recording
from ludus.design.platformer.recordings.files import write_recordings
from ludus.design.platformer.recordings.replay_conversion import parse_moves, replay_from_recording
from ludus.studio.file_paths import StudioPaths
from ludus.studio.jobs.job_store import FORMAT, JobStore, StoredJob, StoredResults
from ludus.studio.levels import user_study_store
from ludus.studio.protocol.jobs import DesignReportMessage, JobRow, JobStep
from ludus.studio.protocol.uploaded_bots import NewBot
from ludus.studio.sessions.game_session import GameSession
from ludus.studio.sessions.sessions_on_disk import SessionStore
from ludus.studio.skill_trees.editor_choices import trees_info
from ludus.studio.uploaded_bots import UploadedBots
from ludus.studio.worker.job_messages import InspectJob
from ludus.util.files import atomic_write_json

# two sessions, a job, two participants, a session that is left
PLAYED, OVER, WORK, FRESH, RATES, LEFT = (digit * 12 for digit in "123456")
KEYS = ["key-of-seat-0", "key-of-seat-1"]
WHEN = "2026-01-01T00:00:00.000Z"
TEN = ["Cellar", "Market", "Militia", "Mine", "Moat", "Remodel", "Smithy", "Village", "Woodcutter", "Workshop"]
NODES = [("Fury", "area", 2, [], 1), ("Aim", "targeted", 3, [], 1), ("Storm", "area mana", 4, [0], 2)]
TREE = {
    "name": "small",
    "nodes": [dict(zip(("name", "target", "value", "parents", "price"), node, strict=True)) for node in NODES],
}
TREE_TEXT = '# mine\nname = "x"\n[[nodes]]\nname = "Fury"\ntarget = "area"\nvalue = 2\n'
LEVEL = """level Of my own

cells
############
#oooooooooo#
#ooootttooo#
############

start 1 1
exit 10 1
saw 5 1 period 120 phase 0
"""
BOT = {
    "name": "mine",
    "game": "auction",
    "kind": "python",
    "code": "import ludus\n\n\nclass Last(ludus.Bot):\n    def choose(self, turn):\n        return turn.moves[-1]\n",
    "cls": "Last",
    "options": "depth=3",
    "offered": True,
}
ACTS = [
    {"type": "play", "request": 1, "ply": 0, "text": "BID 1"},
    {"type": "look", "request": 2, "ply": 0},
    {"type": "describe", "request": 3, "ply": 0},
    {"type": "ask", "request": 4, "ply": 0, "bot": "mcts:iterations=9"},
    {"type": "explain", "request": 5, "text": "BID 1"},
    {"type": "go", "request": 6, "moves": 1},
    {"type": "halt", "request": 7},
    {"type": "again", "request": 8},
    {"type": "logs", "request": 9},
]


def fill(folder) -> None:
    """Write sessions, a job, a run, a tournament, content, a bot and two participants of the study."""
    paths = StudioPaths(folder)
    game = load_game("auction")
    store = SessionStore(paths.tables)
    for unfinished in (PLAYED, LEFT):
        played = GameSession.begin(unfinished, game, game.content(), 1, ["person", "person"], WHEN, False)
        played.keys = KEYS
        store.create(played)
    over = GameSession.replayed(OVER, replay(), WHEN)
    store.create(over)
    store.finish(over)
    row = JobRow(WORK, "inspect", "delve", "", "done", WHEN, "")
    order = InspectJob("delve", ["bad"], {}, {}, 100, 1)
    found = DesignReportMessage("A tree", ["It is fine."], [], {}, [], {}, {}, [], {})
    job = StoredJob(FORMAT, row, order, [JobStep("fights", 5, 9, "game", {})], [], [], 3.5)
    JobStore(paths.work).store(job, StoredResults(found, {"front": [1, 2]}))
    paths.write_content("tree.toml", TREE_TEXT)
    UploadedBots(paths.bots, True).store(msgspec.convert(BOT, NewBot))
    (paths.runs / "a-run" / "replays").mkdir(parents=True)
    plan = {"format": 1, "study": "toy", "config": {"seed": 1}, "versions": {"ludus": "0"}}
    atomic_write_json(paths.runs / "a-run" / "versions.json", plan)
    replay().save(paths.runs / "a-run" / "replays" / "game.json")
    (paths.tournaments / "a-cup").mkdir()
    tournament = Tournament(game, game.content(), ["random", "mcts:iterations=2"], 4, 1)
    atomic_write_json(paths.tournaments / "a-cup" / PLAN_FILE, tournament.plan())
    for id, session in ((FRESH, 0), (RATES, 1)):
        (paths.study / id).mkdir(parents=True)
        participant = user_study_store.Participant(id, session, "Ann", WHEN)
        (paths.study / id / user_study_store.PARTICIPANT_FILE).write_bytes(msgspec.json.encode(participant))
    waits = Recording(
        user_study_store.study_level(1, 0), parse_moves("5 left"), "Ann", "person", session=1, skipped=True
    )
    (paths.study / RATES / user_study_store.TUTORIALS_FILE).write_text(write_recordings([waits]))


def replay() -> Replay:
    """A random game of Auction."""
    game, rng = load_game("auction"), random.Random(1)
    position = Position.start(game, game.content(), 7)
    while not position.end_reason:
        position.play(rng.choice(position.legal_moves))
    return Replay.from_position(position, ["random", "random"])


def setting() -> dict:
    """Settings of the skill tree editor with as few fights as possible."""
    return msgspec.to_builtins(trees_info().setting) | {"orders": 2}


def level_questions() -> list:
    """Valid messages for the socket of the level editor."""
    check = {"type": "check", "request": 1, "text": LEVEL, "setting": {"players": 12, "seed": 1, "respawn": "start"}}
    return [check, check | {"text": LEVEL.replace("exit", "safe")}, {"type": "drop", "request": 2}]


def questions() -> list:
    """Valid messages for the socket of the skill tree editor."""
    measure = {"type": "measure", "request": 1, "after": TREE, "before": None, "setting": setting()}
    return [measure, {**measure, "before": {"name": "none", "nodes": []}}, {"type": "drop", "request": 2}]


def orders() -> dict[str, tuple[str, list]]:
    """By route: a path and valid bodies; no bodies where the route takes none."""
    table = {"game": "auction", "seats": [{"bot": None}, {"bot": "mcts:iterations=9"}], "seed": 7, "halted": False}
    branch = {"game": "auction", "seats": [{}, {"bot": "random"}], "open": True, "origin": {"table": OVER, "ply": 2}}
    fight = {"player": setting()["player"], "seed": 1, "encounter": 0, "deck": trees_info().decks[0], "nodes": ["Fury"]}
    drawn = [{"draft": TREE, "format": ending} for ending in (".toml", ".json", ".csv")]
    written = [{"format": ".toml", "text": TREE_TEXT}, {"format": ".json", "text": json.dumps(TREE)}]
    ticks = {"presses": "5 left", "ticks": 5, "deaths": 0}
    first = replay_from_recording(Recording(find_level("first-steps"), parse_moves("5 left"), "Ann"), "first-steps")
    asked = {"asks": {}, "options": {"kingdom": "first-game"}, "games": 10, "seed": 1}
    card_file = {"game": "dominion", "name": "mine.toml", "text": '[Market]\ncost = 4\ntypes = ["Action"]\ncards = 1\n'}
    card_edits = [
        {"action": "set", "line": 1, "field": "cost", "value": 3},
        {"action": "rename", "line": 1, "value": "Fair"},
        {"action": "add", "kind": "card"},
        {"action": "reset", "line": 1},
    ]
    tournament = {"game": "auction", "players": ["random", "mcts:iterations=2"], "games": 4, "options": {"cards": "5"}}
    return {
        "/api/tables": ("", [table | {"options": {"cards": "5"}}, branch]),
        "/api/tables/{id}/abort": (f"/api/tables/{LEFT}/abort", [{"key": KEYS[0]}]),
        "/api/replays": ("", [msgspec.to_builtins(replay())]),
        "/api/content": ("", [{"name": "other.toml", "text": TREE_TEXT}]),
        "/api/bots": ("", [BOT, BOT | {"name": "other", "kind": "command", "code": "true", "cls": "", "options": ""}]),
        "/api/bots/check": ("", [BOT]),
        "/api/bots/{name}/offer": ("/api/bots/mine/offer", [{"offered": False}]),
        "/api/bots/{name}/remove": ("/api/bots/other/remove", []),
        "/api/design/{game}/inspect": ("/api/design/dominion/inspect", [asked | {"content": ["first-game"]}]),
        "/api/design/{game}/make": ("/api/design/delve/make", [{"asks": {"nodes": "6"}, "games": 10, "seed": 1}]),
        "/api/games/{name}/guide": ("/api/games/delve/guide", []),
        "/api/games/{name}/levels": ("/api/games/locm/levels", []),
        "/api/cards/check": ("", [card_file]),
        "/api/cards/edit": ("", [card_file | edit for edit in card_edits]),
        "/api/cards/keep": ("", [card_file]),
        "/api/cards/measure": ("", [card_file | {"games": 10, "seed": 1}]),
        "/api/kingdoms/games": (
            "",
            [{"kingdom": TEN, "edition": "first", "players": ["earl", "drew"], "seed": 1, "number": 3}],
        ),
        "/api/levels": ("", [{"text": LEVEL}]),
        "/api/levels/import": ("", [{"name": "a.level", "text": LEVEL}]),
        "/api/levels/export": ("", [{"text": LEVEL, "suffix": ".csv"}]),
        "/api/levels/make": ("", [{"seed": 1, "rooms": "2x1", "loops": 0.25, "difficulty": 0.5}]),
        "/api/levels/runs": ("", [{"level": "first-steps", "arrived": False, "respawn": "start", **ticks}]),
        "/api/levels/replays": ("", [{"text": msgspec.json.encode(first).decode()}]),
        "/api/levels/{id}/survey": ("/api/levels/first-steps/survey", [{"players": 12, "seed": 1, "respawn": "start"}]),
        "/api/study": ("", [{"player": "Ben"}]),
        "/api/study/plays": ("", [{"study": FRESH, "step": 0, "skipped": True, **ticks}]),
        "/api/study/ratings": ("", [{"study": RATES, "step": 0, "rating": 3}]),
        "/api/trees/open": ("", [{"name": "delver"}, {"name": "@tree.toml"}]),
        "/api/trees/drawn": ("", drawn),
        "/api/trees/written": ("", written),
        "/api/trees/keep": ("", [TREE]),
        "/api/trees/fights": ("", [{"draft": TREE, "number": 0, **fight}]),
        "/api/runs": ("", [{"study": "dominion-cards", "preset": "quick", "sets": {"seed": "3"}}]),
        "/api/runs/{name}/resume": ("/api/runs/a-run/resume", []),
        "/api/runs/{name}/replays/{path:path}": ("/api/runs/a-run/replays/game.json", []),
        "/api/tournaments": ("", [tournament | {"seed": 3}]),
        "/api/tournaments/{name}/resume": ("/api/tournaments/a-cup/resume", []),
        "/api/tournaments/{name}/games/{pair}/{number}": ("/api/tournaments/a-cup/games/0-1/2", []),
        "/api/work/{id}/stop": (f"/api/work/{WORK}/stop", []),
        "/api/work/{id}/again": (f"/api/work/{WORK}/again", []),
    }
