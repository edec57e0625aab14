"""One Studio for the browser tests of a module; without a browser they are skipped with a reason."""

import pytest

from tests.studio.browser.studio import Studio, what_is_missing


@pytest.fixture(scope="module", autouse=True)
def _all_there():
    if missing := what_is_missing():
        pytest.skip(missing)


@pytest.fixture(scope="module")
def studio(_all_there, tmp_path_factory):
    running = Studio(tmp_path_factory.mktemp("studio") / "runs")
    yield running
    running.close()
