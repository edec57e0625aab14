"""A shared Studio on the loopback interface, so that no network is needed: python shared.py PORT FOLDER."""

import sys

from ludus.studio.server import prepare, serve

server = prepare(sys.argv[2], int(sys.argv[1]), share="127.0.0.1")
print("Ludus Studio:", server.links["owner"])
print("For others:  ", server.links["guest"])
print("Ctrl-C ends it.", flush=True)
serve(server)
