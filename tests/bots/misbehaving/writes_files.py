"""Tries to change files: `writes_files.py FILE FOLDER`, a file of the user and a folder of the user."""

import os
import sys
import tempfile

file, folder = sys.argv[1:]
attempts = (
    lambda: os.write(os.open(file, os.O_WRONLY | os.O_APPEND), b"was here"),
    lambda: os.truncate(file, 0),
    lambda: os.unlink(file),
    lambda: os.rename(file, file + ".moved"),
    lambda: os.chmod(file, 0o777),
    lambda: os.utime(file, (0, 0)),
    lambda: os.mkdir(os.path.join(folder, "new")),
    lambda: os.symlink("/", os.path.join(folder, "link")),
)
failed = 0
for attempt in attempts:
    try:
        attempt()
    except OSError:
        failed += 1
with tempfile.NamedTemporaryFile() as own:
    own.write(b"in my own folder I may")
try:
    with open(file) as source:
        source.read()
    unread = ""
except OSError:
    unread = "; reading was refused, too"
sys.exit(f"{failed} of {len(attempts)} refused{unread}")
