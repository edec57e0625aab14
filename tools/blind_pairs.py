"""Blind comparison of levels of the two set-ups: draw pairs, and count the judgements on them.

    python tools/blind_pairs.py draw PICTURES KEY.csv --pairs 30 --seed 101
    python tools/blind_pairs.py score KEY.csv JUDGEMENTS.csv --to SCORES.csv

A pair has a level of `--setup thesis` (before) and one of `--setup designed` (after), of the same size and target
difficulty. Each pair is one picture, PICTURES/pair_01.png, with a level named A and one named B; chance decides which
is which. The pictures tell nothing else. The key, with the set-up of A and B and the difficulty that was reached, must
not be shown to judges, so it may not be in the folder of the pictures.

Judgements have the columns `pair`, `choice` (A or B) and `reason`, and may have others, such as `judge`. Judgements of
one pair are not independent, so pairs are the units: of each pair the share of judgements for `after` counts, and the
interval is that of the mean over pairs.
"""

from __future__ import annotations

import argparse
import csv
import io
import sys
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from ludus.core.random import derive
from ludus.design.platformer.difficulty_search import find_level_by_difficulty
from ludus.design.platformer.make import level_spec, name_and_decorate
from ludus.design.platformer.options import MakeOptions, Setup
from ludus.design.platformer.random_stream import RandomStream
from ludus.design.platformer.render import draw_level, svg_to_png
from ludus.games.platformer.level import Level
from ludus.stats.intervals import Estimate, proportion
from ludus.util.errors import LudusError

SETUPS: dict[str, Setup] = {"before": "thesis", "after": "designed"}
LABELS = ("A", "B")
REQUESTS = (("5x1", 0.4), ("5x1", 0.7), ("4x3", 0.85))  # rooms and difficulty, in turn
GAP = 24  # pixels between the levels of a pair
SIDE_BY_SIDE_RATIO = 3  # levels that are wider, relative to their height, are drawn one above the other


@dataclass(frozen=True)
class Scores:
    """Result of a blind comparison."""

    share: Estimate  # mean over pairs of the share of judgements for `after`
    judgements: int
    won_pairs: int  # pairs with more judgements for `after`
    lost_pairs: int


def main(arguments: Sequence[str] | None = None) -> int:
    """Draw pairs, or print the score of judgements; return the exit status."""
    parser = argparse.ArgumentParser(description="Blind comparison of levels of the two set-ups.")
    commands = parser.add_subparsers(dest="command", required=True)
    drawing = commands.add_parser("draw", help="make the pictures and the key")
    drawing.add_argument("pictures", type=Path)
    drawing.add_argument("key", type=Path)
    drawing.add_argument("--pairs", type=int, default=30)
    drawing.add_argument("--seed", type=int, required=True)
    scoring = commands.add_parser("score", help="count judgements")
    scoring.add_argument("key", type=Path)
    scoring.add_argument("judgements", type=Path)
    scoring.add_argument("--to", type=Path, help="CSV file for the scores of each judge and of all")
    chosen = parser.parse_args(arguments)
    try:
        if chosen.command == "draw":
            draw_pairs(chosen.pictures, chosen.key, chosen.pairs, chosen.seed)
        else:
            key, judgements = read_key(chosen.key), _read_rows(chosen.judgements)
            print(describe_scores(score(key, judgements)))
            if chosen.to:
                write_scores(chosen.to, key, judgements)
    except (LudusError, ValueError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    return 0


def draw_pairs(pictures: Path, key: Path, pairs: int, seed: int) -> None:
    """Make levels, draw each pair as one picture, and write the key.

    Raises:
        ValueError: the key would be in the folder of the pictures.
    """
    if pictures.resolve() in key.resolve().parents:
        raise ValueError(f"{key} is in the folder that judges see; name another place for the key")
    pictures.mkdir(parents=True, exist_ok=True)
    rows = []
    for number in range(pairs):
        rooms, difficulty = REQUESTS[number % len(REQUESTS)]
        order = RandomStream(seed, "order", number).shuffled([*SETUPS])
        levels, reached = [], []
        for label, side in zip(LABELS, order, strict=True):
            options = MakeOptions(rooms=rooms, difficulty=difficulty, setup=SETUPS[side])
            found = find_level_by_difficulty(derive(seed, "pair", number, side), level_spec(options))
            levels.append(replace(name_and_decorate(found, number, options).level, name=label))
            reached.append(round(found.population.failure_rate.value, 3))
        name = f"{number + 1:02}"
        (pictures / f"pair_{name}.png").write_bytes(draw_pair(levels))
        row = {"pair": name, **dict(zip(LABELS, order, strict=True)), "rooms": rooms, "target": difficulty}
        rows.append(row | {f"players_that_die_{label}": share for label, share in zip(LABELS, reached, strict=True)})
    with key.open("w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, [*rows[0]], lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)


def draw_pair(levels: Sequence[Level]) -> bytes:
    """Two levels as one PNG: side by side, or one above the other if they are very wide."""
    from matplotlib import image

    first, second = (image.imread(io.BytesIO(svg_to_png(draw_level(level))))[..., :3] for level in levels)
    axis = 0 if levels[0].width > SIDE_BY_SIDE_RATIO * levels[0].height else 1
    gap = np.ones((GAP, first.shape[1], 3) if axis == 0 else (first.shape[0], GAP, 3))
    buffer = io.BytesIO()
    image.imsave(buffer, np.concatenate([first, gap, second], axis=axis), format="png")
    return buffer.getvalue()


def read_key(file: Path) -> dict[str, dict[str, str]]:
    """Side of A and B, `before` or `after`, by pair."""
    return {row["pair"]: {label: row[label] for label in LABELS} for row in _read_rows(file)}


def score(key: Mapping[str, Mapping[str, str]], judgements: Iterable[Mapping[str, str]]) -> Scores:
    """Share of judgements for `after`; pairs are the units.

    Raises:
        ValueError: a judgement is on an unknown pair, chooses something else than A or B, or has no reason.
    """
    by_pair = defaultdict[str, list[bool]](list)
    for number, row in enumerate(judgements, 1):
        pair, choice = row["pair"].strip().zfill(2), row["choice"].strip().upper()
        if pair not in key:
            raise ValueError(f"judgement {number}: there is no pair {row['pair']!r}")
        if choice not in LABELS:
            raise ValueError(f"judgement {number}: choice is A or B, not {row['choice']!r}")
        if not row["reason"].strip():
            raise ValueError(f"judgement {number}: the reason is missing")
        by_pair[pair].append(key[pair][choice] == "after")
    if not by_pair:
        raise ValueError("there are no judgements")
    shares = np.array([np.mean(by_pair[pair]) for pair in sorted(by_pair)])
    return Scores(
        proportion(shares),
        sum(len(choices) for choices in by_pair.values()),
        int((shares > 0.5).sum()),
        int((shares < 0.5).sum()),
    )


def describe_scores(scores: Scores) -> str:
    """The result as text."""
    share, pairs = scores.share, scores.share.count
    return (
        f"{100 * share.value:.0f} % [{100 * share.low:.0f}, {100 * share.high:.0f}] of the judgements prefer the level "
        f"after: {scores.judgements} judgements of {pairs} pairs, units are pairs. More judgements for after in "
        f"{scores.won_pairs} pairs, for before in {scores.lost_pairs}."
    )


def write_scores(file: Path, key: Mapping[str, Mapping[str, str]], judgements: Sequence[Mapping[str, str]]) -> None:
    """Write a table with the scores of each judge, and of all judgements."""
    judges = sorted({row["judge"] for row in judgements if "judge" in row})
    groups = {judge: [row for row in judgements if row["judge"] == judge] for judge in judges} | {"all": judgements}
    with file.open("w", newline="", encoding="utf-8") as lines:
        writer = csv.writer(lines, lineterminator="\n")
        writer.writerow(("judge", "share", "share_low", "share_high", "judgements", "pairs", "won_pairs", "lost_pairs"))
        for name, rows in groups.items():
            found = score(key, rows)
            share = (f"{value:.6f}" for value in (found.share.value, found.share.low, found.share.high))
            writer.writerow((name, *share, found.judgements, found.share.count, found.won_pairs, found.lost_pairs))


def _read_rows(file: Path) -> list[dict[str, str]]:
    with file.open(newline="", encoding="utf-8") as lines:
        return [*csv.DictReader(lines)]


if __name__ == "__main__":
    sys.exit(main())
