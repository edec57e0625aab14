"""`ludus inspect delve`: for which players a tree is right, the value of its nodes, and their flaws.

`inspect` serves the command. `measurement` plays fights with a tree and gives replay commands; `node_value` finds the
value of choices and the nodes that spoil them. `what_if` and `suggest_fixes` try other values, and `report` has the
tables and sentences.
"""
