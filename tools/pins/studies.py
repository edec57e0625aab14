"""Pins of studies with the quick preset: tables, other results, and labels of random streams."""

from __future__ import annotations

import ast
import csv
import hashlib
import io
import re
import shutil
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from tools.pins import product
from tools.pins.cases import STUDIES
from tools.pins.compare import NUMBER, digest, digest_toml, list_some
from tools.pins.product import HERE, Product

RELEASE = re.compile(rb'"release": ?"[^"]*"')  # version of Ludus in a replay


def run_studies(ludus: Product, studies: Iterable[str] = STUDIES) -> Iterator[tuple[str, dict[str, Any]]]:
    """Run studies and yield their tables as text, digests of their other files, and the labels of random streams."""
    for study in studies:
        run, streams = f"studies/{study}", ludus.work / "streams" / study
        shutil.rmtree(ludus.work / run, ignore_errors=True)
        shutil.rmtree(streams, ignore_errors=True)
        streams.mkdir(parents=True)
        answer = ludus.call(product.run_study(study, (), run), PYTHONPATH=str(HERE / "hook"), PINS_STREAMS=str(streams))
        if answer.code:
            yield study, {"failed": answer.error}
            continue
        texts = {line for file in streams.iterdir() for line in file.read_bytes().splitlines()}
        folder = ludus.work / run
        yield study, {"tables": tables_of(folder), "files": files_of(folder), "labels": labels(texts)}


def tables_of(run: Path) -> dict[str, str]:
    """Return the text of each table of a run."""
    files = sorted((run / product.TABLES).rglob("*.csv"))
    return {file.relative_to(run).as_posix(): file.read_text(encoding="utf-8") for file in files}


def files_of(run: Path) -> dict[str, str]:
    """Return digests of the other results of a run, without pictures: configuration, agents, levels, replays."""
    digests = {}
    for file in sorted(run.rglob("*")):
        name = file.relative_to(run).as_posix()
        if file.is_file() and not name.startswith(product.NOT_COMPARED) and file.suffix not in product.PICTURES:
            data = RELEASE.sub(b"", file.read_bytes())
            digests[name] = digest_toml(data) if file.suffix == ".toml" else digest(data)
    return digests


# --- differences of tables -------------------------------------------------------------------------------------------


def compare_tables(expected: Mapping[str, str], actual: Mapping[str, str]) -> list[str]:
    """Describe each difference in one line.

    A table or column with another name and the same values counts as renamed.
    """
    lines, unmatched = [], dict(actual)
    for name, text in expected.items():
        if name in unmatched:
            lines += [f"{name}: {line}" for line in compare_table(text, unmatched.pop(name))]
            continue
        same = (other for other in unmatched if other not in expected and values(unmatched[other]) == values(text))
        new_name = next(same, None)
        if new_name is None:
            lines.append(f"{name}: the table is gone")
        else:
            lines.append(f"renamed: the table {name} is now {new_name}")
            lines += [f"{new_name}: {line}" for line in compare_table(text, unmatched.pop(new_name))]
    return lines + [f"{name}: the table is new" for name in unmatched]


def compare_table(expected: str, actual: str) -> list[str]:
    """Describe the differences between two tables."""
    if expected == actual:
        return []
    old, new = columns(expected), columns(actual)
    lines, unmatched = [], dict(new)
    for name, cells in old.items():
        if name in unmatched:
            other = unmatched.pop(name)
        else:
            new_name = next((column for column in unmatched if column not in old and unmatched[column] == cells), None)
            if new_name is None:
                lines.append(f"the column {name} is gone")
                continue
            lines.append(f"renamed: the column {name} is now {new_name}")
            other = unmatched.pop(new_name)
        if len(other) != len(cells):
            lines.append(f"column {name}: had {len(cells)} rows, has {len(other)} now")
        elif other != cells:
            rows = [row for row, pair in enumerate(zip(cells, other, strict=True)) if pair[0] != pair[1]]
            first = rows[0]
            reworded = all(same_numbers(cells[row], other[row]) for row in rows)
            lines.append(
                f"{'wording: ' if reworded else ''}column {name}: {len(rows)} of {len(cells)} cells differ; "
                f"row {first + 1} was {cells[first]!r}, is {other[first]!r}"
            )
    lines += [f"the column {name} is new" for name in unmatched]
    return lines or ["the order of columns or the layout of the file has changed"]


def same_numbers(one: str, other: str) -> bool:
    """Whether two cells are texts with the same numbers that differ only in words."""
    words = [NUMBER.split(cell) for cell in (one, other)]
    return NUMBER.findall(one) == NUMBER.findall(other) and all(any(map(str.strip, parts)) for parts in words)


def columns(text: str) -> dict[str, list[str]]:
    """Return the cells of a table by column name."""
    rows = list(csv.reader(io.StringIO(text)))
    if not rows:
        return {}
    header, *body = rows
    names = [name if header.count(name) == 1 else f"{name} ({k})" for k, name in enumerate(header)]
    return {name: [row[k] if k < len(row) else "" for row in body] for k, name in enumerate(names)}


def values(text: str) -> list[list[str]]:
    """Return the columns of a table without their names."""
    return list(columns(text).values())


# --- random streams --------------------------------------------------------------------------------------------------


def labels(texts: Iterable[bytes]) -> list[str]:
    """Return sorted label paths that begin with a seed: `2019 > 'fights' 2 > 'deal'`.

    A hashed tuple begins with a seed. If this seed is the hash of another tuple, the path of that tuple replaces it.
    """
    paths = {_hash(text): ast.literal_eval(text.decode()) for text in texts}
    texts_by_root: dict[int, str] = {}

    def path_text(root: int) -> str:
        root %= 1 << 64
        if root not in paths:
            return str(root)
        if root not in texts_by_root:
            texts_by_root[root] = str(root)  # stops a cycle
            first, *rest = paths[root]
            texts_by_root[root] = f"{path_text(first)} > {' '.join(map(repr, rest))}"
        return texts_by_root[root]

    return sorted({path_text(root) for root in paths})


def compare_labels(expected: Iterable[str], actual: Iterable[str]) -> list[str]:
    """Describe which labels are new and which are gone."""
    before, after = set(expected), set(actual)
    lines = []
    for change, paths in (("gone", before - after), ("new", after - before)):
        if paths:
            # Shortest first: a changed label also changes all paths below it.
            ordered = sorted(paths, key=lambda path: (path.count(" > "), path))
            lines.append(f"{len(paths)} labels are {change}: {list_some(ordered)}")
    return lines


def _hash(text: bytes) -> int:
    return int.from_bytes(hashlib.blake2b(text, digest_size=8).digest(), "little") or 1
