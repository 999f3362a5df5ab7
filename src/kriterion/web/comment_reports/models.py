"""Students' reports of comments by tools."""

from django.db import models

from kriterion.web.equivalence.models import MAX_SENTENCE
from kriterion.web.submissions.models import SubmissionComment


class AutomaticCommentReport(models.Model):
    """A student says that a tool's comment is wrong about their submission.

    It is deleted with the comment, when a new assessment no longer has that.
    """

    comment = models.OneToOneField(
        SubmissionComment, models.CASCADE, primary_key=True, related_name="report"
    )
    sentence = models.CharField(max_length=MAX_SENTENCE, blank=True)
    made_at = models.DateTimeField(auto_now_add=True)
