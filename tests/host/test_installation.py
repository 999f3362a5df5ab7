"""What an installation makes of its settings: which judge is meant, and what may run unconfined."""

from collections.abc import Callable
from pathlib import Path

import pytest

from kriterion.errors import OperatorError
from kriterion.host.installation import Installation
from kriterion.sandbox.image import HOST, Image, ImageKind
from kriterion.sandbox.registry import Backend

Install = Callable[[str], Installation]


@pytest.fixture
def config(tmp_path: Path) -> Callable[[str], Path]:
    def write(text: str) -> Path:
        file = tmp_path / "kriterion.toml"
        file.write_text(text)
        return file

    return write


@pytest.fixture
def install(config: Callable[[str], Path]) -> Install:
    return lambda text: Installation(config(text))


def test_settings_of_a_judge_apply_to_its_directory(
    install: Install, judge: Path, tmp_path: Path
) -> None:
    """Whoever names a judge by its directory gets the same runs as its exercises do."""
    (judge / "config.json").write_text('{"image": "its-own"}')
    installation = install(
        '[judges.java]\ndirectory = "judge"\nimage = "operators"\nlanguages = ["nl"]'
    )
    (tmp_path / "link").symlink_to(judge)
    for named in ("java", str(judge), f"{judge}/", str(tmp_path / "link"), f"{judge}/../judge"):
        found = installation.named(named)
        assert (found.image, found.languages) == ("operators", ("nl",)), named


def test_without_settings_a_judges_own_configuration_applies(install: Install, judge: Path) -> None:
    assert install("").named(str(judge)).image is None
    (judge / "config.json").write_text('{"image": "its-own"}')
    assert install("").named(str(judge)).image == "its-own"
    assert install('[judges.x]\ndirectory = "judge"').named(str(judge)).image == "its-own"


def test_a_directory_takes_precedence_over_a_name(
    install: Install, judge: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    installation = install('[judges.judge]\ndirectory = "elsewhere"')
    assert installation.named("judge").directory.resolve() == judge


def test_the_operators_settings_of_a_built_in_judge_apply(install: Install) -> None:
    shipped = install("").judges["suite"].directory
    named = install(f'[judges.mine]\ndirectory = "{shipped}"\nimage = "operators"')
    assert named.named(str(shipped)).image == "operators"
    assert named.named("suite").image != "operators"


def test_a_plain_process_must_be_requested_twice(config: Callable[[str], Path]) -> None:
    file = config('[sandbox]\nbackend = "process"')
    with pytest.raises(OperatorError, match="confines nothing") as caught:
        Installation(file)
    assert "--unsafe" in caught.value.fix
    assert "unsafe = true" in caught.value.fix
    assert Installation(file, unsafe=True).sandbox.backend == Backend.PROCESS
    file = config('[sandbox]\nbackend = "process"\nunsafe = true')
    assert Installation(file).sandbox.backend == Backend.PROCESS
    assert Installation(config("[sandbox]\nunsafe = true")).sandbox.backend == Backend.BUBBLEWRAP


def test_only_runs_without_a_private_file_system_need_a_root(
    config: Callable[[str], Path],
) -> None:
    container = Image(name="container", kind=ImageKind.ENGINE)
    unsafe = Installation(config(""), unsafe=True).make_context()
    assert Path(unsafe.make_root(HOST)).is_absolute()
    assert unsafe.make_root(container) == ""
    assert Installation(config("")).make_context().make_root(HOST) == ""


def test_an_operator_can_relax_a_built_in_image(install: Install) -> None:
    installation = install("[images.kriterion]\nnetwork = true")
    image = installation.images["kriterion"]
    assert image.network
    assert image.mounts
    assert not install("").images["kriterion"].network
    other = install('[images.kriterion]\nnetwork = true\nreadable = ["/opt"]')
    assert not other.images["kriterion"].mounts
