"""Run packed matches on a GPU: compile and cache the kernel, upload its data, launch it.

Import this only where numba-cuda is known to be installed.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack
from functools import cache

import numba
import numpy as np

from ludus.arena.gpu.batch import PackedMatches
from ludus.arena.gpu.kernel_binding import KernelShape, bind_play_loop
from ludus.arena.gpu.templates import kernel_entry
from ludus.backends import cuda_compiler, split_range
from ludus.backends.cuda_driver import GpuDevice, GpuKernel
from ludus.core import bind_template
from ludus.core.compile.cache import cached
from ludus.core.compile.fingerprint import fingerprint
from ludus.util.errors import OptionError

THREADS_PER_BLOCK = 64  # in a block
THREADS_PER_PROCESSOR = 256  # threads per multiprocessor at a time: with more, their games no longer fit into its cache
MAX_REGISTERS = 0  # per thread, at most; 0: the assembler decides
KERNEL_ARGUMENTS = 9  # of the kernel
GAMES_PER_LAUNCH = 1 << 21  # games per launch; progress is reported after each


def play_packed(packed: PackedMatches, card: GpuDevice, progress: Callable[[int], None] | None = None) -> np.ndarray:
    """Play all games of packed matches; returns their results."""
    card.make_current()
    shape, results = packed.shape, packed.results()
    kernel = load_kernel(shape, card)
    blocks = min(
        card.max_resident_blocks(kernel, THREADS_PER_BLOCK),
        card.processors * THREADS_PER_PROCESSOR // THREADS_PER_BLOCK,
    )
    with ExitStack() as stack:
        stretches, all_data, params = (
            stack.enter_context(card.copy_of(array)) for array in (packed.stretches, packed.all_data, packed.params)
        )
        results_at, counter = stack.enter_context(card.memory(results.nbytes)), stack.enter_context(card.memory(8))
        space_at = 0
        if not shape.layout.local:
            blocks = _blocks_that_fit(blocks, shape, card)
            space_at = stack.enter_context(card.memory(blocks * THREADS_PER_BLOCK * shape.layout.total))
        for part in split_range(packed.total, GAMES_PER_LAUNCH):
            card.write(counter, np.array([part.start]))
            inputs = stretches, len(packed.stretches), all_data, params, space_at
            arguments = counter, part.stop - 1, *inputs, results_at, packed.total
            card.launch(kernel, min(blocks, -(-len(part) // THREADS_PER_BLOCK)), THREADS_PER_BLOCK, arguments)
            if progress:
                progress(len(part))
        card.read(results_at, results)
    return results


def _blocks_that_fit(blocks: int, shape: KernelShape, card: GpuDevice) -> int:
    """The number of blocks that fit into half of the GPU's memory."""
    size = THREADS_PER_BLOCK * shape.layout.total
    fit = card.free_memory() // 2 // size
    if fit < 1:
        bots = ", ".join(f"{bot.name} {bot.scratch.nbytes:,} bytes" for bot in shape.bots)
        raise OptionError(
            f"{card.name} has no room for {THREADS_PER_BLOCK} threads of these players ({bots} each): use threads"
        )
    return min(blocks, fit)


@cache
def load_kernel(shape: KernelShape, card: GpuDevice) -> GpuKernel:
    """The kernel of a shape on this GPU: compiled to PTX, then assembled, both cached on disk."""
    text, name = compile_ptx(shape)
    machine = card.architecture, card.driver_version, MAX_REGISTERS
    code = cached("kernel in machine code", (text, machine), lambda: card.assemble(text, MAX_REGISTERS))
    return card.load(code, name)


def compile_ptx(shape: KernelShape) -> tuple[str, str]:
    """The kernel of a shape as PTX, and its name there."""
    kernel = bind_template(kernel_entry, play_games=bind_play_loop(shape)).kernel
    depends = fingerprint(kernel), numba.__version__, cuda_compiler.version()
    signature = (numba.int64,) * KERNEL_ARGUMENTS
    kernel_text: tuple[str, str] = cached("kernel", depends, lambda: cuda_compiler.compile_kernel(kernel, signature))
    return kernel_text
