"""The primer of a game as sections that the page can show. The only text is the Markdown file in the package."""

from __future__ import annotations

from collections.abc import Iterator

from markdown_it import MarkdownIt
from markdown_it.token import Token

from ludus.core.game import Game
from ludus.studio.protocol.learning import Primer, PrimerBlock, PrimerSection, SectionRole, TextRun

ROLES: dict[str, SectionRole] = {
    "": "goal",
    "Your turn": "turn",
    "The buttons": "turn",
    "The symbols": "symbols",
    "The traps": "symbols",
    "Good to know": "tips",
}
STYLES: dict[str, str] = {"strong_open": "strong", "em_open": "emphasis"}


def read_primer(game: Game) -> Primer:
    """Read the primer of a game.

    Headings decide the roles of sections: `Your turn`, `The symbols`, `Good to know`. Text before the first of them is
    the goal of the game.

    Args:
        game: The game.

    Returns:
        All sections in the order of the file; none if the game has no primer.
    """
    if game.primer is None:
        return Primer(game.title, [])
    tokens = MarkdownIt("commonmark", {"html": False}).enable("table").parse(game.primer.read_text(encoding="utf-8"))
    sections: list[PrimerSection] = []
    heading, blocks, k = "", list[PrimerBlock](), 0
    while k < len(tokens):
        token = tokens[k]
        end = _closing(tokens, k)
        if token.type == "heading_open" and token.tag != "h1":
            sections.append(PrimerSection(heading, ROLES.get(heading, "more"), blocks))
            heading, blocks = tokens[k + 1].content, []
        elif block := _block(tokens[k : end + 1]):
            blocks.append(block)
        k = end + 1
    sections.append(PrimerSection(heading, ROLES.get(heading, "more"), blocks))
    return Primer(game.title, [section for section in sections if section.blocks])


def _closing(tokens: list[Token], start: int) -> int:
    """Index of the token that closes the one at `start`; `start` itself if it opens nothing."""
    depth = 0
    for k in range(start, len(tokens)):
        depth += tokens[k].nesting
        if depth <= 0:
            return k
    return len(tokens) - 1


def _block(tokens: list[Token]) -> PrimerBlock | None:
    """A block from its tokens; None for headings and for what the page does not show."""
    match tokens[0].type:
        case "paragraph_open":
            return PrimerBlock("paragraph", [[_runs(tokens[1])]])
        case "bullet_list_open":
            return PrimerBlock("bullets", _rows(tokens, "list_item_open"))
        case "ordered_list_open":
            return PrimerBlock("numbers", _rows(tokens, "list_item_open"))
        case "table_open":
            return PrimerBlock("table", _rows(tokens, "tr_open"))
        case "fence" | "code_block":
            return PrimerBlock("code", [[[TextRun(tokens[0].content.rstrip("\n"), "code")]]])
    return None


def _rows(tokens: list[Token], row: str) -> list[list[list[TextRun]]]:
    rows: list[list[list[TextRun]]] = []
    for token in tokens:
        if token.type == row:
            rows.append([])
        elif token.type == "inline":
            rows[-1].append(_runs(token))
    return rows


def _runs(inline: Token) -> list[TextRun]:
    return list(_styled(inline.children or []))


def _styled(children: list[Token]) -> Iterator[TextRun]:
    style = "plain"
    for child in children:
        if child.nesting == 1:
            style = STYLES.get(child.type, style)
        elif child.nesting == -1:
            style = "plain"
        elif child.type == "code_inline":
            yield TextRun(child.content, "code")
        elif child.type in ("softbreak", "hardbreak"):
            yield TextRun(" ", "plain")
        elif child.content:
            yield TextRun(child.content, style)  # type: ignore[arg-type]
