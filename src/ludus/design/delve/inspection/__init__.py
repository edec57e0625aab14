"""`ludus inspect delve`: for which players a tree is right, the value of its nodes, and their flaws.

`inspect` serves the command. `measure_tree` plays fights with a tree; `pick_values` finds the value of every choice and
node, `node_flaws` the nodes that spoil choices, `typical_fights` fights to replay. `what_if` and `suggest_fixes` try
other values, and `report` has the tables and sentences.
"""
