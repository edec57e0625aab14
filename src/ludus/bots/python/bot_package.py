"""The package around a bot's file, and a private copy of its folders in which the bot may write.

Contest bots are often modules of a package: `py_agents/my_bot/my_bot.py` with `from ..extensions import helper`, with
or without `__init__.py`. `find_package` determines how many folders above the file are packages. `copy_folders` makes
a private, writable copy of these folders, so that a bot can write logs next to itself; it is removed after the game.
"""

from __future__ import annotations

import ast
import importlib.machinery
import importlib.util
import os
import shutil
import sys
from collections import deque
from contextlib import suppress
from dataclasses import dataclass
from types import ModuleType
from typing import Any

LUDUS = __name__.partition(".")[0]
MAX_SCANNED_FILES = 200  # Python files that are searched for imports
MAX_LEVELS = 8  # folders above a file that may be packages
MAX_ENTRIES = 300  # files and folders that are copied; further ones are links, which cannot be written to
MAX_LINKS = 2000  # entries of a folder that is shown by links
MAX_FILE_BYTES, MAX_COPIED_BYTES = 1 << 20, 8 << 20  # larger files are links


@dataclass(frozen=True)
class BotPackage:
    """Where a Python file is imported from: `root/packages[0]/packages[1]/.../stem.py`."""

    root: str  # the folder that contains the outermost package; without packages, the file's own folder
    packages: tuple[str, ...]  # names of the folders that are packages, the outermost first
    stem: str

    @classmethod
    def from_dict(cls, fields: dict[str, Any]) -> BotPackage:
        """The package from its fields as plain data."""
        return cls(fields["root"], tuple(fields["packages"]), fields["stem"])

    @property
    def folder(self) -> str:
        """The folder of the file."""
        return os.path.join(self.root, *self.packages)

    @property
    def file(self) -> str:
        return os.path.join(self.folder, f"{self.stem}.py")

    def import_parents(self) -> str:
        """Import the packages around the file; returns the name of the innermost one, empty if there is none."""
        name, folder = "", self.root
        for part in self.packages:
            folder = os.path.join(folder, part)
            name = _import_package(f"{name}.{_module_name(part)}" if name else _module_name(part), folder)
        return name


def find_package(file: str) -> BotPackage:
    """The package of a file.

    The folders above it are packages if they hold `__init__.py`, if a relative import leads into them, or if an import
    names them: `from py_agents.extensions import helper`. They are, too, if an import names a module that is only found
    above them. Imports of modules that the file imports count.

    Args:
        file: Absolute path of a Python file.
    """
    folder = os.path.dirname(file)
    ancestors = [folder]
    while len(ancestors) < MAX_LEVELS and os.path.dirname(ancestors[-1]) not in ("", os.sep, ancestors[-1]):
        ancestors.append(os.path.dirname(ancestors[-1]))
    depth = 0
    while depth < len(ancestors) and os.path.isfile(os.path.join(ancestors[depth], "__init__.py")):
        depth += 1
    depth = min(max(depth, _imported_depth(file, ancestors)), len(ancestors))
    packages = tuple(os.path.basename(ancestor) for ancestor in reversed(ancestors[:depth]))
    root = os.path.dirname(ancestors[depth - 1]) if depth else folder
    return BotPackage(root, packages, os.path.basename(file).removesuffix(".py"))


def copy_folders(package: BotPackage, working_folder: str, private: str) -> tuple[BotPackage, str]:
    """Copy the bot's folders into a private one; returns the package there, and the working folder of the bot.

    The working folder shows the present one if the bot is inside it, and otherwise the root of its package, as in a
    contest. Entries of the bot's own folder are shown there, too, unless their names are taken. Small files of the
    bot's package are copied; everything else is a link to the original.

    Args:
        package: The package of the bot's file.
        working_folder: The present working folder, an absolute path.
        private: An empty folder.

    Raises:
        OSError: the copy is not possible.
    """
    is_inside = package.root == working_folder or package.root.startswith(working_folder.rstrip(os.sep) + os.sep)
    base = working_folder if is_inside else package.root
    outermost = os.path.join(package.root, *package.packages[:1])
    steps = os.path.relpath(outermost, base).split(os.sep) if outermost != base else []
    source, target = base, private
    for step in steps:
        _link_entries(source, target, skip=step)
        source, target = os.path.join(source, step), os.path.join(target, step)
        os.mkdir(target)
    _copy_tree(source, target)
    root = os.path.normpath(os.path.join(private, os.path.relpath(package.root, base)))
    copied = BotPackage(root, package.packages, package.stem)
    if os.path.realpath(copied.folder) != os.path.realpath(private):
        _link_entries(copied.folder, private)
    return copied, private


def _import_package(name: str, folder: str) -> str:
    """Import a folder as a package; a name that another module has is changed."""
    module = sys.modules.get(name)
    if module is not None and folder in list(getattr(module, "__path__", ())):
        return name
    if module is not None or name in sys.stdlib_module_names:
        name = f"{name} in {folder.replace('.', '_')}"
        if name in sys.modules:
            return name
    start = os.path.join(folder, "__init__.py")
    if os.path.isfile(start):
        spec = importlib.util.spec_from_file_location(name, start, submodule_search_locations=[folder])
    else:
        spec = importlib.machinery.ModuleSpec(name, None, is_package=True)
        spec.submodule_search_locations = [folder]
    assert spec is not None
    package: ModuleType = importlib.util.module_from_spec(spec)
    sys.modules[name] = package
    if spec.loader is not None:
        try:
            spec.loader.exec_module(package)
        except BaseException:
            del sys.modules[name]
            raise
    return name


def _module_name(folder_name: str) -> str:
    return folder_name.replace(".", "_")


def _imported_depth(file: str, ancestors: list[str]) -> int:
    """How many folders above a file its imports need as packages, with the modules of its own that it imports."""
    folder, depth = ancestors[0], 0
    waiting, seen = deque([file]), {file}
    while waiting and len(seen) <= MAX_SCANNED_FILES:
        path = waiting.popleft()
        here = os.path.dirname(path)
        below = 0 if here == folder else len(os.path.relpath(here, folder).split(os.sep))
        if os.path.relpath(here, folder).startswith(os.pardir):
            below = -below
        for level, name in _imports(path):
            if level:
                depth = max(depth, level - below)
                start = os.path.normpath(os.path.join(here, *[os.pardir] * (level - 1)))
            else:
                levels = _levels_to(name, ancestors)
                depth, start = max(depth, levels), [*ancestors, os.path.dirname(ancestors[-1])][levels]
            module = os.path.join(start, *name.split(".")) if name else start
            for candidate in (f"{module}.py", os.path.join(module, "__init__.py")):
                if candidate not in seen and os.path.isfile(candidate):
                    seen.add(candidate)
                    waiting.append(candidate)
    return depth


def _levels_to(name: str, ancestors: list[str]) -> int:
    """How many folders above a file are packages if it imports a module by its full name; 0 if none has to be.

    `py_agents.extensions` of a file in py_agents/my_bot needs both folders. So does `helpers.log` if helpers is next to
    py_agents and no such module is installed. `ludus` is Ludus, whatever the folders are called.
    """
    first, _, rest = name.partition(".")
    if not first or first == LUDUS or _is_module(ancestors[0], first):
        return 0
    for number, ancestor in enumerate(ancestors, 1):
        if first == os.path.basename(ancestor) and _is_module(ancestor, rest):
            return number
    if first in sys.stdlib_module_names or first in sys.modules or _is_installed(first):
        return 0
    return next((number for number, ancestor in enumerate(ancestors) if _is_module(ancestor, first)), 0)


def _is_installed(name: str) -> bool:
    try:
        return importlib.util.find_spec(name) is not None
    except (ImportError, ValueError):
        return False


def _is_module(folder: str, name: str) -> bool:
    """Whether a folder has this module; the folder itself if the name is empty."""
    path = os.path.join(folder, *name.split(".")) if name else folder
    return os.path.isdir(path) or os.path.isfile(f"{path}.py")


def _imports(path: str) -> list[tuple[int, str]]:
    """The imports of a file: level (0: absolute) and name of the module; empty if it cannot be read."""
    try:
        with open(path, "rb") as file:
            tree = ast.parse(file.read())
    except (OSError, SyntaxError, ValueError, MemoryError, RecursionError):
        return []  # the same error occurs when the file is run
    imports: list[tuple[int, str]] = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            imports += [(0, alias.name) for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            name = node.module or ""
            imports.append((node.level, name))
            imports += [(node.level, f"{name}.{alias.name}".lstrip(".")) for alias in node.names]
    return imports


def _link_entries(source: str, target: str, skip: str = "") -> None:
    """Show the entries of a folder in another one by links, except those that are there."""
    names = os.listdir(source)
    if len(names) > MAX_LINKS:
        raise OSError(f"{source} has more than {MAX_LINKS:,} entries")
    for name in names:
        if name != skip:
            with suppress(FileExistsError):
                os.symlink(os.path.join(source, name), os.path.join(target, name))


def _copy_tree(source: str, target: str) -> None:
    """Copy a folder, breadth first. Large files and everything beyond the bounds are links."""
    entries, space = MAX_ENTRIES, MAX_COPIED_BYTES
    waiting, private = deque([(source, target)]), os.path.realpath(target)
    while waiting:
        folder, copied_folder = waiting.popleft()
        try:
            items = _sorted_entries(folder)
        except OSError:
            if folder == source:
                raise
            with suppress(OSError):  # a subfolder stays as it is
                os.rmdir(copied_folder)
                os.symlink(folder, copied_folder)
            continue
        for item in items:
            copy, entries = os.path.join(copied_folder, item.name), entries - 1
            if private.startswith(os.path.realpath(item.path) + os.sep):
                continue  # the copy is inside the folder that is copied
            with suppress(OSError):
                is_hidden = item.name.startswith((".", "__pycache__"))
                if item.is_dir() and not item.is_symlink() and entries > 0 and not is_hidden:
                    os.mkdir(copy)
                    waiting.append((item.path, copy))
                    continue
                status = item.stat()
                if item.is_file() and entries > 0 and status.st_size <= min(MAX_FILE_BYTES, space):
                    shutil.copyfile(item.path, copy)
                    os.utime(copy, ns=(status.st_atime_ns, status.st_mtime_ns))  # compiled modules stay valid
                    space -= status.st_size
                    continue
            if not os.path.lexists(copy):
                with suppress(OSError):
                    os.symlink(item.path, copy)


def _sorted_entries(folder: str) -> list[os.DirEntry[str]]:
    with os.scandir(folder) as listing:
        items = sorted(listing, key=lambda item: item.name)
    if len(items) > MAX_LINKS:
        raise OSError(f"{folder} has more than {MAX_LINKS:,} entries")
    return items
