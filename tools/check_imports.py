"""Check that every package imports only from packages that it may import.

    python tools/check_imports.py [FOLDER OF THE PACKAGE]

Reads the source and runs nothing. These imports count: at the top of a file, inside functions, under TYPE_CHECKING,
and `import_module("ludus...")` with a literal name. `make check` runs this tool; the tests in tests/tools break each
rule once.
"""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

PACKAGE = "ludus"
PUBLIC_API = ""  # ludus/__init__.py: the names of `import ludus`

# Import order: a package may import from itself and from the packages before it.
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
    PUBLIC_API,
    "cli",
    "__main__",
)

# The conformance kit is outside the order: it imports from these packages, and only the command line imports it.
KIT = "testing"
KIT_IMPORTS = ("util", "core", "backends", "stats", "search", "bots", "arena")
KIT_IMPORTED_BY = ("cli",)

# A folder in these packages may be imported only by its own modules; other code loads it by name from the registry.
PRIVATE = ("games",)

# Exceptions: these packages design or study the content of one game and may import that game.
GAME_IMPORTS: dict[tuple[str, ...], str] = {
    ("design", "delve"): "delve",
    ("design", "dominion"): "dominion",
    ("design", "locm"): "locm",
    ("design", "platformer"): "platformer",
    ("design", "tribute"): "tribute",
    ("studies", "dominion_champion_training"): "dominion",
    ("studies", "tribute_card_statistics"): "tribute",
    ("studies", "tribute_champion_training"): "tribute",
    ("studies", "tribute_thesis"): "tribute",
}


def main(source: Path) -> int:
    """Check all files of a package and print the violations.

    Args:
        source: the folder of the package.

    Returns:
        The exit code: 1 if there are violations.
    """
    files = sorted(source.rglob("*.py"))
    violations = [line for file in files for line in check(file, source)]
    print(*violations, f"imports: {len(files)} files, {len(violations)} violations of the import rules", sep="\n")
    return 1 if violations else 0


def check(file: Path, source: Path) -> Iterator[str]:
    """Yield one line for each import in `file` that breaks a rule; `source` is the folder of the package."""
    relative = file.relative_to(source).with_suffix("")
    here = [PACKAGE, *(part for part in relative.parts if part != "__init__")]
    package = here if file.name == "__init__.py" else here[:-1]
    if package_of(here) not in (*PACKAGES, KIT):
        yield f"{file}:1: {PACKAGE}.{package_of(here)} is not in the list of packages in tools/check_imports.py"
        return
    for line, there in imports(ast.parse(file.read_text(encoding="utf-8"), str(file)), package, source):
        reason = why_forbidden(here, there)
        if reason:
            yield f"{file}:{line}: {'.'.join(here)} imports {'.'.join(there)}: {reason}"


def why_forbidden(here: list[str], there: list[str]) -> str | None:
    """Return why the module `here` must not import `there`, or None if it may."""
    mine, other = package_of(here), package_of(there)
    if other not in (*PACKAGES, KIT):
        return f"{PACKAGE}.{other} is not in the list of packages in tools/check_imports.py"
    if other in PRIVATE and len(there) > 2 and here[:3] != there[:3] and GAME_IMPORTS.get(tuple(here[1:3])) != there[2]:
        return f"only {'.'.join(there[:3])} itself may import it; load it by name from the registry"
    if mine == other:
        return None
    if mine == KIT:
        return None if other in KIT_IMPORTS else f"the conformance kit may import only {', '.join(KIT_IMPORTS)}"
    if other == KIT:
        return None if mine in KIT_IMPORTED_BY else f"only {', '.join(KIT_IMPORTED_BY)} may use the conformance kit"
    if PACKAGES.index(other) < PACKAGES.index(mine):
        return None
    if other == PUBLIC_API:
        return "the public API is for users; import from the module that defines the name (__version__ is allowed)"
    return f"a package may import only from packages before it, and {other} comes after {mine or 'the public API'}"


def imports(tree: ast.AST, package: list[str], source: Path) -> Iterator[tuple[int, list[str]]]:
    """Yield line and full name of every import from this package in a module."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                if in_package(alias.name):
                    yield node.lineno, alias.name.split(".")
        elif isinstance(node, ast.ImportFrom):
            parent = package[: len(package) - node.level + 1] if node.level else []
            base = parent + (node.module.split(".") if node.module else [])
            if in_package(".".join(base)):
                for alias in node.names:
                    if (base, alias.name) != ([PACKAGE], "__version__"):
                        yield node.lineno, [*base, alias.name] if is_module(base, alias.name, source) else base
        elif isinstance(node, ast.Call) and node.args and isinstance(node.args[0], ast.Constant):
            name = node.args[0].value
            called = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            if called in ("import_module", "__import__") and isinstance(name, str) and in_package(name):
                yield node.lineno, name.split(".")


def is_module(base: list[str], name: str, source: Path) -> bool:
    """Whether `from base import name` imports a module. Packages in the list count even if they do not exist yet."""
    path = source.joinpath(*base[1:], name)
    return (base == [PACKAGE] and name in (*PACKAGES, KIT)) or path.is_dir() or path.with_suffix(".py").is_file()


def in_package(name: str) -> bool:
    return name == PACKAGE or name.startswith(PACKAGE + ".")


def package_of(module: list[str]) -> str:
    return module[1] if len(module) > 1 else PUBLIC_API


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1] if len(sys.argv) > 1 else "src/ludus")))
