"""Core of Ludus: records, compiled rules, random streams, the game interface, positions and replays."""

from ludus.core.memory import local_ints, record_reader
from ludus.core.record import (
    Record,
    float64,
    int8,
    int16,
    int32,
    int64,
    uint8,
    uint16,
    uint32,
    uint64,
)
from ludus.core.rule import export_rule, plain, rule
from ludus.core.specialise import bind_template

__all__ = [
    "Record",
    "export_rule",
    "float64",
    "int8",
    "int16",
    "int32",
    "int64",
    "local_ints",
    "plain",
    "record_reader",
    "rule",
    "bind_template",
    "uint8",
    "uint16",
    "uint32",
    "uint64",
]
