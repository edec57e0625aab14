"""CUDA driver access to one GPU: memory, machine code and kernel launches.

Import this module only if cuda-bindings is installed; `ludus.backends.cuda` checks it.
"""

from __future__ import annotations

import ctypes
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import numpy as np
from cuda.bindings import driver

from ludus.backends.backend import BackendError

LOG_BYTES = 16384  # bytes for the error log of the driver's assembler


class GpuError(BackendError):
    """A call of the CUDA driver failed; the message is the driver's."""


def check_call(result: tuple[Any, ...]) -> Any:
    """Return the values of a driver call.

    Raises:
        GpuError: the call failed.
    """
    status, *values = result
    if status != driver.CUresult.CUDA_SUCCESS:
        _, message = driver.cuGetErrorString(status)
        raise GpuError(f"the graphics card: {message.decode() if message else status}")
    return values[0] if len(values) == 1 else values


@dataclass(frozen=True)
class GpuKernel:
    """A kernel loaded onto the GPU and its resource use."""

    handle: Any
    registers: int  # per thread
    local_bytes: int  # bytes of local memory per thread


class GpuDevice:
    """An initialised GPU. All operations run in the order of the calls."""

    def __init__(self, number: int = 0) -> None:
        try:
            check_call(driver.cuInit(0))
        except RuntimeError as error:  # the driver library is missing
            raise GpuError(f"no NVIDIA graphics card is available on this machine: {error}") from None
        count = check_call(driver.cuDeviceGetCount())
        if number >= count:
            raise GpuError(f"there is no graphics card number {number}: this machine has {count}")
        self._device = check_call(driver.cuDeviceGet(number))
        self._context = check_call(driver.cuDevicePrimaryCtxRetain(self._device))
        self.name = check_call(driver.cuDeviceGetName(128, self._device)).partition(b"\x00")[0].decode()
        self.processors = self._attribute("MULTIPROCESSOR_COUNT")
        self.architecture = (
            self._attribute("COMPUTE_CAPABILITY_MAJOR"),
            self._attribute("COMPUTE_CAPABILITY_MINOR"),
        )
        self.driver_version = check_call(driver.cuDriverGetVersion())

    def _attribute(self, name: str) -> int:
        kind = getattr(driver.CUdevice_attribute, f"CU_DEVICE_ATTRIBUTE_{name}")
        return int(check_call(driver.cuDeviceGetAttribute(kind, self._device)))

    def make_current(self) -> None:
        """Make this GPU the current device of the calling thread."""
        check_call(driver.cuCtxSetCurrent(self._context))

    def free_memory(self) -> int:
        """Return the free memory in bytes."""
        return int(check_call(driver.cuMemGetInfo())[0])

    def assemble(self, ptx: str, registers: int = 0) -> bytes:
        """Assemble PTX to machine code for this GPU.

        Args:
            ptx: the PTX text.
            registers: maximal number of registers per thread; 0: no limit.
        """
        log = bytearray(LOG_BYTES)
        option = driver.CUjit_option
        options: dict[Any, Any] = {
            option.CU_JIT_ERROR_LOG_BUFFER: log,
            option.CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES: LOG_BYTES,
        }
        if registers:
            options[option.CU_JIT_MAX_REGISTERS] = registers
        state = check_call(driver.cuLinkCreate(len(options), list(options), list(options.values())))
        try:
            text = ptx.encode() + b"\x00"
            kind = driver.CUjitInputType.CU_JIT_INPUT_PTX
            try:
                check_call(driver.cuLinkAddData(state, kind, text, len(text), b"kernel", 0, [], []))
                address, size = check_call(driver.cuLinkComplete(state))
            except GpuError as error:
                raise GpuError(f"{error}: {log.decode(errors='replace').strip(chr(0))}") from None
            return ctypes.string_at(address, size)
        finally:
            check_call(driver.cuLinkDestroy(state))

    def load(self, code: bytes, name: str) -> GpuKernel:
        """Load machine code onto the GPU and return the kernel with this name."""
        module = check_call(driver.cuModuleLoadData(code))
        handle = check_call(driver.cuModuleGetFunction(module, name.encode()))
        kind = driver.CUfunction_attribute
        registers = check_call(driver.cuFuncGetAttribute(kind.CU_FUNC_ATTRIBUTE_NUM_REGS, handle))
        local = check_call(driver.cuFuncGetAttribute(kind.CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES, handle))
        return GpuKernel(handle, int(registers), int(local))

    def max_resident_blocks(self, kernel: GpuKernel, threads: int) -> int:
        """Return how many blocks of `threads` threads the whole GPU runs at the same time."""
        return self.processors * int(
            check_call(driver.cuOccupancyMaxActiveBlocksPerMultiprocessor(kernel.handle, threads, 0))
        )

    def launch(self, kernel: GpuKernel, blocks: int, threads: int, numbers: Sequence[int]) -> None:
        """Run a kernel with int64 arguments and wait for its end."""
        cells = [np.array([number], np.int64) for number in numbers]
        addresses = np.array([cell.ctypes.data for cell in cells], np.uint64)
        check_call(driver.cuLaunchKernel(kernel.handle, blocks, 1, 1, threads, 1, 1, 0, 0, addresses.ctypes.data, 0))
        check_call(driver.cuCtxSynchronize())

    @contextmanager
    def memory(self, size: int) -> Iterator[int]:
        """Context manager: allocate zeroed memory on the GPU and yield its address."""
        address = check_call(driver.cuMemAlloc(max(size, 1)))
        try:
            check_call(driver.cuMemsetD8(address, 0, max(size, 1)))
            yield int(address)
        finally:
            check_call(driver.cuMemFree(address))

    @contextmanager
    def copy_of(self, array: np.ndarray) -> Iterator[int]:
        """Context manager: copy an array to the GPU and yield its address."""
        with self.memory(array.nbytes) as address:
            self.write(address, array)
            yield address

    def write(self, address: int, array: np.ndarray) -> None:
        check_call(driver.cuMemcpyHtoD(address, array.ctypes.data, array.nbytes))

    def read(self, address: int, array: np.ndarray) -> None:
        check_call(driver.cuMemcpyDtoH(array.ctypes.data, address, array.nbytes))
