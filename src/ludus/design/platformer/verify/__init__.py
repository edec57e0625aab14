"""Verification of levels: checks on the graph, then a run of an agent in the real physics with the traps running.

`two_way_and_trap_bypass_checks` checks the graph. `agent` plays a level (rules in `agent_search`), each move with a
controller that is proven in the physics (`move_controllers`). `validate_level` checks levels made by hand and reports
problems with file and line, and it replays an agent's run in the game itself.
"""
