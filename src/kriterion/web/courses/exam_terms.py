"""The policy of exams: what an exam means for a student, at a moment, on a device.

Nothing here reads the database, a request or a clock. The window is that of the series, with the
student's extra time. A moment that equals the end is in time.
"""

import ipaddress
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import Enum, auto, unique

from kriterion.web.courses.series_terms import SeriesTerms

Network = ipaddress.IPv4Network | ipaddress.IPv6Network


@unique
class ExamPhase(Enum):
    """The phase of an exam for a student, in order of time."""

    PLANNED = auto()  # its window has not begun, or has no beginning or end
    ENTRANCE = auto()  # the student may enter
    RUNNING = auto()  # the student has entered, and everything else is closed
    HANDED_IN = auto()
    OVER = auto()  # hidden
    PUBLISHED = auto()  # an ordinary series again


@unique
class Requirement(Enum):
    """What an exam demands of a device."""

    NETWORK = auto()
    PASSWORD = auto()


@dataclass(frozen=True, kw_only=True, slots=True)
class ExamRules:
    """What an exam demands. Without networks, any address is allowed.

    `password_revision` counts the passwords that the exam has had; None if it has none now.
    """

    networks: Sequence[Network] = ()
    password_revision: int | None = None
    is_published: bool = False


@dataclass(frozen=True, kw_only=True, slots=True)
class ExamPart:
    """A student's part in an exam that they have entered."""

    has_handed_in: bool = False


@dataclass(frozen=True, kw_only=True, slots=True)
class Device:
    """The device of a request, as far as it is known.

    `known_revision` is the revision of the password that was given in its session.
    """

    address: str | None = None
    known_revision: int | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class ExamStanding:
    """An exam for a student at a moment, on a device that does not meet the demands in
    `missing`.
    """

    phase: ExamPhase
    missing: frozenset[Requirement] = frozenset()

    @property
    def shows_content(self) -> bool:
        """Whether the student sees the activities, and their own submissions to them."""
        is_running = self.phase is ExamPhase.RUNNING and not self.missing
        return is_running or self.phase is ExamPhase.PUBLISHED

    @property
    def closes_other_pages(self) -> bool:
        return self.phase is ExamPhase.RUNNING

    @property
    def accepts_entry(self) -> bool:
        """Whether the student may enter, or prove again that they may be in it.

        The password is asked for when they do.
        """
        is_open = self.phase in (ExamPhase.ENTRANCE, ExamPhase.RUNNING)
        return is_open and Requirement.NETWORK not in self.missing


def find_exam_standing(
    terms: SeriesTerms,
    rules: ExamRules,
    part: ExamPart | None,
    *,
    device: Device,
    moment: datetime,
) -> ExamStanding:
    """Return the standing of a student in an exam; `part` is None if they have not entered it."""
    if rules.is_published:
        return ExamStanding(phase=ExamPhase.PUBLISHED)
    if terms.opens_at is None or terms.closes_at is None or moment < terms.opens_at:
        return ExamStanding(phase=ExamPhase.PLANNED)
    if moment > terms.closes_at:
        return ExamStanding(phase=ExamPhase.OVER)
    if part is not None and part.has_handed_in:
        return ExamStanding(phase=ExamPhase.HANDED_IN)
    phase = ExamPhase.ENTRANCE if part is None else ExamPhase.RUNNING
    return ExamStanding(phase=phase, missing=_find_missing(rules, device))


def contains_address(networks: Sequence[Network], address: str | None) -> bool:
    """Whether an address is in one of the networks; an unknown address is in none."""
    try:
        host = ipaddress.ip_address(address or "")
    except ValueError:
        return False
    host = getattr(host, "ipv4_mapped", None) or host
    return any(host in network for network in networks)


def _find_missing(rules: ExamRules, device: Device) -> frozenset[Requirement]:
    missing = set()
    if rules.networks and not contains_address(rules.networks, device.address):
        missing.add(Requirement.NETWORK)
    if rules.password_revision is not None and device.known_revision != rules.password_revision:
        missing.add(Requirement.PASSWORD)
    return frozenset(missing)
