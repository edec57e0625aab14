"""`ludus demo`: a tournament, a game to step through and a page with both, for newcomers."""

from __future__ import annotations

import itertools
import shlex
import shutil
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ludus.cli.console import make_console, program_name, write_file
from ludus.util.text import plural

if TYPE_CHECKING:
    from rich.console import Console

    from ludus.arena import Tournament, TournamentResult
    from ludus.arena.compiled_games import Outcomes
    from ludus.arena.pairing import PairingMatch
    from ludus.cli.demo_pages import Suggestion
    from ludus.core.game import Game
    from ludus.core.position import Position
    from ludus.core.replay import Replay
    from ludus.report.report_model import Report

GAMES = 300
TABLES, STUDY, DESIGN = "tournament", "study", "design"  # folders
REPLAY, PICTURE, OWN_BOT, OWN_REPORT = "game.json", "final-position.svg", "my_bot.py", "my-report"
OWN_BOT_SOURCE = '''"""A bot of your own: change `choose`, then let it play again."""

import ludus


class MyBot(ludus.Bot):
    """Tries every legal move and takes the one after which it leads by most points; luck decides between equals."""

    def choose(self, turn):
        return max(turn.moves, key=lambda move: (self.lead(turn.simulate(), move), self.random.random()))

    def lead(self, position, move):
        position.play(move)
        mine, *others = position.scores[self.seat :] + position.scores[: self.seat]
        return mine - max(others, default=0)
'''


def demo(
    game: Annotated[str, typer.Argument(metavar="GAME", help="The game of the demo.")] = "locm",
    out: Annotated[str, typer.Option(metavar="FOLDER", help="Folder for the files.")] = "ludus-demo",
    games: Annotated[
        int, typer.Option("-n", "--games", min=2, metavar="N", help="Games for each pair of bots.")
    ] = GAMES,
    seed: Annotated[int, typer.Option(metavar="N", help="The same seed gives the same demo.")] = 1,
    study: Annotated[
        bool, typer.Option("--study/--no-study", help="Also run a small study of the game, an experiment of a minute.")
    ] = False,
    design: Annotated[
        bool | None,
        typer.Option(
            "--design/--no-design",
            help="Also make content and explain it, as delve and platformer can.",
            show_default="if the game can",
        ),
    ] = None,
) -> None:
    """Play a small tournament, show who is strongest, and replay a game that the strongest bot won.

    The results are on one page, index.html in the folder of the demo. The demo also writes a bot and a content file
    for you to change. Both are kept if they exist.
    """
    from ludus.cli.demo_pages import DEMO_PAGE, DemoSummary, write_demo_page
    from ludus.cli.match_and_tournament_results import print_tournament
    from ludus.core.game_registry import load_game
    from ludus.report.tournament import (
        TOURNAMENT_PAGE,
        seat_advantage_text,
        strongest_player,
        write_tournament_page,
    )

    console, folder, began = make_console(), Path(out), time.perf_counter()
    chosen = load_game(game)
    check_options(chosen, study, design)
    clear_old_files(folder, out)
    numbers = itertools.count(1)

    def chapter(title: str) -> None:
        console.print()
        console.print(f"{next(numbers)}. {title}", style="bold")

    tournament = prepare_tournament(chosen, games, seed)
    introduction = introduction_sentences(tournament)
    for sentence in introduction:
        console.print(sentence, soft_wrap=True)

    chapter("Which bot is strongest?")
    bots = bot_summaries(chosen, tournament)
    for name, summary in bots.items():
        console.print(f"  {name}: {summary}", soft_wrap=True)
    console.print()
    compile_and_play_first_game(console, tournament, began)
    results, seconds = play_tournament(tournament, folder / TABLES)
    print_tournament(console, tournament, results, folder / TABLES, seconds)

    address = won_game(results, folder / TABLES)
    record, position, game_title, caption = save_replay(tournament, results, address, folder)
    chapter(game_title)
    console.print(caption, soft_wrap=True)
    replay_command = f"{program_name()} replay {shlex.quote(str(folder / REPLAY))} --step"
    console.print(f"Step through it on the page, or here: {replay_command}", soft_wrap=True)
    picture = position_svg(position)
    if picture:
        write_file(folder / PICTURE, picture)

    designs = show_design(console, chosen, folder / DESIGN, seed, chapter) if design is not False else {}
    study_report = None
    if study:
        chapter("A study")
        study_report = show_study(console, chosen, folder / STUDY, seed)

    write_tournament_page(folder / TABLES, tournament, results, picture)
    files = {f"{TABLES}/{TOURNAMENT_PAGE}": "the report of the tournament, with all tables"}
    files |= {f"{TABLES}/games.csv": f"a row for each of the {plural(results.games, 'game')}"}
    files |= {REPLAY: "the replay of the game above"} | ({PICTURE: "its last position"} if picture else {})
    files |= {f"{DESIGN}/{name}/{TOURNAMENT_PAGE}": report.title for name, report in designs.items()}
    files |= {f"{STUDY}/report.html": "the report of the study, with all tables"} if study_report else {}
    files |= write_own_files(chosen, folder)
    suggestions = what_next(chosen, tournament, folder, study)
    write_demo_page(
        folder,
        DemoSummary(
            title=chosen.title,
            introduction=introduction,
            strongest=strongest_player(results, tournament.kind),
            seat_advantage=seat_advantage_text(results) if results.seats > 1 else "",
            results=results,
            bots=bots,
            provenance=provenance(tournament, results, folder / TABLES, address),
            game_title=game_title,
            game_caption=caption,
            game_command=replay_command,
            record=record if picture else None,
            designs=list(designs.values()),
            study=study_report,
            suggestions=suggestions,
            files=files,
        ),
    )

    chapter("What next?")
    for suggestion in suggestions:
        console.print(f"{suggestion.title}. {suggestion.text}", soft_wrap=True)
        for command in suggestion.commands:
            console.print(f"  {command}", soft_wrap=True)
    console.print(f"\nThe demo took {time.perf_counter() - began:.1f} s. Open its page in a browser:")
    console.print(f"  {(folder / DEMO_PAGE).resolve().as_uri()}", soft_wrap=True, style="bold")


def check_options(game: Game, study: bool, design: bool | None) -> None:
    """Refuse parts of the demo that the game does not have.

    Raises:
        OptionError: an option asks for such a part.
        MissingExtra: the libraries for studies are not installed.
    """
    from ludus.design.base.designer import find_demo
    from ludus.util.errors import OptionError
    from ludus.util.extras import require_extra

    if study and not game.demo.study:
        raise OptionError(f"--study: {game.name} has no study for the demo; `ludus studies` lists all studies")
    if study:
        require_extra("studies", "--study")
    if design and find_demo(game.name) is None:
        raise OptionError(f"--design: {game.name} makes no content in the demo; try `ludus make {game.name} -h`")


def clear_old_files(folder: Path, said: str) -> None:
    """Create the folder and remove the results of an earlier demo; other files are not touched."""
    from ludus.arena.tournament_dir import PLAN_FILE
    from ludus.lab.run_folder import CONFIG
    from ludus.report.report_files import REPORT_PAGE
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


def prepare_tournament(game: Game, games: int, seed: int) -> Tournament:
    """The tournament of the bots that the game names, the last of them repeated for further seats."""
    from ludus.arena import Tournament

    content = game.content()
    missing = game.seat_count(content.data) - len(game.demo.lineup)
    return Tournament(game, content, [*game.demo.lineup, *[game.demo.lineup[-1]] * missing], games, seed)


def introduction_sentences(tournament: Tournament) -> list[str]:
    """Three sentences: what Ludus is, which game this is, and what is played."""
    from ludus.arena.pairing import max_groups

    game, seats, games = tournament.game, tournament.seats, tournament.games
    groups = max_groups(tournament.kind, len(tournament.names), seats)
    bots, total = plural(len(tournament.names), "bot"), plural(groups * games, "game")
    played = {
        1: f"{bots} play it here, {plural(games, 'game')} each and all on the same deals: {total} in all.",
        2: f"{bots} play a tournament of {total}: {plural(groups, 'pair')} of bots, {plural(games, 'game')} for "
        "each pair, "
        "with both seats equally often and the same deals for all.",
    }.get(
        seats,
        f"{bots} play a tournament of {total}: {plural(groups, 'group')} of {seats} bots, "
        f"{plural(games, 'game')} for each "
        "group, with all seats equally often and the same deals for all.",
    )
    return [
        "Ludus plays games thousands of times and measures them: which bot is strongest, whether a seat or a card is "
        "too strong, how hard a level is.",
        f"The game here is {game.title}: {game.summary[0].lower()}{game.summary[1:]}.",
        played,
    ]


def bot_summaries(game: Game, tournament: Tournament) -> dict[str, str]:
    """How each bot of the tournament plays, by its name there."""
    from ludus.bots import bot_names

    known = bot_names(game)
    return {name: known[text.partition(":")[0]] for name, text in zip(tournament.names, tournament.texts, strict=True)}


def compile_and_play_first_game(console: Console, tournament: Tournament, began: float) -> None:
    """Compile all bots. If that takes time, show the tournament's first game as soon as its two bots are ready."""
    from ludus.arena.compiled_games import match_exports
    from ludus.arena.runner import run_match
    from ludus.core.compile.progress import report_progress
    from ludus.core.game_engine import get_engine

    game, texts, seats = tournament.game, tournament.texts, tournament.seats
    group = tuple(range(seats))
    first = f"{game.name} for the first game"
    with report_progress(first, lambda: match_exports(game, texts[:seats], seats)) as progress:
        pairing = tournament.pairing(group)
    if progress.compiled:
        seconds = time.perf_counter() - began
        console.print(first_game_sentence(pairing, run_match(pairing, 1), seconds), soft_wrap=True)
    everything = f"{game.name} for the tournament"
    with report_progress(everything, lambda: match_exports(game, texts, seats, positions=True)):
        tournament.prepare()
        get_engine(game)


def first_game_sentence(pairing: PairingMatch, outcomes: Outcomes, seconds: float) -> str:
    """Who won the first game of a tournament, and when it was played."""
    names, moves = pairing.seat_names(0), plural(int(outcomes.lengths[0]), "move")
    head = f"The first game, after {seconds:.0f} s:"
    if len(names) == 1:
        return f"{head} {names[0]} makes {moves}; its score is {outcomes.scores[0, 0]:,}."
    payoffs = outcomes.payoffs[0].tolist()
    winners = [name for name, payoff in zip(names, payoffs, strict=True) if payoff == max(payoffs)]
    others = [name for name in names if name not in winners]
    if not others:
        return f"{head} {' and '.join(names)} draw after {moves}."
    return f"{head} {' and '.join(winners)} beats {' and '.join(others)} in {moves}."


def play_tournament(tournament: Tournament, folder: Path) -> tuple[TournamentResult, float]:
    """Play the tournament; returns its results and the seconds it took."""
    from ludus.backends import Threads
    from ludus.cli.progress_bars import tournament_progress

    began = time.perf_counter()
    with tournament_progress(tournament) as advance:
        results = tournament.run(folder, Threads(), advance)
    return results, time.perf_counter() - began


def provenance(tournament: Tournament, results: TournamentResult, folder: Path, address: str) -> dict[str, str]:
    """Where the numbers come from: sentences, each with the command that gives the numbers or a game again."""
    from ludus.report.tournament import replay_command, tournament_command

    deals = plural(max(row.games for row in results.pairs) // results.seats, "deal")
    elo = " A bot with 100 Elo more wins 64 % of the games." if results.ratings is not None else ""
    again = (
        f"Win rates count a draw as half a win. Their 95 % intervals are over {deals}.{elo} The seed is "
        f"{tournament.seed}; this command gives the same numbers again:"
    )
    every = (
        f"Each of the {plural(results.games, 'game')} can be replayed. {folder / 'games.csv'} lists them; this is "
        f"game {address}:"
    )
    commands = tournament_command(tournament), replay_command(tournament, folder, address)
    return {
        text: command.replace("ludus", program_name(), 1)
        for text, command in zip((again, every), commands, strict=True)
    }


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
    console.print(finished.report.answer_text, soft_wrap=True)
    return finished.report


def show_design(
    console: Console, game: Game, folder: Path, seed: int, chapter: Callable[[str], None]
) -> dict[str, Report]:
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


def save_replay(
    tournament: Tournament, results: TournamentResult, address: str, folder: Path
) -> tuple[Replay, Position, str, str]:
    """Replay a game of the strongest bot and save it; returns it, its last position, a title and a caption."""
    best = results.players[0]
    record = tournament.replay(address)
    record.save(folder / REPLAY)
    position = record.positions()[-1]
    result = position.result  # None if a bot ended the game by a fault
    reason = result.reason if result is not None else f"fault: {record.fault.get('reason', 'unknown')}"
    moves = plural(len(record.moves), "move")
    source = f"It is game {address} of the tournament; it was not stored, but played again from its seed."
    if tournament.seats == 1:
        title, payoff = f"A game of {best.name}", 0.0 if result is None else result.payoffs[0]
        return record, position, title, f"Payoff {payoff:g} after {moves} ({reason}). {source}"
    seat = record.players.index(best.name)
    others = " and ".join(name for number, name in enumerate(record.players) if number != seat)
    won = record.fault.get("seat") != seat if result is None else result.winner == seat
    title = f"A game that {best.name} won" if won else f"A game of {best.name}, which won none"
    ending = f"{best.name} beats {others}" if won else f"{best.name} plays against {others}"
    place = ("first", "second", "third", "fourth")[seat] if seat < 4 else f"{seat + 1}th"
    return record, position, title, f"{ending} from the {place} seat, after {moves} ({reason}). {source}"


def won_game(results: TournamentResult, folder: Path) -> str:
    """The address of a game that the strongest bot won, if possible against the second; alone, of its best game."""
    from contextlib import closing

    from ludus.arena.tournament_sqlite_index import find_games, open_index

    best = results.players[0].name
    if results.seats == 1:
        with closing(open_index(folder)) as database:
            query = "select pair, number from seated where player = ? order by share desc, rowid limit 1"
            pair, number = database.execute(query, [best]).fetchone()
        return f"{pair}/{number}"
    won = find_games(folder, best, "won", against=results.players[1].name, limit=1)
    return (won or find_games(folder, best, "won", limit=1) or find_games(folder, best, limit=1))[0]


def position_svg(position: Position) -> str:
    from ludus.util.errors import LudusError

    try:
        return position.svg()
    except LudusError:  # a game without pictures
        return ""


def write_own_files(game: Game, folder: Path) -> dict[str, str]:
    """Write the bot and the content file that the user may change, unless they exist; returns what each file is."""
    example, files = game.demo.example, {OWN_BOT: "a bot for you to change"}
    if not (folder / OWN_BOT).exists():
        write_file(folder / OWN_BOT, OWN_BOT_SOURCE)
    if example is not None:
        files[example.copy_name] = "content for you to change"
        if not (folder / example.copy_name).exists():
            write_file(folder / example.copy_name, example.file.read_bytes())
    return files


def what_next(game: Game, tournament: Tournament, folder: Path, studied: bool) -> list[Suggestion]:
    """What a newcomer can do after the demo, with commands that work in the current folder."""
    from ludus.cli.demo_pages import Suggestion
    from ludus.core.game_registry import game_argument
    from ludus.studio.built_page import is_built

    ludus, name, example = program_name(), shlex.quote(game_argument(game)), game.demo.example
    strongest, weakest = tournament.texts[-1], tournament.texts[0]
    opponents = f" {weakest}" * (tournament.seats - 1)
    missing = "" if is_built() else " The page of the Studio is not built yet: run `make page` first, which needs Node."
    against = f" --against {strongest}" if tournament.seats > 1 else ""
    learn = "The first command explains the rules. " if game.primer else ""
    bot_games = 2 if game.real_time else 100
    own_bot = shlex.quote(f"{folder / OWN_BOT}:MyBot")
    steps = [
        Suggestion(
            "Play in the browser",
            f"{learn}The Studio is a page on your own machine: play against these bots, watch games, measure and make "
            f"content."
            f"{missing} Or play in the terminal.",
            [*([f"{ludus} rules {name}"] if game.primer else []), f"{ludus} studio", f"{ludus} play {name}{against}"],
        ),
        Suggestion(
            "Write your own bot",
            f"{folder / OWN_BOT} is a bot of a few lines. Change how it chooses, and let it play again.",
            [f"{ludus} match {name} {own_bot}{opponents} -n {bot_games}"],
        ),
    ]
    if example is not None:
        file, report = shlex.quote(str(folder / example.copy_name)), shlex.quote(str(folder / OWN_REPORT))
        commands = [f"{ludus} {command.format(file=file, report=report)}" for command in example.commands]
        title = "Change the cards" if "cards" in example.copy_name else "Change the content"
        steps.append(Suggestion(title, f"{folder / example.copy_name}: {example.meaning}", commands))
    study = [f"{ludus} demo {name} --study"] if game.demo.study and not studied else []
    make = [f"{ludus} {step}" for step in design_steps(game)[1:]]
    text = "Make content that meets a target" if make else "See the other bots"
    more = [*make, *study] or [f"{ludus} bots {name}"]
    text += ", add a study to this demo" if study else ""
    steps.append(Suggestion("Ask a larger question", f"{text}, or see all commands.", [*more, f"{ludus} -h"]))
    return steps


def design_steps(game: Game) -> list[str]:
    """Commands of the game's designer, if there is one."""
    from ludus.design.base.designer import find_designer
    from ludus.util.errors import OptionError

    try:
        designer = find_designer(game.name)
    except OptionError:
        return []
    return [f"inspect {game.name} {designer.inspect_example}", f"make {game.name} {designer.make_example}"]
