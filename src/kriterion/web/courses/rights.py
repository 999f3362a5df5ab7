"""What each role in a course allows; permissions ask for a right, never for a role."""

from enum import Enum, auto, unique

from kriterion.web.courses.models import MemberRole


@unique
class CourseRight(Enum):
    """What members may do beyond taking part."""

    REVIEW = auto()  # see hidden series, all submissions of the course, and feedback for staff
    MANAGE = auto()  # change the course


def rights_of(role: MemberRole) -> frozenset[CourseRight]:
    match role:  # the type checker refuses a role without rights
        case MemberRole.STUDENT:
            return frozenset()
        case MemberRole.ASSISTANT:
            return frozenset({CourseRight.REVIEW})
        case MemberRole.TEACHER:
            return frozenset({CourseRight.REVIEW, CourseRight.MANAGE})
