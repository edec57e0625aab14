"""Command that repeats a run of a study."""

from __future__ import annotations

import shlex

from ludus.lab import Config
from ludus.lab.config_fields import config_fields, toml_value


def run_command(study: str, settings: Config) -> str:
    """Command line with every non-default key."""
    words = ["ludus", "run", study]
    for field in config_fields(type(settings)):
        value = getattr(settings, field.key)
        if value != field.default:
            text = value if isinstance(value, str) else toml_value(value)
            words += ["--set", f"{field.key}={text}"]
    return shlex.join(words)
