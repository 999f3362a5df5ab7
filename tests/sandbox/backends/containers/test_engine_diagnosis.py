"""Messages of engines when a run does not start, and the remedy for the operator."""

import pytest

from kriterion.errors import MachineError, OperatorError
from kriterion.sandbox.backends.containers.engine_diagnosis import explain_engine
from kriterion.sandbox.image import Image, ImageKind
from kriterion.sandbox.run import Run

RUN = Run(command=("true",), image=Image(name="theirs", kind=ImageKind.ENGINE))


@pytest.mark.parametrize(
    ("complaint", "what", "fix"),
    [
        ("Error: theirs: image not known", "no image of that name", "podman pull theirs"),
        (
            "Error: runc: runc create failed: error during container init: error setting rlimits"
            " for ready process: error setting rlimit type 7: operation not permitted",
            "higher limits than this machine gives",
            "default_ulimits",
        ),
        ("Error: statfs /nowhere: no such file or directory", "/nowhere is not there", "path"),
    ],
)
def test_faults_an_operator_can_fix_come_with_the_fix(complaint: str, what: str, fix: str) -> None:
    error = explain_engine(complaint, "podman", RUN)
    assert isinstance(error, OperatorError)
    assert what in str(error)
    assert fix in error.fix


def test_any_other_fault_is_a_machine_error_with_the_engines_message() -> None:
    error = explain_engine("Error: out of luck", "podman", RUN)
    assert isinstance(error, MachineError)
    assert "out of luck" in str(error)
