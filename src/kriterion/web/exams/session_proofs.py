"""What a session has proven: which revision of an exam's password was given in it."""

from django.http import HttpRequest

from kriterion.web.audit.audit_log import get_client_address
from kriterion.web.exams.exam_access import Devices
from kriterion.web.exams.models import Exam

_KEY = "exam_passwords"


def read_devices(request: HttpRequest) -> Devices:
    """Return the request's address, as the server gives it, and what its session has proven."""
    if hasattr(request, "student_view"):  # a teacher's, not the student's
        return Devices(known_revisions={}, is_excused=True)
    known = request.session.get(_KEY, {})
    return Devices(address=get_client_address(request), known_revisions=known)


def store_proof(request: HttpRequest, exam: Exam) -> None:
    """Record that the current password of an exam was given in this session."""
    known = {**request.session.get(_KEY, {}), str(exam.pk): exam.password_revision}
    request.session[_KEY] = known


def forget_proof(request: HttpRequest, exam: Exam) -> None:
    known = dict(request.session.get(_KEY, {}))
    if known.pop(str(exam.pk), None) is not None:
        request.session[_KEY] = known
