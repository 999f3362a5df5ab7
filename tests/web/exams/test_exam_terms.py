"""The policy of exams: window × networks × password × part × publication."""

import ipaddress
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from kriterion.web.courses.exam_terms import (
    Device,
    ExamPart,
    ExamPhase,
    ExamRules,
    ExamStanding,
    Requirement,
    contains_address,
    find_exam_standing,
)
from kriterion.web.courses.series_terms import ExtraTime, SeriesTerms, extend_terms
from kriterion.web.exams.network_list import NetworkFault, read_networks

START = datetime(2026, 1, 12, 9, tzinfo=UTC)
END = START + timedelta(hours=2)
WINDOW = SeriesTerms(opens_at=START, deadline=END, closes_at=END)
MIDDLE = START + timedelta(hours=1)
SECOND = timedelta(seconds=1)
NETWORKS = (ipaddress.ip_network("10.1.0.0/16"), ipaddress.ip_network("2001:db8::/32"))
ENTERED, HANDED_IN = ExamPart(), ExamPart(has_handed_in=True)
NETWORK, PASSWORD = Requirement.NETWORK, Requirement.PASSWORD


def _stand(
    *,
    terms: SeriesTerms = WINDOW,
    rules: ExamRules | None = None,
    part: ExamPart | None = None,
    device: Device | None = None,
    moment: datetime = MIDDLE,
) -> ExamStanding:
    return find_exam_standing(
        terms, rules or ExamRules(), part, device=device or Device(), moment=moment
    )


@pytest.mark.parametrize(
    ("moment", "part", "phase"),
    [
        (START - SECOND, None, ExamPhase.PLANNED),
        (START - SECOND, ENTERED, ExamPhase.PLANNED),  # the teacher has moved the start
        (START, None, ExamPhase.ENTRANCE),
        (START, ENTERED, ExamPhase.RUNNING),
        (END, None, ExamPhase.ENTRANCE),
        (END, ENTERED, ExamPhase.RUNNING),
        (MIDDLE, HANDED_IN, ExamPhase.HANDED_IN),
        (END + SECOND, None, ExamPhase.OVER),
        (END + SECOND, ENTERED, ExamPhase.OVER),
        (END + SECOND, HANDED_IN, ExamPhase.OVER),
    ],
)
def test_the_phase_follows_from_the_window_and_the_part(
    moment: datetime, part: ExamPart | None, phase: ExamPhase
) -> None:
    standing = _stand(moment=moment, part=part)
    assert standing.phase is phase
    assert standing.closes_other_pages == standing.shows_content == (phase is ExamPhase.RUNNING)
    published = _stand(moment=moment, part=part, rules=ExamRules(is_published=True))
    assert published.shows_content and not published.closes_other_pages


@pytest.mark.parametrize("terms", [replace(WINDOW, opens_at=None), replace(WINDOW, closes_at=None)])
def test_an_exam_without_start_or_end_cannot_be_entered(terms: SeriesTerms) -> None:
    for part in (None, ENTERED, HANDED_IN):
        assert _stand(terms=terms, part=part).phase is ExamPhase.PLANNED


@pytest.mark.parametrize(
    ("extra", "moment", "phase"),
    [
        (ExtraTime(minutes=30), END + timedelta(minutes=30), ExamPhase.RUNNING),
        (ExtraTime(minutes=30), END + timedelta(minutes=31), ExamPhase.OVER),
        (ExtraTime(percent=25), END + timedelta(minutes=30), ExamPhase.RUNNING),
        (ExtraTime(until=END + timedelta(days=1)), END + timedelta(hours=23), ExamPhase.RUNNING),
    ],
)
def test_extra_time_moves_the_end(extra: ExtraTime, moment: datetime, phase: ExamPhase) -> None:
    assert _stand(terms=extend_terms(WINDOW, extra), part=ENTERED, moment=moment).phase is phase


def test_an_earlier_opening_lets_one_student_enter() -> None:
    earlier = extend_terms(WINDOW, ExtraTime(early_opening=START - timedelta(hours=1)))
    moment = START - timedelta(minutes=30)
    assert _stand(terms=earlier, moment=moment).phase is ExamPhase.ENTRANCE
    assert _stand(terms=WINDOW, moment=moment).phase is ExamPhase.PLANNED


@pytest.mark.parametrize("part", [None, ENTERED])
@pytest.mark.parametrize(
    ("networks", "password", "address", "known", "missing"),
    [
        ((), None, None, None, set()),
        ((), None, "192.0.2.1", 3, set()),
        (NETWORKS, None, "10.1.2.3", None, set()),
        (NETWORKS, None, "::ffff:10.1.2.3", None, set()),
        (NETWORKS, None, "2001:db8::7", None, set()),
        (NETWORKS, None, "10.2.0.1", None, {NETWORK}),
        (NETWORKS, None, "2001:db9::7", None, {NETWORK}),
        (NETWORKS, None, None, None, {NETWORK}),
        (NETWORKS, None, "unix:", None, {NETWORK}),
        ((), 2, "192.0.2.1", None, {PASSWORD}),
        ((), 2, "192.0.2.1", 1, {PASSWORD}),  # an earlier password
        ((), 2, "192.0.2.1", 2, set()),
        (NETWORKS, 2, "10.1.2.3", 2, set()),
        (NETWORKS, 2, "10.1.2.3", None, {PASSWORD}),
        (NETWORKS, 2, "192.0.2.1", 2, {NETWORK}),
        (NETWORKS, 2, "192.0.2.1", None, {NETWORK, PASSWORD}),
    ],
)
def test_a_device_must_meet_every_demand(
    networks: tuple[ipaddress.IPv4Network, ...],
    password: int | None,
    address: str | None,
    known: int | None,
    missing: set[Requirement],
    part: ExamPart | None,
) -> None:
    rules = ExamRules(networks=networks, password_revision=password)
    standing = _stand(rules=rules, part=part, device=Device(address=address, known_revision=known))
    assert standing.missing == missing
    assert standing.shows_content == (part is not None and not missing)
    assert standing.closes_other_pages == (part is not None), "also on a device that lacks one"
    assert standing.accepts_entry == (NETWORK not in missing)


def test_networks_are_read_and_every_faulty_line_is_named() -> None:
    text = "10.0.0.0/8\r\n\r\n 192.0.2.7 \r\n10.1.2.3/16\r\nroom 5\r\n2001:DB8::/32\r\n10.0.0.0/8"
    networks, faults = read_networks(text)
    assert networks == ["10.0.0.0/8", "192.0.2.7/32", "2001:db8::/32"]
    assert faults == [
        NetworkFault(line=4, text="10.1.2.3/16", meant="10.1.0.0/16"),
        NetworkFault(line=5, text="room 5"),
    ]


@pytest.mark.parametrize(
    "text",
    [
        "10.0.0.0/33",
        "::/129",
        "10.0.0/8",
        "1",
        "fe80::1%eth0",
        "::ffff:10.0.0.0/104",
        "١٠.0.0.0/8",
        "010.0.0.0/8",
        "10.0.0.0/8/8",
        "\0",
        "x" * 1_000_000,
    ],
)
def test_what_is_no_network_is_refused(text: str) -> None:
    networks, faults = read_networks(text)
    assert not networks and len(faults) == 1


def test_all_addresses_can_be_listed() -> None:
    networks, _ = read_networks("0.0.0.0/0\n::/0")
    listed = [ipaddress.ip_network(each) for each in networks]
    assert contains_address(listed, "192.0.2.1") and contains_address(listed, "2001:db8::1")
