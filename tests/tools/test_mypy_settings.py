"""Each pattern of modules in the settings of mypy matches a module of the package."""

import re
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[2]


def pattern_expression(pattern: str) -> str:
    """Return a regular expression for a pattern of mypy, in which a star is any number of parts of a name."""
    head, *parts = pattern.split(".")
    return head + "".join(r"(\.[^.]+)*" if part == "*" else rf"\.{part}" for part in parts)


def test_every_pattern_for_modules_of_the_package_matches_one():
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["mypy"]
    paths = [path.relative_to(ROOT / "src").with_suffix("") for path in (ROOT / "src" / "ludus").rglob("*.py")]
    modules = [".".join(path.parts).removesuffix(".__init__") for path in paths]
    patterns = [name for override in settings["overrides"] for name in override["module"] if name.startswith("ludus.")]
    unused = [name for name in patterns if not any(re.fullmatch(pattern_expression(name), one) for one in modules)]
    assert patterns
    assert unused == []


def test_the_notation_of_every_game_is_checked_strictly():
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["mypy"]
    strict = [
        name
        for override in settings["overrides"]
        if override.get("disallow_untyped_defs")
        for name in override["module"]
    ]
    for game in (ROOT / "src" / "ludus" / "games").iterdir():
        if (game / "__init__.py").exists():
            names = [f"ludus.games.{game.name}.{path.stem}" for path in game.glob("*notation.py")]
            assert names, game.name
            assert all(any(re.fullmatch(pattern_expression(one), name) for one in strict) for name in names), game.name
