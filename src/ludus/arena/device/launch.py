"""Run packed matches on a GPU: compile and cache the kernel, upload its data, launch it.

Import this only where numba-cuda is known to be installed.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack
from functools import cache

import numba
import numpy as np

from ludus.arena.device import entry
from ludus.arena.device.bound import Shape, play_games
from ludus.arena.device.pack import Packed
from ludus.compute import ptx, units
from ludus.compute.card import Card, Kernel
from ludus.core import specialise
from ludus.core.errors import OptionError
from ludus.core.fingerprint import fingerprint
from ludus.core.store import keep

THREADS = 64  # in a block
TOGETHER = 256  # threads per multiprocessor at a time: with more, their games no longer fit into its cache
REGISTERS = 0  # per thread, at most; 0: the assembler decides
ARGUMENTS = 9  # of the kernel
LAUNCH = 1 << 21  # games per launch; progress is reported after each


def play_pack(packed: Packed, card: Card, progress: Callable[[int], None] | None = None) -> np.ndarray:
    """Play all games of packed matches; returns their results."""
    card.enter()
    shape, results = packed.shape, packed.results()
    kernel = kernel_of(shape, card)
    blocks = min(card.resident(kernel, THREADS), card.processors * TOGETHER // THREADS)
    with ExitStack() as stack:
        stretches, tables, params = (
            stack.enter_context(card.holding(array)) for array in (packed.stretches, packed.tables, packed.params)
        )
        results_at, counter = stack.enter_context(card.memory(results.nbytes)), stack.enter_context(card.memory(8))
        space_at = 0
        if not shape.layout.local:
            blocks = _that_fit(blocks, shape, card)
            space_at = stack.enter_context(card.memory(blocks * THREADS * shape.layout.total))
        for part in units(packed.total, LAUNCH):
            card.write(counter, np.array([part.start]))
            inputs = stretches, len(packed.stretches), tables, params, space_at
            arguments = counter, part.stop - 1, *inputs, results_at, packed.total
            card.launch(kernel, min(blocks, -(-len(part) // THREADS)), THREADS, arguments)
            if progress:
                progress(len(part))
        card.read(results_at, results)
    return results


def _that_fit(blocks: int, shape: Shape, card: Card) -> int:
    """The number of blocks that fit into half of the GPU's memory."""
    size = THREADS * shape.layout.total
    fit = card.free_memory() // 2 // size
    if fit < 1:
        bots = ", ".join(f"{bot.name} {bot.scratch.nbytes:,} bytes" for bot in shape.bots)
        raise OptionError(f"{card.name} has no room for {THREADS} threads of these players ({bots} each): use threads")
    return min(blocks, fit)


@cache
def kernel_of(shape: Shape, card: Card) -> Kernel:
    """The kernel of a shape on this GPU: compiled to PTX, then assembled, both cached on disk."""
    text, name = ptx_of(shape)
    machine = card.architecture, card.driver_version, REGISTERS
    code = keep("kernel in machine code", (text, machine), lambda: card.assemble(text, REGISTERS))
    return card.load(code, name)


def ptx_of(shape: Shape) -> tuple[str, str]:
    """The kernel of a shape as PTX, and its name there."""
    kernel = specialise(entry, play_games=play_games(shape)).kernel
    depends = fingerprint(kernel), numba.__version__, ptx.version()
    signature = (numba.int64,) * ARGUMENTS
    kernel_text: tuple[str, str] = keep("kernel", depends, lambda: ptx.compile_kernel(kernel, signature))
    return kernel_text
