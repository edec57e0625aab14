"""Platformer pages: play and make levels, store runs, measure difficulty with synthetic players, a study with people.

`level_store` stores levels and runs and verifies runs, `difficulty_survey` runs in a worker process, `user_study_store`
is the thesis's study with people; `level_routes` and `user_study_routes` are the HTTP routes. `draft_checks` checks and
rates drafts of the level editor in a measuring process (`__main__`), `editor_routes` has its routes. The page
simulates with the same integer arithmetic (studio/src/games/platformer/rules); tests compare both tick by tick.
"""
