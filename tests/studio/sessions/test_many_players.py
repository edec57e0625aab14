"""Fifty people play at the same time without an error; the time per move is printed."""

import asyncio
import json
import random
import subprocess
import sys
import time

import pytest
from websockets.asyncio.client import connect

from tests.studio.conftest import Client

PLAYERS, SECONDS = 50, 120
THINKING = (0.3, 1.5)  # seconds that a quick person takes for a move
GAMES = {"locm": ["baseline1"], "dominion": ["big-money"], "tribute": ["random"], "delve": []}


class Server:
    """`ludus studio` in its own process, so that clients do not slow it down."""

    def __init__(self, folder):
        command = [sys.executable, "-m", "ludus", "studio", "--no-browser", "--port", "0", "--folder", str(folder)]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        link = self.process.stdout.readline().split()[-1]
        self.host, _, token = link.removeprefix("http://").partition("/?token=")
        self.owner = Client(self, token)

    def stop(self):
        self.process.terminate()
        self.process.wait(30)


@pytest.fixture
def server(tmp_path):
    opened = Server(tmp_path)
    yield opened
    opened.stop()


@pytest.mark.slow
def test_fifty_people_play_at_once_without_an_error(server, capsys):
    for game, bots in GAMES.items():
        server.owner.new_session(game, bots)  # compiles everything before the measurement
    times, errors, finished = asyncio.run(play_all(server))
    times.sort()
    percentiles = {name: times[int(len(times) * share)] * 1000 for name, share in (("median", 0.5), ("p95", 0.95))}
    with capsys.disabled():
        print(
            f"\n{PLAYERS} people for {SECONDS} s: {len(times)} moves, {finished} games to the end; a move took "
            f"{percentiles['median']:.1f} ms in the median, p95 {percentiles['p95']:.1f} ms, "
            f"at most {times[-1] * 1000:.1f} ms"
        )
    assert errors == []
    assert len(times) > PLAYERS * 20


async def play_all(server):
    """Play until the time is over; return the times of moves, refused messages and the number of finished games."""
    times, errors, finished = [], [], [0]
    until = time.monotonic() + SECONDS
    names = list(GAMES)

    async def person(number):
        dice = random.Random(number)
        await asyncio.sleep(dice.uniform(0, 2))
        while time.monotonic() < until:
            game = names[number % len(names)]
            made = await asyncio.to_thread(server.owner.new_session, game, GAMES[game])
            await play(server, made, dice, until, times, errors, finished)

    await asyncio.gather(*(person(number) for number in range(PLAYERS)))
    return times, errors, finished[0]


async def play(server, made, dice, until, times, errors, finished):
    address = f"ws://{server.host}/socket/tables/{made['id']}?key={made['keys'][0]}"
    headers = {"Authorization": f"Bearer {server.owner.token}"}
    async with connect(address, origin=f"http://{server.host}", additional_headers=headers) as socket:
        sent = began = now = state = None
        async for text in socket:
            content = json.loads(text)
            for message in content if isinstance(content, list) else [content]:
                if message["type"] == "refused":
                    errors.append(message["message"])
                    return
                now = message.get("after" if message["type"] == "moved" else "now") or now
                state = message.get("state", state)
                if sent is not None and (now["ply"] > sent or message["type"] == "whole"):
                    times.append(time.perf_counter() - began)
                    sent = None
            if state != "playing":
                finished[0] += 1
                return
            if time.monotonic() > until:
                return
            if now["legal"] and sent is None:
                await asyncio.sleep(dice.uniform(*THINKING))
                sent, began = now["ply"], time.perf_counter()
                move = dice.choice(now["legal"])["text"]
                await socket.send(json.dumps({"type": "play", "request": 1, "ply": sent, "text": move}))
