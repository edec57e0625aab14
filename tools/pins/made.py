"""Pins of `ludus make`, `ludus inspect`, and pictures and observations of positions."""

from __future__ import annotations

import shlex
import shutil
from collections.abc import Iterator
from typing import Any

from tools.pins import product
from tools.pins.cases import INSPECTED, MADE, REPLAYS
from tools.pins.compare import digest_files, digest_json, digest_svg
from tools.pins.product import Product


def pin_made(ludus: Product) -> Iterator[tuple[str, Any]]:
    """Yield the digests of all files of `ludus make`, of the output of `ludus inspect`, and of pictures."""
    shutil.rmtree(ludus.work / "made", ignore_errors=True)
    (ludus.work / "made").mkdir()
    commands = [product.make(game, shlex.split(flags), f"made/{name}") for name, (game, flags) in MADE.items()]
    for name, answer in zip(MADE, ludus.call_all(commands), strict=True):
        files = digest_files(ludus.work / "made" / name, product.NO_RESULT)
        yield f"make {name}", {"failed": answer.error} if answer.code else files
    commands = [product.inspect(game, shlex.split(arguments)) for game, arguments in INSPECTED.values()]
    for name, answer in zip(INSPECTED, ludus.call_all(commands), strict=True):
        yield (
            f"inspect {name}",
            {"failed": answer.error}
            if answer.code
            else {"found": digest_json(product.without_times(answer.out), prose=True)},
        )
    yield from pin_pictures(ludus)


def pin_pictures(ludus: Product) -> Iterator[tuple[str, Any]]:
    """Yield pictures, observations and legal moves of three positions of each replay of the corpus."""
    cases = []
    for name in REPLAYS:
        file = f"corpus/replays/{name}.json"
        count = product.count_moves(ludus.work / file)
        for place, move in (("start", 0), ("middle", count // 2), ("end", count)):
            flags = ("--move", str(move), "--svg", "picture.svg", "--json")
            cases.append((f"position {name} {place}", product.replay(file, *flags)))
        seat_flags = ("--move", "1", "--seat", "1", "--svg", "picture.svg", "--json")
        cases.append((f"position {name} seat 0", product.replay(file, *seat_flags)))
    for (name, _), answer in zip(cases, ludus.call_all([command for _, command in cases]), strict=True):
        if answer.code:
            yield name, {"failed": answer.error}
        else:
            picture = digest_svg((ludus.work / "picture.svg").read_bytes())
            yield name, {"picture": picture, "shown": digest_json(product.without_times(answer.out))}
