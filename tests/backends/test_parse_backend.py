"""Places by their texts."""

import sys

import pytest

from ludus.backends import BackendError, Threads, parse_backend
from ludus.util.errors import LudusError, OptionError, UnknownName
from tests.cases import each
from tests.messages import mentions


@each("text", ["threads:4", "processes:2", "ray", "ray:auto", "ray:10.0.0.1:6379"])
def test_the_text_of_a_backend_creates_an_equal_one(text):
    assert str(parse_backend(text)) == text


def test_without_a_number_all_cores_work():
    assert parse_backend("threads").count == Threads().count == parse_backend("processes").count


@each(
    ("text", "kind", "said"),
    [
        ("thread", UnknownName, "backend … 'thread' … 'threads'"),
        ("", UnknownName, "backend … ''"),
        ("threads:many", OptionError, "whole number … threads:4"),
        ("processes:-1", OptionError, "how many processes is a whole number"),
        ("threads:0", OptionError, "0 threads … 1 or more"),
        ("threads:", OptionError, "write something after the colon"),
    ],
)
def test_a_text_that_is_not_a_backend_is_refused(text, kind, said):
    with pytest.raises(kind, match=mentions(said)):
        parse_backend(text)


def test_without_ray_there_is_an_install_hint(monkeypatch):
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(BackendError, match=mentions("Ludus", "-e", "'.[ray]'")):
        _ = parse_backend("ray").count


def test_an_unreachable_cluster_is_reported_at_once():
    pytest.importorskip("ray")
    with pytest.raises(LudusError, match=mentions("127.0.0.1:1", "refused", "ray status")):
        _ = parse_backend("ray:127.0.0.1:1").count
