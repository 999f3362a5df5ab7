"""A wheel that is built from a clean clone is a complete site."""

import re
import shutil
import subprocess
import sysconfig
import tempfile
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.distribution.wheels import (
    ROOT,
    TOOLS,
    build_wheel,
    copy_clone,
    install,
    make_environment,
)
from tests.translation.catalogues import TRANSLATED
from tests.web.browser.conftest import PATIENCE
from tests.web.site_process import SiteProcess, serve_site

pytestmark = pytest.mark.long(reason="builds a wheel, with the assets of the site, and installs it")


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    if shutil.which("npm") is None:
        pytest.skip("npm is not installed")
    clone = copy_clone(tmp_path_factory.mktemp("clone"))
    for project in (TOOLS, "."):
        built = build_wheel(clone, project)
        assert built.returncode == 0, built.stderr
    [file] = (clone / "out").glob("kriterion-*.whl")
    return file


@pytest.fixture(scope="module")
def environment(wheel: Path) -> Iterator[Path]:
    """A virtual environment with the wheel and, from this environment, the libraries it needs.

    Every user can reach it, as runs must.
    """
    with tempfile.TemporaryDirectory(prefix="kriterion-wheel-") as place:
        Path(place).chmod(0o711)
        made = make_environment(Path(place) / "environment")
        install(made, "--no-deps", *wheel.parent.glob("*.whl"))
        [packages] = made.glob("lib/python*/site-packages")
        # This ignores .pth files of the clone's environment, and so the clone itself.
        (packages / "libraries.pth").write_text(f"{sysconfig.get_path('purelib')}\n")
        yield made


def test_a_wheel_contains_everything_a_site_serves(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        names = set(archive.namelist())
    static = "kriterion/web/base/static/kriterion/"
    assert f"{static}manifest.json" in names
    assert any(re.fullmatch(rf"{static}site-\w+\.css", name) for name in names)
    for language in TRANSLATED:
        for domain in ("diagnostics", "django", "kriterion"):
            assert f"kriterion/locale/{language}/LC_MESSAGES/{domain}.mo" in names
    assert "kriterion/feedback/html/feedback.js" in names
    assert "kriterion/feedback/html/styles/contexts.css" in names
    assert "kriterion/examples/ocaml-course/exercises/index.json" in names
    assert not any(name.startswith("kriterion_tools/") for name in names)  # in a wheel of its own
    assert not any("node_modules" in name or name.startswith("tests/") for name in names)


def test_a_wheel_is_not_built_without_assets(tmp_path: Path) -> None:
    clone = copy_clone(tmp_path)
    (clone / "src/kriterion/web/base/assets/package-lock.json").write_text("{}")
    built = build_wheel(clone)
    assert built.returncode != 0
    assert "styles or scripts" in built.stderr + built.stdout


@pytest.mark.machine
def test_a_site_without_assets_refuses_to_start(environment: Path, tmp_path: Path) -> None:
    [package] = environment.glob("lib/python*/site-packages/kriterion")
    static, away = package / "web/base/static", tmp_path / "static"
    shutil.move(static, away)
    try:
        refused = subprocess.run(
            (environment / "bin/kriterion", "serve", "--data", tmp_path / "data", "--port", "0"),
            capture_output=True,
            text=True,
            check=False,
        )
    finally:
        shutil.move(away, static)
    assert refused.returncode == 3
    assert "styles and scripts of the site are missing" in refused.stderr
    assert "scripts/set-up" in refused.stderr


@pytest.fixture
def site(environment: Path) -> Iterator[SiteProcess]:
    program = (str(environment / "bin/kriterion"),)
    data = environment.parent / "data"
    with serve_site(data, "--demo", program=program, PYTHONPATH="") as process:
        yield process


@pytest.mark.browser
def test_a_user_of_a_site_installed_from_the_wheel_submits_and_sees_feedback(
    browser: Browser, site: SiteProcess
) -> None:
    solution = (ROOT / "examples/exercises/darts/solution/solution.py").read_text()
    answers: list[tuple[str, int]] = []
    page = browser.new_page()
    page.set_default_timeout(PATIENCE)
    page.on("response", lambda answer: answers.append((answer.url, answer.status)))
    page.goto(f"{site.address}/accounts/login/")
    page.fill("[name=login]", "noor")
    page.fill("[name=password]", "demo")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Je cursussen")).to_be_visible()
    page.goto(f"{site.address}/search?q=darts")
    page.locator("main a[href^='/activities/']").first.click()
    page.locator(".cm-content").click()
    page.keyboard.press("ControlOrMeta+A")
    page.keyboard.insert_text(solution)
    page.click("[data-submit]")
    expect(page.locator("#result .verdict.correct .status")).to_be_visible()
    page.close()
    assert [url for url, _ in answers if url.endswith(".css")]
    assert [answer for answer in answers if answer[1] >= 400] == []
