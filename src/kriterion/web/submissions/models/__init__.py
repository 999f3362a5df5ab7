"""The tables about submissions and the workers that assess them."""

from kriterion.web.submissions.models.assessment import Assessment
from kriterion.web.submissions.models.automatic_comment import (
    FeedbackRule,
    HiddenRule,
    SubmissionComment,
)
from kriterion.web.submissions.models.class_comment import CLASS_KEY, ClassComment
from kriterion.web.submissions.models.clearance import Clearance, ClearanceReason
from kriterion.web.submissions.models.draft import Draft, DraftVersion
from kriterion.web.submissions.models.failure_notice import FailureNotice
from kriterion.web.submissions.models.live_feedback import FeedbackBatch
from kriterion.web.submissions.models.loss import Loss
from kriterion.web.submissions.models.past_assessment import PastAssessment
from kriterion.web.submissions.models.queue_share import QueueShare
from kriterion.web.submissions.models.rendered_feedback import RenderedFeedback
from kriterion.web.submissions.models.submission import Priority, Submission, SubmissionState
from kriterion.web.submissions.models.test_pattern import (
    ExerciseTest,
    SubmissionTests,
    TestPattern,
)
from kriterion.web.submissions.models.worker import Worker

__all__ = [
    "CLASS_KEY",
    "Assessment",
    "ClassComment",
    "Clearance",
    "ClearanceReason",
    "Draft",
    "DraftVersion",
    "ExerciseTest",
    "FailureNotice",
    "FeedbackBatch",
    "FeedbackRule",
    "HiddenRule",
    "Loss",
    "PastAssessment",
    "Priority",
    "QueueShare",
    "RenderedFeedback",
    "Submission",
    "SubmissionComment",
    "SubmissionState",
    "SubmissionTests",
    "TestPattern",
    "Worker",
]
