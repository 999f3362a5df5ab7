"""Report comments of tools as wrong."""

from dataclasses import dataclass

from kriterion.web.comment_reports.models import AutomaticCommentReport
from kriterion.web.database.storable import make_storable
from kriterion.web.database.write_lock import write_transaction
from kriterion.web.equivalence.models import MAX_SENTENCE
from kriterion.web.submissions.models import Submission, SubmissionComment
from kriterion.web.submissions.queue.comment_index import select_visible_comments


@dataclass(frozen=True, kw_only=True, slots=True)
class ReportableAutomaticComment:
    """A comment of a tool that a student sees; `sentence` is None if it is not reported."""

    comment: SubmissionComment
    sentence: str | None


def list_reportable_comments(submission: Submission) -> list[ReportableAutomaticComment]:
    """Return the comments of tools that the author sees, in the order of the page.

    There are none while they are withheld from the author.
    """
    if not submission.shown.has_verdict:
        return []
    rows = select_visible_comments(submission).select_related("rule", "report").order_by("pk")
    return [
        ReportableAutomaticComment(
            comment=row, sentence=row.report.sentence if hasattr(row, "report") else None
        )
        for row in rows
    ]


def report_comment(submission: Submission, rule_id: int, sentence: str | None = None) -> bool:
    """Record that a comment is wrong about the submission; False if its author does not see it.

    A repetition changes only the sentence, unless that is None.
    """
    with write_transaction():
        visible = select_visible_comments(submission).select_for_update(of=("self",))
        comment = visible.filter(rule=rule_id).first()
        if comment is None:
            return False
        stored = "" if sentence is None else make_storable(sentence.strip())[:MAX_SENTENCE]
        changes = {} if sentence is None else {"sentence": stored}
        AutomaticCommentReport.objects.update_or_create(
            comment=comment, defaults=changes, create_defaults={"sentence": stored}
        )
    return True


def withdraw_report(submission: Submission, rule_id: int) -> None:
    AutomaticCommentReport.objects.filter(
        comment__submission=submission, comment__rule=rule_id
    ).delete()
