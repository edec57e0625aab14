"""Every route that takes a body gets wrong ones: it answers with an error message, and nothing changes."""

import random
import re
from concurrent.futures import ThreadPoolExecutor
from urllib.parse import quote

import pytest

from tests.studio.fuzzing.conftest import routes, settle, state
from tests.studio.fuzzing.full_folder import orders
from tests.studio.fuzzing.random_messages import STRANGE, text, twisted, value

pytestmark = pytest.mark.usefixtures("unbounded", "no_server_errors")
QUICK, MANY, ANYWHERE = 4, 200, 2500  # requests to each address; to any
WORDS = ("auction", "dominion", "first-steps", "a-run", "a-cup", "f" * 12, "0", "0-1", "game.json", "x.toml", "x.js")
PARTS = [*(text for text in STRANGE if isinstance(text, str)), "y" * 300 + ".js", "..%2f..%2ftoken", "%2e%2e"]


def test_wrong_requests_are_refused_and_change_nothing(studio):
    for route in orders():
        refuse(studio, route, random.Random(route), QUICK)


@pytest.mark.slow
def test_thousands_of_wrong_requests_are_refused_and_change_nothing(studio):
    for route in orders():
        refuse(studio, route, random.Random(f"many {route}"), MANY)


@pytest.mark.slow
@pytest.mark.parametrize("people", [1, 8])
def test_no_request_causes_a_server_error(studio, people):
    with ThreadPoolExecutor(people) as pool:
        for future in [pool.submit(ask_anything, studio, random.Random(k), ANYWHERE // people) for k in range(people)]:
            future.result()
    settle(studio)


def ask_anything(studio, rng, many):
    bodies = [body for _, bodies in orders().values() for body in bodies]
    every = [(method, route.path) for route in routes(studio, "APIRoute") for method in sorted(route.methods)]
    assert len(every) > 50
    for _ in range(many):
        method, path = rng.choice(every)
        asked = "&".join(f"{_name(rng)}={_name(rng)}" for _ in range(rng.choice((0, 1, 30))))
        ask(studio.owner, method, f"{_address(rng, path)}?{asked}", text(rng, bodies) if method == "POST" else None)


def refuse(studio, route, rng, many):
    """Send wrong requests to one route; every tenth as a guest."""
    address, bodies = orders()[route]
    before = state(studio)
    for number in range(many):
        strays = not bodies or ("{" in route and rng.random() < 0.3)
        path = _address(rng, route, address) if strays else address or route
        body = text(rng, bodies or [None])
        status = ask(studio.guest if number % 10 == 9 else studio.owner, "POST", path, body)
        if status == 200:  # the changed body is still valid
            settle(studio)
            before = state(studio)
        assert state(studio) == before, (path, body)


def ask(client, method, path, body):
    """Send a request and return its status; the response must be readable and contain no secret."""
    data = body.encode() if isinstance(body, str) else body
    status, answer = client.request(method, path, data)
    if status == 503 and not path.startswith("/api"):
        return status  # the page is not built
    assert status < 500, (method, path, body, answer)
    assert client.studio.owner.token not in str(answer), (method, path)
    if status == 404 and not path.startswith("/api"):
        assert isinstance(answer, str)  # the page says that there is nothing at the address
        return status
    if status >= 400:
        assert answer["message"], (method, path, body, answer)
        assert not re.search(r"Traceback|\b[A-Z]\w*(Error|Exception)\b", str(answer)), (method, path, body, answer)
        assert str(client.studio.folder) not in str(answer), (method, path, body, answer)
    return status


def _address(rng, route, known=""):
    """Path of a route with random names, or a known path with one random name."""
    parts, right = route.split("/"), known.split("/")
    names = [place for place, part in enumerate(parts) if part.startswith("{")]
    made_up = [rng.choice(names)] if known and names else names
    return "/".join(_name(rng) if k in made_up else (right if known else parts)[k] for k in range(len(parts)))


def _name(rng):
    """A random part of a path."""
    ways = (rng.choice(WORDS), twisted(rng, rng.choice(WORDS)), rng.choice(PARTS), str(value(rng, 3)))
    return quote(rng.choice(ways)[:400], safe="%", errors="surrogatepass") or "x"
