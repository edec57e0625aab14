"""The SQLite index of a tournament, and a search for its games by player, result, opponent and end reason.

index.sqlite is built from the CSV files and can be rebuilt at any time; nothing is stored in it alone:

    games (pair, number, deal, reason, length)                 one row per game
    seated (pair, number, seat, player, share, points)         one row per game and seat
    players, ratings, pairs, seats, endings                    as in the files of these names
"""

from __future__ import annotations

import csv
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from itertools import islice
from pathlib import Path

from ludus.arena.tournament_dir import GAMES_FILE
from ludus.arena.tournament_tables_csv import TABLES
from ludus.util.errors import OptionError
from ludus.util.files import PART_SUFFIX, FolderError, file_errors

INDEX_FILE = "index.sqlite"


def build_index(folder: Path) -> None:
    """Build the index from the files of a finished tournament."""
    path = folder / INDEX_FILE
    unfinished = path.with_name(INDEX_FILE + PART_SUFFIX)
    try:
        with file_errors(path):
            unfinished.unlink(missing_ok=True)
        with closing(sqlite3.connect(unfinished, isolation_level=None)) as database:
            database.execute("pragma journal_mode = off")  # the file is discarded if it cannot be finished
            database.execute("begin")
            for name in TABLES:
                _copy_table(database, folder / f"{name}.csv", name)
            _copy_games(database, folder / GAMES_FILE)
            database.execute("create index by_player on seated (player, share)")
            database.execute("create index by_game on seated (pair, number)")
            database.execute("commit")
        with file_errors(path):
            unfinished.replace(path)
    except sqlite3.Error as error:
        raise FolderError(f"{path}: cannot be written: {error}") from None


def open_index(folder: str | Path) -> sqlite3.Connection:
    """The index of a finished tournament, read-only."""
    path = Path(folder) / INDEX_FILE
    if not path.is_file():
        raise FolderError(f"{path}: is not there; a tournament has an index once it has ended")
    return sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True)


def find_games(
    folder: str | Path,
    player: str | None = None,
    result: str | None = None,
    against: str | None = None,
    reason: str | None = None,
    limit: int = 100,
) -> list[str]:
    """Addresses of games, in the order of play.

        find_games(folder, "greedy", "lost", against="random", reason="timeout")

    Args:
        folder: The tournament's folder.
        player: Games of this player.
        result: Games that the player "won", "lost" or "drew".
        against: Games with this opponent.
        reason: Games with this end reason.
        limit: Maximum number of addresses.
    """
    if result not in (None, "won", "lost", "drew"):
        raise OptionError(f"a game is won, lost or drew, not {result!r}")
    if player is None and (result or against):
        raise OptionError("a result or an opponent needs the name of a player")
    filters, values = ["1"], []
    if player is not None:
        filters.append("mine.player = ?")
        values.append(player)
    best = "(select max(share) from seated where pair = games.pair and number = games.number)"
    alone = f"(select count(*) from seated where pair = games.pair and number = games.number and share = {best}) = 1"
    if result == "won":
        filters.append(f"mine.share = {best} and {alone}")
    elif result == "lost":
        filters.append(f"mine.share < {best}")
    elif result == "drew":
        filters.append(f"mine.share = {best} and not {alone}")
    if against is not None:
        filters.append("exists (select 1 from seated where pair = games.pair and number = games.number and player = ?)")
        values.append(against)
    if reason is not None:
        filters.append("games.reason = ?")
        values.append(reason)
    join = "join seated mine on mine.pair = games.pair and mine.number = games.number" if player else ""
    query = (
        f"select games.pair, games.number from games {join} where {' and '.join(filters)} order by games.rowid limit ?"
    )
    with closing(open_index(folder)) as database:
        return [f"{pair}/{number}" for pair, number in database.execute(query, [*values, limit])]


def recorded_game(folder: Path, address: str) -> tuple[str, int, list[int]] | None:
    """End reason, number of decisions and scores by seat of a game, from games.csv; None if it is not there."""
    pair, _, number = address.partition("/")
    rows = _rows(folder / GAMES_FILE)
    columns = next(rows)
    reason, points = columns.index("reason"), columns.index("points_0")
    for row in rows:
        if row[:2] == [pair, number]:
            return row[reason], int(row[reason + 1]), list(map(int, row[points:reason]))
    return None


def _copy_table(base: sqlite3.Connection, path: Path, name: str) -> None:
    rows = _rows(path)
    columns = next(rows)
    base.execute(f"create table {name} ({', '.join(f'{column} {_sql_type(column)}' for column in columns)})")
    marks = ", ".join("?" * len(columns))
    base.executemany(f"insert into {name} values ({marks})", ([cell or None for cell in row] for row in rows))


def _copy_games(base: sqlite3.Connection, path: Path) -> None:
    rows = _rows(path)
    columns = next(rows)
    seats, reason = sum(column.startswith("seat_") for column in columns), columns.index("reason")
    base.execute("create table games (pair text, number integer, deal text, reason text, length integer)")
    base.execute(
        "create table seated (pair text, number integer, seat integer, player text, share real, points integer)"
    )
    base.executemany(
        "insert into games values (?, ?, ?, ?, ?)", ((*row[:3], *row[reason : reason + 2]) for row in rows)
    )
    base.executemany(
        "insert into seated values (?, ?, ?, ?, ?, ?)",
        (
            (row[0], row[1], seat, row[3 + seat], row[3 + seats + seat], row[3 + 2 * seats + seat])
            for row in islice(_rows(path), 1, None)
            for seat in range(seats)
        ),
    )


def _rows(path: Path) -> Iterator[list[str]]:
    with file_errors(path, "read"), open(path, encoding="utf-8", newline="") as file:
        yield from csv.reader(file)


def _sql_type(column: str) -> str:
    """The SQL type of a column; seeds of deals are text because they do not fit SQLite's integers."""
    if column in ("pair", "player", "reason", "fault", "test") or column.startswith("player_"):
        return "text"
    return "integer" if column in ("number", "games", "faults", "rank", "seat") else "real"
