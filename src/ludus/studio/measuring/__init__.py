"""Measuring processes of the editors: effects of an edit, computed outside the server while a person edits.

`process_client` is the server's side: it starts and stops a process and connects it with WebSockets. `question_queue`
is the main loop of the process itself. Each editor has its own process: `ludus.studio.skill_trees` and
`ludus.studio.levels`.
"""
