"""The fence as a program: what judges in any language call."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from kriterion_tools.fence import landlock
from tests.toolbox.fence import old_kernel

FENCE = (sys.executable, "-m", "kriterion_tools.fence")
OLD_KERNEL = (sys.executable, old_kernel.__file__)


def run(
    *arguments: object, through: tuple[str, ...] = (), **changes: object
) -> tuple[int, str, str]:
    """Exit status, stdout and stderr of the program."""
    result = subprocess.run(
        (*through, *FENCE, *map(str, arguments)), capture_output=True, text=True, **changes
    )  # type: ignore[call-overload]
    return result.returncode, result.stdout, result.stderr


def test_a_program_behaves_the_same_behind_the_fence() -> None:
    command = ("sh", "-c", 'read line; echo "$line $1"; echo no >&2; exit 7', "sh", "--", "--read")
    assert run("--", *command, input="in\n") == (7, "in --\n", "no\n")


@pytest.mark.skipif(not landlock.read_version(), reason="this kernel has no Landlock")
def test_a_program_reaches_only_the_named_directories(tmp_path: Path) -> None:
    for name in ("suite", "given", "work"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "file").write_text(name)
    script = "cat suite/file given/file work/file; echo x >$TMPDIR/new; echo x >given/new"
    status, out, err = run(
        "--read", "given", "--write", "work", "--", "sh", "-c", script, cwd=tmp_path
    )
    assert (status, out) == (2, "givenwork")
    assert err.count("ermission denied") == 2
    assert [path.name for path in tmp_path.glob("*/new")] == ["new"]


def test_only_usual_and_named_variables_pass(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("SECRET", "hidden")
    monkeypatch.setenv("GIVEN", "shown")
    _, out, _ = run("--variable", "GIVEN", "--variable", "MADE=here", "--", "env")
    lines = out.splitlines()
    assert {"GIVEN=shown", "MADE=here", f"PATH={os.environ['PATH']}"} <= set(lines)
    assert not any(line.startswith("SECRET") for line in lines)


def test_only_standard_and_kept_descriptors_pass(tmp_path: Path) -> None:
    first, second = (os.open(tmp_path, os.O_RDONLY) for _ in range(2))
    script = "import os; print([one for one in range(3, 256) if os.path.exists(f'/dev/fd/{one}')])"
    _, out, _ = run("--keep", second, "--", "python3", "-c", script, pass_fds=(first, second))
    os.close(first)
    os.close(second)
    assert second in json.loads(out) and first not in json.loads(out)


def test_limits_are_as_requested() -> None:
    script = "import resource as r; print(*(r.getrlimit(one)[1] for one in (r.RLIMIT_CPU, \
r.RLIMIT_DATA, r.RLIMIT_FSIZE, r.RLIMIT_NOFILE, r.RLIMIT_CORE)))"
    options = ("--cpu", 3, "--memory", 10**8, "--file-size", 4096, "--open-files", 40)
    assert run(*options, "--", "python3", "-S", "-c", script)[1] == "3 100000000 4096 40 0\n"


def test_signals_end_a_program_as_usual() -> None:
    assert run("--", "sh", "-c", "yes | true; kill -TERM $$")[0] == -15


def test_no_process_behind_the_fence_has_privileges() -> None:
    _, out, _ = run("--", "cat", "/proc/self/status")
    messages = dict(line.split(":\t") for line in out.splitlines() if ":\t" in line)
    assert (messages["CapEff"], messages["CapPrm"], messages["NoNewPrivs"]) == (
        "0" * 16,
        "0" * 16,
        "1",
    )


@pytest.mark.parametrize(
    ("arguments", "status"),
    [
        ((), 125),
        (("--",), 125),
        (("--nonsense", "--", "true"), 125),
        (("--cpu", "much", "--", "true"), 125),
        (("--cpu", "-1", "--", "true"), 125),
        (("--keep", "200", "--", "true"), 125),
        (("--", "/etc/passwd"), 126),
        (("--", "no-such-program"), 127),
    ],
)
def test_a_program_that_cannot_run_is_reported_on_one_line(
    arguments: tuple[str, ...], status: int
) -> None:
    messages, out, err = run(*arguments, env={**os.environ, "PATH": "/usr/bin:/bin"})
    assert (messages, out) == (status, "")
    assert err.startswith("fence: ") and err.count("\n") == 1


def test_a_fence_reports_missing_features() -> None:
    status, out, _ = run("--check", through=OLD_KERNEL)
    assert (status, json.loads(out)) == (0, {"landlock": 0, "missing": ["landlock"]})


def test_missing_features_are_tolerated_unless_the_judge_is_strict() -> None:
    assert run("--", "echo", "run", through=OLD_KERNEL) == (0, "run\n", "")
    status, out, err = run("--strict", "--", "echo", "run", through=OLD_KERNEL)
    assert (status, out) == (125, "")
    assert "no landlock" in err
