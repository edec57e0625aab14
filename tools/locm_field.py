"""Plays the best agent of each kind of the study `locm-representation` against bots of the contests and our own of
that name: the field of Table 5.1 of Miernik's thesis.

    python tools/locm_field.py --bots BOTS --work WORK --to benchmarks/locm-field

BOTS is a folder with the original bots of version 1.2: the programs `coac` and `onelane`, compiled, and the folder
`ReinforcedGreediness`. They are not part of Ludus. WORK keeps one tournament for each agent; the same command goes on
with those that were stopped. The best agent of a kind is the one that wins most in the tournament of the study.
"""

from __future__ import annotations

import argparse
import csv
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np

from ludus.stats import Estimate, mean, proportion
from ludus.studies.locm_representation.results import published_table

STUDY = Path("benchmarks/locm-representation")
SEED, GAMES = 20261118, 200
ORIGINALS = {
    "Coac": "cmd:./coac",
    "OneLaneIsEnough": "cmd:./onelane",
    "ReinforcedGreediness": "cmd:python3 ReinforcedGreediness/agent.py",
}
REBUILT = {"coac": "Coac", "onelane": "OneLaneIsEnough"}  # ReinforcedGreediness was not rebuilt
COLUMNS = {"Coac": "coac", "OneLaneIsEnough": "onelane", "ReinforcedGreediness": "reinforced-greediness"}
OPPONENTS = (*ORIGINALS, *REBUILT)
PROPER_ENDINGS = ("killed", "overdrawn", "turn limit")
ALL = "all"


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser("python tools/locm_field.py", description=__doc__)
    parser.add_argument("--bots", type=Path, required=True, help="folder of the original bots")
    parser.add_argument("--work", type=Path, required=True, help="folder of the tournaments")
    parser.add_argument("--to", type=Path, required=True, help="folder of the tables")
    parser.add_argument("--parallel", type=int, default=2, help="tournaments at the same time; default: 2")
    options = parser.parse_args(arguments)
    agents = best_agents(STUDY / "tables" / "agents.csv")
    with ThreadPoolExecutor(options.parallel) as pool:
        list(pool.map(lambda name: play(name, options.bots.absolute(), options.work.absolute()), agents.values()))
    games = {name: read_games(options.work / name) for name in agents.values()}
    options.to.mkdir(parents=True, exist_ok=True)
    write(options.to / "pairs.csv", pair_rows(agents, games))
    write(options.to / "differences.csv", difference_rows(agents, games))
    return 0


def best_agents(table: Path) -> dict[str, str]:
    """The evolution that wins most in the tournament of the study, by kind of agent."""
    best: dict[str, tuple[float, str]] = {}
    with table.open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            kind, share = row["evolution"].rpartition("-")[0], float(row["tournament"])
            if kind not in best or share > best[kind][0]:
                best[kind] = share, row["evolution"]
    return {kind: name for kind, (_, name) in best.items()}


def play(name: str, bots: Path, work: Path) -> None:
    """Play the tournament of one agent against all opponents, or what is left of it."""
    shutil.copytree(STUDY / "agents", bots / "agents", dirs_exist_ok=True)
    field = [f"{title}={command}" for title, command in ORIGINALS.items()] + list(REBUILT)
    command = [sys.executable, "-m", "ludus", "tournament", "locm", f"{name}=agent:genome=agents/{name}.json", *field]
    limits = ["--threads", "1", "--clock", "cpu", "--memory", "512"]
    more = ["--gauntlet", "-n", str(GAMES), "--seed", str(SEED), *limits, "--out", str(work / name)]
    subprocess.run([*command, *more], cwd=bots, check=True, stdout=subprocess.DEVNULL)


def read_games(folder: Path) -> dict[str, list[dict[str, str]]]:
    """Games of a tournament by opponent, in the order of their numbers."""
    with (folder / "games.csv").open(encoding="utf-8", newline="") as file:
        rows = sorted(csv.DictReader(file), key=lambda row: int(row["number"]))
    return {name: [row for row in rows if row["pair"] == f"0-{k + 1}"] for k, name in enumerate(OPPONENTS)}


def by_deal(games: list[dict[str, str]], agent: str) -> np.ndarray:
    """Payoff of an agent in each deal, which is played from both seats."""
    payoffs = [float(game["share_0"] if game["seat_0"] == agent else game["share_1"]) for game in games]
    deals: np.ndarray = np.array(payoffs).reshape(-1, 2).mean(axis=1)
    return deals


def pair_rows(agents: dict[str, str], games: dict[str, dict[str, list[dict[str, str]]]]) -> Iterator[dict[str, object]]:
    """One row for each agent and opponent, and for all agents together."""
    for opponent in OPPONENTS:
        together = []
        for kind, name in agents.items():
            played = games[name][opponent]
            payoffs = by_deal(played, name)
            together.append(payoffs)
            faults = Counter(game["reason"] for game in played if game["reason"] not in PROPER_ENDINGS)
            proper = [game for game in played if game["reason"] in PROPER_ENDINGS]
            wins = sum(float(game["share_0"] if game["seat_0"] == name else game["share_1"]) for game in proper)
            printed = published_table()[kind].get(COLUMNS[REBUILT.get(opponent, opponent)])
            yield {
                "agent": name,
                "opponent": opponent,
                "bot": "rebuilt" if opponent in REBUILT else "original",
                "games": len(played),
                **shown(proportion(payoffs)),
                "timeouts": faults["timeout"],
                "illegal_moves": faults["illegal move"],
                "crashes": faults["crashed"],
                "other_faults": faults.total() - sum(faults[word] for word in ("timeout", "illegal move", "crashed")),
                "without_faults": f"{wins / len(proper):.6f}" if proper else "",
                "thesis": "" if printed is None else f"{printed / 100:.6f}",
            }
        rest = dict.fromkeys(("timeouts", "illegal_moves", "crashes", "other_faults", "without_faults", "thesis"), "")
        count = sum(len(games[name][opponent]) for name in agents.values())
        kind_of_bot = "rebuilt" if opponent in REBUILT else "original"
        start = {"agent": ALL, "opponent": opponent, "bot": kind_of_bot, "games": count}
        yield {**start, **shown(proportion(np.mean(together, axis=0))), **rest}


def difference_rows(
    agents: dict[str, str], games: dict[str, dict[str, list[dict[str, str]]]]
) -> Iterator[dict[str, object]]:
    """How much more an agent wins against the original than against our bot of that name, on the same deals."""
    for rebuilt, original in REBUILT.items():
        together = []
        for name in agents.values():
            pair = [games[name][opponent] for opponent in (original, rebuilt)]
            together.append(by_deal(pair[0], name) - by_deal(pair[1], name))
            ends = ("share_0", "points_0", "points_1", "reason", "length")
            equal = sum(all(a[key] == b[key] for key in ends) for a, b in zip(*pair, strict=True))
            start = {"agent": name, "original": original, "rebuilt": rebuilt, "equal_games": equal}
            yield {**start, "games": len(pair[0]), **shown(mean(together[-1]))}
        start = {"agent": ALL, "original": original, "rebuilt": rebuilt, "equal_games": "", "games": ""}
        yield {**start, **shown(mean(np.mean(together, axis=0)))}


def shown(estimate: Estimate) -> dict[str, str]:
    """The columns of an estimate."""
    return {key: f"{value:.6f}" for key, value in zip(("share", "low", "high"), _bounds(estimate), strict=True)}


def _bounds(estimate: Estimate) -> tuple[float, float, float]:
    return estimate.value, estimate.low, estimate.high


def write(file: Path, rows: Iterator[dict[str, object]]) -> None:
    """Write rows as CSV; the keys of the first row are the columns."""
    table = list(rows)
    with file.open("w", encoding="utf-8", newline="") as out:
        writer = csv.DictWriter(out, list(table[0]), lineterminator="\n")
        writer.writeheader()
        writer.writerows(table)


if __name__ == "__main__":
    sys.exit(main())
