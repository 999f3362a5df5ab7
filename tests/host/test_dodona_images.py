"""Judges in the images of Dodona, which a container engine has under another name."""

from pathlib import Path

import pytest

from kriterion.exercises.exercise import Exercise
from kriterion.host.doctor.image_checks import describe_unknown
from kriterion.host.exercise_tools import ExerciseTools
from kriterion.host.installation import Installation
from kriterion.sandbox import EngineName
from kriterion.submissions.submission import SubmittedFiles
from kriterion_tools.contracts.dodona_judge.statuses import Status
from tests.sandbox.engines import NAME, engine_on_this_host

RUN = """#!/bin/sh
echo '{"command": "start-judgement"} {"command": "close-judgement"}'
"""


def _write_judge(place: Path, configuration: str) -> Path:
    place.mkdir()
    (place / "run").write_text(RUN)
    (place / "run").chmod(0o755)
    (place / "config.json").write_text(configuration)
    return place


@pytest.mark.machine
@pytest.mark.parametrize(
    ("configuration", "evaluation"),
    [
        ('{"image": "dodona-tested"}', {}),
        ("{}", {"image": "dodona-tested"}),
        ('{"image": "dodona-r"}', {"image": "dodona-tested"}),
    ],
)
def test_a_judge_runs_in_the_image_to_which_its_name_refers(
    configuration: str,
    evaluation: dict[str, str],
    tmp_path: Path,
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    judge = _write_judge(tmp_path / "judge", configuration)
    settings = tmp_path / "kriterion.toml"
    settings.write_text(
        f'data = "{tmp_path}/data"\n[sandbox]\nengine = "podman"\n'
        f'[judges.mine]\ndirectory = "{judge}"\n'
        f'[images.dodona-tested]\nreference = "{NAME}"\nreadable = ["/usr"]\n'
    )
    with engine_on_this_host(EngineName.PODMAN, tmp_path_factory):
        installation = Installation(settings)
        exercise = Exercise(
            id="a",
            directory=tmp_path,
            repository=tmp_path,
            evaluation={"handler": "mine", **evaluation},
        )
        tools = ExerciseTools(exercise=exercise, judge=installation.judge(exercise, None))
        submission = SubmittedFiles(file_name="a.py", source=b"")
        judged = installation.assess(installation.make_request(tools, submission)).judge
    assert judged is not None and judged.environment is not None
    assert judged.status is Status.CORRECT
    assert (judged.environment.engine, judged.environment.image) == ("podman", "dodona-tested")


def test_an_image_of_dodona_that_is_not_mapped_is_named_with_its_reference(
    tmp_path: Path,
) -> None:
    settings = tmp_path / "kriterion.toml"
    settings.write_text(f'data = "{tmp_path}/data"\n')
    diagnosis = describe_unknown("dodona-prolog", Installation(settings).images)
    assert diagnosis.state == "fault"
    assert 'reference = "dodona/dodona-prolog"' in diagnosis.fix
