"""Registry of installed studies."""

from __future__ import annotations

from typing import Any

from ludus.core.installed import Installed
from ludus.lab.study import Study

GROUP = "ludus.studies"
STUDIES: Installed[Study[Any]] = Installed(GROUP, "study", Study)

register, registered = STUDIES.register, STUDIES.registered
study_names, find_study = STUDIES.names, STUDIES.find
