"""Answers once, then breaks."""

import json
import sys

print(json.loads(sys.stdin.readline())["moves"][0], flush=True)
sys.stdin.readline()
raise ValueError("boom")
