"""Registry of installed studies."""

from __future__ import annotations

from typing import Any

from ludus.core.installed import PluginRegistry
from ludus.lab.study import Study

ENTRY_POINT_GROUP = "ludus.studies"
STUDIES: PluginRegistry[Study[Any]] = PluginRegistry(ENTRY_POINT_GROUP, "study", Study)

register, registered = STUDIES.register, STUDIES.registered
study_names, find_study = STUDIES.names, STUDIES.load
