"""The room of the platformer: levels opened and made, runs kept, crowds let loose on levels, a study with people.

`kept` is the folder of levels and runs, `scenes` a level as the page draws it, `runs` plays a run once more, `survey`
is the work of a process of its own, `study` the thesis's study with people; `routes` and `study_routes` are the
addresses. The page plays by the same whole numbers (studio/src/platformer); tests compare them tick by tick.
"""
