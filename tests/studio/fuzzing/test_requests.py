"""Every route that takes a body gets wrong ones: it answers with an error message, and nothing changes."""

import random
import re
from concurrent.futures import ThreadPoolExecutor
from urllib.parse import quote

import pytest

from tests.studio.fuzzing.conftest import routes, settle, state
from tests.studio.fuzzing.full_folder import orders
from tests.studio.fuzzing.random_messages import STRANGE, text, twisted, value

pytestmark = pytest.mark.usefixtures("unbounded", "calm")
QUICK, MANY, ANYWHERE = 8, 200, 2500  # requests to each address; to any
WORDS = ("auction", "dominion", "first-steps", "a-run", "a-cup", "f" * 12, "0", "0-1", "game.json", "x.toml", "x.js")
PARTS = [*(each for each in STRANGE if isinstance(each, str)), "y" * 300 + ".js", "..%2f..%2ftoken", "%2e%2e"]


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
        for each in [pool.submit(ask_anything, studio, random.Random(k), ANYWHERE // people) for k in range(people)]:
            each.result()
    settle(studio)


def ask_anything(studio, dice, many):
    bodies = [body for _, bodies in orders().values() for body in bodies]
    every = [(method, each.path) for each in routes(studio, "APIRoute") for method in sorted(each.methods)]
    assert len(every) > 50
    for _ in range(many):
        method, path = dice.choice(every)
        asked = "&".join(f"{_name(dice)}={_name(dice)}" for _ in range(dice.choice((0, 1, 30))))
        ask(studio.owner, method, f"{_address(dice, path)}?{asked}", text(dice, bodies) if method == "POST" else None)


def refuse(studio, route, dice, many):
    """Wrong requests to one address; every tenth by a guest."""
    address, bodies = orders()[route]
    before = state(studio)
    for number in range(many):
        strays = not bodies or ("{" in route and dice.random() < 0.3)
        path = _address(dice, route, address) if strays else address or route
        body = text(dice, bodies or [None])
        status = ask(studio.guest if number % 10 == 9 else studio.owner, "POST", path, body)
        if status == 200:  # what is left of it makes sense
            settle(studio)
            before = state(studio)
        assert state(studio) == before, (path, body)


def ask(client, method, path, body):
    """The status of an answer, which is for people and tells no secret."""
    data = body.encode() if isinstance(body, str) else body
    status, answer = client.request(method, path, data)
    if status == 503 and not path.startswith("/api"):
        return status  # the page is not built
    assert status < 500, (method, path, body, answer)
    assert client.studio.owner.token not in str(answer), (method, path)
    if status >= 400:
        assert answer["message"], (method, path, body, answer)
        assert not re.search(r"Traceback|\b[A-Z]\w*(Error|Exception)\b", str(answer)), (method, path, body, answer)
        assert str(client.studio.folder) not in str(answer), (method, path, body, answer)
    return status


def _address(dice, route, known=""):
    """An address of a route with all of its names made up, or one of those of an address that is known."""
    parts, right = route.split("/"), known.split("/")
    names = [place for place, part in enumerate(parts) if part.startswith("{")]
    made_up = [dice.choice(names)] if known and names else names
    return "/".join(_name(dice) if k in made_up else (right if known else parts)[k] for k in range(len(parts)))


def _name(dice):
    """A part of an address."""
    ways = (dice.choice(WORDS), twisted(dice, dice.choice(WORDS)), dice.choice(PARTS), str(value(dice, 3)))
    return quote(dice.choice(ways)[:400], safe="%", errors="surrogatepass") or "x"
