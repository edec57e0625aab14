"""What wrong messages are made of: all that can be said to the server, and nothing that it would refuse."""

from tests.studio.fuzzing.conftest import NO_WORK, routes, settle
from tests.studio.fuzzing.place import orders
from tests.studio.fuzzing.test_sockets import SOCKETS


def test_every_address_that_takes_something_is_known_here(studio):
    assert {each.path for each in routes(studio, "APIRoute") if "POST" in each.methods} == set(orders())


def test_every_socket_is_known_here(studio):
    found = routes(studio, "APIWebSocketRoute")
    assert len(found) > 2
    for each in found:
        assert any(each.path_regex.match(path.partition("?")[0]) for path in SOCKETS), each.path


def test_what_wrong_requests_are_made_of_is_right(studio, owner, unbounded, calm):
    for route, (address, bodies) in orders().items():
        for body in bodies or [None]:
            status, answer = owner.post(address or route, body)
            assert status == 200 or answer["message"] == NO_WORK, (route, body, answer)
    settle(studio)
