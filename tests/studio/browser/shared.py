"""A studio that others may join, from the same machine so that no network is needed: python shared.py PORT FOLDER."""

import sys

from ludus.studio.server import prepare, serve

place = prepare(sys.argv[2], int(sys.argv[1]), share="127.0.0.1")
print("Ludus Studio:", place.links["owner"])
print("For others:  ", place.links["guest"])
print("Ctrl-C ends it.", flush=True)
serve(place)
