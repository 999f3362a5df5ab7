from dataclasses import replace
from pathlib import Path

import pytest

from kriterion.sandbox.execution.start_diagnosis import Machine, diagnose, explain, explain_hidden
from kriterion.sandbox.image import Image, ImageKind
from kriterion.sandbox.run import Run

FINE = Machine(
    bubblewrap="/usr/bin/bwrap",
    setpriv="/usr/bin/setpriv",
    is_root=False,
    settings={"user/max_user_namespaces": "96365"},
)
NO_USERNS = (
    "bwrap: No permissions to create new namespace, likely because the kernel does not allow"
)


@pytest.mark.parametrize(
    ("machine", "complaint", "what", "fix"),
    [
        (replace(FINE, bubblewrap=None), "", "is not installed", "apt-get install bubblewrap"),
        (replace(FINE, setpriv=None, is_root=True), "", "setpriv", "apt-get install util-linux"),
        (FINE, "bwrap: Unknown option --disable-userns", "older than 0.8", "0.8 or newer"),
        (
            replace(FINE, settings={"kernel/apparmor_restrict_unprivileged_userns": "1"}),
            "bwrap: setting up uid map: Permission denied",
            "uid map",
            "profile bwrap /usr/bin/bwrap flags=(unconfined) {\n  userns,",
        ),
        (
            replace(FINE, settings={"kernel/apparmor_restrict_unprivileged_userns": "1"}),
            "bwrap: loopback: Failed RTM_NEWADDR: Operation not permitted",
            "RTM_NEWADDR",
            "apparmor_parser -r /etc/apparmor.d/bwrap",
        ),
        (
            replace(FINE, settings={"kernel/unprivileged_userns_clone": "0"}),
            NO_USERNS,
            "No permissions",
            "=1\necho kernel.unprivileged_userns_clone=1 | sudo tee /etc/sysctl.d/",
        ),
        (
            replace(FINE, settings={"user/max_user_namespaces": "0"}),
            NO_USERNS,
            "No permissions",
            "sysctl -w user.max_user_namespaces=10000",
        ),
        (
            replace(FINE, is_container=True),
            "bwrap: Can't mount proc on /newroot/proc: Operation not permitted",
            "mount proc",
            "--security-opt unmask=ALL",
        ),
        (
            FINE,
            "bwrap: Can't mount proc on /newroot/proc: Operation not permitted",
            "mount proc",
            "ProtectKernelTunables=",
        ),
        (
            replace(FINE, is_container=True),
            NO_USERNS,
            "No permissions",
            "--security-opt seccomp=unconfined",
        ),
        (FINE, "", "it wrote nothing", "--unshare-all"),
    ],
)
def test_each_symptom_has_its_exact_fix(
    machine: Machine, complaint: str, what: str, fix: str
) -> None:
    error = diagnose(complaint, machine)
    assert what in error.what
    assert fix in error.fix


ROOTFS = Image(name="r", kind=ImageKind.ROOTFS, directory=Path("/images/r"))


@pytest.mark.parametrize(
    ("complaint", "what"),
    [
        ("bwrap: Can't find source path /no/where: No such file or directory", "/no/where is not"),
        ("bwrap: Can't mkdir /opt/tool: Read-only file system", "no directory /opt/tool"),
        ("bwrap: execvp /run/sh: No such file or directory", "its /bin/sh cannot be started"),
        ("sh: 4: /bin/tar: not found", "no /bin/tar"),
        ("sh: line 4: /bin/tar: No such file or directory", "no /bin/tar"),
        ("/bin/tar: a: Cannot write: No space left on device", "does not fit"),
        ("/bin/tar: a: Wrote only 4608 of 10240 bytes", "does not fit"),
        ("sh: 9: cd: can't cd to /x", "working directory cannot be entered: /x"),
        ("sh: line 9: cd: /x: No such file or directory", "working directory cannot be entered"),
    ],
)
def test_a_fault_of_an_image_names_it(complaint: str, what: str) -> None:
    error = explain(complaint, Run(command=("true",), image=ROOTFS), uid=1)
    assert error is not None
    assert error.what.startswith("image r: ")
    assert what in error.what


def test_other_messages_are_not_about_the_start() -> None:
    run = Run(command=("true",), image=ROOTFS)
    assert explain("bwrap: setting up uid map: Permission denied", run, uid=1) is None


def test_the_first_inaccessible_directory_is_named(tmp_path: Path) -> None:
    tool = tmp_path / "closed" / "open"
    tool.mkdir(parents=True)
    owner = tool.stat().st_uid
    (tmp_path / "closed").chmod(0o600)  # shuts out even its owner
    error = explain_hidden("image x", tool, owner)
    assert f"{tmp_path}/closed shuts it out" in error.what
    assert f"chmod a+rx {tmp_path}/closed" in error.fix
