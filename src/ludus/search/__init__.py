"""Searches written once for every game and bound to one by `specialise`."""
