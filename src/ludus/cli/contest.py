"""`ludus contest`: a tournament by the rules of a file; `ludus publish`: its results as a folder of static pages."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ludus.cli.backend_options import BackendOption, ThreadsOption, choose_backend
from ludus.cli.console import facts_table, make_console, print_json
from ludus.util.text import plural

if TYPE_CHECKING:
    from ludus.arena import Tournament
    from ludus.arena.contest_rules import RulesFile


def contest(
    rules: Annotated[
        str | None, typer.Argument(metavar="RULES", help="A TOML file; `ludus contest --example` prints one.")
    ] = None,
    out: Annotated[
        str | None,
        typer.Option(metavar="FOLDER", help="Folder of the contest. The same command continues a stopped one."),
    ] = None,
    check: Annotated[bool, typer.Option("--check", help="Read the rules, start every bot, and play nothing.")] = False,
    example: Annotated[bool, typer.Option("--example", help="Print a rules file with all keys.")] = False,
    threads: ThreadsOption = None,
    backend: BackendOption = None,
    json: Annotated[
        bool,
        typer.Option(
            "--json",
            help="Print JSON. With compiled bots, everything except `folder` and `timing` depends only on the rules; "
            "games of programs and Python bots also depend on the time that they take.",
        ),
    ] = False,
) -> None:
    """Play a contest by its RULES: field, limits, scheme, tie-breaks and disqualification, all in one file.

    The rules are part of the digest of the contest, and of its page. Paths of bots are relative to the current folder.
    Afterwards: `ludus publish
    FOLDER`, `ludus tournament --verify FOLDER DIGEST`, and `ludus tournament --resume FOLDER --add-bot BOT`.
    """
    from ludus.arena.contest_rules import EXAMPLE, read_rules
    from ludus.bots.external.surroundings import check_hidden
    from ludus.cli.tournament import play_and_show
    from ludus.util.errors import OptionError

    if example:
        typer.echo(EXAMPLE, nl=False)
        return
    if rules is None:
        raise OptionError("name a rules file; `ludus contest --example` prints one")
    rules_file = read_rules(rules)
    check_hidden(rules_file.limits.hide, rules_file.bots)
    prepared = tournament_of_rules(rules_file)
    if check:
        prepared.hide_secrets(None if out is None else Path(out))
        _check(rules_file, prepared)
        return
    if out is None:
        raise OptionError("name the folder of the contest: --out cup")
    play_and_show(prepared, Path(out), choose_backend(backend, threads), json)


def tournament_of_rules(rules: RulesFile) -> Tournament:
    """The tournament that a rules file describes."""
    from ludus.arena import Tournament
    from ludus.arena.rating_target import RatingTarget
    from ludus.core.game_registry import load_game
    from ludus.stats import Sprt
    from ludus.util.errors import ContentError, LudusError

    try:
        game = load_game(rules.game)
        new = 0 if rules.kind == "gauntlet" else len(rules.bots) - 1
        tournament = Tournament(
            game,
            game.content(**rules.options),
            rules.bots,
            rules.games,
            rules.seed,
            rules.kind,
            Sprt.parse(rules.sprt) if rules.sprt else None,
            rules.competition,
            rules.limits,
            names=rules.names,
            rating_targets=[] if rules.until_rating is None else [RatingTarget(new, rules.until_rating)],
            contest=rules.contest,
        )
        tournament.rules_file = rules.file
        return tournament
    except LudusError as error:
        raise ContentError(str(error), rules.file) from error


def _check(rules: RulesFile, tournament: Tournament) -> None:
    tournament.prepare()
    count, seats = len(tournament.names), tournament.seats
    try:
        for first in range(0, count, seats):
            tournament.pairing(tuple((first + seat) % count for seat in range(seats))).probe()
    finally:
        tournament.close()
    console = make_console()
    console.print(f"{rules.file}: these rules can be played.", style="bold")
    facts = {
        "game": f"{tournament.game.title}, {tournament.kind}, {plural(tournament.games, 'game')} for each pair",
        "bots": f"{count}: {', '.join(tournament.names)}",
        "rules": "\n".join(rules.contest.sentences()),
        "plan": f"{tournament.digest()} (publish it before the contest; it changes with any rule or bot)",
    }
    console.print(facts_table(facts))


def publish(
    folder: Annotated[str, typer.Argument(metavar="FOLDER", help="The folder of a finished tournament or contest.")],
    to: Annotated[
        str, typer.Option("--to", metavar="SITE", help="Folder for the pages; files of an earlier call are replaced.")
    ] = "site",
    logs: Annotated[bool, typer.Option("--logs", help="Also publish what the bots wrote for their authors.")] = False,
    watch: Annotated[
        int, typer.Option(min=0, max=1000, metavar="N", help="Most games that get a page to step through.")
    ] = 12,
    game_file: Annotated[
        str | None, typer.Option("--game-file", metavar="FILE", help="The file of a game that is not installed.")
    ] = None,
    json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Write a folder of static pages to put on any web server: standings, rules, digest, pairs, faults and games.

    The pages need nothing else, and no page is fetched from elsewhere. The seed is published, too: everyone can check
    the deals and play the games of compiled bots again.
    """
    from ludus.cli.contest_site import write_site
    from ludus.core.game_registry import load_game

    if game_file is not None:
        load_game(game_file)
    written = write_site(Path(folder), Path(to), with_logs=logs, most_pages=watch)
    if json:
        print_json(
            {"folder": folder, "site": to, "files": len(written), "pages": [p for p in written if p[-5:] == ".html"]}
        )
    else:
        typer.echo(
            f"{to}/index.html: {plural(len(written), 'file')}. Copy the folder to a web server, or open the page."
        )
