"""More and more processes, up to a number that every machine bears."""

import os
import time

for _ in range(400):
    if os.fork() == 0:
        time.sleep(3600)
time.sleep(3600)
