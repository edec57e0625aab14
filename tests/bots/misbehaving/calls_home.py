"""Tries the network: `calls_home.py PORT SOCKET-FILE`."""

import socket
import sys

failed = 0
for family, address in ((socket.AF_INET, ("127.0.0.1", int(sys.argv[1]))), (socket.AF_UNIX, sys.argv[2])):
    try:
        socket.socket(family).connect(address)
    except OSError:
        failed += 1
sys.exit(f"{failed} of 2 refused")
