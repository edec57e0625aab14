"""Page and server have the same message types, and what the server sends fits its types."""

import re
from pathlib import Path

import msgspec

from ludus.studio.protocol import base, jobs, sessions
from ludus.studio.typescript import BOARD_GAMES, typescript_files
from tests.cases import each

PAGE = Path(__file__).parents[2] / "studio" / "src"


def test_the_generated_types_of_the_page_are_up_to_date():
    for path, text in typescript_files().items():
        assert (PAGE / path).read_text(encoding="utf-8") == text, (
            f"{path}: write it again: python -m ludus.studio.typescript studio/src"
        )


def test_every_game_with_a_board_of_its_own_has_generated_types():
    registry = (PAGE / "games" / "registry.ts").read_text(encoding="utf-8")
    boards = set(re.findall(r'board: \(\) => import\("\./([a-z]+)"\)', registry))
    assert boards == {*BOARD_GAMES, "generic"}


@each("union", [sessions.ToSession, sessions.FromSession, jobs.FromJob])
def test_every_socket_message_has_its_own_type(union):
    tags = [message.__struct_config__.tag for message in union.__args__]
    assert len(set(tags)) == len(tags)
    msgspec.json.Decoder(union)


def test_what_the_server_sends_fits_its_types(owner):
    decoder = msgspec.json.Decoder(sessions.FromSession)
    with owner.join(owner.new_session()) as connection:
        connection.play_to_end()
        connection.ask("look", ply=0)
        connection.ask("describe", ply=0)
        connection.ask("explain", text="?")
        connection.ask("ask", ply=0, bot="random")
        connection.ask("logs")
    assert {"whole", "moved", "news", "looked", "described", "refused", "opinion", "logs"} <= {
        message["type"] for message in connection.raw
    }
    for message in connection.raw:
        decoder.decode(msgspec.json.encode(message))
    msgspec.convert(owner.get("/api/hello")[1], base.Hello)
    msgspec.convert(owner.get("/api/games/locm")[1], base.GameInfo)
    msgspec.convert(owner.get("/api/tables")[1], list[sessions.SessionRow])
    msgspec.convert(owner.get("/api/design/delve")[1], jobs.DesignerInfo)
