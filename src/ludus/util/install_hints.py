"""Install hints for optional dependencies (the extras of pyproject.toml).

Ludus is installed from its repository, so a hint never names it as a package of a registry: a package of that name
there belongs to another project.
"""

from __future__ import annotations


def install_hint(extra: str, *more: str) -> str:
    """Return the command that installs an extra and further packages into an existing Ludus installation."""
    packages = "".join(f" '{package}'" for package in more)
    return f"in the folder of the Ludus repository, pip install -e '.[{extra}]'{packages}"
