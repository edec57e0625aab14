"""One piece of memory that no machine has."""

bytearray(1 << 50)
