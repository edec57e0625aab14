"""Tables and other results of every study's quick preset, and the random streams that they use."""

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
from tools.pins.compare import NUMBER, digest, digest_toml, some
from tools.pins.product import HERE, Product

LARGEST_CHOSEN = 10**9  # a root above it was derived, one below it chosen by somebody
RELEASE = re.compile(rb'"release": ?"[^"]*"')  # of Ludus, in a replay


def run_studies(ludus: Product) -> Iterator[tuple[str, dict[str, Any]]]:
    """For each study its tables as texts, digests of its other files, and the labels of its streams."""
    for study in STUDIES:
        run, streams = f"studies/{study}", ludus.work / "streams" / study
        shutil.rmtree(ludus.work / run, ignore_errors=True)
        shutil.rmtree(streams, ignore_errors=True)
        streams.mkdir(parents=True)
        answer = ludus.call(product.run_study(study, (), run), PYTHONPATH=str(HERE / "hook"), PINS_STREAMS=str(streams))
        if answer.code:
            yield study, {"failed": answer.trouble}
            continue
        texts = {line for file in streams.iterdir() for line in file.read_bytes().splitlines()}
        folder = ludus.work / run
        yield study, {"tables": tables_of(folder), "files": files_of(folder), "labels": labels(texts)}


def tables_of(run: Path) -> dict[str, str]:
    """The text of each table of a run."""
    files = sorted((run / product.TABLES).rglob("*.csv"))
    return {file.relative_to(run).as_posix(): file.read_text(encoding="utf-8") for file in files}


def files_of(run: Path) -> dict[str, str]:
    """Digests of all other results of a run but pictures: its configuration, agents, levels, replays."""
    found = {}
    for file in sorted(run.rglob("*")):
        name = file.relative_to(run).as_posix()
        if file.is_file() and not name.startswith(product.NOT_COMPARED) and file.suffix not in product.PICTURES:
            data = RELEASE.sub(b"", file.read_bytes())
            found[name] = digest_toml(data) if file.suffix == ".toml" else digest(data)
    return found


# --- differences of tables -------------------------------------------------------------------------------------------


def compare_tables(then: Mapping[str, str], now: Mapping[str, str]) -> list[str]:
    """What differs, a line each. A table or column that has another name and the same values is told as renamed."""
    found, left = [], dict(now)
    for name, text in then.items():
        if name in left:
            found += [f"{name}: {line}" for line in compare_table(text, left.pop(name))]
            continue
        twin = next((other for other in left if other not in then and values(left[other]) == values(text)), None)
        if twin is None:
            found.append(f"{name}: the table is gone")
        else:
            found.append(f"renamed: the table {name} is now {twin}")
            found += [f"{twin}: {line}" for line in compare_table(text, left.pop(twin))]
    return found + [f"{name}: the table is new" for name in left]


def compare_table(then: str, now: str) -> list[str]:
    if then == now:
        return []
    old, new = columns(then), columns(now)
    found, left = [], dict(new)
    for name, cells in old.items():
        if name in left:
            other = left.pop(name)
        else:
            twin = next((one for one in left if one not in old and left[one] == cells), None)
            if twin is None:
                found.append(f"the column {name} is gone")
                continue
            found.append(f"renamed: the column {name} is now {twin}")
            other = left.pop(twin)
        if len(other) != len(cells):
            found.append(f"column {name}: {len(cells)} rows were there, {len(other)} are there now")
        elif other != cells:
            rows = [row for row, pair in enumerate(zip(cells, other, strict=True)) if pair[0] != pair[1]]
            first = rows[0]
            same = all(same_numbers(cells[row], other[row]) for row in rows)
            found.append(
                f"{'wording: ' if same else ''}column {name}: {len(rows)} of {len(cells)} cells differ; "
                f"in row {first + 1} was {cells[first]!r}, is {other[first]!r}"
            )
    found += [f"the column {name} is new" for name in left]
    return found or ["the order of columns or the layout of the file has changed"]


def same_numbers(one: str, other: str) -> bool:
    """Whether two cells are texts that differ in words alone."""
    parts = [NUMBER.split(text) for text in (one, other)]
    return NUMBER.findall(one) == NUMBER.findall(other) and all(any(map(str.strip, part)) for part in parts)


def columns(text: str) -> dict[str, list[str]]:
    """The cells of a table by the name of their column."""
    rows = list(csv.reader(io.StringIO(text)))
    if not rows:
        return {}
    head, *body = rows
    names = [name if head.count(name) == 1 else f"{name} ({k})" for k, name in enumerate(head)]
    return {name: [row[k] if k < len(row) else "" for row in body] for k, name in enumerate(names)}


def values(text: str) -> list[list[str]]:
    """A table without the names of its columns."""
    return list(columns(text).values())


# --- streams ---------------------------------------------------------------------------------------------------------


def labels(texts: Iterable[bytes]) -> list[str]:
    """Label paths from the seed on, sorted: `2019 > 'fights' 2 > 'deal'`.

    What is hashed begins with a seed, which is mostly the hash of another path: then that path stands for it.
    """
    paths = {_hash(text): ast.literal_eval(text.decode()) for text in texts}
    known: dict[int, str] = {}

    def written(root: int) -> str:
        root %= 1 << 64
        if root not in paths:
            return str(root)
        if root not in known:
            known[root] = str(root)  # should it ever lead back to itself
            first, *rest = paths[root]
            known[root] = f"{written(first)} > {' '.join(map(repr, rest))}"
        return known[root]

    return sorted({written(root) for root in paths})


def compare_labels(then: Iterable[str], now: Iterable[str]) -> list[str]:
    """Which labels are new and which are gone."""
    before, after = set(then), set(now)
    found = []
    for what, some_of in (("gone", before - after), ("new", after - before)):
        if some_of:
            # The shortest first: where a label changes, all that lies under it changes, too.
            first = sorted(some_of, key=lambda path: (path.count(" > "), path))
            found.append(f"{len(some_of)} labels are {what}: {some(first)}")
    return found


def _hash(text: bytes) -> int:
    return int.from_bytes(hashlib.blake2b(text, digest_size=8).digest(), "little") or 1
