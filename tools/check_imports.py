"""Checks that every package imports only from the packages it may import from.

Reads the source, runs nothing: imports at the top of a file, inside functions, under TYPE_CHECKING, and
`import_module("ludus...")` with a literal name all count. `make check` runs it; the tests under tests/tools break
each rule once.
"""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

PACKAGE = "ludus"
FACE = ""  # ludus/__init__.py: what `import ludus` offers

# In order: a package may import from itself and from the packages before it.
PACKAGES = (
    "util",
    "core",
    "backends",
    "stats",
    "search",
    "games",
    "bots",
    "arena",
    "evolve",
    "report",
    "design",
    "lab",
    "studies",
    "adapters",
    "studio",
    FACE,
    "cli",
    "__main__",
)

# The conformance kit is outside the order: it imports from these packages, and only the command line imports it.
KIT = "testing"
KIT_IMPORTS = ("util", "core", "backends", "stats", "search", "bots", "arena")
KIT_IMPORTED_BY = ("cli",)

# Each folder in these packages is imported only by itself; all others ask the registry for it by name.
SEALED = ("games",)

# Except that these, which make or study the content of one game, may import that game.
KEYS: dict[tuple[str, ...], str] = {
    ("design", "delve"): "delve",
    ("design", "dominion"): "dominion",
    ("design", "locm"): "locm",
    ("design", "platformer"): "platformer",
    ("design", "tribute"): "tribute",
    ("studies", "dominion_champion_training"): "dominion",
    ("studies", "tribute_cards"): "tribute",
    ("studies", "tribute_champion_training"): "tribute",
    ("studies", "tribute_thesis"): "tribute",
}


def main(source: Path) -> int:
    files = sorted(source.rglob("*.py"))
    complaints = [complaint for file in files for complaint in check(file, source)]
    print(*complaints, f"imports: {len(files)} files, {len(complaints)} against the order of the packages", sep="\n")
    return 1 if complaints else 0


def check(file: Path, source: Path) -> Iterator[str]:
    """One line for each import in `file` that breaks a rule; `source` is the folder of the package."""
    relative = file.relative_to(source).with_suffix("")
    here = [PACKAGE, *(part for part in relative.parts if part != "__init__")]
    package = here if file.name == "__init__.py" else here[:-1]
    if package_of(here) not in (*PACKAGES, KIT):
        yield f"{file}:1: {PACKAGE}.{package_of(here)} is not in the list of packages in tools/check_imports.py"
        return
    for line, there in imports(ast.parse(file.read_text(encoding="utf-8"), str(file)), package, source):
        reason = objection(here, there)
        if reason:
            yield f"{file}:{line}: {'.'.join(here)} imports {'.'.join(there)}: {reason}"


def objection(here: list[str], there: list[str]) -> str | None:
    """Why the module `here` must not import `there`, or None where it may."""
    mine, other = package_of(here), package_of(there)
    if other not in (*PACKAGES, KIT):
        return f"{PACKAGE}.{other} is not in the list of packages in tools/check_imports.py"
    if other in SEALED and len(there) > 2 and here[:3] != there[:3] and KEYS.get(tuple(here[1:3])) != there[2]:
        return f"only {'.'.join(there[:3])} itself may; ask the registry for it by its name"
    if mine == other:
        return None
    if mine == KIT:
        return None if other in KIT_IMPORTS else f"the conformance kit may import only {', '.join(KIT_IMPORTS)}"
    if other == KIT:
        return None if mine in KIT_IMPORTED_BY else f"only {', '.join(KIT_IMPORTED_BY)} may use the conformance kit"
    if PACKAGES.index(other) < PACKAGES.index(mine):
        return None
    if other == FACE:
        return f"the face is for users; import from the module that defines the thing (`{PACKAGE}.__version__` is free)"
    return f"a package imports only from packages before it, and {other} comes after {mine or 'the face'}"


def imports(tree: ast.AST, package: list[str], source: Path) -> Iterator[tuple[int, list[str]]]:
    """Line and full name of everything of ours that the module imports."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                if is_ours(alias.name):
                    yield node.lineno, alias.name.split(".")
        elif isinstance(node, ast.ImportFrom):
            above = package[: len(package) - node.level + 1] if node.level else []
            base = above + (node.module.split(".") if node.module else [])
            if is_ours(".".join(base)):
                for alias in node.names:
                    if (base, alias.name) != ([PACKAGE], "__version__"):
                        yield node.lineno, [*base, alias.name] if is_module(base, alias.name, source) else base
        elif isinstance(node, ast.Call) and node.args and isinstance(node.args[0], ast.Constant):
            name = node.args[0].value
            called = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            if called in ("import_module", "__import__") and isinstance(name, str) and is_ours(name):
                yield node.lineno, name.split(".")


def is_module(base: list[str], name: str, source: Path) -> bool:
    """Whether `from base import name` names a module; a package does, even one that does not exist yet."""
    path = source.joinpath(*base[1:], name)
    return (base == [PACKAGE] and name in (*PACKAGES, KIT)) or path.is_dir() or path.with_suffix(".py").is_file()


def is_ours(name: str) -> bool:
    return name == PACKAGE or name.startswith(PACKAGE + ".")


def package_of(module: list[str]) -> str:
    return module[1] if len(module) > 1 else FACE


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1] if len(sys.argv) > 1 else "src/ludus")))
