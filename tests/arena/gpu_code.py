"""What a graphics card would do, done by a processor: the same rules compiled for it, or the card's own code.

Run as a program, `python -m tests.arena.gpu_code GAME COUNT "PLAYER PLAYER" ...` plays matches by the code that
numba-cuda writes for the card, and prints a digest of each. It needs the environment variable
LLVMLITE_ENABLE_IR_LAYER_TYPED_POINTERS=0: NVIDIA's compiler wants another dialect than the one for processors.
"""

import ctypes
import os
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import numpy as np

from ludus.arena import Match
from ludus.arena.gpu.batch import PackedMatches, group_by_shape
from ludus.arena.gpu.kernel_binding import bind_play_loop
from ludus.bots import load_bot
from ludus.core.game_registry import load_game
from ludus.core.rule import export_rule
from ludus.testing.example_games import GAMES

THREADS = 3


def played_here(matches, games, entry_of=lambda shape: export_rule(bind_play_loop(shape)), threads=THREADS, launch=50):
    """Outcomes of matches, by the rule that a kernel is made of."""
    found = {}
    for shape, numbers in group_by_shape(matches).items():
        packed = PackedMatches(shape, [matches[k] for k in numbers], [games[k] for k in numbers])
        results = results_here(packed, entry_of(shape), threads, launch)
        found.update(zip(numbers, packed.outcomes(results), strict=True))
    return [found[k] for k in range(len(matches))]


def results_here(packed, entry, threads=THREADS, launch=50):
    """What a launch for each so many games leaves in the memory of a card."""
    results = packed.results()
    for first in range(0, packed.total, launch):
        last = min(first + launch, packed.total) - 1
        counter, room = np.array([first]), np.zeros(threads * packed.shape.layout.total, np.uint8)
        who = packed.stretches.ctypes.data, len(packed.stretches)
        arrays = (array.ctypes.data for array in (packed.all_data, packed.params, room, results))
        rest = counter.ctypes.data, last, *who, *arrays, packed.total
        with ThreadPoolExecutor(threads) as pool:
            for ended in [pool.submit(entry, thread, *rest) for thread in range(threads)]:
                ended.result()
    return results


def counted_here(match, counted, data, firsts, games, place=None, progress=None):
    """What `count_on_card` would give."""
    packed = PackedMatches.of_data(match, counted, data, firsts, games)
    results = results_here(packed, export_rule(bind_play_loop(packed.shape)))
    return packed.outcomes(results)[0], packed.stats(results)


def card_code(shape):
    """The code for the card of what a kernel is made of, made to run here."""
    import llvmlite.binding as llvm
    from numba.core import types as nb

    from ludus.backends import cuda_compiler

    source = bind_play_loop(shape).py_func
    cuda_compiler._attach_gpu_versions(source, set())
    found = cuda_compiler.compile_cuda(
        source, nb.none, (nb.int64,) * 10, nvvm_options=cuda_compiler.OPTIONS, cc=cuda_compiler.MIN_ARCHITECTURE
    )
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    machine = llvm.Target.from_default_triple().create_target_machine(opt=1)
    whole = llvm.parse_assembly(_INSTRUCTIONS)
    for text in found.library.llvm_strs:
        text = re.sub("target triple = .*", f'target triple = "{llvm.get_default_triple()}"', text)
        text = re.sub("target datalayout = .*", f'target datalayout = "{machine.target_data}"', text)
        whole.link_in(llvm.parse_assembly(text.replace("llvm.nvvm.", "card.")))
    for name in ("sqrt", "fabs"):
        llvm.add_symbol(f"__nv_{name}", ctypes.cast(getattr(ctypes.CDLL(None), name), ctypes.c_void_p).value)
    engine = llvm.create_mcjit_compiler(whole, machine)
    engine.finalize_object()
    kind = ctypes.CFUNCTYPE(ctypes.c_int32, ctypes.c_void_p, *[ctypes.c_int64] * 10)
    function = kind(engine.get_function_address(found.fndesc.llvm_func_name))
    function.keep = engine, whole

    def entry(*numbers):
        nothing = np.zeros(1, np.int64)
        assert function(nothing.ctypes.data, *numbers) == 0

    return entry


_INSTRUCTIONS = """
define double @card.mul.rn.d(double %a, double %b) {
  %c = fmul double %a, %b
  ret double %c
}
define double @card.add.rn.d(double %a, double %b) {
  %c = fadd double %a, %b
  ret double %c
}
define double @__nv_fmax(double %a, double %b) {
  %g = fcmp ogt double %a, %b
  %c = select i1 %g, double %a, double %b
  ret double %c
}
"""


def digests_by_card_code(game, lines, games):
    """The digests that this file, run as a program, prints."""
    dialect = {"LLVMLITE_ENABLE_IR_LAYER_TYPED_POINTERS": "0"}
    arguments = [sys.executable, "-m", "tests.arena.gpu_code", game, str(games), *lines]
    run = subprocess.run(arguments, env={**os.environ, **dialect}, capture_output=True, text=True)
    assert run.returncode == 0, run.stderr
    return run.stdout.split()


def matches_of(game, lines):
    content = game.content(**({"setup": "dealt"} if game.name == "locm" else {}))
    return [Match(game, content, [load_bot(game, text) for text in line.split()], seed=7) for line in lines]


def main(name, games, *lines):
    game = {game.name: game for game in GAMES}.get(name) or load_game(name)
    matches = matches_of(game, lines)
    for outcomes in played_here(matches, [int(games)] * len(matches), card_code, threads=1, launch=1 << 40):
        print(outcomes.digest())


if __name__ == "__main__":
    main(*sys.argv[1:])
