"""Compilation of rules with Numba, and the cache of compiled rules."""
