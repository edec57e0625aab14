"""Import paths of objects."""

import fractions
import xml.sax.saxutils

import pytest

from ludus.util.import_paths import import_path_of, load_object, loaded_path_of
from tests.cases import each

UNIQUE = object()


def test_an_object_is_imported_by_its_path():
    assert load_object("fractions:Fraction") is fractions.Fraction
    assert load_object("fractions:Fraction.limit_denominator") is fractions.Fraction.limit_denominator


@each(("path", "error"), [("no_such_module:name", ImportError), ("fractions:no_such_name", AttributeError)])
def test_a_wrong_path_is_an_error(path, error):
    with pytest.raises(error):
        load_object(path)


def test_a_path_is_searched_in_modules_and_their_packages():
    assert import_path_of(fractions.Fraction, ["math", "fractions"]) == "fractions:Fraction"
    assert import_path_of(xml.sax.saxutils, ["xml.sax.saxutils"]) == "xml.sax:saxutils"
    assert import_path_of(UNIQUE, ["fractions", "no_such_module"]) is None


def test_a_path_is_searched_in_all_loaded_modules():
    path = loaded_path_of(UNIQUE)
    assert path is not None
    assert load_object(path) is UNIQUE
    assert loaded_path_of(object()) is None


def test_a_script_has_no_import_path(monkeypatch):
    import __main__

    thing = object()
    monkeypatch.setattr(__main__, "thing", thing, raising=False)
    assert import_path_of(thing, ["__main__"]) is None
