"""`fence OPTION… -- PROGRAM ARGUMENT…`: become that program, behind the fence.

The exit status is the program's; 125 if the fence could not be set up, 126 and 127 if the program
could not be executed or found, as with env(1).
"""

import argparse
import contextlib
import json
import os
import signal
import sys
from typing import NoReturn

from kriterion_tools.fence import landlock
from kriterion_tools.fence import user_processes as processes
from kriterion_tools.fence.allowed_environment import allowed_environment
from kriterion_tools.fence.fence import DEVICES, SYSTEM, Fence, enter, find_missing_features
from kriterion_tools.fence.limits import FenceLimits

_NO_FENCE, _NOT_EXECUTABLE, _NOT_FOUND = 125, 126, 127
_MAX_DESCRIPTORS = 1 << 20


def main(arguments: list[str] | None = None) -> None:
    """Run the command line, or these arguments."""
    own, command = _split(sys.argv[1:] if arguments is None else arguments)
    options = _build_parser().parse_args(own)
    if options.check:
        print(json.dumps({"landlock": landlock.read_version(), "missing": find_missing_features()}))
        return
    if not command:
        _fail("no program given; write: fence OPTION… -- PROGRAM ARGUMENT…")
    environment = _build_environment(options)
    _leave_session(options.keep)
    try:
        missing = enter(_build_fence(options))
    except OSError as error:
        _fail(f"the fence could not be set up: {error}")
    if missing and options.strict:
        _fail(f"this kernel has no {' and no '.join(missing)}")
    _execute(command, environment)


def _split(arguments: list[str]) -> tuple[list[str], list[str]]:
    if "--" not in arguments:
        return arguments, []
    place = arguments.index("--")
    return arguments[:place], arguments[place + 1 :]


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        _fail(message)


def _build_parser() -> argparse.ArgumentParser:
    parser = _Parser(
        prog="fence",
        usage="fence [OPTION]… -- PROGRAM [ARGUMENT]…",
        description="Run a program without access to the files and processes of its caller.",
        allow_abbrev=False,
    )
    for name, meaning in (
        ("--read", "allow reading and executing below PATH (besides the system's directories)"),
        ("--write", "allow reading, executing and writing below PATH; the first is TMPDIR"),
        ("--hide", "deny all access below PATH"),
    ):
        parser.add_argument(name, metavar="PATH", action="append", default=[], help=meaning)
    parser.add_argument("--network", action="store_true", help="allow the network")
    parser.add_argument(
        "--lasting-ipc", action="store_true",
        help="allow System V IPC and message queues, which outlive the program",
    )  # fmt: skip
    for name, metavar, meaning in (
        ("--processes", "N", "processes and threads beyond those that this user has now"),
        ("--memory", "BYTES", "data of each process, in bytes"),
        ("--cpu", "SECONDS", "CPU time of each process, in seconds"),
        ("--file-size", "BYTES", "size of each file, in bytes"),
        ("--open-files", "N", "open files of each process"),
    ):
        parser.add_argument(name, metavar=metavar, type=_parse_amount, help=meaning)
    parser.add_argument(
        "--variable", metavar="NAME[=VALUE]", action="append", default=[],
        help="pass an environment variable besides the default ones",
    )  # fmt: skip
    parser.add_argument(
        "--keep", metavar="FD", type=_parse_amount, action="append", default=[],
        help="keep a descriptor open besides 0, 1 and 2",
    )  # fmt: skip
    parser.add_argument(
        "--strict", action="store_true", help="fail if this kernel lacks part of the fence"
    )
    parser.add_argument(
        "--check", action="store_true", help="print what this machine supports, in JSON, and exit"
    )
    return parser


def _parse_amount(text: str) -> int:
    if not text.isascii() or not text.isdigit() or len(text) > 18:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number")
    return int(text)


def _build_environment(options: argparse.Namespace) -> dict[str, str]:
    environment = allowed_environment(os.environ, options.variable)
    if options.write and not any(variable.startswith("TMPDIR=") for variable in options.variable):
        environment["TMPDIR"] = os.path.realpath(options.write[0])
    return environment


def _leave_session(kept: list[int]) -> None:
    """Leave the judge's session and close all its descriptors except `kept` and 0, 1 and 2."""
    with contextlib.suppress(PermissionError):  # this process leads a process group already
        os.setsid()
    low = 3
    for descriptor in sorted(number for number in {*kept, _MAX_DESCRIPTORS} if number >= low):
        os.closerange(low, descriptor)
        low = descriptor + 1
    for descriptor in kept:
        try:
            os.set_inheritable(descriptor, True)
        except OSError as error:
            _fail(f"--keep {descriptor}: {error.strerror}")


def _build_fence(options: argparse.Namespace) -> Fence:
    processes_now = processes.count_tasks() if options.processes is not None else 0
    return Fence(
        read=(*SYSTEM, *options.read),
        write=(*DEVICES, *options.write),
        hide=tuple(options.hide),
        network=options.network,
        lasting_ipc=options.lasting_ipc,
        protected=processes.list_lineage(os.getppid()),
        limits=FenceLimits(
            processes=None if options.processes is None else processes_now + options.processes,
            memory_bytes=options.memory,
            cpu_seconds=options.cpu,
            file_bytes=options.file_size,
            open_files=options.open_files,
        ),
    )


def _execute(command: list[str], environment: dict[str, str]) -> NoReturn:
    for number in (signal.SIGPIPE, signal.SIGXFSZ):  # Python ignores them; programs rely on them
        signal.signal(number, signal.SIG_DFL)
    try:
        os.execvpe(command[0], command, environment)  # noqa: S606  # the purpose of this program
    except (FileNotFoundError, NotADirectoryError) as error:
        _fail(f"{command[0]}: {error.strerror}", _NOT_FOUND)
    except (OSError, ValueError) as error:
        _fail(f"{command[0]}: {error}", _NOT_EXECUTABLE)


def _fail(why: str, status: int = _NO_FENCE) -> NoReturn:
    print(f"fence: {why}", file=sys.stderr)
    raise SystemExit(status)


if __name__ == "__main__":
    main()
