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


def pytest_configure(config):
    config.addinivalue_line("markers", "sized: has more cases in `make test-all` (tests/cases.py)")


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config, log):
    """Distribute whole groups and whole files, those with most tests first, so that fixtures are set up once."""
    from xdist.scheduler import LoadScopeScheduling

    class GroupsAndFiles(LoadScopeScheduling):
        def _split_scope(self, nodeid):
            file = nodeid.partition("::")[0]
            path = file.removeprefix("tests/")
            return next((group for group, prefixes in GROUPS.items() if path.startswith(prefixes)), file)

    return GroupsAndFiles(config, log)
