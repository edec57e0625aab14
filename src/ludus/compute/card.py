"""One graphics card by NVIDIA's driver: memory, machine code and launches, and nothing else.

Import this only where cuda-bindings is known to be installed: `ludus.compute.cuda` looks.
"""

from __future__ import annotations

import ctypes
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import numpy as np
from cuda.bindings import driver

from ludus.compute.place import PlaceError

LOG = 16384  # bytes for what the driver's assembler has to say


class CardError(PlaceError):
    """What the driver could not do, in its own words."""


def ask(result: tuple[Any, ...]) -> Any:
    """What a call of the driver gave, or its error."""
    status, *values = result
    if status != driver.CUresult.CUDA_SUCCESS:
        _, words = driver.cuGetErrorString(status)
        raise CardError(f"the graphics card: {words.decode() if words else status}")
    return values[0] if len(values) == 1 else values


@dataclass(frozen=True)
class Kernel:
    """Machine code on the card, and what it takes."""

    handle: Any
    registers: int  # of a thread
    local: int  # bytes of a thread's own memory


class Card:
    """A card that is ready to work; whatever is done, is done in the order of the calls."""

    def __init__(self, number: int = 0) -> None:
        try:
            ask(driver.cuInit(0))
        except RuntimeError as error:  # the driver's library is not there
            raise CardError(f"no graphics card of NVIDIA is at work on this machine: {error}") from None
        count = ask(driver.cuDeviceGetCount())
        if number >= count:
            raise CardError(f"there is no graphics card number {number}: this machine has {count}")
        self._device = ask(driver.cuDeviceGet(number))
        self._context = ask(driver.cuDevicePrimaryCtxRetain(self._device))
        self.name = ask(driver.cuDeviceGetName(128, self._device)).partition(b"\x00")[0].decode()
        self.processors = self._attribute("MULTIPROCESSOR_COUNT")
        self.architecture = (
            self._attribute("COMPUTE_CAPABILITY_MAJOR"),
            self._attribute("COMPUTE_CAPABILITY_MINOR"),
        )
        self.driver_version = ask(driver.cuDriverGetVersion())

    def _attribute(self, name: str) -> int:
        kind = getattr(driver.CUdevice_attribute, f"CU_DEVICE_ATTRIBUTE_{name}")
        return int(ask(driver.cuDeviceGetAttribute(kind, self._device)))

    def enter(self) -> None:
        """From here on this thread talks to this card."""
        ask(driver.cuCtxSetCurrent(self._context))

    def free_memory(self) -> int:
        """In bytes."""
        return int(ask(driver.cuMemGetInfo())[0])

    def assemble(self, ptx: str, registers: int = 0) -> bytes:
        """Machine code for this card, with at most so many registers a thread; 0: as many as it likes."""
        log = bytearray(LOG)
        option = driver.CUjit_option
        options: dict[Any, Any] = {option.CU_JIT_ERROR_LOG_BUFFER: log, option.CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES: LOG}
        if registers:
            options[option.CU_JIT_MAX_REGISTERS] = registers
        state = ask(driver.cuLinkCreate(len(options), list(options), list(options.values())))
        try:
            text = ptx.encode() + b"\x00"
            kind = driver.CUjitInputType.CU_JIT_INPUT_PTX
            try:
                ask(driver.cuLinkAddData(state, kind, text, len(text), b"kernel", 0, [], []))
                place, size = ask(driver.cuLinkComplete(state))
            except CardError as error:
                raise CardError(f"{error}: {log.decode(errors='replace').strip(chr(0))}") from None
            return ctypes.string_at(place, size)
        finally:
            ask(driver.cuLinkDestroy(state))

    def load(self, code: bytes, name: str) -> Kernel:
        """Put machine code on the card."""
        module = ask(driver.cuModuleLoadData(code))
        handle = ask(driver.cuModuleGetFunction(module, name.encode()))
        kind = driver.CUfunction_attribute
        registers = ask(driver.cuFuncGetAttribute(kind.CU_FUNC_ATTRIBUTE_NUM_REGS, handle))
        local = ask(driver.cuFuncGetAttribute(kind.CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES, handle))
        return Kernel(handle, int(registers), int(local))

    def resident(self, kernel: Kernel, threads: int) -> int:
        """How many blocks of so many threads the whole card works on at a time."""
        return self.processors * int(ask(driver.cuOccupancyMaxActiveBlocksPerMultiprocessor(kernel.handle, threads, 0)))

    def launch(self, kernel: Kernel, blocks: int, threads: int, numbers: Sequence[int]) -> None:
        """Run a kernel of int64 numbers to its end."""
        cells = [np.array([number], np.int64) for number in numbers]
        places = np.array([cell.ctypes.data for cell in cells], np.uint64)
        ask(driver.cuLaunchKernel(kernel.handle, blocks, 1, 1, threads, 1, 1, 0, 0, places.ctypes.data, 0))
        ask(driver.cuCtxSynchronize())

    @contextmanager
    def memory(self, size: int) -> Iterator[int]:
        """So many zeroed bytes on the card, by address, for as long as they are used."""
        address = ask(driver.cuMemAlloc(max(size, 1)))
        try:
            ask(driver.cuMemsetD8(address, 0, max(size, 1)))
            yield int(address)
        finally:
            ask(driver.cuMemFree(address))

    @contextmanager
    def holding(self, array: np.ndarray) -> Iterator[int]:
        """A copy of an array on the card."""
        with self.memory(array.nbytes) as address:
            self.write(address, array)
            yield address

    def write(self, address: int, array: np.ndarray) -> None:
        ask(driver.cuMemcpyHtoD(address, array.ctypes.data, array.nbytes))

    def read(self, address: int, array: np.ndarray) -> None:
        ask(driver.cuMemcpyDtoH(array.ctypes.data, address, array.nbytes))
