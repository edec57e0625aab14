"""Leaves a temporary folder that is hard to remove."""

import os
import sys
import tempfile

folder = tempfile.gettempdir()
for _ in range(3):
    folder = os.path.join(folder, "x" * 100)
    os.mkdir(folder)
    with open(os.path.join(folder, "file"), "w") as file:
        file.write("here")
while folder != tempfile.gettempdir():
    os.chmod(folder, 0)
    folder = os.path.dirname(folder)
os.chmod(folder, 0)
sys.exit("done")
