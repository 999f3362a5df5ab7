"""The environment of a run is recorded for staff."""

from dataclasses import replace
from pathlib import Path

import pytest
from msgspec import structs

from kriterion.assessment.assessment_record import Environment
from kriterion.assessment.tool_environment import make_environment
from kriterion.feedback.verdict import describe_environment
from kriterion.feedback.viewer import Viewer
from kriterion.sandbox.image import HOST, Image, ImageKind
from kriterion.sandbox.run import Ending, Outcome
from kriterion.translators import load_translator
from kriterion_tools.contracts.dodona_judge.output_records import Permission
from tests.feedback.rendered import render_page
from tests.feedback.sample import ASSESSMENT

OUTCOME = Outcome(
    ending=Ending.EXITED,
    exit_status=0,
    signal=None,
    stdout=b"",
    stderr=b"",
    wall_seconds=1.0,
    cpu_seconds=None,
    peak_memory_bytes=None,
    backend="bubblewrap",
)
IN_PODMAN = replace(OUTCOME, backend="podman", image_digest="sha256:12ab")


def _describe_for_staff(environment: Environment, language: str = "en") -> str:
    return describe_environment(
        environment, Viewer(role=Permission.STAFF, translator=load_translator(language))
    )


@pytest.mark.parametrize("name", ["host", "dodona-python"])
def test_a_run_on_the_host_reports_that_and_the_requested_image(name: str) -> None:
    environment = make_environment(replace(HOST, name=name), OUTCOME)
    assert (environment.kind, environment.image, environment.root) == ("host", name, "/")
    text = _describe_for_staff(structs.replace(environment, system="Debian"))
    assert text == (
        "directly on Debian" if name == "host" else "in the image dodona-python (Debian)"
    )


def test_a_run_in_a_root_file_system_names_it() -> None:
    image = Image(name="r", kind=ImageKind.ROOTFS, directory=Path("/srv/r"))
    assert _describe_for_staff(make_environment(image, OUTCOME)) == "in the image r (/srv/r)"


def test_a_run_in_a_container_names_engine_and_version() -> None:
    environment = make_environment(Image(name="d/r", kind=ImageKind.ENGINE), IN_PODMAN)
    assert (environment.engine, environment.digest) == ("podman", "sha256:12ab")
    assert _describe_for_staff(environment) == "in the image d/r (podman, sha256:12ab)"


def test_the_environment_is_visible_to_staff_only() -> None:
    judge = ASSESSMENT.judge
    assert judge is not None
    page = {
        role: render_page(ASSESSMENT, role=role, language="nl", title="t") for role in Permission
    }
    text = "in de image dodona-python (Debian)"
    assert text not in page[Permission.STUDENT]
    assert text in page[Permission.STAFF]
    assert text in page[Permission.ZEUS]
