"""Record the label paths of all random streams; Python loads this file when it starts.

`tools.pins` puts the folder of this file on PYTHONPATH, so that it works in every process of a command and needs
nothing in the package. A stream's seed is a hash of 8 bytes (BLAKE2b) of the `repr` of a tuple that begins with the
root seed: `(2019, 'tree', 4)`. Each process writes every tuple once, one per line, to PINS_STREAMS/PID.
"""

import hashlib
import os

folder = os.environ.get("PINS_STREAMS", "")

if folder:
    original = hashlib.blake2b
    seen: set[bytes] = set()
    files: dict[int, int] = {}

    def blake2b(data: bytes = b"", /, **keywords: object) -> object:
        """Compute the hash, and record the data if it is a label path."""
        if keywords.get("digest_size") == 8 and data[:1] == b"(" and data[-1:] == b")" and data not in seen:
            seen.add(data)
            if (pid := os.getpid()) not in files:  # a forked process has its own file
                files[pid] = os.open(os.path.join(folder, str(pid)), os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o644)
            os.write(files[pid], data + b"\n")
        return original(data, **keywords)  # type: ignore[arg-type]

    hashlib.blake2b = blake2b  # type: ignore[assignment, misc]
