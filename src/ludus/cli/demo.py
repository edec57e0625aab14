"""`ludus demo`: a demo for newcomers that ends with a table and a page."""

from __future__ import annotations

import itertools
import shutil
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ludus.cli.console import count_text, make_console, program_name, write_file

if TYPE_CHECKING:
    from rich.console import Console

    from ludus.arena import Tournament, TournamentResult
    from ludus.core.game import Game
    from ludus.core.position import Position
    from ludus.core.replay import Replay
    from ludus.design.base.designer import DesignReport
    from ludus.lab import Report

GAMES = 300
TABLES, STUDY, DESIGN = "tournament", "study", "design"  # folders
REPLAY, PICTURE, STEPS = "game.json", "final-position.svg", "game.html"


def demo(
    game: Annotated[str, typer.Argument(metavar="GAME", help="The game of the demo.")] = "locm",
    out: Annotated[str, typer.Option(metavar="FOLDER", help="Folder for the files.")] = "ludus-demo",
    games: Annotated[
        int, typer.Option("-n", "--games", min=2, metavar="N", help="Games for each pair of bots.")
    ] = GAMES,
    seed: Annotated[int, typer.Option(metavar="N", help="The same seed gives the same demo.")] = 1,
    study: Annotated[bool, typer.Option(help="Run a small study, if the game has one.")] = True,
    design: Annotated[bool, typer.Option(help="Make content and explain it, if the game has such a demo.")] = True,
) -> None:
    """Show a tournament, one of its games, a small study, generated content with an explanation, and reports.

    The demo takes two minutes, once everything is compiled.
    """
    from ludus.bots import bot_names
    from ludus.cli.demo_pages import DEMO_PAGE, DemoSummary, write_demo_page, write_replay_page
    from ludus.cli.match_and_tournament_results import print_tournament
    from ludus.core.game_registry import game_names, load_game
    from ludus.report.tournament import (
        TOURNAMENT_PAGE,
        payoff_matrix,
        seat_advantage_text,
        strongest_player,
        write_tournament_page,
    )

    console, folder, began = make_console(), Path(out), time.perf_counter()
    chosen = load_game(game)
    clear_old_files(folder, out)

    numbers = itertools.count(1)

    def chapter(title: str) -> None:
        console.print()
        console.print(f"{next(numbers)}. {title}", style="bold")

    console.print("Ludus playtests games by simulation. This demo runs a small tournament and shows the results.")
    chapter("What is installed")
    names = ", ".join(f"{name} ({load_game(name).title})" for name in game_names())
    console.print(f"{count_text(len(game_names()), 'game')}: {names}. We take {chosen.title}.", soft_wrap=True)
    console.print(f"{chosen.summary}.", soft_wrap=True)

    field = demo_bots(chosen)
    chapter("A tournament")
    known = {name: bot_names(chosen)[name.partition(":")[0]] for name in field}
    for name, summary in known.items():
        console.print(f"  {name}: {summary}", soft_wrap=True)
    console.print()
    tournament, results, seconds = play_tournament(chosen, field, games, seed, folder / TABLES)
    print_tournament(console, tournament, results, folder / TABLES, seconds)

    chapter("One of these games, replayed")
    record, position, caption = save_replay(tournament, results, folder)
    console.print(caption, soft_wrap=True)
    console.print("No moves were stored: a game can be replayed from its address alone.", soft_wrap=True)
    picture = position_svg(position)
    if picture:
        write_file(folder / PICTURE, picture)
        write_replay_page(folder / STEPS, record, caption)

    study_report = None
    if study and chosen.demo.study:
        chapter("A study")
        study_report = show_study(console, chosen, folder / STUDY, seed)
    chapters = show_design(console, chosen, folder / DESIGN, seed, chapter) if design else {}

    chapter("Results")
    best, seats = strongest_player(results, tournament.kind), seat_advantage_text(results) if results.seats > 1 else ""
    replay, steps = f"{program_name()} replay {folder / REPLAY} --step", next_steps(chosen, field, folder)
    console.print(f"Which bot is strongest, and how certain is that? {best}", soft_wrap=True)
    if seats:
        console.print(f"Does the first seat matter? {seats}", soft_wrap=True)
    write_tournament_page(folder / TABLES, tournament, results, picture)
    console.print(f"How do I look at a game? {replay}", soft_wrap=True)
    files = {f"{STUDY}/report.html": "the results of the study, with every table"} if study_report else {}
    files |= {f"{DESIGN}/{name}/{TOURNAMENT_PAGE}": report.title for name, report in chapters.items()}
    files |= {f"{TABLES}/{TOURNAMENT_PAGE}": "the tournament: who beats whom, with intervals", REPLAY: "that game"}
    files |= {STEPS: "the same game in a browser, turn by turn", PICTURE: "its last position"} if picture else {}
    commands = [f"{program_name()} {step}" for step in steps]
    pairs, page = payoff_matrix(results) if results.seats == 2 else [], STEPS if picture else ""
    designs = list(chapters.values())
    write_demo_page(
        folder,
        DemoSummary(
            chosen.title,
            study_report,
            designs,
            known,
            best,
            seats,
            pairs,
            caption,
            picture,
            replay,
            page,
            files,
            commands,
        ),
    )
    for name, caption in {DEMO_PAGE: "all of this on a page: open it in a browser first", **files}.items():
        console.print(f"  {folder / name}: {caption}", soft_wrap=True)

    chapter("What to try next")
    for command in commands:
        console.print(f"  {command}", soft_wrap=True)
    console.print(f"\nThe demo took {time.perf_counter() - began:.1f} s.")


def clear_old_files(folder: Path, said: str) -> None:
    """Create the folder and remove the results of an earlier demo; other files are not touched."""
    from ludus.arena.tournament_dir import PLAN_FILE
    from ludus.cli.report_output import REPORT_PAGE
    from ludus.lab.run_folder import CONFIG
    from ludus.util.errors import OptionError

    try:
        folder.mkdir(parents=True, exist_ok=True)
        if (folder / TABLES / PLAN_FILE).is_file():
            shutil.rmtree(folder / TABLES)
        if (folder / STUDY / CONFIG).is_file():
            shutil.rmtree(folder / STUDY)
        if any((folder / DESIGN).glob(f"*/{REPORT_PAGE}")):
            shutil.rmtree(folder / DESIGN)
    except OSError as error:
        raise OptionError(f"--out {said}: no folder can be made there: {error.strerror}") from None


def demo_bots(game: Game) -> list[str]:
    """The bots that take part: those that the game names, the last of them repeated for further seats."""
    missing = game.seat_count(game.content().data) - len(game.demo.lineup)
    return [*game.demo.lineup, *[game.demo.lineup[-1]] * missing]


def play_tournament(
    game: Game, field: list[str], games: int, seed: int, folder: Path
) -> tuple[Tournament, TournamentResult, float]:
    """Play the tournament; returns it, its results and the seconds it took."""
    from ludus.arena import Tournament
    from ludus.backends import Threads
    from ludus.cli.progress_bars import tournament_progress
    from ludus.core.compile.progress import report_compilation
    from ludus.core.game_engine import get_engine

    tournament = Tournament(game, game.content(), field, games, seed)
    with report_compilation(game):
        get_engine(game)
        tournament.prepare()
    began = time.perf_counter()
    with tournament_progress(tournament) as advance:
        results = tournament.run(folder, Threads(), advance)
    return tournament, results, time.perf_counter() - began


def show_study(console: Console, game: Game, folder: Path, seed: int) -> Report:
    """Run the game's own study in its quick preset; returns its report."""
    from ludus.cli.progress_bars import announce_compilation, run_progress
    from ludus.lab import find_study, run
    from ludus.lab.config import read_config

    study = find_study(game.demo.study)
    console.print(
        f"{study.name} {study.summary}; here in the preset `quick`, so intervals are wide and much stays undecided.",
        soft_wrap=True,
    )
    config = read_config(study, None, "quick", [f"seed={seed}"])
    with run_progress() as listener, announce_compilation():
        finished = run(study, config, folder, listener=listener)
    console.print(finished.report.lead, soft_wrap=True)
    return finished.report


def show_design(
    console: Console, game: Game, folder: Path, seed: int, chapter: Callable[[str], None]
) -> dict[str, DesignReport]:
    """Run the demo of the game's designer, chapter by chapter, each in its own folder."""
    from ludus.cli.inspect_and_make import design_request
    from ludus.cli.report_output import print_answer, write_report_files
    from ludus.design.base.designer import find_demo

    make_demo = find_demo(game.name)
    if make_demo is None:
        return {}
    chapters = make_demo(design_request(game.name, None, seed, str(folder), "threads", None, []))
    for name, report in chapters.items():
        chapter(report.title)
        print_answer(report, console)
        (folder / name).mkdir(parents=True, exist_ok=True)
        write_report_files(report, str(folder / name))
    return chapters


def save_replay(contest: Tournament, results: TournamentResult, folder: Path) -> tuple[Replay, Position, str]:
    """Replay a game between the two best bots, or of the best alone, from its address and save it."""
    from ludus.arena.pairing import address_text

    best = results.players[0].number
    group = next(row.group for row in results.pairs if best in row.group and _next_best(results) in row.group)
    address = address_text(group, 0)
    record = contest.replay(address)
    record.save(folder / REPLAY)
    position = record.positions()[-1]
    result = position.result
    assert result is not None
    outcome = (
        "no single winner" if result.winner is None else f"seat {result.winner} ({record.players[result.winner]}) won"
    )
    if contest.seats == 1:
        outcome = f"payoff {result.payoffs[0]:g}"
    names = " against ".join(record.players)
    return (
        record,
        position,
        f"Game {address}, {names}: {outcome} after {count_text(len(record.moves), 'move')} ({result.reason}).",
    )


def _next_best(results: TournamentResult) -> int:
    return results.players[1 if results.seats > 1 else 0].number


def position_svg(position: Position) -> str:
    from ludus.util.errors import LudusError

    try:
        return position.svg()
    except LudusError:  # a game without pictures
        return ""


def next_steps(game: Game, field: list[str], folder: Path) -> list[str]:
    """Commands to try next, without the name of the program."""
    best = field[-1]
    against = f" {field[0]}" if game.seats[0] == 2 else ""
    return [
        f"play {game.name} --against {best}" if game.seats[0] > 1 else f"play {game.name}",
        f"replay {folder / REPLAY} --step",
        f"bots {game.name}",
        f"match {game.name} {best}{against} -n 1000 --seed 2",
        *design_steps(game),
        "studies",
        "-h",
    ]


def design_steps(game: Game) -> list[str]:
    """Commands of the game's designer, if there is one."""
    from ludus.design.base.designer import find_designer
    from ludus.util.errors import OptionError

    try:
        designer = find_designer(game.name)
    except OptionError:
        return []
    return [f"inspect {game.name} {designer.inspect_example}", f"make {game.name} {designer.make_example}"]
