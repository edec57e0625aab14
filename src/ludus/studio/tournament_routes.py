"""Routes for tournaments: list, start, resume, show standings, the report and the games of each pair."""

from __future__ import annotations

import csv
import math
import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import numpy as np
from fastapi import APIRouter, Request, Response
from msgspec import structs

from ludus.arena import Tournament
from ludus.arena.pairing import pair_text, read_address
from ludus.arena.tournament_dir import GAMES_FILE, PLAN_FILE, read_plan
from ludus.core.game_registry import load_game_by_name
from ludus.core.replay import Replay
from ludus.report.tournament import TOURNAMENT_PAGE
from ludus.report.tournament_judgement import count_comparisons
from ludus.stats import Estimate, pooled_proportion, proportion
from ludus.stats.intervals import SHARE_BOUNDS
from ludus.stats.judgement import exactly, side_of
from ludus.studio.bot_permissions import check_bot_text, is_external
from ludus.studio.file_paths import StudioPaths
from ludus.studio.jobs.job_manager import Job, JobManager
from ludus.studio.option_choices_and_checks import check_options
from ludus.studio.protocol.jobs import (
    NewTournament,
    PairPayoffs,
    Standing,
    StartedJob,
    TournamentRow,
    TournamentTable,
    ValueWithInterval,
)
from ludus.studio.protocol.tournament_games import GameRow, GamesPage
from ludus.studio.report_conversion import value_message
from ludus.studio.request_and_response_helpers import (
    json_response,
    owner_only,
    read_body,
    report_response,
    run_quick,
    run_search,
)
from ludus.studio.request_errors import NotFound
from ludus.studio.sessions.session_manager import SessionManager
from ludus.studio.uploaded_bots import UploadedBots
from ludus.studio.worker.job_messages import ResumeTournamentJob, TournamentJob
from ludus.util.errors import LudusError
from ludus.util.files import file_errors

CsvLine = dict[str, str]
PAIR = re.compile(r"\d{1,3}(-\d{1,3}){0,3}")
MAX_GAMES = 100  # in one response
LARGEST_GAMES_FILE = 30_000_000  # bytes; for a larger file there are no intermediate standings, only the final tables


def tournament_routes(paths: StudioPaths, job_manager: JobManager, session_manager: SessionManager) -> APIRouter:
    routes = APIRouter()

    @routes.get("/api/tournaments")
    async def tournaments() -> Response:
        return json_response(await run_quick(_rows, paths, job_manager, session_manager.bots))

    @routes.post("/api/tournaments")
    async def start_tournament(request: Request) -> Response:
        owner_only(request)
        order = await run_quick(tournament_order, paths, session_manager, await read_body(request, NewTournament))
        job = job_manager.start("tournament", order.game, Path(order.folder).name, order)
        return json_response(StartedJob(job.id, job.target))

    @routes.get("/api/tournaments/{name}")
    async def table(name: str) -> Response:
        return json_response(await run_quick(tournament_table, paths, name, job_manager, session_manager.bots))

    @routes.get("/api/tournaments/{name}/report")
    async def report(name: str, request: Request) -> Response:
        folder = paths.tournament_folder(name)
        texts = read_plan(folder).get("players", [])
        if any(map(is_external, texts)):
            owner_only(request)  # the report contains commands and paths
        return await run_quick(report_response, paths.file_inside(folder, TOURNAMENT_PAGE))

    @routes.post("/api/tournaments/{name}/resume")
    async def resume(name: str, request: Request) -> Response:
        owner_only(request)
        folder = paths.tournament_folder(name)
        subject = _tournament_row(folder, job_manager, session_manager.bots).game
        job = job_manager.start("tournament", subject, name, ResumeTournamentJob(str(folder)))
        return json_response(StartedJob(job.id, job.target))

    @routes.get("/api/tournaments/{name}/games/{pair}")
    async def games(name: str, pair: str, first: int = 0, winner: str = "") -> Response:
        folder = paths.tournament_folder(name)
        _check_pair(pair)
        return json_response(await run_quick(_games, folder, pair, first, winner, session_manager.bots))

    @routes.post("/api/tournaments/{name}/games/{pair}/{number}")
    async def game(name: str, pair: str, number: int, request: Request) -> Response:
        folder = paths.tournament_folder(name)
        _check_pair(pair)
        replay = await run_search(request, _replay, folder, f"{pair}/{number}")
        return json_response(await session_manager.import_replay(replay, request.scope["role"]))

    return routes


def _check_pair(pair: str) -> None:
    if not PAIR.fullmatch(pair):
        raise NotFound("pair", pair, "pairs are as 0-1")


def _rows(paths: StudioPaths, job_manager: JobManager, bots: UploadedBots) -> list[TournamentRow]:
    rows = []
    for folder in sorted(paths.tournaments.iterdir()):
        if (folder / PLAN_FILE).is_file():
            try:
                rows.append(_tournament_row(folder, job_manager, bots))
            except LudusError:  # tournaments that cannot be read are skipped
                continue
    return rows


def _tournament_row(folder: Path, job_manager: JobManager, bots: UploadedBots) -> TournamentRow:
    plan, job = read_plan(folder), job_manager.running_on(folder.name)
    try:
        planned = PlannedGames(
            str(plan["game"]), plan["players"], int(plan["games"]), int(plan["seed"]), plan["options"]
        )
        return _planned_row(folder.name, planned, _played(folder), job, bots)
    except (KeyError, TypeError, ValueError) as error:
        raise LudusError(f"{folder.name}: its plan is not complete: {error}") from None


class PlannedGames(NamedTuple):
    """What will be played: of the plan in a folder, or of an order."""

    game: str
    players: list[str]
    games: int  # of each pair
    seed: int
    options: dict[str, str]


def _planned_row(name: str, plan: PlannedGames, played: int, job: Job | None, bots: UploadedBots) -> TournamentRow:
    game = load_game_by_name(plan.game)
    players = [bots.display_name(text) for text in plan.players]
    planned = math.comb(len(players), game.seat_count(game.content(**plan.options).data)) * plan.games
    return TournamentRow(name, plan.game, players, played, planned, plan.seed, "" if job is None else job.id)


def _played(folder: Path) -> int:
    file = folder / GAMES_FILE
    if not file.is_file():
        return 0
    with open(file, "rb") as lines:
        return max(sum(1 for _ in lines) - 1, 0)


def tournament_table(paths: StudioPaths, name: str, job_manager: JobManager, bots: UploadedBots) -> TournamentTable:
    """Standings and cells; intermediate ones while the tournament runs."""
    job = job_manager.running_on(name)
    if job is not None and not (paths.tournaments / name / PLAN_FILE).is_file():  # just ordered, no folder yet
        order = job.order
        assert isinstance(order, TournamentJob)  # a tournament that is resumed has its plan
        planned = PlannedGames(order.game, order.players, order.games, order.seed, order.options)
        return TournamentTable(_planned_row(name, planned, 0, job, bots), [], [], False, False)
    folder = paths.tournament_folder(name)
    row = _tournament_row(folder, job_manager, bots)
    finished = job is None and (folder / "pairs.csv").is_file()
    standings, cells = final_standings(folder, bots) if finished else intermediate_standings(folder, row.players)
    return TournamentTable(row, standings, cells, finished, finished and (folder / TOURNAMENT_PAGE).is_file())


def final_standings(folder: Path, bots: UploadedBots) -> tuple[list[Standing], list[PairPayoffs]]:
    """Standings and cells from the files written at the end of a tournament."""
    players = {line["player"]: line for line in _lines(folder / "players.csv")}
    standings = [
        Standing(
            int(players[line["player"]]["number"]),
            bots.display_name(line["player"]),
            _value(players[line["player"]], "share"),
            _value(line, "rating"),
        )
        for line in _lines(folder / "ratings.csv")
    ]
    cells, lines = [], _lines(folder / "pairs.csv")
    for line in lines:
        seats = len(line["pair"].split("-"))
        shares = [_value(line, f"share_{k}") for k in range(seats)]
        sure = seats == 2 and _is_sure(shares[0], count_comparisons(len(players), len(lines), seats))
        cells.append(PairPayoffs(line["pair"], int(line["games"]), shares, sure))
    return standings, cells


def _is_sure(share: ValueWithInterval | None, comparisons: int) -> bool:
    """Whether a win rate is surely above or below 50 %; as in the report, whose intervals are Wilson's."""
    if share is None:
        return False
    rate = Estimate(share.value, share.low, share.high, 0, bounds=SHARE_BOUNDS, is_wilson=True)
    return side_of(rate, exactly(0.5), comparisons) in ("above", "below")


def _games(folder: Path, pair: str, first: int, winner: str, bots: UploadedBots) -> GamesPage:
    """Games of a pair, with players named as people know them."""
    names = {bots.display_name(text): text for text in read_plan(folder).get("players", [])}
    page = read_games(folder, pair, first, names.get(winner, winner))
    rows = [structs.replace(row, seats=[bots.display_name(name) for name in row.seats]) for row in page.games]
    return structs.replace(page, games=rows)


def _lines(file: Path) -> list[CsvLine]:
    if not file.is_file():
        return []
    with open(file, encoding="utf-8", newline="") as text:
        return list(csv.DictReader(text))


def _value(line: CsvLine, name: str) -> ValueWithInterval | None:
    if not line[name]:
        return None
    value = float(line[name])
    low, high = (float(line[f"{name}_{bound}"] or value) for bound in ("low", "high"))
    return ValueWithInterval(value, low, high)


def tournament_order(
    paths: StudioPaths, session_manager: SessionManager, new_tournament: NewTournament
) -> TournamentJob:
    """The job of a tournament. Raises OptionError if an option or a bot is wrong."""
    game = load_game_by_name(new_tournament.game)
    options = check_options(game.options, new_tournament.options, game.name, paths.content_file)
    players = [check_bot_text(game, text, session_manager.permissions["owner"]) for text in new_tournament.players]
    tournament = Tournament(game, game.content(**options), players, new_tournament.games, new_tournament.seed)
    folder = paths.tournaments / f"{game.name}-{tournament.digest()}"
    return TournamentJob(game.name, players, new_tournament.games, new_tournament.seed, options, str(folder))


def _replay(folder: Path, address: str) -> Replay:
    tournament = Tournament.open(folder)
    try:
        return tournament.replay(address)
    finally:
        tournament.close()


# Games of games.csv, which can be read while the tournament still appends to it


def read_games(folder: Path, pair: str, first: int, winner: str = "") -> GamesPage:
    """Games of a pair from number `first` on; only those won by `winner`, if it is given."""
    played, matching = 0, []
    for line in _game_lines(folder):
        if line["pair"] == pair:
            row = _game_row(line)
            played += 1
            if not winner or _won(row, winner):
                matching.append(row)
    page = [row for row in matching if row.number >= first][:MAX_GAMES]
    return GamesPage(pair, page, len(matching), played)


def intermediate_standings(folder: Path, players: list[str]) -> tuple[list[Standing], list[PairPayoffs]]:
    """Intermediate standings and cells of a running tournament, without ratings, which need all games."""
    if not (folder / GAMES_FILE).is_file() or (folder / GAMES_FILE).stat().st_size > LARGEST_GAMES_FILE:
        return [], []
    by_pair: dict[tuple[int, ...], list[list[float]]] = {}
    for line in _game_lines(folder):
        group, _ = read_address(f"{line['pair']}/0")
        number, seats = int(line["number"]), len(group)
        shares = [float(line[f"share_{(player - number) % seats}"]) for player in range(seats)]
        by_pair.setdefault(group, []).append(shares)
    series = {group: _deal_means(games, len(group)) for group, games in by_pair.items() if len(games) >= len(group)}
    cells = [
        PairPayoffs(
            pair_text(group), len(deals) * len(group), [value_message(proportion(column)) for column in deals.T]
        )
        for group, deals in series.items()
    ]
    standings = []
    for number, name in enumerate(players):
        own_deals = [deals[:, group.index(number)] for group, deals in series.items() if number in group]
        standings.append(
            Standing(number, name, value_message(pooled_proportion(own_deals)) if own_deals else None, None)
        )
    return sorted(
        standings, key=lambda standing: -1.0 if standing.share is None else standing.share.value, reverse=True
    ), cells


def _deal_means(games: list[list[float]], seats: int) -> np.ndarray:
    """Mean payoffs by deal and player. The games of a deal, one from each seat, are one observation."""
    complete = len(games) - len(games) % seats
    means: np.ndarray = np.array(games[:complete]).reshape(-1, seats, seats).mean(axis=1)
    return means


def _game_lines(folder: Path) -> Iterator[CsvLine]:
    """Complete rows; the last one may be written at this moment."""
    path = folder / GAMES_FILE
    with file_errors(path, "read"):
        if not path.is_file():
            return
        with open(path, encoding="utf-8", newline="") as text:
            complete_lines = (line for line in text if line.endswith("\n"))
            for line in csv.DictReader(complete_lines):
                if None not in line.values():
                    yield line


def _game_row(line: CsvLine) -> GameRow:
    seats = range(sum(name.startswith("seat_") for name in line))
    return GameRow(
        number=int(line["number"]),
        deal=line["deal"],
        seats=[line[f"seat_{k}"] for k in seats],
        shares=[float(line[f"share_{k}"]) for k in seats],
        points=[int(line[f"points_{k}"]) for k in seats],
        reason=line["reason"],
        length=int(line["length"]),
    )


def _won(row: GameRow, player: str) -> bool:
    best = max(row.shares)
    return best > 0 and any(name == player and row.shares[seat] == best for seat, name in enumerate(row.seats))
