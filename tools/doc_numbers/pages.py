"""Numbers on a Markdown page, with what each of them is: of a reference, of a table block, or of a kind by pattern."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

# A sign belongs to a number unless it stands between two of them, as in 15-50 %.
NUMBER = re.compile(
    r"(?<![\w.,])(?:(?<![\w)\]%])[-−+])?(?:\d{1,3}(?:,\d{3})+(?!\d)|\d+)(?:\.\d+)?(?![\d])"
    r"|(?<=\d[-–])(?:\d{1,3}(?:,\d{3})+(?!\d)|\d+)(?:\.\d+)?(?![\d])"
)
WORDS = {" thousand": 1e3, " million": 1e6, " billion": 1e9}
FENCE = re.compile(r"^([ \t]*)(```+|~~~+)[^\n]*\n.*?^[ \t]*\2[ \t]*$", re.MULTILINE | re.DOTALL)
FRONT_MATTER = re.compile(r"\A---\n.*?\n---\n", re.DOTALL)
CODE = re.compile(r"(?<!`)(`+)(?!`)(?:(?!\n\n).)*?(?<!`)\1(?!`)", re.DOTALL)
TABLE = re.compile(r"<!-- table: (?P<source>.*?) -->\n(?P<body>.*?)<!-- /table -->", re.DOTALL)
TAG = re.compile(r"<!--.*?-->|</?[a-zA-Z][^<>\n]*>", re.DOTALL)
LINK_END = re.compile(r"\]\(\s*(?P<target>[^()\s]+)(?:\s+(?P<quote>[\"'])(?P<title>.*?)(?P=quote))?\s*\)", re.DOTALL)
HEADING = re.compile(r"^#{1,6} (?P<title>.+?)(?: *\{[^{}\n]*\})?$", re.MULTILINE)
LIST_OR_NOTE = re.compile(r"^ {0,3}(?:[-*+]|\d+\.|!!!|\?\?\?\+?|:) ")

MONTH = "(?:January|February|March|April|May|June|July|August|September|October|November|December)"
PART = r"\d+(?:\.\d+)*[a-z]?"
SERIES = rf"{PART}(?:[–-]{PART})?(?:(?:, {PART})*,?\s(?:and|to|or)\s{PART})?(?![\w])"
# Numbers that are recognised wherever they stand; tools/doc_numbers/kinds.toml describes these kinds.
PATTERNS = {
    "size of a grid, ordinal": re.compile(r"\b\d+(?:x\d+)+\b|\b\d+(?:st|nd|rd|th)\b"),
    "date": re.compile(rf"\b\d{{4}}-\d\d(?:-\d\d)?\b|\b(?:\d{{1,2}} )?{MONTH} (?:\d{{1,2}}, )?\d{{4}}\b"),
    "year": re.compile(r"(?<![\d.,\w-])(?:19[5-9]\d|20[0-3]\d)(?!\d|[.,]\d| (?:games|levels|decks|trees|rows)|\w)"),
    "version": re.compile(
        r"\b(?:[Vv]ersions?|[Rr]eleases?|Python|Node|CPython|Ludus|LOCM|GraphML|Godot|Tiled|LDtk|driver|\.NET|Java|GCC)"
        rf" {SERIES}|\b\d+\.\d+\.\d+\b|\bv\d+(?:\.\d+)+"
    ),
    "number of a section, table or figure": re.compile(
        r"\b(?:[Ss]ections?|[Cc]hapters?|[Tt]ables?|[Ff]igures?|[Ff]ig\.|[Pp]ages?|[Ee]quations?|[Aa]ppendix|[Aa]lgorithm"
        rf"|[Ll]ines?|[Ll]isting) {SERIES}"
    ),
    "number of a list": re.compile(r"^[ \t]*\d+\. ", re.MULTILINE),
    "name with a number": re.compile(r"\bUTF-8\b|\b[23]D\b|\bWCAG \d\.\d\b|\bISO \d+\b|^--8<--.*$", re.MULTILINE),
    "level of an interval": re.compile(r"\b95 %(?:-| |\n)(?:simultaneous |confidence )?intervals?"),
}


@dataclass(frozen=True)
class Number:
    """A number on a page: where it begins and ends, its line, and its section."""

    begin: int
    end: int
    line: int
    section: str
    text: str
    scale: float

    @property
    def decimals(self) -> int:
        return len(self.text.partition(".")[2])


@dataclass(frozen=True)
class Reference:
    """A link to a kept table, with the numbers of its text."""

    line: int
    target: str
    title: str
    begin: int
    end: int
    text: str
    numbers: tuple[Number, ...]


@dataclass(frozen=True)
class TableBlock:
    """A table written from a kept file, between its two comments."""

    line: int
    source: str
    begin: int
    end: int
    body: str
    numbers: tuple[Number, ...]


@dataclass
class Page:
    """A page with its references, its table blocks, and all other numbers (`plain`)."""

    path: Path
    text: str
    references: list[Reference] = field(default_factory=list)
    blocks: list[TableBlock] = field(default_factory=list)
    plain: list[Number] = field(default_factory=list)


def read_page(path: Path, text: str | None = None) -> Page:
    """Return the numbers of a page, outside code, addresses, and the patterns that need no source.

    Args:
        path: The Markdown file.
        text: Its text, if it is not to be read from the file.
    """
    text = path.read_text(encoding="utf-8") if text is None else text
    page = Page(path, text)
    finder = _Finder(text)
    hidden = _without_code(text)
    for block in TABLE.finditer(hidden):
        begin, end = block.span("body")
        numbers = tuple(finder.numbers(hidden, begin, end))
        page.blocks.append(
            TableBlock(finder.line(block.start()), block["source"], begin, end, text[begin:end], numbers)
        )
        hidden = _blank(hidden, *block.span())
    hidden = _blank_all(TAG, hidden)
    for begin, end, target, title in _links(hidden):
        link = LINK_END.match(hidden, end)
        assert link is not None
        if is_reference(target, title):
            numbers = tuple(finder.numbers(hidden, begin, end))
            line = finder.line(begin)
            page.references.append(Reference(line, target, title or "", begin, end, text[begin:end], numbers))
            hidden = _blank(hidden, begin, end)
        hidden = _blank(hidden, *link.span())
    for pattern in PATTERNS.values():
        hidden = _blank_all(pattern, hidden)
    page.plain = list(finder.numbers(hidden, 0, len(hidden)))
    return page


def is_reference(target: str, title: str | None) -> bool:
    """Return whether a link is a reference to a kept table: it leads to a table and its title names cells."""
    return title is not None and Path(target).suffix in (".csv", ".json")


class _Finder:
    """Finds numbers of a text, with their lines and sections."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.breaks = [place for place, sign in enumerate(text) if sign == "\n"]
        headings = list(HEADING.finditer(_blank_all(FENCE, text)))
        self.starts = [heading.start() for heading in headings]
        self.titles = [heading["title"] for heading in headings]

    def line(self, place: int) -> int:
        return bisect_right(self.breaks, place - 1) + 1

    def section(self, place: int) -> str:
        found = bisect_right(self.starts, place)
        return self.titles[found - 1] if found else ""

    def numbers(self, hidden: str, begin: int, end: int) -> Iterator[Number]:
        for number in NUMBER.finditer(hidden, begin, end):
            start, stop = number.span()
            after = hidden[stop : stop + 9].replace("\n", " ")
            scale = next((scale for word, scale in WORDS.items() if after.startswith(word)), 1.0)
            yield Number(start, stop, self.line(start), self.section(start), number[0], scale)


def _links(text: str) -> Iterator[tuple[int, int, str, str | None]]:
    """The links of a text: begin and end of the text between brackets, target and title."""
    for end in LINK_END.finditer(text):
        depth, place = 1, end.start()
        while depth and place > 0:
            place -= 1
            depth += (text[place] == "]") - (text[place] == "[")
        if depth == 0:
            yield place + 1, end.start(), end["target"], end["title"]


def _without_code(text: str) -> str:
    """The text with code blanked, so that places stay the same."""
    for pattern in (FRONT_MATTER, FENCE):
        text = _blank_all(pattern, text)
    text = _blank_indented(text)
    return _blank_all(CODE, text)


def _blank_indented(text: str) -> str:
    """Blanks indented code: after an empty line, and not inside a list or a note."""
    lines, inside, code, empty = text.split("\n"), False, False, True
    for number, line in enumerate(lines):
        indented = line.startswith(("    ", "\t"))
        if line.strip() and not indented:
            inside = bool(LIST_OR_NOTE.match(line)) or (inside and line.startswith(" "))
        code = indented and not inside and (empty or code)
        if code:
            lines[number] = " " * len(line)
        empty = not line.strip()
    return "\n".join(lines)


def _blank_all(pattern: re.Pattern[str], text: str) -> str:
    return pattern.sub(lambda found: re.sub(r"[^\n]", " ", found[0]), text)


def _blank(text: str, begin: int, end: int) -> str:
    return text[:begin] + re.sub(r"[^\n]", " ", text[begin:end]) + text[end:]
