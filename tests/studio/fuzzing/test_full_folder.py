"""The valid messages from which wrong ones are made: they cover all routes, and the server accepts them."""

from tests.studio.fuzzing.conftest import NO_WORK, routes, settle
from tests.studio.fuzzing.full_folder import orders
from tests.studio.fuzzing.test_sockets import SOCKETS


def test_every_route_that_takes_a_body_is_covered(studio):
    assert {each.path for each in routes(studio, "APIRoute") if "POST" in each.methods} == set(orders())


def test_every_socket_is_covered(studio):
    found = routes(studio, "APIWebSocketRoute")
    assert len(found) > 2
    for each in found:
        assert any(each.path_regex.match(path.partition("?")[0]) for path in SOCKETS), each.path


def test_the_valid_requests_are_accepted(studio, owner, unbounded, calm):
    for route, (address, bodies) in orders().items():
        for body in bodies or [None]:
            status, answer = owner.post(address or route, body)
            assert status == 200 or answer["message"] == NO_WORK, (route, body, answer)
    settle(studio)
