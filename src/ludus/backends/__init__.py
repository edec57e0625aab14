"""Backends that run work in parallel. Work is a function of a range of numbers (seeds, games). The range is split into
parts, which run anywhere; results are returned in order, so backend and split never change a result.

    Threads(4)       threads of this process
    Processes(4)     worker processes on this machine; in `ludus.backends.processes`
    RayBackend(...)  a Ray cluster; in `ludus.backends.ray_backend`
    Cuda()           a GPU, for matches only; in `ludus.backends.cuda`
    parse_backend    any of them from its text
    try_backend      a trial, before a folder for results is made
"""

from ludus.backends.backend import Backend, BackendError, Threads, parse_backend, split_range, try_backend

__all__ = ["Backend", "BackendError", "Threads", "parse_backend", "split_range", "try_backend"]
