"""Kinds of numbers that are no results: by page, by section, or by the words around them."""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from ludus.util.text import did_you_mean, plural
from tools.doc_numbers.pages import Number, Page

FILE = Path(__file__).with_name("kinds.toml")
RESULTS = "results"


class KindsError(ValueError):
    """The file of kinds names a kind, a page, a section or words that do not exist."""


@dataclass(frozen=True)
class Kinds:
    """What the numbers of each page are: `pages` and `sections` give a kind, `words` exempt single numbers."""

    kinds: dict[str, str]
    pages: dict[str, str] = field(default_factory=dict)
    sections: dict[str, dict[str, str]] = field(default_factory=dict)
    words: dict[str, dict[str, list[str]]] = field(default_factory=dict)
    not_converted: tuple[str, ...] = ()

    def kind(self, name: str, section: str) -> str:
        """Return the kind of the numbers in a section of a page; `results` if none is given."""
        return self.sections.get(name, {}).get(section, self.pages.get(name, RESULTS))

    def not_exempt(self, name: str, page: Page) -> list[Number]:
        """Return the numbers of a page that are no references and that their page or section does not exempt.

        The kind of a page or section is no excuse for a number that words beside it call a result, nor for any number
        of a section with references: only words in the file of kinds, which name the number, are.
        """
        results = page.sections_with_results
        return [
            number
            for number in page.plain
            if number.result or number.section in results or self.kind(name, number.section) == RESULTS
        ]

    def unexplained(self, name: str, page: Page) -> list[Number]:
        """Return the numbers of a page that are no references and have no kind."""
        exempt = [
            (found.start(), found.end())
            for wordings in self.words.get(name, {}).values()
            for wording in wordings
            for found in _wording(wording).finditer(page.text)
        ]
        return [
            number
            for number in self.not_exempt(name, page)
            if not any(begin <= number.begin and number.end <= end for begin, end in exempt)
        ]

    def stale(self, name: str, page: Page) -> list[str]:
        """Return what is wrong in the file of kinds about a page, such as sections and words that are gone."""
        headings = {
            heading.strip() for heading in re.findall(r"^#+ (.+?)(?: *\{[^{}\n]*\})?$", page.text, re.MULTILINE)
        }
        lost = [
            f"the section {section!r} is not on the page{did_you_mean(section, headings)}"
            for section in self.sections.get(name, {})
            if section not in headings | {""}
        ]
        lost += [
            f"the section {section!r} has references, so it has no kind: list the words around its other numbers"
            for section in self.sections.get(name, {})
            if section in page.sections_with_results
        ]
        for words in (words for wordings in self.words.get(name, {}).values() for words in wordings):
            places = list(_wording(words).finditer(page.text))
            around = [
                place
                for place in places
                if any(place.start() <= number.begin and number.end <= place.end() for number in page.plain)
            ]
            if not places:
                lost.append(f"the words {words!r} are not on the page")
            elif len(around) != 1:
                lost.append(f"the words {words!r} are around a number in {plural(len(around), 'place')}, not in one")
        return lost


def read_kinds(file: Path = FILE) -> Kinds:
    """Return the kinds of a TOML file.

    Raises:
        KindsError: If a page or section has a kind that the file does not describe, or one that only words can have.
    """
    content = tomllib.loads(file.read_text(encoding="utf-8"))
    kinds = Kinds(
        content["kinds"],
        content.get("pages", {}),
        content.get("sections", {}),
        content.get("words", {}),
        tuple(content.get("not_converted", ())),
    )
    used = {*kinds.pages.values(), *(kind for sections in kinds.sections.values() for kind in sections.values())}
    for kind in sorted(used & set(content.get("only_words", ()))):
        raise KindsError(f"{file.name} gives a page or section the kind {kind!r}, which only words can have")
    used |= {kind for words in kinds.words.values() for kind in words}
    for kind in sorted(used - set(kinds.kinds) - {RESULTS}):
        raise KindsError(f"{file.name} does not describe the kind {kind!r}{did_you_mean(kind, kinds.kinds)}")
    return kinds


@cache
def _wording(words: str) -> re.Pattern[str]:
    """Words that may be broken over lines; a number at either end is a whole one."""
    text = r"\s+".join(map(re.escape, words.split()))
    return re.compile(rf"(?<![\w.]){text}(?![\w]|[.,]\d)" if words[0].isdigit() else rf"{text}(?![\w]|[.,]\d)")
