"""Games from Python files: `letter.py:game` names the variable `game` in the file `letter.py`.

    load_game_file("letter.py:game")    run the file and return its game
    load_game_file("letter.py")         the same: the variable is called `game` unless another one is named

The file may import modules next to it. A file in a package is imported as a module of that package. A file that has
changed since it was loaded is loaded again. `game_file(game)` tells where a game comes from, with a digest of its
source, which workers and replays compare with the file they find.

Loading a file runs its code. So only texts that a user typed may get here, never names in stored files or requests.
"""

from __future__ import annotations

import hashlib
import importlib
import importlib.util
import os
import re
import sys
import traceback
import types
from dataclasses import dataclass
from pathlib import Path
from threading import RLock
from typing import Any

from ludus.core.game import Game
from ludus.util.errors import ContractError, OptionError
from ludus.util.files import missing_file
from ludus.util.source_files import local_sources, package_root

GAME_FILE_PATTERN = re.compile(r"(?P<file>.+\.py)(?::(?P<variable>[^:/\\]*))?", re.DOTALL)
DEFAULT_VARIABLE = "game"


@dataclass(frozen=True)
class GameFile:
    """Where a game from a file comes from."""

    path: Path  # absolute
    variable: str
    text: str  # as the user wrote it
    digest: str  # of the source when it was loaded: the file and the modules next to it that it imports
    module: str  # name of the module in this process

    @property
    def reference(self) -> str:
        """The text that names the game from any working directory."""
        return f"{self.path}:{self.variable}"


@dataclass
class _LoadedFile:
    module: types.ModuleType
    digest: str


_lock = RLock()
_files: dict[Path, _LoadedFile] = {}
_origins: dict[int, tuple[Game, GameFile]] = {}  # by id of the game, which is kept alive here


def is_game_file(text: str) -> bool:
    """Return whether a text names a file, not an installed game."""
    return GAME_FILE_PATTERN.fullmatch(text) is not None


def load_game_file(text: str, module: str = "") -> Game:
    """Load a game from a file, or return it if it is loaded and the file has not changed.

    Args:
        text: `FILE.py:VARIABLE`, or `FILE.py` for the variable `game`.
        module: name of the module, for a process that must use the same name as another one; default: the file's name.

    Raises:
        OptionError: the file or the variable is missing.
        ContractError: the file cannot be run, or the variable is not a game.
    """
    match = GAME_FILE_PATTERN.fullmatch(text)
    if match is None:
        raise OptionError(f"a game from a file is FILE.py:NAME, as in letter.py:game; not {text!r}")
    given, variable = match["file"], match["variable"] if match["variable"] is not None else DEFAULT_VARIABLE
    if not variable.isidentifier():
        raise OptionError(f"{text!r}: after the colon comes the name of the variable that holds the game")
    path = _existing_file(given)
    with _lock:
        digest = source_digest(path)
        loaded = _files.get(path)
        if loaded is None or loaded.digest != digest:
            loaded = _files[path] = _LoadedFile(_import_file(path, given, module, loaded), digest)
        game = _game_in(loaded.module, variable, given)
        origin = GameFile(path, variable, text, digest, loaded.module.__name__)
        _origins[id(game)] = game, origin
    return game


def game_file(game: Game) -> GameFile | None:
    """Return the file that a game comes from, or None if it was not loaded from a file."""
    known = _origins.get(id(game))
    return known[1] if known else None


def source_digest(path: Path) -> str:
    """Return a digest of a Python file and of the modules next to it that it imports, directly or not.

    Imports are read from the source, so the digest does not depend on what this process has loaded.
    """
    digest = hashlib.sha256()
    root = package_root(path)
    for file in sorted(local_sources(path, root)):
        data = file.read_bytes()
        digest.update(f"{file.relative_to(root).as_posix()} {len(data)} ".encode() + data)
    return digest.hexdigest()[:16]


def _existing_file(given: str) -> Path:
    path = Path(os.path.abspath(given))
    if path.is_dir():
        raise OptionError(f"{given}: this is a folder, not a Python file")
    if not path.is_file():
        raise OptionError(f"{given}: {missing_file(given)}")
    return path


def _game_in(module: types.ModuleType, variable: str, given: str) -> Game:
    if not hasattr(module, variable):
        games = [name for name, value in vars(module).items() if isinstance(value, Game)]
        known = f"a game in it: {', '.join(games)}" if games else "and no other variable in it holds a game"
        raise OptionError(f"{given} has no variable {variable!r}; {known}")
    value = getattr(module, variable)
    if not isinstance(value, Game):
        raise ContractError(f"{variable} in {given} is not a ludus Game: it is of the type {type(value).__name__}")
    return value


# Import


def _module_name(path: Path) -> str:
    """Return the name of the file as a module; another one if an installed module already has that name."""
    root = package_root(path)
    parts = path.relative_to(root).with_suffix("").parts
    parts = parts[:-1] if parts[-1] == "__init__" else parts
    if all(part.isidentifier() for part in parts) and _is_free(parts[0], root):
        return ".".join(parts)
    return f"game_file_{re.sub(r'[^0-9A-Za-z_]', '_', path.stem)}_{hashlib.sha256(bytes(path)).hexdigest()[:8]}"


def _is_free(name: str, root: Path) -> bool:
    """Return whether a module of this name would be the one in this folder."""
    here = {root / f"{name}.py", root / name / "__init__.py"}
    if name in sys.modules:
        origin = getattr(sys.modules[name], "__file__", None)
    else:
        try:
            spec = importlib.util.find_spec(name)
        except (ImportError, ValueError):
            return False
        if spec is None:
            return True
        origin = spec.origin
    return origin is not None and Path(os.path.abspath(origin)) in here


def _import_file(path: Path, given: str, name: str, before: _LoadedFile | None) -> types.ModuleType:
    """Run a file as a module. `before` is what was loaded from it earlier, before it changed."""
    root = package_root(path)
    if str(root) not in sys.path:
        sys.path.append(str(root))  # for modules next to the file, and for other processes; last: it replaces nothing
        importlib.invalidate_caches()
    name = name or (before.module.__name__ if before else _module_name(path))
    imported = sys.modules.get(name)
    if before is None and imported is not None and _comes_from(imported, path):
        return imported  # the program has imported it itself
    if before is not None:
        _forget_modules(path, root)
    is_package = path.name == "__init__.py"
    spec = importlib.util.spec_from_file_location(
        name, path, submodule_search_locations=[str(path.parent)] if is_package else None
    )
    assert spec is not None
    module = importlib.util.module_from_spec(spec)
    try:
        if "." in name:
            importlib.import_module(name.rpartition(".")[0])
        # Not by the loader: its bytecode cache would miss an edit within a second that keeps the size.
        code = compile(path.read_bytes(), str(path), "exec", dont_inherit=True)
        sys.modules[name] = module
        exec(code, module.__dict__)
    except (Exception, SystemExit) as error:  # the code of a user can fail in any way
        if sys.modules.get(name) is module:
            del sys.modules[name]
        raise ContractError(f"{given} cannot be loaded: {_describe_error(error, root)}") from error
    return module


def _comes_from(module: types.ModuleType, path: Path) -> bool:
    origin = getattr(module, "__file__", None)
    return origin is not None and Path(os.path.abspath(origin)) == path


def _forget_modules(path: Path, root: Path) -> None:
    """Remove the modules of a changed game, so that they are imported again."""
    sources = local_sources(path, root)
    for name, module in list(sys.modules.items()):
        if any(_comes_from(module, file) for file in sources):
            del sys.modules[name]
    importlib.invalidate_caches()


def _describe_error(error: BaseException, root: Path) -> str:
    """Return an error in one line, with the last line of the user's own files that led to it."""
    if isinstance(error, SystemExit):
        what = "it ends the program (sys.exit); leave that to `if __name__ == '__main__':`"
    elif isinstance(error, SyntaxError):
        return f"{type(error).__name__}: {error.msg} ({Path(error.filename or '').name}, line {error.lineno})"
    else:
        what = f"{type(error).__name__}: {error}"
    frames = traceback.extract_tb(error.__traceback__)
    own = [frame for frame in frames if Path(frame.filename).is_relative_to(root)]
    return f"{what} ({Path(own[-1].filename).name}, line {own[-1].lineno})" if own else what


def check_same_source(game: Any, name: str, version: str, digest: str) -> None:
    """Check that a game loaded from a file is the one that another process sent.

    Raises:
        ContractError: the file differs.
    """
    origin = game_file(game)
    assert origin is not None
    if (game.name, game.version, origin.digest) != (name, version, digest):
        raise ContractError(
            f"{origin.path} is not what the sender of this work has loaded as the game {name!r} (digest "
            f"{origin.digest} here, {digest} there): the file was edited meanwhile, or another machine has another "
            "version of it; start again, with the same file everywhere"
        )
