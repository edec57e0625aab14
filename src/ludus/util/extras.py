"""Optional dependencies: the extras of pyproject.toml, and errors that say how to install a missing one.

A plain install of Ludus plays, compares and shows games. Libraries that only some commands need are in extras. Code
that needs one calls `require_extra` before any work:

    require_extra("studies", "CMA-ES", "cmaes")
    from cmaes import CMA

Ludus is installed from its repository or from a wheel. A hint never names it as a package of a registry: a package of
that name there belongs to another project.
"""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

from ludus.util.errors import LudusError

PACKAGE = "ludus"
EXTRAS = {"studies": ("cmaes", "matplotlib", "neat", "pymoo", "ribs", "scipy")}  # modules that a plain install lacks
DISTRIBUTIONS = {"neat": "neat-python"}  # modules whose package has another name


class MissingExtra(LudusError):
    """A command needs libraries of an extra that is not installed.

    Args:
        extra: the extra of pyproject.toml.
        user: what needs the libraries, as the subject of a sentence without its verb.
        modules: the modules that are missing.
    """

    def __init__(self, extra: str, user: str, modules: tuple[str, ...]) -> None:
        self.extra, self.user, self.modules = extra, user, modules
        packages = [DISTRIBUTIONS.get(name, name) for name in modules]
        missing = f"{', '.join(packages)} {'is' if len(packages) == 1 else 'are'} not installed"
        super().__init__(f"{user} needs the extra {extra!r} of Ludus ({missing}); to get it, {install_hint(extra)}")


def require_extra(extra: str, user: str, *modules: str) -> None:
    """Raise an error if modules of an extra are not installed. This imports none of them.

    Args:
        extra: an extra of EXTRAS.
        user: what needs it, such as "NSGA-III" or "the study locm-champion".
        modules: the top-level modules of the extra that are needed; default: all.

    Raises:
        MissingExtra: a module is not installed; the message has the command that installs the extra.
    """
    missing = tuple(name for name in modules or EXTRAS[extra] if find_spec(name) is None)
    if missing:
        raise MissingExtra(extra, user, missing)


def install_hint(extra: str, *more: str) -> str:
    """Return the command that installs an extra and further packages into this installation of Ludus."""
    packages = "".join(f" '{package}'" for package in more)
    wheel = _wheel()
    if wheel is None:
        return f"in the folder of the Ludus repository, pip install -e '.[{extra}]'{packages}"
    return f"pip install '{wheel}[{extra}]'{packages}"


def _wheel() -> str | None:
    """Return the wheel that Ludus was installed from; None for an editable install or a bare source tree.

    Returns only its file name if the wheel is not there any more.
    """
    import json
    from importlib.metadata import PackageNotFoundError, distribution
    from urllib.parse import unquote, urlsplit

    try:
        installed = distribution(PACKAGE)
    except PackageNotFoundError:
        return None
    origin = json.loads(installed.read_text("direct_url.json") or "{}")
    if origin.get("dir_info", {}).get("editable"):
        return None
    parts = urlsplit(origin.get("url", ""))
    path = Path(unquote(parts.path))
    if parts.scheme == "file" and path.suffix == ".whl" and path.is_file():
        return str(path)
    return f"{PACKAGE}-{installed.version}-py3-none-any.whl"
