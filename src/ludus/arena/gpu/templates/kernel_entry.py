"""Template: kernel entry point; each GPU thread determines its index. Free name: play_games."""

# ruff: noqa: F821
# mypy: ignore-errors

from numba import cuda


def kernel(counter, last, stretches, lines, all_data, params, room, results, total):
    play_games(cuda.grid(1), counter, last, stretches, lines, all_data, params, room, results, total)
