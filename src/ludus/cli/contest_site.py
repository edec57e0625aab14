"""The static pages of a finished tournament: one folder that can be copied to any web server."""

from __future__ import annotations

import shutil
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING

from ludus.cli.replay_viewer import VIEWER_STYLE, viewer_html
from ludus.report.html import ACCENT, html_page, paragraph
from ludus.report.tournament import TOURNAMENT_FILES, example_games, write_tournament_page
from ludus.util.files import FolderError, atomic_write, file_errors

if TYPE_CHECKING:
    from ludus.arena import Tournament, TournamentResult

MARKER = ".ludus-site"  # a folder with this file was written by this module
SITE_STYLE = f"a {{ color: {ACCENT}; }} td.number {{ text-align: right; }}"
GAMES_PAGE = "games.html"


def write_site(folder: Path, site: Path, *, with_logs: bool = False, most_pages: int = 12) -> list[str]:
    """Write all pages and files.

    Args:
        folder: The folder of a finished tournament.
        site: Where to write; a folder that does not exist, is empty, or was written by an earlier call.
        with_logs: Copy the logs of the bots.
        most_pages: Most games that get a page to step through.

    Returns:
        The files, relative to the site.

    Raises:
        FolderError: the tournament has not ended, its rows or tables were changed, or the site cannot be written.
    """
    tournament, results = _finished(folder)
    with file_errors(site, "made"):
        site.mkdir(parents=True, exist_ok=True)
        others = [file.name for file in site.iterdir()]
        if others and MARKER not in others:
            raise FolderError(f"{site}: holds other files ({', '.join(sorted(others)[:3])}); name a folder of its own")
        if site.resolve() == folder.resolve() or folder.resolve() in site.resolve().parents:
            raise FolderError(f"{site}: is inside the folder of the tournament; name another folder")
        for old in others:
            path = site / old
            if path.is_dir():
                shutil.rmtree(path)
            else:
                path.unlink()
        (site / MARKER).write_text("pages of a tournament, written by `ludus publish`\n", encoding="utf-8")
        for name in (*TOURNAMENT_FILES, "standings.csv"):
            if (folder / name).is_file():
                shutil.copyfile(folder / name, site / name)
        for name in ("games", *(["logs"] if with_logs else [])):
            if (folder / name).is_dir():
                shutil.copytree(folder / name, site / name)
    stored = _stored_games(folder)
    watch = _write_watch_pages(tournament, results, folder, site, most_pages)
    if stored:
        _write_games_page(tournament, site, stored, watch, with_logs)
    links = watch | {address: f"games/{address}.json" for address in stored if address not in watch}
    more = [("All stored games", GAMES_PAGE)] if stored else []
    more += [(name, name) for name in ("standings.csv", *TOURNAMENT_FILES) if (site / name).is_file()]
    write_tournament_page(folder, tournament, results, target=site / "index.html", links=links, more_links=more)
    return sorted(str(file.relative_to(site)) for file in site.rglob("*") if file.is_file() and file.name != MARKER)


def _finished(folder: Path) -> tuple[Tournament, TournamentResult]:
    """A tournament and its results, computed from its rows; no game is played."""
    from ludus.arena.contest_standings import contest_standings
    from ludus.arena.standings import compute_standings
    from ludus.arena.tournament import Tournament, UnfinishedTournament

    tournament = Tournament.open(folder)
    tournament.check_files_are_here()  # the page says which bots can be played again
    log = tournament.open_log(folder, read_only=True)
    try:
        played, order = tournament.play_schedule(lambda group, games: tournament.stored_games(log, group, games))
    except UnfinishedTournament:
        raise FolderError(f"{folder}: has not ended; `ludus tournament --resume {folder}` plays the rest") from None
    finally:
        log.close()
    if tournament.contest is not None:
        tournament.standings = contest_standings(
            tournament.contest, tournament.names, tournament.reasons, played, order
        )
    tournament.games_digest = log.digest if log.chained else ""
    return tournament, compute_standings(tournament.names, tournament.reasons, played, order)


def _stored_games(folder: Path) -> list[str]:
    """Addresses of the games that were stored move by move, in order."""
    files = [file for file in (folder / "games").glob("*/*.json") if file.stem.isdecimal()]
    ordered = sorted(files, key=lambda file: (*map(int, file.parent.name.split("-")), int(file.stem)))
    return [f"{file.parent.name}/{file.stem}" for file in ordered]


def _write_watch_pages(
    tournament: Tournament, results: TournamentResult, folder: Path, site: Path, most: int
) -> dict[str, str]:
    """Pages to step through the example games; by address of the game, the page."""
    from ludus.util.errors import LudusError

    pages: dict[str, str] = {}
    for what, address in example_games(folder, results).items():
        if len(pages) >= most:
            break
        if address in pages:
            continue
        try:
            record = tournament.replay(address)
            viewer = viewer_html(record)
        except LudusError:  # its bot is not here, or the game has no pictures
            continue
        name = f"watch/{address.replace('/', '-')}.html"
        players = " – ".join(f"{player} (seat {seat})" for seat, player in enumerate(record.players, 1))
        end = record.fault.get("what") or record.result.get("reason", "")
        body = [
            paragraph(f"{players}. {what[:1].upper()}{what[1:]}. It ended by: {end}."),
            viewer,
            '<p><a href="../index.html">All results</a></p>',
        ]
        (site / "watch").mkdir(exist_ok=True)
        page = html_page(f"{tournament.game.title}: game {address}", body, VIEWER_STYLE + SITE_STYLE)
        atomic_write(site / name, page.encode())
        pages[address] = name
    tournament.close()
    return pages


def _write_games_page(
    tournament: Tournament, site: Path, stored: list[str], watch: dict[str, str], with_logs: bool
) -> None:
    """A list of all stored games, by pair, with links."""
    body = [paragraph("Every game that was stored, by pair, move by move. `ludus replay FILE` shows one.", "lead")]
    by_pair: dict[str, list[str]] = {}
    for address in stored:
        by_pair.setdefault(address.partition("/")[0], []).append(address)
    for pair, addresses in by_pair.items():
        names = " – ".join(tournament.names[int(k)] for k in pair.split("-"))
        links = []
        for address in addresses:
            number = address.partition("/")[2]
            log = f' <a href="logs/{address}.txt">log</a>' if (site / "logs" / f"{address}.txt").is_file() else ""
            page = f' <a href="{watch[address]}">watch</a>' if address in watch else ""
            links.append(f'<a href="games/{address}.json">{number}</a>{page}{log if with_logs else ""}')
        body += [f"<h2>{escape(names)}</h2>", f"<p>{', '.join(links)}</p>"]
    body.append('<p><a href="index.html">All results</a></p>')
    page = html_page(f"{tournament.game.title}: all stored games", body, SITE_STYLE)
    atomic_write(site / GAMES_PAGE, page.encode())
