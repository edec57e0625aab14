"""A program that speaks JSON lines; its moves depend on every byte that it is sent."""

import hashlib
import json
import sys

for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "move":
        shown = {name: value for name, value in message.items() if name != "seconds"}
        number = int.from_bytes(hashlib.sha256(json.dumps(shown).encode()).digest()[:4], "little")
        print(message["moves"][number % len(message["moves"])], flush=True)
