"""Files that `ludus make` writes, what `ludus inspect` finds, and pictures and views of positions."""

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
    """Digests by the name of what is made."""
    shutil.rmtree(ludus.work / "made", ignore_errors=True)
    (ludus.work / "made").mkdir()
    commands = [product.make(game, shlex.split(words), f"made/{name}") for name, (game, words) in MADE.items()]
    for name, answer in zip(MADE, ludus.call_all(commands), strict=True):
        found = digest_files(ludus.work / "made" / name, product.NO_RESULT)
        yield f"make {name}", {"failed": answer.trouble} if answer.code else found
    commands = [product.inspect(game, shlex.split(words)) for game, words in INSPECTED.values()]
    for name, answer in zip(INSPECTED, ludus.call_all(commands), strict=True):
        yield (
            f"inspect {name}",
            {"failed": answer.trouble}
            if answer.code
            else {"found": digest_json(product.without_times(answer.out), prose=True)},
        )
    yield from pin_pictures(ludus)


def pin_pictures(ludus: Product) -> Iterator[tuple[str, Any]]:
    """Of each replay of the corpus the first position, one in the middle and the last: picture, views, legal moves."""
    cases = []
    for name in REPLAYS:
        file = f"corpus/replays/{name}.json"
        count = product.count_moves(ludus.work / file)
        for at, move in (("start", 0), ("middle", count // 2), ("end", count)):
            flags = ("--move", str(move), "--svg", "picture.svg", "--json")
            cases.append((f"position {name} {at}", product.replay(file, *flags)))
        seen = ("--move", "1", "--seat", "0", "--svg", "picture.svg", "--json")
        cases.append((f"position {name} seat 0", product.replay(file, *seen)))
    for (name, _), answer in zip(cases, ludus.call_all([words for _, words in cases]), strict=True):
        if answer.code:
            yield name, {"failed": answer.trouble}
        else:
            picture = digest_svg((ludus.work / "picture.svg").read_bytes())
            yield name, {"picture": picture, "shown": digest_json(product.without_times(answer.out))}
