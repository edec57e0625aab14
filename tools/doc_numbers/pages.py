"""Numbers on a Markdown page, with what each of them is: of a reference, of a table block, or of a kind by pattern."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

# A sign belongs to a number unless it stands between two of them, as in 15-50 %.
DIGITS = r"(?:\d{1,3}(?:,\d{3})+(?!\d)|\d+)(?:\.\d+)?(?![\d])"
NUMBER = re.compile(
    rf"(?<![\w.,])(?:(?<![\w)\]%])[-−+])?(?:{DIGITS}|\.\d+(?![\d]))|(?<=\d[-–]){DIGITS}|(?<=\bx)\d+\.\d+|[½⅓⅔¼¾]"
)
SCALES = {" thousand": 1e3, " million": 1e6, " billion": 1e9}
FENCE = re.compile(r"^([ \t]*)(```+|~~~+)(?P<head>[^\n]*)\n.*?^[ \t]*\2[ \t]*$", re.MULTILINE | re.DOTALL)
FRONT_MATTER = re.compile(r"\A---\n.*?\n---\n", re.DOTALL)
CODE = re.compile(r"(?<!`)(`+)(?!`)(?:(?!\n\n).)*?(?<!`)\1(?!`)", re.DOTALL)
TABLE = re.compile(r"<!-- table: (?P<source>.*?) -->\n(?P<body>.*?)<!-- /table -->", re.DOTALL)
TAG = re.compile(r"<!--.*?-->|</?[a-zA-Z][^<>\n]*>", re.DOTALL)
SHOWN_OF_TAG = re.compile(r"\s(?:alt|title)=([\"'])(?P<shown>.*?)\1", re.DOTALL)
LINK_END = re.compile(r"\]\(\s*(?P<target>[^()\s]+)(?:\s+(?P<quote>[\"'])(?P<title>.*?)(?P=quote))?\s*\)", re.DOTALL)
HEADING = re.compile(r"^#{1,6} (?P<title>.+?)(?: *\{[^{}\n]*\})?$", re.MULTILINE)
LIST_OR_NOTE = re.compile(r"^ {0,3}(?:[-*+]|\d+\.|!!!|\?\?\?\+?|:) ")

# Words that make a number beside them a result, wherever it stands.
OUTCOMES = (
    "games battles matches fights duels runs levels deals attempts plays sessions kingdoms decks turns cases pairs "
    "claims studies wins losses"
).split()
THINGS = f"(?:{'|'.join([*OUTCOMES, *'encounters players people rooms trees generations seeds picks drafts'.split()])})"
PERCENT = r"(?:%|‰|per\s?cent\b|percent(?:age|ile)?\b)"
_TO = rf"(?:(?:,|,?\s(?:and|to|or)|[–-])\s?(?:{DIGITS}|[a-z]+))?"
RESULT_AFTER = re.compile(
    rf"{_TO}\s*(?:{PERCENT}|&nbsp;%|\*+\s?%|\$\s?%|Elo\b|(?:thousand|million|billion)\b|points\s(?:more|less|fewer|ahead|behind|better|worse)\b"
    r"|[x×]?\s?(?:times\s)?(?:faster|slower|more\soften|less\soften|as\s(?:many|much|often|fast|long|strong|large|good))\b"
    rf"|of\s(?:(?:the|its|their|our|all|these|those|every|\d[\d,]*|[a-z]+)\s)?{THINGS}\b|wins\b|won\b|lost\b)"
    r"|\s(?:out\s)?(?:of|in)\s(?:ten|twenty|a\shundred)\b|\sof\s\d"
)
_SOME_WORDS = r"(?:(?:\w[\w.,-]*\w|\w)\s)"
RESULT_BEFORE = re.compile(
    r"(?:\b(?:won|wins?|winning|lost|loses?|beats?|beaten|took|takes?|needs?|needed|scored?|finished|reached|failed|fails)\s"
    rf"{_SOME_WORDS}{{0,2}}|\b(?:mean|median|average|means|medians)\s{_SOME_WORDS}{{0,5}}"
    rf"|\b(?:nearly|almost|roughly|about)\s{_SOME_WORDS}?)[*$(\[~±]*$",
    re.IGNORECASE,
)
COUNT_AFTER = re.compile(rf"\s(?:[a-z]+\s)?(?:{'|'.join(OUTCOMES)})\b")
# Numbers in words; they count as numbers if words beside them say a result, or right before something that is counted.
UNITS = "one two three four five six seven eight nine ten eleven twelve".split()
TEENS = "thirteen fourteen fifteen sixteen seventeen eighteen nineteen".split()
TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split()
NUMBER_WORDS = {word: float(number) for number, word in enumerate([*UNITS, *TEENS], 1)}
NUMBER_WORDS |= {word: 10.0 * number for number, word in enumerate(TENS, 2)}
NUMBER_WORDS |= {f"{ten}-{unit}": NUMBER_WORDS[ten] + NUMBER_WORDS[unit] for ten in TENS for unit in UNITS[:9]}
FRACTION_WORDS = {
    **{"half": 0.5, "a third": 1 / 3, "one third": 1 / 3, "two thirds": 2 / 3, "a quarter": 0.25, "one quarter": 0.25},
    **{"three quarters": 0.75, "a fifth": 0.2, "one fifth": 0.2, "a tenth": 0.1, "one tenth": 0.1, "nine tenths": 0.9},
}
TIMES_WORDS = {"once": 1.0, "twice": 2.0, "thrice": 3.0}
FRACTIONS = {"½": 0.5, "⅓": 1 / 3, "⅔": 2 / 3, "¼": 0.25, "¾": 0.75}
WORD_VALUES = NUMBER_WORDS | FRACTION_WORDS | TIMES_WORDS | FRACTIONS
_WORDS = [word.replace(" ", r"\s") for word in FRACTION_WORDS]
_WORDS += [*TIMES_WORDS, *TEENS, f"(?:{'|'.join(TENS)})(?:-(?:{'|'.join(UNITS[:9])}))?", *reversed(UNITS)]
WORD = re.compile(rf"(?<![\w-])(?:{'|'.join(_WORDS)})(?![\w-])", re.IGNORECASE)

MONTH = "(?:January|February|March|April|May|June|July|August|September|October|November|December)"
PART = r"\d+(?:\.\d+)*[a-z]?"
SERIES = rf"{PART}(?:[–-]{PART})?(?:(?:, {PART})*,?\s(?:and|to|or)\s{PART})?(?![\w])"
NO_PERCENT = rf"(?![.,]?\d|\s*{PERCENT})"
NO_THING = rf"(?!(?:\sof)?\s{THINGS}\b|\sof\s\d)"
# Numbers that are recognised wherever they stand; tools/doc_numbers/kinds.toml describes these kinds.
PATTERNS = {
    "size of a grid, ordinal": re.compile(
        rf"(?<!won )(?<!wins )(?<!lost )\b\d+(?:x\d+)+\b{NO_PERCENT}|\b\d+(?:st|nd|rd|th)\b{NO_PERCENT}"
    ),
    "date": re.compile(
        rf"\b\d{{4}}-\d\d(?:-\d\d)?\b|\b(?:\d{{1,2}} )?{MONTH} (?:\d{{1,2}}, )?\d{{4}}\b{NO_PERCENT}{NO_THING}"
    ),
    "year": re.compile(
        rf"(?<![\d.,\w-])(?<!won )(?<!lost )(?:19[5-9]\d|20[0-3]\d)(?!\d|[.,]\d| rows|\w){NO_PERCENT}{NO_THING}"
    ),
    "version": re.compile(
        r"\b(?:[Vv]ersions?|[Rr]eleases?|Python|Node|CPython|Ludus|LOCM|GraphML|Godot|Tiled|LDtk|driver|\.NET|Java|GCC)"
        rf" {SERIES}{NO_PERCENT}|\b\d+\.\d+\.\d+\b|\bv\d+(?:\.\d+)+"
    ),
    "number of a section, table or figure": re.compile(
        r"\b(?:[Ss]ections?|[Cc]hapters?|[Tt]ables?|[Ff]igures?|[Ff]ig\.|[Pp]ages?|[Ee]quations?|[Aa]ppendix|[Aa]lgorithm"
        rf"|[Ll]ines?|[Ll]isting) {SERIES}{NO_PERCENT}"
    ),
    "name with a number": re.compile(r"\bUTF-8\b|\b[23]D\b|\bWCAG \d\.\d\b|\bISO \d+\b|^--8<--.*$", re.MULTILINE),
    "level of an interval": re.compile(r"\b95 %(?:-| |\n)(?:simultaneous |confidence )?intervals?"),
}
# The numbers of a list begin with 1 and grow by 1.
LIST_NUMBER = re.compile(r"^(?P<indent>[ \t]*)(?P<number>\d+)\. ", re.MULTILINE)
TESTED = ("python", "console")


@dataclass(frozen=True)
class Number:
    """A number on a page: where it begins and ends, its line, its section, and whether words beside it say a result."""

    begin: int
    end: int
    line: int
    section: str
    text: str
    scale: float
    result: bool = False

    @property
    def value(self) -> float:
        """The number that is shown; a word such as `three quarters` has one, too."""
        word = self.text.lower()
        return WORD_VALUES[word] if word in WORD_VALUES else float(word.replace(",", "").replace("−", "-"))

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

    @property
    def sections_with_results(self) -> set[str]:
        """The sections that have a reference or a table block."""
        parts = [*(reference.numbers for reference in self.references), *(block.numbers for block in self.blocks)]
        return {number.section for numbers in parts for number in numbers}


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
    hidden = TAG.sub(_shown_of_tag, hidden)
    for begin, end, target, title in _links(hidden):
        link = LINK_END.match(hidden, end)
        assert link is not None
        if is_reference(target, title):
            numbers = tuple(finder.numbers(hidden, begin, end, all_words=not NUMBER.search(hidden, begin, end)))
            line = finder.line(begin)
            page.references.append(Reference(line, target, title or "", begin, end, text[begin:end], numbers))
            hidden = _blank(hidden, begin, end)
        hidden = _blank(hidden, *link.span())
    hidden = _blank_list_numbers(hidden)
    for pattern in PATTERNS.values():
        hidden = _blank_all(pattern, hidden)
    page.plain = list(finder.numbers(hidden, 0, len(hidden)))
    return page


def is_reference(target: str, title: str | None) -> bool:
    """Return whether a link is a reference to a kept table: it leads to a table and its title names cells."""
    return title is not None and Path(target).suffix in (".csv", ".json")


def headings(text: str) -> list[re.Match[str]]:
    """Return the headings of a page; lines of code that begin with # are none."""
    return list(HEADING.finditer(_blank_all(FENCE, text)))


class _Finder:
    """Finds numbers of a text, with their lines and sections."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.breaks = [place for place, sign in enumerate(text) if sign == "\n"]
        found = headings(text)
        self.starts = [heading.start() for heading in found]
        self.titles = [heading["title"] for heading in found]

    def line(self, place: int) -> int:
        return bisect_right(self.breaks, place - 1) + 1

    def section(self, place: int) -> str:
        found = bisect_right(self.starts, place)
        return self.titles[found - 1] if found else ""

    def numbers(self, hidden: str, begin: int, end: int, all_words: bool = False) -> Iterator[Number]:
        """The numbers of a part of the text; numbers in words if words beside them say a result, or all of them."""
        found = [(*number.span(), _is_result(hidden, *number.span())) for number in NUMBER.finditer(hidden, begin, end)]
        for word in WORD.finditer(hidden, begin, end):
            begins, ends = word.span()
            result = _is_result(hidden, begins, ends)
            if word[0].lower() in ("one", "once"):  # mostly no number: "a player who took another one"
                result = bool(RESULT_AFTER.match(hidden, ends))
            elif COUNT_AFTER.match(hidden, ends):
                found.append((begins, ends, result))
                continue
            if result or all_words:
                found.append((*word.span(), result))
        for start, stop, result in sorted(found):
            after = hidden[stop : stop + 9].replace("\n", " ")
            scale = next((scale for word, scale in SCALES.items() if after.startswith(word)), 1.0)
            shown = " ".join(hidden[start:stop].split())
            yield Number(start, stop, self.line(start), self.section(start), shown, scale, result)


def _is_result(text: str, begin: int, end: int) -> bool:
    """Whether the words beside a number say a result: a share, a speed, what was won, how long it took."""
    return bool(RESULT_AFTER.match(text, end) or RESULT_BEFORE.search(text[max(0, begin - 80) : begin]))


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
    """The text with code blanked, so that places stay the same.

    Shares in code stay, except in blocks that the tests of the documentation run or compare with what is printed.
    """
    text = _blank_all(FRONT_MATTER, text)
    before = ("", 0)

    def fence(found: re.Match[str]) -> str:
        nonlocal before
        language = found["head"].strip().partition(" ")[0]
        printed = language == "text" and before[0] == "python" and not text[before[1] : found.start()].strip()
        tested = language in TESTED or printed
        before = (language, found.end())
        return _blanks(found) if tested else _blank_but_shares(found)

    return CODE.sub(_blank_but_shares, _blank_indented(FENCE.sub(fence, text)))


def _blank_but_shares(found: re.Match[str]) -> str:
    text, shown = found[0], _blanks(found)
    for share in re.finditer(rf"(?:{NUMBER.pattern})\s?{PERCENT}(?!\()", text):
        shown = shown[: share.start()] + share[0] + shown[share.end() :]
    return shown


def _shown_of_tag(found: re.Match[str]) -> str:
    """A tag without what nobody reads: only the text that stands for a picture or is shown at a pointer stays."""
    shown = _blanks(found)
    if not found[0].startswith("<!--"):
        for part in SHOWN_OF_TAG.finditer(found[0]):
            shown = shown[: part.start("shown")] + part["shown"] + shown[part.end("shown") :]
    return shown


def _blank_list_numbers(text: str) -> str:
    """Blanks the numbers of lists; a number that does not follow the one before it is no number of a list."""
    before: dict[str, int] = {}

    def item(found: re.Match[str]) -> str:
        number = int(found["number"])
        counted = number == 1 or number == before.get(found["indent"], 0) + 1
        before[found["indent"]] = number if counted else 0
        return _blanks(found) if counted else found[0]

    return LIST_NUMBER.sub(item, text)


def _blank_indented(text: str) -> str:
    """Blanks indented code: after an empty line, and not inside a list or a note."""
    lines, inside, code, empty = text.split("\n"), False, False, True
    for number, line in enumerate(lines):
        indented = line.startswith(("    ", "\t"))
        if line.strip() and not indented:
            inside = bool(LIST_OR_NOTE.match(line)) or (inside and line.startswith(" "))
        code = indented and not inside and (empty or code)
        if code:
            lines[number] = re.sub(r".+", _blank_but_shares, line)
        empty = not line.strip()
    return "\n".join(lines)


def _blank_all(pattern: re.Pattern[str], text: str) -> str:
    return pattern.sub(_blanks, text)


def _blanks(found: re.Match[str]) -> str:
    return re.sub(r"[^\n]", " ", found[0])


def _blank(text: str, begin: int, end: int) -> str:
    return text[:begin] + re.sub(r"[^\n]", " ", text[begin:end]) + text[end:]
