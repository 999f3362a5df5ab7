"""The warm-up before anything is assessed: a broken image delays no other."""

from collections.abc import Callable
from types import SimpleNamespace

import pytest

from kriterion.errors import OperatorError
from kriterion.web.submissions.worker import warm_up

Lacking = Callable[..., None]


class Images(dict[str, str]):
    """Images by name, of which some cannot be made."""

    def __getitem__(self, name: str) -> str:
        what = super().__getitem__(name)
        if what:
            raise OperatorError(what, fix="apt-get install it")
        return name


@pytest.fixture
def set_lacking(monkeypatch: pytest.MonkeyPatch) -> Lacking:
    """Makes a machine that lacks something for its sandbox, or for images."""

    def lack(sandbox: str = "", **images: str) -> None:
        probe = SimpleNamespace(works=not sandbox, fault=sandbox, fix="apt-get install bubblewrap")
        machine = SimpleNamespace(
            sandbox=SimpleNamespace(probe=lambda: probe),
            settings=SimpleNamespace(images={"operators": None}),
            shipped_image_names=tuple(images),
            images=Images({**images, "operators": "an image that was never pulled"}),
        )
        monkeypatch.setattr(warm_up, "this_machine", lambda: machine)
        monkeypatch.setattr(warm_up, "find_unreadable", lambda image, sandbox: [])

    return lack


def test_nothing_is_assessed_without_a_sandbox(set_lacking: Lacking) -> None:
    set_lacking(sandbox="there is no bubblewrap", python="", ocaml="")
    with pytest.raises(OperatorError, match="there is no bubblewrap"):
        warm_up.warm()


def test_a_broken_image_delays_no_exercise_of_another(
    set_lacking: Lacking, caplog: pytest.LogCaptureFixture
) -> None:
    set_lacking(python="", ocaml="there is no compiler")
    warm_up.warm()
    assert [record.getMessage() for record in caplog.records] == [
        "image ocaml cannot be used: there is no compiler\napt-get install it"
    ]


def test_warm_up_fails_when_no_image_of_ours_works(set_lacking: Lacking) -> None:
    set_lacking(python="no Python", ocaml="no compiler")
    with pytest.raises(OperatorError, match="no Python"):
        warm_up.warm()
