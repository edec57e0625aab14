"""More and more memory, up to an amount that every machine bears."""

import time

kept = [bytearray(b"x" * (8 << 20)) for _ in range(60)]
time.sleep(3600)
