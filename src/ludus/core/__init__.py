"""Core of Ludus: records, compiled rules, random streams, the game interface, positions and replays."""

from ludus.core.memory import local_numbers, reader
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
from ludus.core.rule import door, plain, rule
from ludus.core.specialise import specialise

__all__ = [
    "Record",
    "door",
    "float64",
    "int8",
    "int16",
    "int32",
    "int64",
    "local_numbers",
    "plain",
    "reader",
    "rule",
    "specialise",
    "uint8",
    "uint16",
    "uint32",
    "uint64",
]
