"""Measuring process of the skill tree editor: effects of edits of trees for all editors.

python -P -m ludus.studio.skill_trees     questions on standard input, answers on standard output, one per line
"""

from __future__ import annotations

from collections.abc import Iterator

from ludus.design.delve.editing.draft_conversion import SkillTree, read_draft
from ludus.design.delve.editing.feedback import EditFeedback, EditQuestion
from ludus.studio.measuring.question_queue import OnProgress, answer_questions
from ludus.studio.protocol.base import Message
from ludus.studio.protocol.trees import MeasureEdit, TreeDraft, TreeFightProgress
from ludus.studio.skill_trees.editor_choices import feedback_settings
from ludus.studio.skill_trees.measuring_messages import answer_message


class TreeMeasurer:
    """Measures edits of trees; keeps what was measured for the next edit."""

    question = MeasureEdit

    def __init__(self) -> None:
        self._feedback = EditFeedback()

    def answer(self, question: MeasureEdit, on_progress: OnProgress) -> Iterator[Message]:
        """Yield the steps of the answer to a question."""
        before = None if question.before is None else _tree(question.before)
        edit = EditQuestion(_tree(question.after), before, feedback_settings(question.setting))
        for step in self._feedback.answer(edit, on_progress):
            yield answer_message(step, question.request)

    def progress(self, question: MeasureEdit, done: int, total: int) -> Message:
        return TreeFightProgress(question.request, done, total)


def _tree(draft: TreeDraft) -> SkillTree:
    return read_draft(draft.name, draft.nodes)


if __name__ == "__main__":
    answer_questions(TreeMeasurer())
