"""The feedback on a submission as its author may read it now, as plain text.

It has what tools found, teachers' comments on the class of the solution, the released review and
the threads.
"""

from collections.abc import Iterator
from functools import cache
from textwrap import indent

from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext

from kriterion.assessment.assessment_record import AssessmentRecord
from kriterion.feedback.plain_feedback import write_plain_feedback
from kriterion.feedback.viewer import Viewer
from kriterion.markup.visible_text import make_visible
from kriterion.translators import load_translator
from kriterion.web.review.models import Review
from kriterion.web.submissions.models import Assessment, Submission
from kriterion.web.submissions.queue.comment_index import list_hidden_rules
from kriterion.web.submissions.services.solution_classes import list_class_comments
from kriterion_tools.contracts.exercism_representer.representation import Representation
from kriterion_tools.contracts.exercism_representer.restored_names import restore_names


class FeedbackReader:
    """Reads feedback in one language; remembers which rules each course hides."""

    def __init__(self, language: str) -> None:
        self._translator = load_translator(language)
        self._list_hidden_rules = cache(list_hidden_rules)

    def read(self, submission: Submission) -> str:
        """Return the feedback on a submission from which what is withheld has been removed."""
        return "\n".join(self._write_parts(submission))

    def _write_parts(self, submission: Submission) -> Iterator[str]:
        if not submission.shown.has_verdict:
            yield gettext("The result of this submission is not shown yet.") + "\n"
        document = Assessment.objects.filter(submission=submission).values_list("document")
        row = document.first()
        record = None if row is None else Assessment.unpacked(row[0])
        if record is not None:
            viewer = Viewer(
                translator=self._translator,
                hidden_rules=self._list_hidden_rules(submission.course_id),
                withholding=submission.shown.withholding,
            )
            yield write_plain_feedback(record, viewer)
        yield from _write_class_comments(submission, record)
        yield from _write_review(submission)
        yield from _write_threads(submission)


def _write_class_comments(submission: Submission, record: AssessmentRecord | None) -> Iterator[str]:
    representer = None if record is None else record.representer
    for comment in list_class_comments(submission):
        text = comment.markdown
        if representer is not None and representer.text is not None:
            names = Representation(text=representer.text, mapping=representer.mapping)
            text = restore_names(text, names)
        yield _format_message(comment.author.display_name, "", text)


def _write_review(submission: Submission) -> Iterator[str]:
    reviews = Review.objects.filter(submission=submission, released_at__isnull=False)
    review = reviews.prefetch_related("scores__item").first()
    if review is None:
        return
    scores = [
        f"{score.item.name}: {score.points.normalize():f} / {score.item.points.normalize():f}"
        for score in review.scores.all()
    ]
    yield _format_message(gettext("Review"), "", "\n".join([*scores, review.comment]))


def _write_threads(submission: Submission) -> Iterator[str]:
    threads = submission.review_threads.filter(is_draft=False).prefetch_related("messages")
    for thread in threads:
        place = thread.file if thread.line is None else f"{thread.file}:{thread.line}"
        for message in thread.messages.all():
            moment = date_format(localtime(message.created_at), "SHORT_DATETIME_FORMAT")
            where = ", ".join(part for part in (moment, place) if part)
            yield _format_message(message.author_name, where, message.text)


def _format_message(author: str, where: str, text: str) -> str:
    heading = f"{author} ({where})" if where else author
    return f"{make_visible(heading)}:\n{indent(make_visible(text), '  ')}\n"
