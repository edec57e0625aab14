"""One Studio for the browser tests of a module; without a browser they are skipped with a reason."""

import pytest

from tests.studio.browser.studio import Studio, missing_dependency


@pytest.fixture(scope="module", autouse=True)
def _dependencies():
    if reason := missing_dependency():
        pytest.skip(reason)


@pytest.fixture(scope="module")
def studio(_dependencies, tmp_path_factory):
    running = Studio(tmp_path_factory.mktemp("studio") / "runs")
    yield running
    running.close()
