"""The image of a position: well-formed, deterministic, and without what a seat may not see."""

from dataclasses import replace
from xml.etree import ElementTree

from ludus.games.dominion import state as s
from ludus.games.dominion.render.cards import text_block
from ludus.games.dominion.render.icons import CHOICE_COLOUR
from ludus.games.dominion.render.position import render_position
from ludus.util.svg import MARGIN, WIDTH, text_width, wrap_text
from tests.cases import each, sized, thorough

from .positions import Seat, position
from .question_positions import QUESTIONS, copy, question_position, redealt, some_positions

SVG = "{http://www.w3.org/2000/svg}"
HIDDEN = "a card that is hidden from you"


def picture(here, seat=None):
    return ElementTree.fromstring(render_position(here.content, here.state, seat))


def texts(here, seat=None):
    return [element.text for element in picture(here, seat).iter(SVG + "text")]


def titles(here, seat=None):
    return [element.text for element in picture(here, seat).iter(SVG + "title")]


def choices(here, seat=None):
    """Highlighted cards, by name."""
    groups = [group for group in picture(here, seat).iter(SVG + "g") if group.find(SVG + "title") is not None]
    glowing = [
        group for group in groups if any(box.get("stroke") == CHOICE_COLOUR for box in group.findall(SVG + "rect"))
    ]
    return sorted(group.find(SVG + "title").text.partition(" (")[0] for group in glowing)


def test_images_are_well_formed_and_describe_their_content():
    for here in some_positions(every=80):
        for seat in (None, *range(here.data.seats)):
            root = picture(here, seat)
            assert root.tag == SVG + "svg"
            assert [child.tag for child in root][:2] == [SVG + "title", SVG + "desc"]
            assert root[0].text.startswith("Dominion: the ")
            assert root[1].text.startswith("Dominion, ")
            paper = root.find(SVG + "rect")
            assert root.get("viewBox").split() == [paper.get(side) for side in ("x", "y", "width", "height")]


@sized
def test_images_are_self_contained_and_can_share_a_page():
    for here in some_positions(every=thorough(150, 60)):
        for element in picture(here).iter():
            assert element.tag.removeprefix(SVG) in {"svg", "g", "path", "rect", "circle", "text", "title", "desc"}
            assert not {"id", "class", "style", "href"} & set(element.attrib)


@sized
def test_the_same_position_gives_the_same_bytes_and_stays_as_it_is():
    for here in some_positions(every=thorough(150, 60)):
        before = here.record.tobytes()
        assert render_position(here.content, here.state, 1) == render_position(here.content, copy(here).state, 1)
        assert here.record.tobytes() == before


def test_a_redeal_of_what_a_seat_cannot_see_looks_the_same_to_it():
    changed = 0
    for here in some_positions(every=90):
        for seat in range(here.data.seats):
            image = render_position(here.content, here.state, seat)
            twin = redealt(here, seat, 1)
            changed += render_position(here.content, twin.state, None) != render_position(
                here.content, here.state, None
            )
            assert render_position(here.content, twin.state, seat) == image
    assert changed > 5  # the redeals did change something that can be drawn


@sized
@each("question", QUESTIONS)
def test_the_image_of_every_question_does_not_depend_on_hidden_cards(question):
    here = question_position(question)
    for seat in (0, 1):
        for seed in range(thorough(1, 3)):
            twin = redealt(here, seat, seed)
            assert render_position(here.content, twin.state, seat) == render_position(here.content, here.state, seat)


def test_a_seat_sees_its_own_hand_and_the_backs_of_others():
    here = position(Seat("3 Copper, 2 Estate", deck="Gold", bag="4 Silver"), Seat("Witch, 4 Curse", bag="Province"))
    hints = titles(here, 1)
    assert hints.count(HIDDEN) == 0 + 2  # Estates; the Coppers are in play
    assert any(hint.startswith("Witch (5, Action Attack): +2 cards; others gain a Curse") for hint in hints)
    assert titles(here, 0).count(HIDDEN) == 5
    assert titles(here).count(HIDDEN) == 0
    assert not any("on top of the deck" in hint for hint in hints)  # only its owner knows the Gold
    assert any(hint.startswith("Gold") and hint.endswith("; on top of the deck") for hint in titles(here, 0))


def test_what_one_owns_is_listed_for_all_and_what_is_in_the_deck_for_its_owner():
    here = position(Seat("3 Copper, 2 Estate", bag="4 Silver"), Seat("5 Curse", bag="Province"))
    for seat in (0, 1):
        assert {"4 Silver", "3 Copper", "2 Estate", "5 Curse", "1 Province"} <= set(texts(here, seat))
        assert texts(here, seat).count("4 Silver") == (2 if seat == 0 else 1)
        assert texts(here, seat).count("1 Province") == (2 if seat == 1 else 1)
    assert texts(here).count("4 Silver") == texts(here).count("1 Province") == 2


def test_piles_show_how_many_are_left_and_empty_ones_are_faded():
    here = position(Seat("Copper"), kingdom="Moat, Spy", supply="3 Province, 0 Moat")
    labels = texts(here)
    assert {"×3", "×0", "×10"} <= set(labels)
    faded = [group for group in picture(here).iter(SVG + "g") if group.get("opacity")]
    assert [group.find(f".//{SVG}title").text for group in faded] == [
        "Moat (2, Action Reaction): +2 cards, keeps attacks off; none left"
    ]
    assert "Trash 15" in labels  # what is missing from these piles
    assert any(hint == "trash: 5 Province, 10 Moat" for hint in titles(here))


CHOICES = {
    s.PLAY_ACTION: ["Village"],
    s.DISCARD_HAND: ["Copper", "Estate", "Silver"],
    s.TRASH_HAND: ["Copper", "Estate"],
    s.PUT_HAND: ["Duchy", "Estate"],
    s.REVEAL_CARD: ["Moat"],
    s.DOUBLE_ACTION: ["Smithy", "Village"],
    s.JUDGE_CARD: ["Estate"],
    s.TRASH_ASIDE: ["Gold", "Silver"],
    s.TAKE_LOOT: ["trash: 1 Gold"],
    s.SET_ASIDE: ["Village"],
    s.SORT_CARD: ["Estate"],
    s.ORDER_CARDS: ["Estate", "Gold"],
}


@each("question", CHOICES)
def test_cards_that_can_be_chosen_glow_for_who_may_know_them(question):
    here = question_position(question)
    assert choices(here) == choices(here, here.player) == CHOICES[question]
    public = {s.JUDGE_CARD, s.TRASH_ASIDE, s.TAKE_LOOT}
    assert choices(here, 1 - here.player) == (CHOICES[question] if question in public else [])


def test_piles_that_can_be_had_glow_for_all():
    here = position(Seat(), kingdom="Moat, Cellar, Spy", supply="0 Moat", actions=0, coins=2)
    for seat in (None, 0, 1):
        assert choices(here, seat) == ["Cellar", "Copper", "Curse", "Estate"]


def test_the_image_names_the_question_and_the_card_being_played():
    here = position(Seat("Throne Room, Militia"), Seat("3 Copper, 2 Silver")).play("PLAY Throne Room")
    assert "The second player is to discard 2 cards from hand" in texts(here)
    assert "Throne Room: Militia, then once more" in texts(here)
    assert {"Turn 1 of the first player", "Seen by the second player"} <= set(texts(here, 1))
    assert "All is shown" in texts(here)


def test_cards_aside_are_shown_to_those_who_may_see_them():
    here = question_position(s.SORT_CARD)
    assert titles(here, 0).count(HIDDEN) == 5  # the hand of the other
    assert titles(here, 1).count(HIDDEN) == 2 + 1  # both cards aside, and the one in hand
    assert "Aside: first player" in texts(here, 1)
    here = question_position(s.TRASH_ASIDE)
    assert "Aside: second player" in texts(here, 0)
    assert any(hint.startswith("Gold (6, Treasure): +3 coins") and "left" not in hint for hint in titles(here, 0))


def test_who_showed_a_reaction_is_safe_and_its_card_known():
    here = position(Seat("Witch"), Seat("Moat, 4 Copper"), Seat("Moat")).play("PLAY Witch", "REVEAL Moat")
    assert texts(here, 0).count("safe from attack") == 1
    assert titles(here, 0).count(HIDDEN) == 4 + 1
    assert any(hint.endswith("; others know of 1") for hint in titles(here, 1))
    assert not any("others know" in hint for hint in titles(here, 0))


def test_an_ended_game_names_its_winners():
    here = position(Seat("Copper"), Seat("Estate"), supply="0 Curse, 0 Duchy, 0 Gold").play("STOP")
    assert "The second player wins with 1 point: three piles are empty" in texts(here, 0)
    assert titles(here).count("winner") == 1
    here = position(Seat("Copper"), Seat("Copper", turns=1), supply="0 Province").play("STOP")
    assert "The first player and the second player share the victory with 0 points: the Provinces are gone" in texts(
        here
    )
    assert titles(here).count("winner") == 2
    here = position(Seat(turns=4), Seat(), active=0, turn_cap=5).play("STOP", "STOP")
    assert here.reason == "running"  # the second has had only one turn
    here = position(Seat(turns=5), Seat(turns=4), active=1, turn_cap=5).play("STOP")
    assert any(text.endswith("the turn limit is reached") for text in texts(here))


@each("players", [2, 3, 4])
def test_everything_stays_inside_the_image_with_any_number_of_cards(players):
    all_kinds = "Cellar, Chapel, Moat, Village, Workshop, Gardens, Militia, Smithy, Market, Witch"
    full = f"{all_kinds}, 2 Copper, Silver, Gold, Estate, Duchy, Province, Curse"
    here = position(
        Seat(full, bag=all_kinds), *[Seat(full, discard=all_kinds)] * (players - 1), supply="0 Curse", played=full
    )
    for seat in (None, 0, players - 1):
        root = picture(here, seat)
        height = float(root.get("viewBox").split()[3])
        for x, y, element in places(root):
            size = float(element.get("width")) if element.tag == SVG + "rect" else 0
            assert -0.01 <= x <= WIDTH - size * 0.5 + 0.01
            assert -0.01 <= y <= height + 0.01
            if element.get("rx") == "6" and size:  # a card
                assert MARGIN - 3 <= x <= WIDTH - MARGIN + 3


def places(element, x=0.0, y=0.0, scale=1.0):
    """Every box and text with its absolute position."""
    words = element.get("transform", "").replace("(", " ").replace(")", " ").split()
    if words:
        x, y = x + scale * float(words[1]), y + scale * float(words[2])
        scale *= float(words[4]) if len(words) > 4 else 1
    if element.tag in (SVG + "rect", SVG + "text"):
        yield x + scale * float(element.get("x")), y + scale * float(element.get("y")), element
    for child in element:
        yield from places(child, x, y, scale)


def test_names_are_escaped():
    here = question_position(s.SORT_CARD)
    nasty = replace(here.content.labels.cards[0], name='<script>alert("&")</script>\x00')
    labels = replace(here.content.labels, cards=(nasty,) * len(here.content.labels.cards))
    drawn = render_position(replace(here.content, labels=labels), here.state, 0)
    assert "<script" not in drawn
    assert "\x00" not in drawn
    ElementTree.fromstring(drawn)


@each("sentences", [[], ["Gain a card."], ["others trash a Treasure but Copper of their top 2."] * 6])
def test_the_text_of_a_card_stays_within_it(sentences):
    lines, size = text_block(["+1 card", "+2 actions", "+3 buys", "+4 coins"], sentences, 102, 62)
    assert len(lines) * size * 1.24 <= 62
    assert all(text_width(line, size, bold) <= 102 + text_width(" …", size) for line, bold in lines)
    assert wrap_text("", 9, 102) == []
