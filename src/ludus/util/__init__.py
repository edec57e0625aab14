"""Helpers without knowledge of games: files, texts, SVG, options, errors, plug-ins."""
