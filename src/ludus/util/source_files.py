"""Source files behind a Python file: what it imports, read from the source without running it.

local_sources(file, root)    a file and the files under the same root that it imports, directly or not
code_digests(file)           digests of everything of the user's that the code in a file depends on
"""

from __future__ import annotations

import ast
import hashlib
import importlib.util
import os
import sys
from collections.abc import Collection, Iterable, Iterator
from functools import cache
from importlib.metadata import PackageNotFoundError, packages_distributions, version
from pathlib import Path

SOURCE_SUFFIXES = (".py", ".csv", ".toml", ".json")
DIGEST_DIGITS = 12  # hexadecimal digits of a file's digest
MISSING = "missing"  # in place of a digest
LUDUS_HOME = Path(os.path.realpath(__file__)).parents[1]
RUN_MARK = "events.jsonl"  # a folder with this file holds a run or a tournament, not sources
INSTALL_FOLDERS = {"site-packages", "dist-packages"}


def file_digest(file: Path) -> str:
    """Return a digest of the bytes of a file."""
    return hashlib.sha256(file.read_bytes()).hexdigest()[:DIGEST_DIGITS]


def code_digests(entry: Path, known_libraries: Collection[str] = ()) -> dict[str, str]:
    """Return digests of everything of the user's that the code in a file depends on, by name.

    That is: the file, or every source file of its package; everything that they import, directly or not; data files
    in the same folder whose name is a text in the source, such as "cards.csv". For an installed library the version
    takes the place of a digest. Ludus and Python itself are not included.

    Args:
        entry: the file; one that is not Python counts alone.
        known_libraries: names of imported libraries to leave out.
    """
    entry = Path(os.path.realpath(entry))
    if not entry.is_file():
        return {entry.name: MISSING}
    files, libraries = _Dependencies(entry, known_libraries).collect()
    digests: dict[str, str] = {}
    for file, root in sorted(files.items()):
        name = file.relative_to(root).as_posix()
        while name in digests:  # another folder has a file of the same name
            root = root.parent
            name = file.relative_to(root).as_posix()
        digests[name] = file_digest(file)
    return digests | {library: _library_version(library) for library in sorted(libraries)}


def is_part_of_ludus(file: Path) -> bool:
    """Return whether a file belongs to Ludus."""
    return LUDUS_HOME in Path(os.path.realpath(file)).parents


def is_installed(file: Path) -> bool:
    """Return whether a file is in a folder into which packages are installed."""
    return not INSTALL_FOLDERS.isdisjoint(file.parts)


def local_sources(path: Path, root: Path) -> set[Path]:
    """Return a file and the files under the same root that it imports, directly or not."""
    found, waiting = set[Path](), [path]
    while waiting:
        file = waiting.pop()
        if file in found:
            continue
        found.add(file)
        waiting += [other for name in _imported_names(file, root) for other in _module_files(root, name)]
    return found


def package_root(path: Path) -> Path:
    """Return the folder from which a file is imported: its own, or the one above its outermost package."""
    folder = path.parent
    while (folder / "__init__.py").is_file():
        folder = folder.parent
    return folder


class _Dependencies:
    """Follows imports from a file."""

    def __init__(self, entry: Path, known_libraries: Collection[str]) -> None:
        self._waiting = [(entry, package_root(entry))]  # files, each with the folder from which it is imported
        self._known_libraries = known_libraries
        self._files: dict[Path, Path] = {}
        self._packages: set[Path] = set()
        self._libraries: set[str] = set()
        self._own_modules: Collection[str] = ()  # of the installed distribution to which the entry belongs
        if is_installed(entry):
            self._own_modules = _modules_installed_with(_top_module(entry))

    def collect(self) -> tuple[dict[Path, Path], set[str]]:
        while self._waiting:
            file, root = self._waiting.pop()
            file = Path(os.path.realpath(file))
            if file in self._files or is_part_of_ludus(file):
                continue
            if not file.is_relative_to(root):  # a link to another folder
                root = package_root(file)
            self._files[file] = root
            self._add_package(file, root)
            if file.suffix == ".py":
                self._add(_named_files(file), root)
                for name in _imported_names(file, root):
                    self._follow(name, root)
        return self._files, self._libraries

    def _add(self, files: Iterable[Path], root: Path) -> None:
        self._waiting += [(file, root) for file in files]

    def _add_package(self, file: Path, root: Path) -> None:
        """Add all files of the package of a file: modules that are imported by a computed name, and data."""
        package = root / file.relative_to(root).parts[0]
        if package != file and package not in self._packages and (package / "__init__.py").is_file():
            self._packages.add(package)
            self._add(_package_files(package), root)

    def _follow(self, name: list[str], root: Path) -> None:
        if not name or name[0] == "ludus":
            return
        if is_installed(root):
            if name[0] in self._own_modules:
                self._add(_module_files(root, name), root)
            else:
                self._add_library(name[0])
            return
        local = list(_module_files(root, name))
        self._add(local, root)
        if local or name[0] in sys.stdlib_module_names:
            return
        folder = _folder_of_module(name[0])
        if folder is None:
            return
        if is_installed(folder):
            self._add_library(name[0])
        else:
            self._add(_module_files(folder, name), folder)

    def _add_library(self, module: str) -> None:
        if module not in sys.stdlib_module_names and module not in self._known_libraries:
            self._libraries.add(module)


def _folder_of_module(name: str) -> Path | None:
    """Return the folder from which a module would be imported; None if there is no such module."""
    try:
        spec = importlib.util.find_spec(name)
    except (ImportError, ValueError):
        return None
    if spec is None:
        return None
    if spec.submodule_search_locations:
        return Path(next(iter(spec.submodule_search_locations))).parent
    return Path(spec.origin).parent if spec.origin and spec.has_location else None


def _package_files(package: Path) -> Iterator[Path]:
    """Yield the source files of a package, without runs and tournaments that were played in its folder."""
    for folder, subfolders, names in os.walk(package):
        if RUN_MARK in names:
            subfolders.clear()
            continue
        subfolders[:] = sorted(name for name in subfolders if not name.startswith((".", "__pycache__")))
        yield from (Path(folder, name) for name in sorted(names) if name.endswith(SOURCE_SUFFIXES))


def _named_files(file: Path) -> Iterator[Path]:
    """Yield the data files in the folder of a module whose names are texts in its source."""
    for node in ast.walk(_parsed(file)):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value.endswith(SOURCE_SUFFIXES):
            try:
                if (file.parent / node.value).is_file():
                    yield file.parent / node.value
            except (OSError, ValueError):  # a text that cannot be a path
                continue


def _imported_names(file: Path, root: Path) -> Iterator[list[str]]:
    """Yield the absolute dotted names that a file imports, as lists; the last part may be a name in a module."""
    package = file.parent.relative_to(root).parts
    for node in ast.walk(_parsed(file)):
        if isinstance(node, ast.Import):
            yield from (alias.name.split(".") for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base: list[str] = list(package[: len(package) - node.level + 1]) if node.level else []
            base += node.module.split(".") if node.module else []
            yield from ([*base, alias.name] for alias in node.names)


def _parsed(file: Path) -> ast.AST:
    try:
        return ast.parse(file.read_bytes())
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return ast.Module([], [])  # running it gives the error that a user understands


def _module_files(root: Path, parts: list[str]) -> Iterator[Path]:
    """Yield the files under the root that belong to a dotted name: its packages, and the module itself."""
    folder = root
    for part in parts:
        for file in (folder / f"{part}.py", folder / part / "__init__.py"):
            if file.is_file():
                yield file
        folder /= part


def _top_module(file: Path) -> str:
    return file.relative_to(package_root(file)).parts[0].removesuffix(".py")


@cache
def _distributions() -> dict[str, list[str]]:
    """Return the installed distributions by the names of their modules."""
    return {module: list(names) for module, names in packages_distributions().items()}


def _modules_installed_with(module: str) -> set[str]:
    """Return the modules of the distributions that installed a module."""
    own = set(_distributions().get(module, ()))
    return {module} | {other for other, names in _distributions().items() if own & set(names)}


def _library_version(module: str) -> str:
    try:
        return version(module)  # most distributions have the name of their module
    except PackageNotFoundError:
        pass
    return ", ".join(f"{name} {version(name)}" for name in sorted(set(_distributions().get(module, ())))) or MISSING
