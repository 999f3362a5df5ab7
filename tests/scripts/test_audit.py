"""`scripts/audit` with advisories that apply, some that do not, and invalid ones."""

import json
import runpy
import subprocess
import sys
from collections.abc import Callable, Mapping
from importlib import metadata
from pathlib import Path
from typing import Any, NamedTuple

import pytest

ROOT = Path(__file__).parents[2]
SCRIPT = ROOT / "scripts" / "audit"
FINE, FINDINGS, WRONG_USAGE, FAILED = 0, 1, 2, 3

REQUIREMENTS = """\
# pinned
django==5.2.19 \\
    --hash=sha256:00 \\
    --hash=sha256:11
Typing_Extensions==4.0.0rc1 ; python_version < "3.13" --hash=sha256:22
"""
LOCK = {
    "packages": {
        "": {"name": "site", "version": "0.0.0"},
        "node_modules/linked": {"link": True, "resolved": "elsewhere"},
        "node_modules/@scope/editor": {"version": "6.10.2"},
        "node_modules/a/node_modules/nested": {"version": "1.0.0-beta.11"},
        "node_modules/alias": {"name": "real", "version": "2.0.0"},
    }
}


class Audited(NamedTuple):
    status: int
    found: list[str]
    problems: str


Audit = Callable[..., Audited]


@pytest.fixture(scope="module")
def main() -> Callable[[list[str]], int]:
    """The script's, called without a process of its own: see the last tests."""
    main: Callable[[list[str]], int] = runpy.run_path(str(SCRIPT))["main"]
    return main


@pytest.fixture
def audit(
    tmp_path: Path,
    main: Callable[[list[str]], int],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> Audit:
    """Audit the packages above by these advisories (file name → content; texts as they are)."""
    (tmp_path / "run.txt").write_text(REQUIREMENTS)
    (tmp_path / "package-lock.json").write_text(json.dumps(LOCK))

    def run(advisories: Mapping[str, Any], *files: str | Path) -> Audited:
        for name, record in {"unrelated.json": _make_record("unrelated"), **advisories}.items():
            file = tmp_path / "advisories" / name
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(record if isinstance(record, str) else json.dumps(record))
        request = files or ("run.txt", "package-lock.json")
        status = main(["advisories", *map(str, request)])
        printed = capsys.readouterr()
        return Audited(status, printed.out.splitlines(), printed.err)

    monkeypatch.chdir(tmp_path)
    return run


def _make_record(
    name: str,
    *events: Mapping[str, str],
    ecosystem: str = "PyPI",
    versions: tuple[Any, ...] = (),
    kind: str = "ECOSYSTEM",
    **more: Any,
) -> dict[str, Any]:
    affected: dict[str, Any] = {"package": {"ecosystem": ecosystem, "name": name}}
    if events:
        affected["ranges"] = [{"type": kind, "events": list(events)}]
    if versions:
        affected["versions"] = list(versions)
    return {"id": "TEST-1", "summary": "It breaks.", "affected": [affected], **more}


SINCE_0 = {"introduced": "0"}


@pytest.mark.parametrize(
    ("record", "text"),
    [
        (_make_record("Django", SINCE_0, {"fixed": "5.2.20"}), "fixed in 5.2.20"),
        (_make_record("django", {"introduced": "5.2"}), "no fix is known"),
        (_make_record("django", SINCE_0, {"last_affected": "5.2.19"}), "no fix is known"),
        (_make_record("django", versions=("5.1", "5.2.19.0")), "no fix is known"),
        (
            _make_record("django", SINCE_0, {"fixed": "4.2.9"}, {"introduced": "5.0"},
                    {"fixed": "5.2.21"}, {"fixed": "6.0.1"}),
            "fixed in 5.2.21",
        ),
        (_make_record("typing.extensions", SINCE_0, {"fixed": "4.0.0"}), "fixed in 4.0.0"),
        (_make_record("@scope/editor", SINCE_0, {"fixed": "6.10.10"},
                      ecosystem="npm", kind="SEMVER"),
         "fixed in 6.10.10"),
        (_make_record("nested", {"introduced": "1.0.0-beta.2"}, {"fixed": "1.0.0"}, ecosystem="npm",
                 kind="SEMVER"), "fixed in 1.0.0"),
        (_make_record("real", SINCE_0, {"limit": "3.0.0"}, ecosystem="npm", kind="SEMVER"),
         "no fix is known"),
    ],
)  # fmt: skip
def test_an_advisory_that_applies_is_listed(audit: Audit, record: Any, text: str) -> None:
    audited = audit({"a/b/one.json": record})
    assert audited.status == FINDINGS, audited.problems
    (line,) = audited.found
    assert line.startswith("TEST-1: ")
    assert line.endswith(f": It breaks.; {text}")


@pytest.mark.parametrize(
    "record",
    [
        _make_record("django", SINCE_0, {"fixed": "5.2.19"}),
        _make_record("django", SINCE_0, {"fixed": "5.2.9"}),
        _make_record("django", {"introduced": "5.2.20"}),
        _make_record("django", SINCE_0, {"last_affected": "5.2.18"}),
        _make_record("django", SINCE_0, {"fixed": "4.2"}, {"introduced": "6.0"}),
        _make_record("django", SINCE_0, {"limit": "5.2.19"}),
        _make_record("django", versions=("5.2.18", "2004d")),
        _make_record("django", SINCE_0, withdrawn="2026-01-01T00:00:00Z"),
        _make_record("django", SINCE_0, ecosystem="npm", kind="SEMVER"),
        _make_record("django", SINCE_0, ecosystem="Debian:12"),
        _make_record("django", SINCE_0, {"fixed": "0123abc"}, kind="GIT"),
        _make_record("django-other", SINCE_0),
        _make_record("nested", SINCE_0, {"fixed": "1.0.0-beta.11"}, ecosystem="npm", kind="SEMVER"),
        _make_record("nested", {"introduced": "1.0.0"}, ecosystem="npm", kind="SEMVER"),
        _make_record("alias", SINCE_0, ecosystem="npm", kind="SEMVER"),
        _make_record("other", SINCE_0, {"fixed": "no version"}),
        {"id": "TEST-2", "affected": [{"ranges": [{"type": "GIT", "events": [SINCE_0]}]}]},
        {"id": "TEST-3"},
    ],
)
def test_an_advisory_that_does_not_apply_is_not(audit: Audit, record: Any) -> None:
    assert audit({"one.json": record})[:2] == (FINE, [])


def test_hidden_files_and_directories_are_left_out(audit: Audit) -> None:
    assert audit({".git/config.json": "{", "a/.x/one.yaml": "[", "a/.b.json": "5"}).status == FINE


@pytest.mark.parametrize(
    ("record", "why"),
    [
        ("{", "cannot be read"),
        ("[" * 100_000, "cannot be read"),
        ("[]", "it has no id"),
        ({"id": 5}, "it has no id"),
        ({"id": "A", "affected": {"package": {}}}, "affected is not a list"),
        ({"id": "A", "affected": ["django"]}, "not an object"),
        ({"id": "A", "affected": [{"package": {"name": "django"}}]}, "no ecosystem or no name"),
        (_make_record("django", SINCE_0, {"fixed": "next week"}), "'next week' is not a version"),
        (_make_record("django", {"fixed": "5.3"}), "no event `introduced`"),
        (_make_record("django", SINCE_0, kind="OTHER"), "no known type"),
        (_make_record("django", {"introduced": 5}), "an event is not a version"),  # type: ignore[dict-item]
        (_make_record("django", versions=(5.2,)), "versions is not a list of strings"),
        (_make_record("real", SINCE_0, {"fixed": "x.y"}, ecosystem="npm", kind="SEMVER"), "'x.y'"),
    ],
)
def test_an_incomparable_version_is_reported_and_fails(audit: Audit, record: Any, why: str) -> None:
    applying = _make_record("django", SINCE_0, {"fixed": "6.0"})
    audited = audit({"bad.json": record, "good.json": applying})
    assert audited.status == FAILED
    assert f"bad.json: " in audited.problems and why in audited.problems  # noqa: F541
    assert any(line.endswith("fixed in 6.0") for line in audited.found)


def test_records_may_be_yaml(audit: Audit) -> None:
    record = (
        "id: PYSEC-1\naliases: [CVE-1]\nmodified: 2026-01-02T03:04:05Z\n"
        "details: |\n  It\n  breaks.\n"
        "affected:\n- package: {name: django, ecosystem: PyPI}\n"
        "  ranges:\n  - type: ECOSYSTEM\n    events: [{introduced: '0'}, {fixed: 5.2.20}]\n"
    )
    audited = audit({"vulns/django/PYSEC-1.yaml": record})
    assert audited.found == [
        "PYSEC-1 (CVE-1): django 5.2.19 (run.txt): It breaks.; fixed in 5.2.20"
    ]
    assert audit({"vulns/bad.yaml": "id: [\n"}).status == FAILED


def test_a_record_cannot_control_the_terminal(audit: Audit) -> None:
    record = _make_record("django", SINCE_0) | {
        "id": "A\x1b[2J",
        "summary": "one\ntwo\x9b" + "x" * 999,
    }
    (line,) = audit({"one.json": record}).found
    assert line.isprintable()
    assert len(line) < 500


@pytest.mark.parametrize(
    ("name", "content", "why"),
    [
        ("bad.txt", "django>=5\n", "django is not pinned"),
        ("bad.txt", "django==5.*\n", "django is not pinned"),
        ("bad.txt", "-r other.txt\n", "'-r other.txt'"),
        ("bad.json", "[]", "not an npm lock"),
        ("bad.json", "{", "not an npm lock"),
        ("nowhere.txt", None, "No such file"),
    ],
)
def test_unreadable_packages_are_reported_and_fail(
    audit: Audit, tmp_path: Path, name: str, content: str | None, why: str
) -> None:
    if content is not None:
        (tmp_path / name).write_text(content)
    audited = audit({}, name)
    assert audited.status == FAILED
    assert why in audited.problems


def test_a_directory_without_advisories_fails(tmp_path: Path) -> None:
    for directory, status in ((tmp_path, FAILED), (tmp_path / "nowhere", WRONG_USAGE)):
        ran = subprocess.run((sys.executable, str(SCRIPT), str(directory)), capture_output=True)
        assert ran.returncode == status


def test_locked_and_installed_packages_are_compared(tmp_path: Path) -> None:
    version = metadata.version("django")
    lock = json.loads((ROOT / "src/kriterion/web/base/assets/package-lock.json").read_text())
    locked = lock["packages"]["node_modules/@codemirror/state"]["version"]
    for number, record in enumerate(
        (
            _make_record("django", SINCE_0, {"last_affected": version}),
            _make_record("@codemirror/state", versions=(locked,), ecosystem="npm"),
        )
    ):
        (tmp_path / f"{number}.json").write_text(json.dumps(record))
    command = (sys.executable, str(SCRIPT), str(tmp_path))
    ran = subprocess.run(command, capture_output=True, text=True, check=False)
    assert ran.returncode == FINDINGS, ran.stderr
    for place in ("requirements/run.txt", "requirements/develop.txt", "installed"):
        assert f"TEST-1: django {version} ({place}): It breaks.; no fix is known" in ran.stdout
    assert (
        f"@codemirror/state {locked} (src/kriterion/web/base/assets/package-lock.json)"
        in ran.stdout
    )
