"""Numbers with nouns in texts for people come from `plural`, so that nobody reads `1 runs`."""

import ast
import re
from pathlib import Path

import ludus

SOURCE = Path(ludus.__file__).parent
NOUNS = re.compile(
    r" (?:more |new |drawn |held-out |random )?(runs|games|kingdoms|cards|levels|decks|generations|trees|deals|rounds|"
    r"comparisons|claims|sessions|steps|files|moves|fights|swaps|rows|orders of cards)\b"
)
# Texts of the papers' studies, which have many runs and games, and the output of another engine, word for word.
EXEMPT = re.compile(
    r"studies/(dominion_card_evolution|delve_trees|tribute_thesis|locm_representation|locm_evolution_variants)/"
    r"|cli/tribute_training"
)


def counted_nouns(source):
    """Yield line and noun of every number that is followed by a plural noun in an f-string, except in errors."""
    tree = ast.parse(source)
    errors = {id(part) for node in ast.walk(tree) if is_error(node) for part in ast.walk(node)}
    for node in ast.walk(tree):
        if not isinstance(node, ast.JoinedStr) or id(node) in errors:
            continue
        for value, text in zip(node.values, node.values[1:], strict=False):
            if isinstance(value, ast.FormattedValue) and isinstance(text, ast.Constant):
                noun = NOUNS.match(str(text.value))
                if noun and is_count(value):
                    yield node.lineno, noun[1]


def is_error(node):
    """Whether a node raises an error, directly or by a method `fail`: there the number is usually too large."""
    return isinstance(node, ast.Raise) or (
        isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "fail"
    )


def is_count(value):
    """Whether a part of an f-string is a whole number that may be 1: not a constant, not formatted with decimals."""
    spec = ast.unparse(value.format_spec) if value.format_spec else ""
    expression = ast.unparse(value.value)
    counts = re.search(r"^len\(|^sum\(|count|number|(^|\.|_)(games|runs|generations|deals|rounds|size)$", expression)
    return bool(counts) and "." not in spec and not re.search(r"\b[A-Z_]{3,}\b|^2 \*", expression)


def test_a_number_is_followed_by_a_noun_in_the_right_form():
    found = []
    for file in sorted(SOURCE.rglob("*.py")):
        path = file.relative_to(SOURCE).as_posix()
        if not EXEMPT.match(path):
            found += [f"{path}:{line}: {noun}" for line, noun in counted_nouns(file.read_text(encoding="utf-8"))]
    assert found == []


def test_a_wrong_form_is_found():
    assert list(counted_nouns('text = f"{len(runs)} runs"')) == [(1, "runs")]
    assert list(counted_nouns("text = f\"{plural(len(runs), 'run')} of 5 runs\"")) == []
    assert list(counted_nouns('raise ValueError(f"{len(cards)} cards are too many")')) == []
