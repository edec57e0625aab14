"""Files of a run without times, for comparing two runs of the same study."""

import re
from pathlib import Path


def contents(folder):
    """All files of a run folder by name; without the event log, and without times and place in the page."""
    folder = Path(folder)
    found = {}
    for file in sorted(folder.rglob("*")):
        name = file.relative_to(folder).as_posix()
        if file.is_file() and name != "events.jsonl":
            found[name] = file.read_bytes()
    page = found["report.html"].decode().replace(str(folder), "RUN")
    found["report.html"], times = re.subn(r'<section id="times">.*?</section>', "", page, flags=re.DOTALL)
    assert times == 1
    return found


def differences(one, other):
    return sorted(name for name in {**one, **other} if one.get(name) != other.get(name))
