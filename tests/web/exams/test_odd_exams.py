"""Odd requests by a student to the pages of an exam are answered, never failed on."""

import pytest
from django.urls import reverse

from tests.web.conftest import World, client_for
from tests.web.exams.exam_world import build_address, enter_as, hand_in, make_exam
from tests.web.test_odd_requests import BODIES, NUMBERS


@pytest.mark.long(reason="every address of an exam, for each body and number")
@pytest.mark.parametrize("has_entered", [False, True])
def test_odd_requests_to_an_exam_are_handled(world: World, *, has_entered: bool) -> None:
    exam = make_exam(world.series, password="melting point")
    ada = enter_as(world.ada, exam, "melting point") if has_entered else client_for(world.ada)
    ada.raise_request_exception = False
    submit = reverse("submit", args=[world.exercise.pk])
    addresses = [build_address(route, exam) for route in ("exam", "enter", "hand-in")]
    for content, kind in BODIES.values():
        for address in (*addresses[:2], submit):
            answer = ada.generic("POST", address, content, content_type=kind)
            assert answer.status_code < 500, address
    if has_entered:
        hand_in(ada, exam)
    for number in NUMBERS:
        for client in (ada, client_for(world.tina)):
            client.raise_request_exception = False
            for route in ("exam", "enter", "hand-in", "overview", "settings", "publish"):
                address = reverse(f"exams:{route}", args=[world.course.slug, number])
                assert client.get(address).status_code in {404, 405}, route
                assert client.post(address).status_code in {404, 405}, route
            reopen = reverse("exams:reopen", args=[world.course.slug, exam.series_id, number])
            assert client.post(reopen).status_code == 404
            sent = {"name": "a.py", "text": "x"}
            assert client.post(reverse("submit", args=[number]), sent).status_code == 404
