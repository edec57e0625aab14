"""Routes for new players: how to play, the guided first game, opponents of known strength."""

from __future__ import annotations

from pathlib import Path

from fastapi import APIRouter, Request, Response

from ludus.bots.measured_levels import LEVELS
from ludus.core.game import Game
from ludus.core.game_registry import load_game_by_name
from ludus.core.guide import LEARNER, load_guide
from ludus.studio.file_paths import StudioPaths
from ludus.studio.jobs.job_manager import JobManager
from ludus.studio.play_levels import measuring_tournament, play_levels
from ludus.studio.primers import read_primer
from ludus.studio.protocol.jobs import StartedJob
from ludus.studio.protocol.sessions import NewSession, SeatPlan
from ludus.studio.request_and_response_helpers import json_response, owner_only, run_quick
from ludus.studio.request_errors import NotFound
from ludus.studio.sessions.session_manager import SessionManager
from ludus.studio.tournament_routes import tournament_order
from ludus.studio.worker.job_messages import TournamentJob
from ludus.util.errors import OptionError


def learning_routes(paths: StudioPaths, job_manager: JobManager, session_manager: SessionManager) -> APIRouter:
    routes = APIRouter()

    @routes.get("/api/games/{name}/primer")
    async def primer(name: str) -> Response:
        return json_response(await run_quick(lambda: read_primer(load_game_by_name(name))))

    @routes.post("/api/games/{name}/guide")
    async def guided_game(name: str, request: Request) -> Response:
        order = await run_quick(_guided_order, name)
        return json_response(await session_manager.create(order, request.scope["role"], guided=True))

    @routes.get("/api/games/{name}/levels")
    async def levels(name: str) -> Response:
        running = (job for job in job_manager.jobs.values() if job.state == "working")
        work = next((job.id for job in running if job.kind == "tournament" and job.subject == name), "")
        return json_response(await run_quick(lambda: play_levels(load_game_by_name(name), paths, work)))

    @routes.post("/api/games/{name}/levels")
    async def measure(name: str, request: Request) -> Response:
        owner_only(request)
        order = await run_quick(_measuring_order, load_game_by_name(name), paths, session_manager)
        job = job_manager.start("tournament", order.game, Path(order.folder).name, order)
        return json_response(StartedJob(job.id, job.target))

    return routes


def _guided_order(name: str) -> NewSession:
    """The session of the guided first game. Raises NotFound if the game has none."""
    game = load_game_by_name(name)
    guide = load_guide(game)
    if guide is None:
        raise NotFound("guided first game", game.name)
    seats = [SeatPlan(None if player == LEARNER else player) for player in guide.players]
    return NewSession(game.name, seats, guide.seed, guide.options, drafted=guide.drafted)


def _measuring_order(game: Game, paths: StudioPaths, session_manager: SessionManager) -> TournamentJob:
    """The tournament that measures the bots of a game. Raises OptionError if it cannot give levels."""
    tournament = measuring_tournament(game)
    if game.seats[1] < 2 or len(tournament.players) < len(LEVELS):
        raise OptionError(f"{game.name}: {len(LEVELS)} opponents cannot be measured; it has too few seats or bots")
    return tournament_order(paths, session_manager, tournament)
