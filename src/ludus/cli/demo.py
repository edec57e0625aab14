"""`ludus demo`: a tour for newcomers that ends with a page to look at."""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ludus.cli.screen import count, program, screen, write_file

if TYPE_CHECKING:
    from ludus.cli.results import Results
    from ludus.stats import Estimate

GAMES = 20_000
BOT = "random"
REPLAY, PICTURE, PAGE = "game.json", "final-position.svg", "report.html"


def demo(
    game: Annotated[str, typer.Argument(metavar="GAME", help="The game to look at.")] = "locm",
    out: Annotated[str, typer.Option(metavar="FOLDER", help="Where the files go.")] = "ludus-demo",
    games: Annotated[int, typer.Option("-n", "--games", min=2, metavar="N", help="How many games to play.")] = GAMES,
    seed: Annotated[int, typer.Option(metavar="N", help="The same seed gives the same tour.")] = 1,
) -> None:
    """A tour of a few seconds, once everything is compiled: a match, a replay, a picture, a page."""
    from ludus.cli.match import keep, play, prepare
    from ludus.cli.page import write_page
    from ludus.core.errors import LudusError, OptionError
    from ludus.core.registry import find_game, game_names

    console, folder, began = screen(), Path(out), time.perf_counter()
    chosen = find_game(game)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise OptionError(f"--out {out}: no folder can be made there: {error.strerror}") from None

    def chapter(title: str) -> None:
        console.print()
        console.print(title, style="bold")

    console.print("Ludus playtests games by simulation. This tour plays one, measures it and shows what came out.")
    chapter("1. What is installed")
    names = ", ".join(f"{name} ({find_game(name).title})" for name in game_names())
    console.print(f"{count(len(game_names()), 'game')}: {names}. We take {chosen.title}.")
    console.print(f"{chosen.summary}.")

    chapter(f"2. {count(games, 'game')} between players who choose at random")
    contest, bots = prepare(game, [BOT], seed, {}, replays=True)
    results, seconds, threads = play(contest, bots, games, None, {})
    console.print()
    results.show(console, seconds, threads)
    console.print()
    for sentence in explain(results):
        console.print(sentence)

    chapter("3. One game of them, again")
    console.print(keep(contest, bots, 0, str(folder / REPLAY)), soft_wrap=True)
    console.print("The match kept no moves: its seed and the number of a game are enough to play that game again.")
    position = contest.replay(0)
    try:
        picture = position.picture()
    except LudusError:  # a game without pictures
        picture = ""
    if picture:
        write_file(folder / PICTURE, picture)

    chapter("4. What to look at")
    write_page(folder / PAGE, results, explain(results), picture, len(position.history))
    what = {PAGE: "the numbers with their intervals, the picture, the commands that made them"}
    what |= {PICTURE: "the last position of that game"} if picture else {}
    what[REPLAY] = "that game, move by move"
    for name, told in what.items():
        console.print(f"  {folder / name}: {told}", soft_wrap=True)

    chapter("5. What to try next")
    for command in next_steps(results, folder):
        console.print(f"  {command}", soft_wrap=True)
    console.print(f"\nThe tour took {time.perf_counter() - began:.1f} s.")


def explain(results: Results) -> list[str]:
    """What the numbers say, a sentence each."""
    seats, games = results.match.seats, len(results.outcomes)
    length = f"A game takes {results.length.value:.1f} decisions on average."
    if seats == 1:
        return [f"The player succeeds in {_words(results.shares[0])}.", length]
    first, fair = results.shares[0], 1 / seats
    found = [f"Who wins? {results.names[0]} takes {_words(first)}."]
    if len(set(results.bots)) == 1:
        if first.low <= fair <= first.high:
            found.append(f"The same player sits everywhere, so {fair:.0%} is right, and the interval holds it.")
        else:
            found.append(
                f"The same player sits everywhere, so {fair:.0%} is right: this is one interval of the 5 in 100"
            )
            found[-1] += " that miss the truth. Another seed will show it."
    seat = results.seats[0]
    found.append(f"Does the first seat matter? It takes {_words(seat)}.")
    if seat.low <= fair <= seat.high:
        found.append(
            f"The interval holds {fair:.0%}: {count(games, 'game')} show neither an advantage nor a disadvantage."
        )
    else:
        better = "an advantage" if seat.value > fair else "a disadvantage"
        points = 100 * abs(seat.value - fair)
        found.append(f"The interval leaves out {fair:.0%}: {better} of about {points:.1f} points that is no accident.")
    found.append("A 95 % interval made in this way holds the truth 95 times in 100; more games make it narrower.")
    return [*found, length]


def next_steps(results: Results, folder: Path) -> list[str]:
    name, bots = results.match.game.name, f"{BOT} {BOT}" if results.match.seats == 2 else BOT
    steps = [f"replay {folder / REPLAY}", f"games {name}", f"match {name} {bots} -n 100000 --seed 2", "-h"]
    return [f"{program()} {step}" for step in steps]


def _words(share: Estimate) -> str:
    return f"{share.value:.1%} of the games (95 % interval: {share.low:.1%} to {share.high:.1%})"
