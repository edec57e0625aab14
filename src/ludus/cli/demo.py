"""`ludus demo`: a tour for newcomers that ends with a table and a page to look at."""

from __future__ import annotations

import itertools
import shutil
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ludus.cli.screen import count, program, screen, write_file

if TYPE_CHECKING:
    from rich.console import Console

    from ludus.arena import Standings, Tournament
    from ludus.core.contract import Game
    from ludus.core.position import Position
    from ludus.core.replay import Replay
    from ludus.design.contract import Findings
    from ludus.lab import Report

GAMES = 300
TABLES, STUDY, DESIGN = "tournament", "study", "design"  # folders
REPLAY, PICTURE, STEPS = "game.json", "final-position.svg", "game.html"


def demo(
    game: Annotated[str, typer.Argument(metavar="GAME", help="The game to look at.")] = "locm",
    out: Annotated[str, typer.Option(metavar="FOLDER", help="Where the files go.")] = "ludus-demo",
    games: Annotated[
        int, typer.Option("-n", "--games", min=2, metavar="N", help="Games for each pair of players.")
    ] = GAMES,
    seed: Annotated[int, typer.Option(metavar="N", help="The same seed gives the same tour.")] = 1,
    study: Annotated[bool, typer.Option(help="With a small study, if the game has one.")] = True,
    design: Annotated[bool, typer.Option(help="With content made and explained, if the game shows that.")] = True,
) -> None:
    """A tour of two minutes, once everything is compiled: a tournament, one of its games, a study, content that was
    made and explained, reports."""
    from ludus.cli.demo_page import PAGE as TOUR
    from ludus.cli.demo_page import Tour, write_tour
    from ludus.cli.game_page import write_game
    from ludus.cli.tournament_results import show
    from ludus.core.registry import find_game, game_names
    from ludus.lab.tournament_page import PAGE, matrix, write_page
    from ludus.lab.tournament_words import seat_words, strongest
    from ludus.players import player_names

    console, folder, began = screen(), Path(out), time.perf_counter()
    chosen = find_game(game)
    make_room(folder, out)

    numbers = itertools.count(1)

    def chapter(title: str) -> None:
        console.print()
        console.print(f"{next(numbers)}. {title}", style="bold")

    console.print("Ludus playtests games by simulation. This tour lets players of a game meet and shows what came out.")
    chapter("What is installed")
    names = ", ".join(f"{name} ({find_game(name).title})" for name in game_names())
    console.print(f"{count(len(game_names()), 'game')}: {names}. We take {chosen.title}.", soft_wrap=True)
    console.print(f"{chosen.summary}.", soft_wrap=True)

    field = players(chosen)
    chapter("A tournament")
    known = {name: player_names(chosen)[name.partition(":")[0]] for name in field}
    for name, does in known.items():
        console.print(f"  {name}: {does}", soft_wrap=True)
    console.print()
    contest, results, seconds = play(chosen, field, games, seed, folder / TABLES)
    show(console, contest, results, folder / TABLES, seconds)

    chapter("One game of them, again")
    record, position, told = keep(contest, results, folder)
    console.print(told, soft_wrap=True)
    console.print("No moves were kept: its address is enough to play a game again.", soft_wrap=True)
    picture = draw(position)
    if picture:
        write_file(folder / PICTURE, picture)
        write_game(folder / STEPS, record, told)

    found = None
    if study and chosen.study:
        chapter("A study")
        found = show_study(console, chosen, folder / STUDY, seed)
    chapters = show_design(console, chosen, folder / DESIGN, seed, chapter) if design else {}

    chapter("What came out")
    best, seats = strongest(results, contest.kind), seat_words(results) if results.seats > 1 else ""
    replay, steps = f"{program()} replay {folder / REPLAY} --step", next_steps(chosen, field, folder)
    console.print(f"Who is strongest, and how sure is that? {best}", soft_wrap=True)
    if seats:
        console.print(f"Does the first seat matter? {seats}", soft_wrap=True)
    write_page(folder / TABLES, contest, results, picture)
    console.print(f"Where do I see a game? {replay}", soft_wrap=True)
    what = {f"{STUDY}/report.html": "what the study found, with every table"} if found else {}
    what |= {f"{DESIGN}/{name}/{PAGE}": each.title for name, each in chapters.items()}
    what |= {f"{TABLES}/{PAGE}": "the tournament: who beats whom, and how sure that is", REPLAY: "that game"}
    what |= {STEPS: "the same in a browser, turn by turn", PICTURE: "its last position"} if picture else {}
    commands = [f"{program()} {step}" for step in steps]
    pairs, page = matrix(results) if results.seats == 2 else [], STEPS if picture else ""
    designs = list(chapters.values())
    write_tour(
        folder,
        Tour(chosen.title, found, designs, known, best, seats, pairs, told, picture, replay, page, what, commands),
    )
    for name, told in {TOUR: "all of this on a page, to open in a browser: begin here", **what}.items():
        console.print(f"  {folder / name}: {told}", soft_wrap=True)

    chapter("What to try next")
    for command in commands:
        console.print(f"  {command}", soft_wrap=True)
    console.print(f"\nThe tour took {time.perf_counter() - began:.1f} s.")


def make_room(folder: Path, said: str) -> None:
    """A folder without the tables of an earlier tour; nothing else in it is touched."""
    from ludus.arena.folder import PLAN
    from ludus.cli.findings import PAGE
    from ludus.core.errors import OptionError
    from ludus.lab.folder import CONFIG

    try:
        folder.mkdir(parents=True, exist_ok=True)
        if (folder / TABLES / PLAN).is_file():
            shutil.rmtree(folder / TABLES)
        if (folder / STUDY / CONFIG).is_file():
            shutil.rmtree(folder / STUDY)
        if any((folder / DESIGN).glob(f"*/{PAGE}")):
            shutil.rmtree(folder / DESIGN)
    except OSError as error:
        raise OptionError(f"--out {said}: no folder can be made there: {error.strerror}") from None


def players(game: Game) -> list[str]:
    """Who takes part: those that the game names, the last of them again where the table is larger."""
    missing = game.seat_count(game.content().table) - len(game.showcase)
    return [*game.showcase, *[game.showcase[-1]] * missing]


def play(game: Game, field: list[str], games: int, seed: int, folder: Path) -> tuple[Tournament, Standings, float]:
    """The tournament, its results and the seconds they took."""
    from ludus.arena import Tournament
    from ludus.cli.tournament_progress import tournament_progress
    from ludus.compute import Threads
    from ludus.core.engine import engine
    from ludus.core.progress import first_use

    contest = Tournament(game, game.content(), field, games, seed)
    with first_use(game):
        engine(game)
        contest.prepare()
    began = time.perf_counter()
    with tournament_progress(contest) as advance:
        results = contest.run(folder, Threads(), advance)
    return contest, results, time.perf_counter() - began


def show_study(console: Console, game: Game, folder: Path, seed: int) -> Report:
    """The game's own study, in small; what it found."""
    from ludus.cli.run_progress import compiling, run_progress
    from ludus.lab import find_study, run
    from ludus.lab.config import read_config

    study = find_study(game.study)
    console.print(
        f"{study.name} {study.summary}; here in the preset `quick`, so intervals are wide and much stays undecided.",
        soft_wrap=True,
    )
    config = read_config(study, None, "quick", [f"seed={seed}"])
    with run_progress() as listener, compiling():
        done = run(study, config, folder, listener=listener)
    console.print(done.report.lead, soft_wrap=True)
    return done.report


def show_design(
    console: Console, game: Game, folder: Path, seed: int, chapter: Callable[[str], None]
) -> dict[str, Findings]:
    """What the game's designer has to show, chapter by chapter, each in a folder of its own."""
    from ludus.cli.findings import show_answer, write
    from ludus.cli.inspect import take_order
    from ludus.design.contract import find_tour

    tour = find_tour(game.name)
    if tour is None:
        return {}
    chapters = tour(take_order(game.name, None, seed, str(folder), "threads", None, []))
    for name, found in chapters.items():
        chapter(found.title)
        show_answer(found, console)
        (folder / name).mkdir(parents=True, exist_ok=True)
        write(found, str(folder / name))
    return chapters


def keep(contest: Tournament, results: Standings, folder: Path) -> tuple[Replay, Position, str]:
    """A game between the two best, or of the best alone, played again from its address and saved."""
    from ludus.arena.meeting import address_text

    best = results.players[0].number
    group = next(row.group for row in results.pairs if best in row.group and _next_best(results) in row.group)
    address = address_text(group, 0)
    record = contest.replay(address)
    record.save(folder / REPLAY)
    position = record.positions()[-1]
    ended = position.result
    assert ended is not None
    won = "nobody won alone" if ended.winner is None else f"seat {ended.winner} ({record.players[ended.winner]}) won"
    if contest.seats == 1:
        won = f"share {ended.shares[0]:g}"
    who = " against ".join(record.players)
    return record, position, f"Game {address}, {who}: {won} after {count(len(record.moves), 'move')} ({ended.reason})."


def _next_best(results: Standings) -> int:
    return results.players[1 if results.seats > 1 else 0].number


def draw(position: Position) -> str:
    from ludus.core.errors import LudusError

    try:
        return position.picture()
    except LudusError:  # a game without pictures
        return ""


def next_steps(game: Game, field: list[str], folder: Path) -> list[str]:
    """Commands to go on with, without the name of the program."""
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
    """What designers can do with the game, if somebody wrote a designer for it."""
    from ludus.core.errors import OptionError
    from ludus.design.contract import find_designer

    try:
        designer = find_designer(game.name)
    except OptionError:
        return []
    return [f"inspect {game.name} {designer.example}", f"make {game.name} {designer.target}"]
