"""Tournaments: listed, started, resumed, and the games behind every number."""

from __future__ import annotations

import csv
import math
import re
from pathlib import Path

from fastapi import APIRouter, Request, Response

from ludus.arena import Tournament
from ludus.arena.folder import GAMES, PLAN, read_plan
from ludus.core.errors import LudusError
from ludus.core.registry import find_game
from ludus.core.replay import Replay
from ludus.studio.answers import answer, aside, body, owner_only
from ludus.studio.bots import checked_text
from ludus.studio.choices import checked
from ludus.studio.hall import Hall
from ludus.studio.home import Home, NotThere
from ludus.studio.labour.orders import Contest, ResumeContest
from ludus.studio.protocol.work import Cell, NewTournament, Standing, Started, TournamentRow, TournamentTable, Value
from ludus.studio.workshop import Workshop

PAIR = re.compile(r"\d{1,3}(-\d{1,3}){0,3}")
Line = dict[str, str]


def tournament_routes(home: Home, workshop: Workshop, hall: Hall) -> APIRouter:
    routes = APIRouter()

    @routes.get("/api/tournaments")
    async def tournaments() -> Response:
        return answer(await aside(_rows, home, workshop))

    @routes.post("/api/tournaments")
    async def new_tournament(request: Request) -> Response:
        owner_only(request)
        order = await aside(_order, home, hall, await body(request, NewTournament))
        return answer(Started(workshop.start("tournament", order.game, Path(order.folder).name, order).id))

    @routes.get("/api/tournaments/{name}")
    async def table(name: str) -> Response:
        return answer(await aside(_table, home.tournament_folder(name), workshop))

    @routes.post("/api/tournaments/{name}/resume")
    async def resume(name: str, request: Request) -> Response:
        owner_only(request)
        folder = home.tournament_folder(name)
        subject = _row(folder, workshop).game
        return answer(Started(workshop.start("tournament", subject, name, ResumeContest(str(folder))).id))

    @routes.post("/api/tournaments/{name}/games/{pair}/{number}")
    async def game(name: str, pair: str, number: int) -> Response:
        folder = home.tournament_folder(name)
        if not PAIR.fullmatch(pair):
            raise NotThere(f"there is no pair {pair[:20]!r}; pairs are as 0-1")
        replay = await aside(_replay, folder, f"{pair}/{number}")
        return answer(await hall.adopt(replay))

    return routes


def _rows(home: Home, workshop: Workshop) -> list[TournamentRow]:
    found = []
    for folder in sorted(home.tournaments.iterdir()):
        if (folder / PLAN).is_file():
            try:
                found.append(_row(folder, workshop))
            except LudusError:  # one that cannot be read does not hide the others
                continue
    return found


def _row(folder: Path, workshop: Workshop) -> TournamentRow:
    plan = read_plan(folder)
    try:
        players, games, seed, name = list(plan["players"]), int(plan["games"]), int(plan["seed"]), str(plan["game"])
        game = find_game(name)
        seats = game.seat_count(game.content(**plan["options"]).table)
    except (KeyError, TypeError, ValueError) as error:
        raise LudusError(f"{folder.name}: its plan is not complete: {error}") from None
    work = workshop.on(folder.name)
    planned = math.comb(len(players), seats) * games
    return TournamentRow(folder.name, name, players, _played(folder), planned, seed, "" if work is None else work.id)


def _played(folder: Path) -> int:
    file = folder / GAMES
    if not file.is_file():
        return 0
    with open(file, "rb") as lines:
        return max(sum(1 for _ in lines) - 1, 0)


def _table(folder: Path, workshop: Workshop) -> TournamentTable:
    """The standings; none as long as it is played for the first time."""
    row = _row(folder, workshop)
    players = {line["player"]: line for line in _lines(folder / "players.csv")}
    standings = [
        Standing(
            int(players[line["player"]]["number"]),
            line["player"],
            _value(players[line["player"]], "share"),
            _value(line, "rating"),
        )
        for line in _lines(folder / "ratings.csv")
    ]
    cells = [Cell(line["pair"], int(line["games"]), _value(line, "share_0")) for line in _lines(folder / "pairs.csv")]
    return TournamentTable(row, standings, cells)


def _lines(file: Path) -> list[Line]:
    if not file.is_file():
        return []
    with open(file, encoding="utf-8", newline="") as text:
        return list(csv.DictReader(text))


def _value(line: Line, name: str) -> Value | None:
    if not line[name]:
        return None
    value = float(line[name])
    low, high = (float(line[f"{name}_{end}"] or value) for end in ("low", "high"))
    return Value(value, low, high)


def _order(home: Home, hall: Hall, given: NewTournament) -> Contest:
    game = find_game(given.game)
    options = checked(game.options, given.options, game.name, home.content_file)
    players = [checked_text(game, text, hall.invitations["owner"]) for text in given.players]
    contest = Tournament(game, game.content(**options), players, given.games, given.seed)
    folder = home.tournaments / f"{game.name}-{contest.digest()}"
    return Contest(game.name, players, given.games, given.seed, options, str(folder))


def _replay(folder: Path, address: str) -> Replay:
    contest = Tournament.open(folder)
    try:
        return contest.replay(address)
    finally:
        contest.leave()
