from dataclasses import replace
from pathlib import Path

import pytest

from kriterion.assessment.context import ToolContext
from kriterion.authoring.image_trials import find_unreadable_parts
from kriterion.errors import SandboxUnavailable
from kriterion.sandbox.image import Image
from kriterion.sandbox.run import Outcome
from tests.rehearsed import FINE, Rehearsed

IMAGE = Image(name="tested", readable=(Path("/opt/tested"),))


def _list_unreadable_parts(outcome: Outcome | Exception) -> list[str]:
    context = ToolContext(sandbox=Rehearsed(outcome), images={})
    return [str(finding) for finding in find_unreadable_parts(IMAGE, context)]


def test_unreadable_files_of_an_image_are_reported_with_the_remedy() -> None:
    assert _list_unreadable_parts(replace(FINE, stdout=b"/opt/tested/lib\0")) == [
        'kriterion.toml images."tested": image tested: /opt/tested/lib cannot be read by a run'
        " (chmod -R a+rX /opt/tested/lib)"
    ]
    assert _list_unreadable_parts(FINE) == []


def test_a_machine_without_a_sandbox_is_not_the_images_fault() -> None:
    with pytest.raises(SandboxUnavailable):
        _list_unreadable_parts(SandboxUnavailable("no namespaces"))
