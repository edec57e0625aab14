"""Speed and size of the page of the Studio in two versions, measured in turn: clicks in battles, first paints, bytes.

    git worktree add ../before dc04d17e                  # then make setup, make page and ludus studio in both folders
    python -m tools.studio_page_speed --before dc04d17e=LINK --after 1a2b3c4d=LINK --to benchmarks/studio-page.csv

Each link is the one that a running `ludus studio` prints. The scripts are click_update.mjs and paint.mjs in
tests/studio/browser.
"""

from __future__ import annotations

import argparse
import csv
import json
import os
import shutil
import statistics
import subprocess
from collections.abc import Iterator
from pathlib import Path

SCRIPTS = Path(__file__).parents[1] / "tests" / "studio" / "browser"
PAGES = {
    "first load": "first-load",
    "/": "start",
    "/new/dominion": "set-up",
    "/tables": "games",
    "/kingdoms": "kingdoms",
}
CLICKS = {
    "changed": ("ms", "click to the new position in the document, median of a round"),
    "painted": ("ms", "click to the frame after it, median of a round"),
    "painted95": ("ms", "click to the frame after it, 95 of 100 moves of a round"),
    "cpu": ("ms", "CPU time of the page per click: scripts, style and layout, with the moves of the bot"),
    "script": ("ms", "CPU time of the page per click: scripts"),
    "style": ("ms", "CPU time of the page per click: style"),
    "layout": ("ms", "CPU time of the page per click: layout"),
}
COLUMNS = ("name", "version", "best", "median", "worst", "unit", "samples", "what", "commit")


def run_script(script: str, link: str, count: int) -> list[str]:
    """Lines that a script of the browser tests prints about the page behind a link."""
    environment = {**os.environ, "CHROMIUM": os.environ.get("CHROMIUM") or shutil.which("chromium") or ""}
    command = ["node", str(SCRIPTS / script), link, str(count)]
    return subprocess.run(command, check=True, capture_output=True, text=True, env=environment).stdout.splitlines()


def measure_clicks(link: str, moves: int) -> dict[str, float]:
    """One round of battle moves; `moves` is how many there were."""
    measured: dict[str, float] = json.loads(run_script("click_update.mjs", link, moves)[-1])
    return measured


def measure_paints(link: str, times: int) -> dict[str, dict[str, float]]:
    """One round of first paints: medians by page."""
    lines = run_script("paint.mjs", link, times)
    return {
        name: json.loads(line[len(name) :].partition(" fastest ")[0])
        for name, line in zip(paint_order(), lines, strict=True)
    }


def paint_order() -> list[str]:
    """Pages in the order in which paint.mjs prints them: the first load comes last."""
    first, *others = PAGES
    return [*others, first]


def rows_of(
    version: str,
    commit: str,
    clicks: list[dict[str, float]],
    paints: list[dict[str, dict[str, float]]],
    times: int,
) -> Iterator[dict[str, object]]:
    """Rows of the table about one version."""

    def row(name: str, values: list[float], unit: str, samples: float, what: str) -> dict[str, object]:
        ordered = sorted(values)
        numbers = {"best": ordered[0], "median": round(statistics.median(ordered), 2), "worst": ordered[-1]}
        return {
            "name": name,
            "version": version,
            **numbers,
            "unit": unit,
            "samples": int(samples),
            "what": what,
            "commit": commit,
        }

    moves = sum(measured["moves"] for measured in clicks)
    for key, (unit, what) in CLICKS.items():
        yield row(f"click-{key}", [measured[key] for measured in clicks], unit, moves, what)
    for page, name in PAGES.items():
        is_first = page == "first load"
        what = "of the start page, empty cache" if is_first else "cached files"
        samples = len(paints) * times * (len(PAGES) - 1 if is_first else 1)
        text = f"first contentful paint{' ' if is_first else ', '}{what}, median of a round"
        yield row(f"paint-{name}", [measured[page]["paint"] for measured in paints], "ms", samples, text)
    sizes = [measured["first load"]["bytes"] for measured in paints]
    yield row(
        "first-load", sizes, "bytes", 1, "files of the start page as they are sent, without answers of the server"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--before", required=True, metavar="COMMIT=LINK", help="earlier version")
    parser.add_argument("--after", required=True, metavar="COMMIT=LINK", help="later version")
    parser.add_argument("--rounds", type=int, default=5, help="rounds of clicks")
    parser.add_argument("--paint-rounds", type=int, default=3, help="rounds of first paints")
    parser.add_argument("--moves", type=int, default=110, help="least battle moves of a round")
    parser.add_argument("--times", type=int, default=5, help="new browsers of a round, for each page")
    parser.add_argument("--to", type=Path, required=True, help="table to write")
    args = parser.parse_args()
    versions = {name: getattr(args, name).split("=", 1) for name in ("before", "after")}
    clicks: dict[str, list[dict[str, float]]] = {name: [] for name in versions}
    paints: dict[str, list[dict[str, dict[str, float]]]] = {name: [] for name in versions}
    for k in range(args.rounds):
        for name, (_, link) in versions.items():
            clicks[name].append(measure_clicks(link, args.moves))
            print(f"round {k + 1}, {name}: {clicks[name][-1]}; load {os.getloadavg()[0]:.1f}", flush=True)
    for k in range(args.paint_rounds):
        for name, (_, link) in versions.items():
            paints[name].append(measure_paints(link, args.times))
            print(f"round {k + 1}, {name}: {paints[name][-1]}; load {os.getloadavg()[0]:.1f}", flush=True)
    rows = [
        row
        for name, (commit, _) in versions.items()
        for row in rows_of(name, commit, clicks[name], paints[name], args.times)
    ]
    order = list(dict.fromkeys(row["name"] for row in rows))
    with args.to.open("w", newline="", encoding="utf-8") as file:
        table = csv.DictWriter(file, COLUMNS, lineterminator="\n")
        table.writeheader()
        table.writerows(sorted(rows, key=lambda row: order.index(row["name"])))


if __name__ == "__main__":
    main()
