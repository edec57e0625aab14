"""Core of Ludus: records, compiled rules, random streams, the game interface, positions and replays."""

from ludus.core.compile.intrinsics import local_ints, record_reader
from ludus.core.rule import bind_template, export_rule, plain, rule
from ludus.core.structured_records import (
    Range,
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

__all__ = [
    "Range",
    "Record",
    "bind_template",
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
    "uint8",
    "uint16",
    "uint32",
    "uint64",
]
