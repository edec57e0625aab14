"""The image of a position: well-formed, deterministic, and with all public information."""

from xml.etree import ElementTree

from ludus.games.tribute import game
from ludus.games.tribute.card_file import BASE, read_cards
from ludus.games.tribute.card_text import display_name
from ludus.games.tribute.render.cards import CARD_HEIGHT, CARD_WIDTH, draw_card
from ludus.games.tribute.render.icons import CHOICE_COLOUR
from ludus.games.tribute.render.position import render_position
from ludus.util.svg import MARGIN, WIDTH, text_width, wrap_text
from tests.cases import each

from .positions import Board, random_game

SVG = "{http://www.w3.org/2000/svg}"
HIDDEN = "a card that is hidden from you"


def picture(here, seat=None):
    return ElementTree.fromstring(render_position(here.content, here.state, seat))


def texts(here, seat=None):
    return [element.text for element in picture(here, seat).iter(SVG + "text")]


def titles(here, seat=None):
    return [element.text for element in picture(here, seat).iter(SVG + "title")]


def choices(here, seat=None):
    """Highlighted names."""
    groups = [group for group in picture(here, seat).iter(SVG + "g") if group.find(SVG + "title") is not None]
    glowing = [
        group for group in groups if any(box.get("stroke") == CHOICE_COLOUR for box in group.findall(SVG + "rect"))
    ]
    return sorted(group.find(SVG + "title").text for group in glowing)


def some_positions(every=40):
    for seed, options in enumerate(({}, {"patrons": "random"})):
        for k, position in enumerate(random_game(options, seed)):
            if k % every == 0 or position.end_reason:
                yield position


def test_images_are_well_formed_and_describe_their_content():
    for here in some_positions():
        for seat in (None, 0, 1):
            root = picture(here, seat)
            assert root.tag == SVG + "svg"
            assert [child.tag for child in root][:2] == [SVG + "title", SVG + "desc"]
            assert root[0].text.startswith("Tales of Tribute: ")
            assert root[1].text


def test_images_are_self_contained_and_can_share_a_page():
    for here in some_positions(100):
        for element in picture(here).iter():
            assert element.tag.removeprefix(SVG) in {"svg", "g", "path", "rect", "circle", "text", "title", "desc"}
            assert not {"id", "class", "style", "href"} & set(element.attrib)


def test_the_same_position_gives_the_same_bytes_and_stays_as_it_is():
    for here in some_positions(100):
        before = here.bytes()
        assert render_position(here.content, here.state, 1) == render_position(here.content, here.copy().state, 1)
        assert here.bytes() == before


def board(**more):
    return Board(
        patrons={"ansei": "p1", "treasury": "none", "pelin": "none"},
        p1={"hand": ["gold", "oathman"], "coins": 3, "draw": [f"gold#{k}" for k in range(7)], **more},
        p2={
            "hand": ["war_song", "peck"],
            "agents": [{"card": "banneret", "hp": 2, "activated": False}],
            "prestige": 31,
        },
        tavern=["tithe", "barterer", "currency_exchange"],
        tavern_deck=["ambush", "ambush#1"],
    ).position


def test_hands_are_open_to_their_owner_and_face_down_to_the_rival():
    for seat, others in ((0, 2), (1, 2), (None, 0)):
        assert titles(board(), seat).count(HIDDEN) == others
    assert any(tooltip.startswith("War Song (") for tooltip in titles(board(), 1))
    assert not any(tooltip.startswith("War Song (") for tooltip in titles(board(), 0))


def test_numbers_agents_row_patrons_and_piles_are_shown():
    labels, tooltips = texts(board(), 0), titles(board(), 0)
    for words in ("31", "2/5", "pile 7", "Tithe", "Barterer", "Ansei", "Pelin", "Banneret"):
        assert words in labels
    assert any(words.startswith("Ansei favours the first player; for 2 power: +1 coin") for words in tooltips)
    assert any(words.startswith("Pelin favours nobody") for words in tooltips)
    assert "2 cards, face down" in tooltips


def test_choices_are_highlighted_for_the_player_who_decides():
    glowing = [words.partition(" (")[0].partition(";")[0] for words in choices(board(), 0)]
    assert glowing == ["Barterer", "Gold", "Oathman", "Tithe", "Treasury"]
    assert choices(board(), 1) == []
    here = (
        Board(patrons={"ansei": "none"}, p1={"hand": ["hel_shira_herald"], "cooldown": ["peck", "swipe"]})
        .play("play hel_shira_herald")
        .position
    )
    assert [words.partition(":")[0] for words in choices(here, 0)] == ["Peck", "Swipe"]


def test_a_choice_of_two_effects_and_pending_effects_are_described():
    here = Board(patrons={"ansei": "none"}, p1={"hand": ["conquest"]}).play("play conquest").position
    assert "Choose" in texts(here, 1)
    here = Board(patrons={"rajhin": "none"}, p1={"hand": ["bag_of_tricks"]}).play("play bag_of_tricks").position
    assert "Next turn" in texts(here, 0)


def test_the_draft_shows_who_was_picked_and_who_is_on_offer():
    here = next(random_game({}, 1))
    assert len(choices(here, 0)) == 9
    here.play("DRAFT pelin")
    assert len(choices(here, 1)) == 8
    assert "On offer" in texts(here, 0)


def test_the_end_names_the_winner():
    *_, here = random_game({"patrons": "random"}, 2)
    assert " wins by " in picture(here)[0].text
    assert "winner" in titles(here)


def test_hands_of_any_size_stay_in_the_image():
    here = board(hand=[f"gold#{k}" for k in range(20, 50)])
    for group in picture(here, 0).iter(SVG + "g"):
        move = group.get("transform", "translate(0 0)")
        x = float(move.partition("(")[2].partition(" ")[0])
        assert x <= WIDTH - MARGIN


@each("key", read_cards(BASE).cards)
def test_all_that_a_card_does_has_room_on_it(key):
    drawn = ElementTree.fromstring(
        f'<svg xmlns="http://www.w3.org/2000/svg">{draw_card(read_cards(BASE), key, 0, 0)}</svg>'
    )
    for line in drawn.iter(SVG + "text"):
        assert 0 <= float(line.get("y")) <= CARD_HEIGHT
        wide = text_width(line.text, float(line.get("font-size")), line.get("font-weight") == "bold")
        x = float(line.get("x")) - {"middle": wide / 2, "end": wide}.get(line.get("text-anchor"), 0)
        assert x >= -1
        assert x + wide <= CARD_WIDTH + 1
    lowest = max(float(line.get("y")) for line in drawn.iter(SVG + "text") if float(line.get("font-size")) < 11)
    assert lowest <= CARD_HEIGHT - 4
    assert display_name(key).split()[0] in "".join(line.text for line in drawn.iter(SVG + "text"))


def test_text_is_broken_between_words():
    assert wrap_text("one two three", 10, 60) == ["one two", "three"]
    assert game.rendering.svg is not None
