"""Colours of the page, light and dark: text and marks have the contrast that the accessibility guidelines require."""

import re
from pathlib import Path

import pytest

from tests.cases import each

TOKENS = Path(__file__).parents[2] / "studio" / "src" / "style" / "tokens.css"
TEXT, LARGE = 4.5, 3.0  # WCAG 2.1, level AA: text; large text, and marks that carry a meaning
PLATES = ("plain", "gold", "green", "violet", "red", "blue", "tan", "orange", "slate", "teal", "sand", "rose")
GROUNDS = ("paper", "felt", "face")


def themes():
    """Colours by name, for both themes."""
    light, dark = TOKENS.read_text(encoding="utf-8").split(':root[data-theme="dark"]')
    day = dict(re.findall(r"--([\w-]+): (#[0-9a-f]{6});", light))
    return {"light": day, "dark": day | dict(re.findall(r"--([\w-]+): (#[0-9a-f]{6});", dark))}


def contrast(one, other):
    lighter, darker = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def _luminance(colour):
    parts = [int(colour[k : k + 2], 16) / 255 for k in (1, 3, 5)]
    linear = [value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4 for value in parts]
    return sum(weight * value for weight, value in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


def pairs():
    """Foreground and background colours, and the contrast that they need."""
    for ground in GROUNDS:
        yield from ((ink, ground, TEXT) for ink in ("ink", "faint", "link", "bad", "good"))
        yield from ((mark, ground, LARGE) for mark in ("choice", "chosen", "heart", "mana", "power", "prestige"))
        yield from ((mark, ground, LARGE) for mark in ("points", "energy"))
    yield from (("seat-ink", f"seat{k}", TEXT) for k in range(4))
    yield from ((f"seat{k}", ground, LARGE) for k in range(4) for ground in GROUNDS)
    yield from (("bar-ink", "bar", TEXT), ("coin-ink", "coin", TEXT), ("ink", "warn-face", TEXT))
    yield from (("ink", f"plate-{plate}", TEXT) for plate in PLATES)
    yield from ((f"rim-{plate}", "face", LARGE) for plate in PLATES)


def test_contrast_is_computed_as_in_the_guidelines():
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.005)


@each("theme", ["light", "dark"])
def test_every_colour_pair_has_enough_contrast(theme):
    colours = themes()[theme]
    weak = {
        (front, back): round(found, 2)
        for front, back, least in pairs()
        if (found := contrast(colours[front], colours[back])) < least
    }
    assert weak == {}
