"""Speed of the environments of `ludus.adapters`: steps per second of processor time on one core, opponents included.

    python -m tools.environment_speed                    # a row for each environment and kind of game, as CSV
    python -m tools.environment_speed --seconds 10       # longer, for steadier numbers

Agents choose random legal actions. A step is one call of `step`, and games that end are started again within the time.
Other programs make the numbers lower, also of processor time: measure on a machine without other work.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from ludus.adapters.gymnasium import LudusEnv
from ludus.adapters.pettingzoo import LudusAEC
from ludus.adapters.pettingzoo_parallel import LudusParallel

KINDS: dict[str, dict[str, Any]] = {
    "LOCM 1.2 battle": {"setup": "dealt"},
    "LOCM 1.2 with draft": {},
    "LOCM 1.5": {"version": "1.5"},
}
CHUNK = 200  # steps between two looks at the clock


def gymnasium_steps(options: dict[str, Any], **arguments: Any) -> Iterator[None]:
    """Play with LudusEnv for ever; every step yields."""
    env, rng = LudusEnv("locm", opponents="random", options=options, **arguments), np.random.default_rng(1)
    _, info = env.reset(seed=1)
    while True:
        _, _, ended, _, info = env.step(_choose(info["action_mask"], rng))
        if ended:
            _, info = env.reset()
        yield


def aec_steps(options: dict[str, Any]) -> Iterator[None]:
    """Play with LudusAEC for ever; every step yields."""
    env, rng = LudusAEC("locm", options=options), np.random.default_rng(1)
    env.reset(seed=1)
    while True:
        observation, _, ended, truncated, _ = env.last()
        if ended or truncated:
            env.reset()
            continue
        env.step(_choose(observation["action_mask"], rng))
        yield


def parallel_steps(options: dict[str, Any]) -> Iterator[None]:
    """Play with LudusParallel for ever; every step yields."""
    env, rng = LudusParallel("locm", options=options), np.random.default_rng(1)
    observations, _ = env.reset(seed=1)
    while True:
        actions = {agent: _choose(seen["action_mask"], rng) for agent, seen in observations.items()}
        observations, *_ = env.step(actions)
        if not env.agents:
            observations, _ = env.reset()
        yield


ENVIRONMENTS: dict[str, Callable[[dict[str, Any]], Iterator[None]]] = {
    "LudusEnv": gymnasium_steps,
    "LudusAEC": aec_steps,
    "LudusParallel": parallel_steps,
}


def view_steps(options: dict[str, Any]) -> Iterator[None]:
    """Play with LudusEnv and an own function of the view."""
    return gymnasium_steps(options, observe=lambda view: [len(view)])


def steps_per_second(steps: Iterator[None], seconds: float) -> float:
    """Return how many steps are made in a second of processor time; the first ones, which compile, do not count."""
    _make(steps, CHUNK)
    count, start = 0, time.process_time()
    while (spent := time.process_time() - start) < seconds:
        _make(steps, CHUNK)
        count += CHUNK
    return count / spent


def main(arguments: list[str] | None = None) -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(
        prog="python -m tools.environment_speed", description=(__doc__ or "").splitlines()[0]
    )
    parser.add_argument("--seconds", type=float, default=2.0, help="seconds of processor time for each number")
    seconds = parser.parse_args(arguments).seconds
    print("name,steps a second")
    for kind, options in KINDS.items():
        for name, steps in ENVIRONMENTS.items():
            print(f"{name}: {kind},{steps_per_second(steps(options), seconds):.0f}", flush=True)
    print(f"LudusEnv-view,{steps_per_second(view_steps(KINDS['LOCM 1.2 battle']), seconds):.0f}")
    return 0


def _make(steps: Iterator[None], count: int) -> None:
    for _ in range(count):
        next(steps)


def _choose(mask: np.ndarray, rng: np.random.Generator) -> int:
    legal = np.flatnonzero(mask)
    return int(legal[int(rng.random() * len(legal))])


if __name__ == "__main__":
    sys.exit(main())
