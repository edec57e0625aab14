"""The valid messages from which wrong ones are made: they cover all routes, and the server accepts them."""

from tests.studio.fuzzing.conftest import NO_JOBS, routes, settle
from tests.studio.fuzzing.full_folder import orders
from tests.studio.fuzzing.test_sockets import SOCKETS


def test_every_route_that_takes_a_body_is_covered(studio):
    assert {route.path for route in routes(studio, "APIRoute") if "POST" in route.methods} == set(orders())


def test_every_socket_is_covered(studio):
    found = routes(studio, "APIWebSocketRoute")
    assert len(found) > 2
    for route in found:
        assert any(route.path_regex.match(path.partition("?")[0]) for path in SOCKETS), route.path


def test_the_valid_requests_are_accepted(studio, owner, unbounded, no_server_errors):
    for route, (address, bodies) in orders().items():
        for body in bodies or [None]:
            status, answer = owner.post(address or route, body)
            assert status == 200 or answer["message"] == NO_JOBS, (route, body, answer)
    settle(studio)
