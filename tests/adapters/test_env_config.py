"""Libraries are imported when they are asked for, and only then."""

import subprocess
import sys

from tests.cases import each
from tests.messages import missing

LIBRARIES = ["gymnasium", "pettingzoo"]


def run(code):
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def test_neither_the_adapters_nor_the_states_import_a_learning_library():
    code = "import sys, ludus.adapters, ludus.adapters.openspiel_like as o; o.load_game('locm').new_initial_state(1)"
    assert run(f"{code}; print({{*sys.modules}} & {{*{LIBRARIES}}})") == "set()"


def test_the_package_alone_imports_next_to_nothing():
    assert run("import sys, ludus.adapters; print({'numba', 'numpy', 'gymnasium'} & {*sys.modules})") == "set()"


@each(
    ("module", "library"),
    [("gymnasium", "gymnasium"), ("pettingzoo", "gymnasium"), ("pettingzoo_parallel", "pettingzoo")],
)
def test_a_missing_library_is_named_with_the_way_to_get_it(module, library):
    code = f"""
import sys
sys.modules[{library!r}] = None  # as if it were not installed
import ludus
try:
    import ludus.adapters.{module}
except ludus.LudusError as error:
    assert isinstance(error, ImportError)
    print(error)
"""
    assert not missing(run(code), library, "pip install -e '.[rl]'")
