"""What holds for all tests."""

import pytest
from hypothesis import settings

# The first call of a rule compiles it, and machines are shared: how long an example takes says nothing.
settings.register_profile("ludus", deadline=None)
settings.load_profile("ludus")

# Tests that compile the same rules, beyond those of `ludus compile`: one process of several does so for all of them.
TOGETHER = {
    "kingdoms": ("design/kingdoms", "studies/test_dominion_"),
    "levels": ("design/platformer", "studies/test_platformer_", "cli/test_design_platformer"),
    "trees": ("design/trees", "studies/test_delve_"),
}


def pytest_collection_modifyitems(items):
    for item in items:
        place = item.path.as_posix().rpartition("/tests/")[2]
        for group, places in TOGETHER.items():
            if place.startswith(places):
                item.add_marker(pytest.mark.xdist_group(group))
