"""A list of tiers measured from play, in the form of the one made by hand.

Cards are ranked by what they are worth (see worth.py), drawn towards the average as far as chance may have moved them,
and cut into tiers of the sizes that the other list has, so that bots which were made for that list can read this one.
Cards that nobody could take, such as starters, stay where they were.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from statistics import NormalDist
from textwrap import wrap

from ludus.stats import Estimate

WIDE = 120  # letters in a line of a file
SURE = 2 * NormalDist().inv_cdf(0.975)  # standard errors in an interval


def shrunk(values: Sequence[Estimate]) -> list[float]:
    """Each value drawn towards the average of all by how unsure it is: the less is known, the further."""
    known = [each for each in values if math.isfinite(each.low) and math.isfinite(each.high)]
    if len(known) < 2:
        return [each.value for each in values]
    errors = [((each.high - each.low) / SURE) ** 2 for each in known]
    middle = math.fsum(each.value for each in known) / len(known)
    spread = math.fsum((each.value - middle) ** 2 for each in known) / (len(known) - 1)
    between = max(spread - math.fsum(errors) / len(errors), spread / 100)  # what chance does not explain
    found = []
    for each in values:
        error = ((each.high - each.low) / SURE) ** 2
        trust = between / (between + error) if math.isfinite(error) else 0.0
        found.append(middle + trust * (each.value - middle) if trust else middle)
    return found


def measured_tiers(worths: Mapping[str, Estimate], by_hand: Mapping[str, int]) -> dict[str, int]:
    """What each card is worth to bots, by its key: the numbers of the list made by hand, dealt out anew.

    `worths` has the cards that can be taken. The best get the highest number, as many as have it by hand, and so on.
    """
    values = dict(zip(worths, shrunk(list(worths.values())), strict=True))
    ranked = sorted(values, key=lambda key: (-values[key], key))
    numbers = sorted((by_hand.get(key, 0) for key in worths), reverse=True)
    return dict(by_hand) | dict(zip(ranked, numbers, strict=True))


def tiers_text(tiers: Mapping[str, int], decks: Mapping[str, str], names: Mapping[str, int], said: str) -> str:
    """A file of tiers: `decks` has the deck of each card, `names` the number of each tier, `said` what it is."""
    lines = [f"# {line}" for line in said.splitlines()] + ["", "version = 1", "", "[worth]"]
    lines += [f"{name} = {number}" for name, number in names.items()]
    for deck in dict.fromkeys(decks.values()):
        here = [key for key in decks if decks[key] == deck]
        lines += ["", f"[tiers.{deck}]"]
        for name, number in names.items():
            cards = [f'"{key}"' for key in here if tiers.get(key) == number]
            if cards:
                lines += _list(name, ", ".join(cards))
    return "\n".join(lines) + "\n"


def _list(name: str, cards: str) -> list[str]:
    """On one line, or on as many as it takes."""
    if len(name) + len(cards) + 5 <= WIDE:
        return [f"{name} = [{cards}]"]
    inside = wrap(f"{cards},", WIDE, initial_indent="    ", subsequent_indent="    ", break_on_hyphens=False)
    return [f"{name} = [", *inside, "]"]
