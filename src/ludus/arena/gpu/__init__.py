"""Batches of games on a GPU, by the same rules as on a CPU.

A GPU thread plays one game after another (templates/play_loop.py) with the bots that meet in it
(templates/bot_dispatch.py). Both are bound to a game and its bots (kernel_binding.py) and compiled into a kernel
(launch.py); matches that need the same kernel are packed together (batch.py), even if their content, parameters and
seeds differ.
"""

from ludus.arena.gpu.batch import play_on_gpu, play_with_stats_on_gpu

__all__ = ["play_on_gpu", "play_with_stats_on_gpu"]
