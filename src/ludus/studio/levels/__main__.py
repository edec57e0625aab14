"""Measuring process of the level editor: faults and difficulty of drafts for all editors.

python -P -m ludus.studio.levels     questions on standard input, answers on standard output, one per line
"""

from __future__ import annotations

from ludus.studio.levels.draft_checks import DraftMeasurer
from ludus.studio.measuring.question_queue import answer_questions

if __name__ == "__main__":
    answer_questions(DraftMeasurer())
