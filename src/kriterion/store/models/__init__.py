"""The tables, by what they are about."""

from kriterion.store.models.activity import Activity, ActivityState, ActivityType, TaskKind
from kriterion.store.models.assessment import Assessment
from kriterion.store.models.audit import AuditEntry
from kriterion.store.models.class_comment import ClassComment
from kriterion.store.models.clearance import Clearance, ClearanceReason
from kriterion.store.models.course import (
    Course,
    Listing,
    MemberRole,
    Membership,
    Registration,
    Series,
)
from kriterion.store.models.draft import Draft, DraftVersion
from kriterion.store.models.live_feedback import FeedbackBatch
from kriterion.store.models.loss import Loss
from kriterion.store.models.reading import Reading
from kriterion.store.models.rendered_feedback import RenderedFeedback
from kriterion.store.models.repository import Repository, RepositoryState
from kriterion.store.models.submission import Priority, Submission, SubmissionState
from kriterion.store.models.tool import Tool, ToolKind, ToolState
from kriterion.store.models.user import Appearance, Language, Role, User
from kriterion.store.models.worker import Worker

__all__ = [
    "Activity",
    "ActivityState",
    "ActivityType",
    "Appearance",
    "Assessment",
    "AuditEntry",
    "ClassComment",
    "Clearance",
    "ClearanceReason",
    "Course",
    "Draft",
    "DraftVersion",
    "FeedbackBatch",
    "Language",
    "Listing",
    "Loss",
    "MemberRole",
    "Membership",
    "Priority",
    "Reading",
    "Registration",
    "RenderedFeedback",
    "Repository",
    "RepositoryState",
    "Role",
    "Series",
    "Submission",
    "SubmissionState",
    "TaskKind",
    "Tool",
    "ToolKind",
    "ToolState",
    "User",
    "Worker",
]
