"""Settings of all tests."""

import pytest
from hypothesis import settings

from tests.cases import thorough

# No deadline: the first call of a rule compiles it, and other programs may use the machine.
settings.register_profile("ludus", deadline=None, max_examples=thorough(40, 200))
settings.load_profile("ludus")

# Tests that compile the same rules, in addition to those of `ludus compile`. With pytest-xdist, each group runs in one
# process, so that its rules are compiled once.
GROUPS = {
    "kingdoms": ("design/dominion", "studies/test_dominion_"),
    "levels": ("design/platformer", "studies/test_platformer_", "cli/test_design_platformer"),
    "trees": ("design/delve", "studies/test_delve_"),
}


def pytest_collection_modifyitems(items):
    for item in items:
        path = item.path.as_posix().rpartition("/tests/")[2]
        for group, prefixes in GROUPS.items():
            if path.startswith(prefixes):
                item.add_marker(pytest.mark.xdist_group(group))
