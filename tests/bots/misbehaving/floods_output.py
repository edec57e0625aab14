"""A reply without an end."""

import os

while True:
    os.write(1, b"1" * 65536)
