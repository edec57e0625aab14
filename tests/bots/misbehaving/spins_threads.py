"""More and more threads, up to a number that every machine bears."""

import threading
import time

for _ in range(300):
    threading.Thread(target=time.sleep, args=(3600,), daemon=True).start()
time.sleep(3600)
