"""One studio for the browser tests of a file; without a browser they are not run, and say what is missing."""

import pytest

from tests.studio.browser.studio import Studio, what_is_missing


@pytest.fixture(scope="module", autouse=True)
def _all_there():
    if missing := what_is_missing():
        pytest.skip(missing)


@pytest.fixture(scope="module")
def studio(_all_there, tmp_path_factory):
    found = Studio(tmp_path_factory.mktemp("studio") / "runs")
    yield found
    found.close()
