"""Traps for a level: sequences of them along its routes, and no way around.

`traps` places them. Its rules: `modifiers` say what a trap changes in a cell, `sequences` which nodes of a route traps
lie on, `placing` puts them along one route, `closing` along all of them and on ways that are still too easy, and
`escapes` looks for those ways.
"""
