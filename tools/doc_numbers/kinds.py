"""Kinds of numbers that are no results: by page, by section, or by the words around them."""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass, field
from pathlib import Path

from ludus.util.text import did_you_mean
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
            for number in page.plain
            if self.kind(name, number.section) == RESULTS
            and not any(begin <= number.begin and number.end <= end for begin, end in exempt)
        ]

    def stale(self, name: str, page: Page) -> list[str]:
        """Return what the file of kinds says about a page and is not on it: sections and words."""
        headings = {
            heading.strip() for heading in re.findall(r"^#+ (.+?)(?: *\{[^{}\n]*\})?$", page.text, re.MULTILINE)
        }
        lost = [
            f"the section {section!r} is not on the page{did_you_mean(section, headings)}"
            for section in self.sections.get(name, {})
            if section not in headings | {""}
        ]
        for wordings in self.words.get(name, {}).values():
            lost += [
                f"the words {words!r} are not on the page"
                for words in wordings
                if not _wording(words).search(page.text)
            ]
        return lost


def read_kinds(file: Path = FILE) -> Kinds:
    """Return the kinds of a TOML file.

    Raises:
        KindsError: If a page or section has a kind that the file does not describe.
    """
    content = tomllib.loads(file.read_text(encoding="utf-8"))
    kinds = Kinds(
        content["kinds"],
        content.get("pages", {}),
        content.get("sections", {}),
        content.get("words", {}),
        tuple(content.get("not_converted", ())),
    )
    used = set(kinds.pages.values())
    used |= {kind for sections in kinds.sections.values() for kind in sections.values()}
    used |= {kind for words in kinds.words.values() for kind in words}
    for kind in sorted(used - set(kinds.kinds) - {RESULTS}):
        raise KindsError(f"{file.name} does not describe the kind {kind!r}{did_you_mean(kind, kinds.kinds)}")
    return kinds


def _wording(words: str) -> re.Pattern[str]:
    """Words that may be broken over lines; a number at either end is a whole one."""
    text = r"\s+".join(map(re.escape, words.split()))
    return re.compile(rf"(?<![\w.]){text}(?![\w]|[.,]\d)" if words[0].isdigit() else rf"{text}(?![\w]|[.,]\d)")
