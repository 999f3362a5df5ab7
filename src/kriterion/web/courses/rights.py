"""What each role in a course allows; permissions ask for a right, never for a role."""

from enum import Enum, auto, unique

from kriterion.web.courses.models import MemberRole


@unique
class CourseRight(Enum):
    """What members may do beyond taking part."""

    MENTOR = auto()  # see and review the submissions in one's `ReviewScope`
    REVIEW = auto()  # see hidden series, all submissions of the course, and feedback for staff
    MANAGE = auto()  # change the course


def find_role_rights(role: MemberRole, *, is_mentor: bool = False) -> frozenset[CourseRight]:
    """Return the rights of a role, for a member who mentors groups or does not."""
    match role:  # the type checker refuses a role without rights
        case MemberRole.STUDENT | MemberRole.ASSISTANT if is_mentor:
            return frozenset({CourseRight.MENTOR})
        case MemberRole.STUDENT:
            return frozenset()
        case MemberRole.ASSISTANT:
            return frozenset({CourseRight.MENTOR, CourseRight.REVIEW})
        case MemberRole.TEACHER:
            return frozenset(CourseRight)
