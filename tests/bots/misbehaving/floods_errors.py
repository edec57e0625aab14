"""Complains without an end."""

import os

while True:
    os.write(2, b"oh no\n" * 10000)
