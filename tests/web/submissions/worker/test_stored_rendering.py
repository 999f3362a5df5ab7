"""A page shows what the worker rendered when it stored the verdict, and renders nothing itself."""

from typing import NoReturn

import pytest

from kriterion.web.accounts.models import User
from kriterion.web.submissions.models import RenderedFeedback, Submission
from kriterion.web.submissions.services import renderings
from kriterion.web.submissions.services.renderings import render_feedback
from kriterion_tools.contracts.dodona_judge.output_records import Permission
from tests.web.queue_fixtures import HandIn, Start
from tests.web.rehearsal import assess_at_once, wait_until

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_page_finds_what_the_worker_rendered(
    submit: HandIn, anna: User, start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    row = submit(anna)
    start(assess_at_once)
    wait_until(lambda: RenderedFeedback.objects.filter(submission=row.pk).exists())
    renderings.clear_cache()

    def refuse() -> NoReturn:
        raise AssertionError("the page renders again")

    monkeypatch.setattr(renderings, "renderers", refuse)
    fresh = Submission.objects.get(pk=row.pk)
    html = render_feedback(fresh, Permission.STUDENT, fresh.language, ())
    assert html is not None and html.feedback
