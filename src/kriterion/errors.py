"""Every error raised on purpose, by whose fault it is.

A fault of a student is a result, not an error; a fault of a teacher is a list of problems
(`exercises/problem.py`). Errors are the fault of a tool, the operator or the machine:

    KriterionError
    ├── ContractViolation     a tool wrote something its contract does not allow
    ├── OperatorError         something is set up wrongly, and `fix` says how to fix it
    │   ├── SandboxUnavailable    no run can be confined here
    │   │   └── EngineUnavailable     there are no containers here; other runs can be confined
    │   ├── JudgeNotInstalled     an exercise asks for a judge that is not here
    │   ├── ImageNotInstalled     a tool asks for an image that is not here
    │   └── ContentUnavailable    a repository or a tool is not here, and cannot be fetched
    └── MachineError          the machine failed (disk full, killed): worth another try
        └── ResourceShortage      it has no descriptors, processes, memory or space left
"""

import errno

from kriterion_tools.errors import KriterionError

# What the kernel says when the machine itself lacks something, or its disk fails.
SHORTAGES = frozenset(
    {
        errno.EMFILE,
        errno.ENFILE,
        errno.ENOMEM,
        errno.EAGAIN,  # processes
        errno.ENOBUFS,
        errno.ENOSPC,
        errno.EDQUOT,
        errno.EROFS,
        errno.EIO,
    }
)
FULL_DISK = frozenset({errno.ENOSPC, errno.EDQUOT})
_NO_THREAD = "can't start new thread"  # how Python says it, as a RuntimeError
_LONGEST_CHAIN = 10


class OperatorError(KriterionError):
    """Something on this machine or in its settings keeps Kriterion from working.

    `fix` is what the operator should do, as one or more lines ready to be printed. `code` names the
    kind of trouble and never changes: a code of `authoring.diagnostics`, or empty.
    """

    def __init__(self, what: str, *, fix: str = "", code: str = "") -> None:
        super().__init__(what)
        self.what = what
        self.fix = fix
        self.code = code


class SandboxUnavailable(OperatorError):
    """No run can be confined on this machine as it is."""


class EngineUnavailable(SandboxUnavailable):
    """No container engine works on this machine: only what needs one cannot be run."""


class JudgeNotInstalled(OperatorError):
    """An exercise asks for a judge that this machine does not have.

    `name` is what the exercise calls it; empty when it names none.
    """

    def __init__(self, what: str, *, name: str, fix: str) -> None:
        super().__init__(what, fix=fix)
        self.name = name


class ImageNotInstalled(OperatorError):
    """A tool or an exercise asks for an image that this machine does not have.

    `name` is what it calls the image.
    """

    def __init__(self, what: str, *, name: str, fix: str) -> None:
        super().__init__(what, fix=fix)
        self.name = name


class ContentUnavailable(OperatorError):
    """The files of a repository or a tool are not on this machine, and cannot be fetched now."""


class MachineError(KriterionError):
    """The machine failed, not the student, the tool or the teacher: worth another try."""


class ResourceShortage(MachineError):
    """The machine has no descriptors, processes, memory or space left for now."""


def is_shortage(error: BaseException | None) -> bool:
    """Whether an error, or one that led to it, says that the machine lacks something."""
    for _ in range(_LONGEST_CHAIN):
        if error is None:
            return False
        if isinstance(error, ResourceShortage | MemoryError):
            return True
        if isinstance(error, OSError) and error.errno in SHORTAGES:
            return True
        if isinstance(error, RuntimeError) and _NO_THREAD in str(error):
            return True
        error = error.__cause__ or error.__context__
    return False
