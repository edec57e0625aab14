"""A Ray cluster of two nodes on this machine, and the processes that work on them."""

import os
import signal
import time
from contextlib import contextmanager
from pathlib import Path

import pytest

MEMORY = 100 << 20  # of each node, for objects
LOOKS = 100  # at each worker, for one that is in the middle of a part


@contextmanager
def local_cluster(path, cores=1):
    """A head with so many cores; `add_node` adds others. Its workers import modules from this path, too."""
    settings = {
        "RAY_USAGE_STATS_ENABLED": "0",
        "RAY_AUTH_MODE": "disabled",  # writes no token into anybody's home
        "PYTHONPATH": os.pathsep.join([str(path), os.environ.get("PYTHONPATH", "")]),
    }
    with pytest.MonkeyPatch.context() as patch:
        for name, value in settings.items():
            patch.setenv(name, value)
        from ray.cluster_utils import Cluster

        head = {"num_cpus": cores, "object_store_memory": MEMORY, "include_dashboard": False}
        cluster = Cluster(initialize_head=True, head_node_args=head)
        try:
            yield cluster
        finally:
            import ray

            ray.shutdown()
            cluster.shutdown()


def add_node(cluster, **more):
    """One more node with a core."""
    return cluster.add_node(num_cpus=1, object_store_memory=MEMORY, **more)


def catch_worker(*nodes):
    """Stop a worker in the middle of a part, which it can then not finish: its node and itself; None if none is."""
    workers = {pid: node for node in nodes for pid in children_of(raylet_of(node))}  # takes longer than a short part
    for _ in range(LOOKS):
        for pid in filter(at_work, workers):
            os.kill(pid, signal.SIGSTOP)
            if at_work(pid):
                return workers[pid], pid
            os.kill(pid, signal.SIGCONT)
        time.sleep(0.001)
    return None


def at_work(pid):
    """Whether a worker is in the middle of a part: Ray names its process after what it does."""
    try:
        return b"_run_part" in Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:  # it ended while we looked
        return False


def raylet_of(node):
    """The process that all workers of a node are children of."""
    return node.all_processes["raylet"][0].process.pid


def children_of(pid):
    pids = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            if int((folder / "stat").read_text().rpartition(")")[2].split()[1]) == pid:
                pids.append(int(folder.name))
        except OSError:  # it ended while we looked
            continue
    return pids
