"""Is not interested."""

import time

time.sleep(3600)
