"""One word for one thing: texts of the pages, of reports on skill trees and of the documentation of the Studio."""

import ast
import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
OTHER_WORDS = {  # by the word that is used: what it must not be called
    "encounter": r"(?<![/.\w{])([Ff]ights|([Aa]|[Tt]he|[Nn]o|[Ee]very|[Ww]on) fight|[Ff]ought)\b",
    "exit": r"\b[Tt]he gate\b",  # nodes of a skill tree have gates
    "token": r"\b[Aa]ccess keys?\b|\bkey of (a|the) link\b",
    "page": r"\b[Rr]ooms? (of the Studio|for cards|for card files)\b",
}
WRITTEN = ("docs/studio.md", "docs/studio-walks.md", "docs/studio-pages.md", "docs/inspect-skill-trees.md")
SHOWN = (
    "src/ludus/games/delve/primer.md",
    "src/ludus/games/platformer/primer.md",
    "src/ludus/games/platformer/guide.toml",
)
REPORTS = ("src/ludus/design/delve", "src/ludus/studio")
STRING = re.compile(r'"([^"\n]*)"|`([^`]*)`')
JSX_TEXT = re.compile(r">([^<>{}]+)<")
TEXT_LINE = re.compile(r"^ +([A-Z][^;={}()<>]*)$", re.MULTILINE)


def page_texts(source):
    """Texts in a file of the page: strings of several words or a capital word, and text between elements."""
    code = re.sub(r"/\*[\s\S]*?\*/|^import .*$|//.*$", "", source, flags=re.MULTILINE)
    strings = (first or second for first, second in STRING.findall(code))
    yield from (text for text in strings if " " in text or text[:1].isupper())
    yield from JSX_TEXT.findall(code)
    yield from TEXT_LINE.findall(code)


def python_texts(source):
    """Strings of a Python file that are no docstrings and have several words."""
    tree = ast.parse(source)
    docs = {
        id(node.body[0].value)
        for node in ast.walk(tree)
        if isinstance(node, (ast.Module, ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef))
        and node.body
        and isinstance(node.body[0], ast.Expr)
    }
    for node in ast.walk(tree):
        if (
            isinstance(node, ast.Constant)
            and isinstance(node.value, str)
            and id(node) not in docs
            and " " in node.value
        ):
            yield node.value


def all_texts():
    """Texts for people, each with its file."""
    for file in sorted((ROOT / "studio/src").rglob("*.ts*")):
        if file.name not in ("protocol.ts", "types.ts"):
            yield from ((file.name, text) for text in page_texts(file.read_text("utf-8")))
    for folder in REPORTS:
        for file in sorted((ROOT / folder).rglob("*.py")):
            yield from ((file.name, text) for text in python_texts(file.read_text("utf-8")))
    yield from ((name, (ROOT / name).read_text("utf-8")) for name in (*WRITTEN, *SHOWN))


def test_one_word_is_used_for_one_thing():
    texts = list(all_texts())
    assert len(texts) > 2000
    wrong = [
        (word, file, found[0])
        for file, text in texts
        for word, other in OTHER_WORDS.items()
        if (found := re.search(other, text))
    ]
    assert wrong == []


def test_texts_of_a_page_are_found_in_strings_and_between_elements():
    code = '<h3 title="Two words">\n  Fights won\n</h3>; const fights = "x"; /** a fight */ <p>No fights</p>'
    assert {"Two words", "No fights"} <= {text.strip() for text in page_texts(code)}
    assert not any("a fight" in text for text in page_texts(code))
