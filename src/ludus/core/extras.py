"""How to get what is not always needed: the extras of pyproject.toml.

Ludus is installed from its repository, so a hint never names it as a package to be fetched: whatever a registry has
under that name is somebody else's.
"""

from __future__ import annotations


def install_hint(extra: str, *more: str) -> str:
    """The command that adds an extra, and other packages that it needs, to an installed Ludus."""
    packages = "".join(f" '{each}'" for each in more)
    return f"in the folder of the Ludus repository, pip install -e '.[{extra}]'{packages}"
