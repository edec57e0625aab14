"""`ludus inspect platformer`: how hard a level is, what is hard in it, and who dies where.

`inspecting` answers; `looking` has the numbers, pictures and replays that everybody who tells of a level shows.
"""
