"""Platformer pages: play and make levels, store runs, measure difficulty with synthetic players, a study with people.

`kept` is the store of levels and runs, `scenes` converts a level for the page, `runs` verifies runs, `survey` runs
in a worker process, `study` is the thesis's study with people; `routes` and `study_routes` are the HTTP routes. The
page simulates with the same integer arithmetic (studio/src/platformer); tests compare both tick by tick.
"""
