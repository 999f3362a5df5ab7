"""Whether a crash in a run starts a program of this machine: `kernel.core_pattern`.

Runs leave no core files: their limit is 0. That limit does not apply to a program to which the
kernel pipes a crashed process's memory. Such a program runs as root, outside any sandbox, and reads
what a student wrote. Source: core(5), "Piping core dumps to a program".
"""

from pathlib import Path

from kriterion.host.doctor.diagnosis import Diagnosis

_PATTERN = Path("/proc/sys/kernel/core_pattern")

_FIX = """\
have the kernel start nothing, as root:
sysctl -w kernel.core_pattern=core
echo kernel.core_pattern=core >/etc/sysctl.d/90-kriterion-core.conf
Ubuntu's apport sets it again when it starts: systemctl disable --now apport.service"""


def examine_core_dumps(file: Path = _PATTERN) -> Diagnosis:
    """Report what happens to the memory of a run's crashed process."""
    subject = "crashes of runs"
    try:
        pattern = file.read_text(errors="replace").strip()
    except OSError as error:
        return Diagnosis(
            subject=subject,
            state="notice",
            what=f"{file}: {error.strerror}",
            code="doctor.core-dumps.unreadable",
        )
    if pattern.startswith("|"):
        return Diagnosis(
            subject=subject,
            state="notice",
            what=f"each crash starts a program as root, outside the sandbox: {pattern[1:].strip()}",
            fix=_FIX,
            code="doctor.core-dumps.program",
        )
    return Diagnosis(subject=subject, state="fine", what="leave no core file and start no program")
