"""Why a container did not start, and what the operator can do: symptoms with fixes."""

import re

from kriterion.errors import EngineUnavailable, MachineError, OperatorError
from kriterion.sandbox.run import Run
from kriterion_tools.errors import KriterionError

_NO_ENGINE = re.compile(r"cannot connect to|error during connect|connection refused", re.IGNORECASE)
_FORBIDDEN = re.compile(r"permission denied while trying to connect", re.IGNORECASE)
_NO_IMAGE = re.compile(r"no such image|image not known|unable to find image", re.IGNORECASE)
_NO_SHELL = re.compile(r'"?/bin/sh"?: (?:stat|executable file|no such file)', re.IGNORECASE)
_NO_SOURCE = re.compile(r"(?:statfs|source path does not exist:|bind source) (/[^:]+)")
_NO_PROGRAM = re.compile(r"\b(mkdir|dd|tar|cat|cp|rm): (?:command )?not found")
_NO_PLACE = re.compile(r"No space left on device|Wrote only|Cannot mkdir|can't create directory")
_NO_RLIMIT = re.compile(r"error setting rlimit")
_KILLED = re.compile(r"\bKilled\b")
_NO_DIRECTORY = re.compile(r"cd: (?:.*can't cd to )?(/[^:\n]+)")


def diagnose_engine(complaint: str, engine: str) -> EngineUnavailable:
    """Translate an engine's error when it was only asked for its version."""
    if _FORBIDDEN.search(complaint):
        return EngineUnavailable(
            f"{engine} may not be used by this user: {complaint}",
            fix=f"sudo usermod --append --groups {engine} $USER\nand log in again",
        )
    if _NO_ENGINE.search(complaint):
        return EngineUnavailable(
            f"{engine} does not answer: {complaint}", fix=f"sudo systemctl start {engine}"
        )
    return EngineUnavailable(
        f"{engine} does not work: {complaint}", fix=f"find out why this fails:\n{engine} info"
    )


def explain_engine(complaint: str, engine: str, run: Run) -> KriterionError:
    """Translate an error about a run, from the engine or the run's own shell."""
    name = f"image {run.image.name}"
    if _FORBIDDEN.search(complaint) or _NO_ENGINE.search(complaint):
        return diagnose_engine(complaint, engine)
    if _NO_IMAGE.search(complaint):
        reference = run.image.reference or run.image.name
        return OperatorError(
            f"{name}: {engine} has no image of that name", fix=f"{engine} pull {reference}"
        )
    if match := _NO_SOURCE.search(complaint):
        return OperatorError(
            f"{name}: {match[1]} is not there",
            fix="correct the path in kriterion.toml, or make it",
        )
    if _NO_RLIMIT.search(complaint):
        return OperatorError(
            f"{engine} asks for higher limits than this machine gives: {complaint}",
            fix="in /etc/containers/containers.conf, below [containers], write:\n"
            'default_ulimits = ["nofile=4096:4096", "nproc=4096:4096"]',
        )
    if _NO_SHELL.search(complaint):
        return OperatorError(f"{name}: has no /bin/sh", fix="add a shell to the image")
    if match := _NO_PROGRAM.search(complaint):
        return OperatorError(f"{name}: has no {match[1]}", fix=f"add {match[1]} to the image")
    if _NO_PLACE.search(complaint):
        return OperatorError(
            f"{name}: what the run starts with does not fit into its writable file systems of"
            f" {run.limits.scratch_bytes:,} bytes",
            fix="leave out files that are not needed, or raise the limit",
        )
    if _KILLED.search(complaint):
        return OperatorError(
            f"{name}: what the run starts with does not fit into its memory limit of"
            f" {run.limits.memory_bytes:,} bytes",
            fix="raise the memory limit of the exercise",
        )
    if match := _NO_DIRECTORY.search(complaint):
        return OperatorError(f"{name}: the working directory cannot be entered: {match[1]}")
    return MachineError(f"{name}: {engine} could not start a run: {complaint or 'no reason'}")
