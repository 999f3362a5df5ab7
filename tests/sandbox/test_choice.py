"""Runs and sessions go to the backend of their image."""

import pytest

from kriterion.errors import OperatorError
from kriterion.sandbox.choice import SandboxByImage
from kriterion.sandbox.image import Image, ImageKind
from kriterion.sandbox.run import Run
from kriterion.sandbox.session import SessionAnswer
from tests.rehearsed import Rehearsed


def make_run(kind: ImageKind) -> Run:
    return Run(command=("true",), image=Image(name="theirs", kind=kind))


@pytest.mark.parametrize("kind", ImageKind)
def test_a_run_goes_to_the_backend_of_its_image(kind: ImageKind) -> None:
    default, engine = Rehearsed(), Rehearsed()
    SandboxByImage(default, engine).run(make_run(kind))
    request, spared = (engine, default) if kind is ImageKind.ENGINE else (default, engine)
    assert (len(request.runs), len(spared.runs)) == (1, 0)


@pytest.mark.parametrize("kind", [ImageKind.HOST, ImageKind.ROOTFS])
def test_a_tool_keeps_running_in_the_default_sandbox(kind: ImageKind) -> None:
    default, engine = Rehearsed(answers=[SessionAnswer(content=b"yes")]), Rehearsed()
    with SandboxByImage(default, engine).open(make_run(kind)) as session:
        assert session.ask(b"?").content == b"yes"
    assert (default.requests, engine.runs) == ([b"?"], [])


def test_no_tool_keeps_running_in_a_container() -> None:
    default, engine = Rehearsed(), Rehearsed()
    with pytest.raises(OperatorError, match="image theirs: a tool that stays") as caught:
        SandboxByImage(default, engine).open(make_run(ImageKind.ENGINE))
    assert "rootfs" in caught.value.fix
    assert default.runs == engine.runs == []
