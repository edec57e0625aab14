"""Does not want to go."""

import signal
import time

for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP, signal.SIGQUIT, signal.SIGALRM):
    signal.signal(number, signal.SIG_IGN)
time.sleep(3600)
