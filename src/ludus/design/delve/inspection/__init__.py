"""`ludus inspect delve`: for which players a tree is right, the value of its nodes, and their flaws.

`inspect` serves the command. `measurement` plays fights with a tree; `node_value` finds the value of choices, `flaws`
the nodes that spoil them. `what_if` and `suggest_fixes` try other values, `replays` gives replay commands, and `report`
the tables and sentences.
"""
