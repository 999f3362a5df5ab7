"""The process that runs the student's code: one for each context, controlled over a socket.

It knows the submission and the suite's statements and expressions, never the expected results.
The first request prepares the process: `{"source", "filename", "directory", "hidden", "network",
"memory_bytes", "file_bytes", "cpu_seconds"}`. The answer is `{"missing": […]}`, what the
fence lacks on this machine, and its `pid`; or `{"fault", "errno"}`. Each further request is a step:
`{"do", "code", "arguments", "stdin"}`, where `do` is compile, load, run, statement or expression;
the answer is `{"ending": …}` with further fields. Requests and answers are JSON, one per line.
When a step's time is up, the judge sends TIME_IS_UP, and kills the process a little later.
The student's code may overwrite everything here, so the judge trusts no answer, and continues if
there is none.
"""

import ast  # noqa: F401  # traceback imports it lazily: once here instead of in each fork
import atexit
import codecs
import io
import json
import linecache
import os
import signal
import socket
import sys
import threading
import traceback
import types
import warnings
from collections.abc import Callable
from typing import Any, NamedTuple, NoReturn

from kriterion_tools.fence import user_processes as processes
from kriterion_tools.fence.allowed_environment import allowed_environment
from kriterion_tools.fence.fence import DEVICES, SYSTEM, Fence, enter
from kriterion_tools.fence.limits import FenceLimits
from kriterion_tools.suite_judge.values import TooLarge, describe, format_value

LONGEST_TRACEBACK = 10_000
# Not SIGALRM, which programs use themselves. Unhandled, it ends the process.
TIME_IS_UP = signal.SIGXCPU

_MAX_DESCRIPTORS = 1 << 16
_MAX_OPEN_FILES = 512
_SHARED_MEMORY = "/dev/shm"  # noqa: S108  # holds locks and queues between processes

Answer = dict[str, Any]


class Surroundings(NamedTuple):
    """The fence's parameters: the judge's processes, and how many processes its user may have."""

    protected: tuple[int, ...]
    processes: int | None


def main(surroundings: Surroundings, control: int, stdout: int, stderr: int) -> NoReturn:
    """Become the process of one context. Never returns."""
    try:
        os.setsid()
        processes.show()
        for descriptor, standard in ((stdout, 1), (stderr, 2)):
            os.dup2(descriptor, standard)
        os.closerange(3, control)
        os.closerange(control + 1, _MAX_DESCRIPTORS)
        _serve(socket.socket(fileno=control), surroundings)
    except MemoryError:  # no memory even for an answer: end as if the kernel had killed the process
        os.kill(os.getpid(), signal.SIGKILL)
    except BaseException:
        os._exit(70)
    os._exit(0)


def _serve(control: socket.socket, surroundings: Surroundings) -> None:
    lines = control.makefile("rb")
    prepared = json.loads(lines.readline())
    try:
        missing = _enter_fence(prepared, surroundings)
        _replace_stdin()
        _send_answer(control, {"missing": missing, "pid": os.getpid()})
    except OSError as error:
        fault = f"the fence could not be set up: {error}"
        _send_answer(control, {"fault": fault, "errno": error.errno})
        return
    student = _Student(prepared, answer=lambda answer: _send_answer(control, answer))
    steps: dict[str, Callable[[Answer], Answer]] = {
        "compile": student.compile,
        "load": student.load,
        "run": student.run,
        "statement": student.statement,
        "expression": student.expression,
    }
    for number, line in enumerate(lines):
        request = json.loads(line)
        if number > 0:  # the first step uses the stdin created above
            _replace_stdin()
        _open_streams(request.get("stdin", ""))
        answer = student.attempt(steps[request["do"]], request)
        _flush_streams()
        _send_answer(control, answer)


def _send_answer(control: socket.socket, answer: Answer) -> None:
    control.sendall(json.dumps(answer).encode() + b"\n")


def _enter_fence(prepared: Answer, surroundings: Surroundings) -> tuple[str, ...]:
    """Allow only the work directory and what programs need. Return what the fence lacks."""
    directory: str = prepared["directory"]
    environment = allowed_environment(os.environ, ("PYTHONPATH", f"TMPDIR={directory}"))
    os.environ.clear()
    os.environ.update(environment)
    libraries = (sys.prefix, sys.base_prefix, *sys.path)
    fence = Fence(
        read=(*SYSTEM, *libraries, environment.get("HOME", directory)),
        write=(*DEVICES, _SHARED_MEMORY, directory),
        hide=tuple(prepared["hidden"]),
        network=prepared["network"],
        protected=surroundings.protected,
        limits=FenceLimits(
            processes=surroundings.processes,
            memory_bytes=prepared["memory_bytes"],
            cpu_seconds=prepared["cpu_seconds"],
            file_bytes=prepared["file_bytes"],
            open_files=_MAX_OPEN_FILES,
        ),
    )
    return enter(fence)


class _Student:
    """The submission, and the module in which its code runs."""

    def __init__(self, prepared: Answer, answer: Callable[[Answer], None]) -> None:
        self._source: bytes = prepared["source"].encode("latin-1")
        self._filename: str = prepared["filename"]
        self._directory = os.path.realpath(prepared["directory"])
        self._answer = answer
        self._globals: dict[str, Any] = {}
        os.chdir(self._directory)
        sys.path.insert(0, self._directory)
        sys.dont_write_bytecode = True
        sys.argv = [self._filename]
        text = _decode_source(self._source)
        lines = text.splitlines(keepends=True)
        linecache.cache[self._filename] = (len(text), None, lines, self._filename)

    def attempt(self, step: Callable[[Answer], Answer], request: Answer) -> Answer:
        """Do the step. Return its answer, or how the student's code ended it."""
        signal.signal(TIME_IS_UP, self._report_line_and_exit)
        try:
            return step(request)
        except SystemExit as exit_:
            return {"ending": "exited", "exit_code": _convert_exit_code(exit_.code)}
        except MemoryError:
            return {"ending": "out of memory"}
        except BaseException as error:
            return {"ending": "raised", "exception": self._describe_exception(error)}
        finally:
            signal.signal(TIME_IS_UP, signal.SIG_IGN)  # the step is over: ignore the signal

    def compile(self, _: Answer) -> Answer:
        """Compile the source, and collect the compiler's warnings."""
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always", SyntaxWarning)
            try:
                self._compile_source()
            except SyntaxError as error:
                return {"ending": "refused", "fault": _describe_fault(error)}
            except (ValueError, RecursionError, OverflowError) as error:
                return {"ending": "refused", "fault": {"message": f"{error}"}}
        messages = [{"line": warning.lineno, "message": str(warning.message)} for warning in caught]
        return {"ending": "done", "warnings": messages}

    def load(self, _: Answer) -> Answer:
        """Import the submission to make its functions and classes available."""
        self._execute(self._filename.removesuffix(".py"))
        return {"ending": "done"}

    def run(self, request: Answer) -> Answer:
        """Run the submission as a program, including its exit handlers."""
        sys.argv = [self._filename, *request["arguments"]]
        self._execute("__main__")
        for thread in threading.enumerate():
            if thread is not threading.main_thread() and not thread.daemon:
                thread.join()
        atexit._run_exitfuncs()
        return {"ending": "done"}

    def statement(self, request: Answer) -> Answer:
        exec(compile(request["code"], "<test>", "exec"), self._globals)  # noqa: S102
        return {"ending": "done"}

    def expression(self, request: Answer) -> Answer:
        value = eval(compile(request["code"], "<test>", "eval"), self._globals)  # noqa: S307
        try:
            return {"ending": "done", "value": describe(value), "notation": format_value(value)}
        except TooLarge:
            return {"ending": "done", "value": None, "notation": format_value(value)}

    def _report_line_and_exit(self, _: int, frame: types.FrameType | None) -> NoReturn:
        """Report the line that was running when the time was up, and end the process.

        Code that never returns to Python does not get here; the judge kills it.
        """
        line = None
        while frame is not None and line is None:
            if frame.f_code.co_filename == self._filename:
                line = frame.f_lineno
            frame = frame.f_back
        _flush_streams()
        self._answer({"ending": "timed out", "line": line})
        os._exit(0)

    def _compile_source(self) -> types.CodeType:
        return compile(self._source, self._filename, "exec", dont_inherit=True)

    def _execute(self, name: str) -> None:
        module = types.ModuleType(name)
        module.__file__ = self._filename
        sys.modules[name] = module
        self._globals = module.__dict__
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", SyntaxWarning)  # the compile step has reported them
            compiled = self._compile_source()
        exec(compiled, self._globals)  # noqa: S102

    def _describe_exception(self, error: BaseException) -> Answer:
        described = traceback.TracebackException.from_exception(error, compact=True)
        self._drop_foreign_frames(described)
        own = [frame.lineno for frame in described.stack if frame.filename == self._filename]
        if isinstance(error, SyntaxError) and error.filename == self._filename:
            own.append(error.lineno)
        text = "".join(described.format())
        if len(text) > LONGEST_TRACEBACK:
            half = LONGEST_TRACEBACK // 2
            text = f"{text[:half]}\n…\n{text[-half:]}"
        return {
            "type": type(error).__name__,
            "message": str(described),
            "traceback": text,
            "line": own[-1] if own else None,
        }

    def _drop_foreign_frames(self, described: traceback.TracebackException | None) -> None:
        """Keep only the frames of the student's files, in the exception and in its causes."""
        if described is None:
            return
        own = []
        for frame in described.stack:
            if frame.filename.startswith(self._directory + "/"):
                frame.filename = frame.filename[len(self._directory) + 1 :]
                own.append(frame)
            elif frame.filename == self._filename:
                own.append(frame)
        described.stack[:] = own
        self._drop_foreign_frames(described.__cause__)
        self._drop_foreign_frames(described.__context__)
        for exception in getattr(described, "exceptions", None) or ():
            self._drop_foreign_frames(exception)


def _describe_fault(error: SyntaxError) -> Answer:
    """Return where and why the compiler stopped; rows and columns count from 1."""
    return {
        "message": f"{type(error).__name__}: {error.msg}",
        "text": error.text,
        "line": error.lineno,
        "column": error.offset,
        "end_line": getattr(error, "end_lineno", None),
        "end_column": getattr(error, "end_offset", None),
    }


def _convert_exit_code(code: object) -> int:
    """Return the exit code as the interpreter does: objects other than numbers go to stderr."""
    if code is None:
        return 0
    if isinstance(code, int):
        return code & 0xFF
    print(code, file=sys.stderr)
    return 1


def _decode_source(source: bytes) -> str:
    return source.removeprefix(codecs.BOM_UTF8).decode("utf-8", errors="replace")


def _open_streams(stdin: str) -> None:
    """Open real descriptors for each step, since programs may bypass Python's streams."""
    with open(0, "wb", closefd=False) as file:
        file.write(stdin.encode("utf-8", "surrogateescape"))
    os.lseek(0, 0, os.SEEK_SET)
    sys.stdin = sys.__stdin__ = _open_stream(0, "r", "surrogateescape")  # type: ignore[misc]
    sys.stdout = sys.__stdout__ = _open_stream(1, "w", "strict")  # type: ignore[misc]
    sys.stderr = sys.__stderr__ = _open_stream(2, "w", "backslashreplace")  # type: ignore[misc]


def _replace_stdin() -> None:
    """Create a file with the input of one step."""
    memory = _create_anonymous_file()
    os.dup2(memory, 0)
    os.close(memory)


def _create_anonymous_file() -> int:
    """Create a file in memory. A sandbox without cgroups refuses memory that no process maps."""
    try:
        return os.memfd_create("stdin")
    except OSError:
        return os.open(_SHARED_MEMORY, os.O_TMPFILE | os.O_RDWR, 0o600)


def _open_stream(descriptor: int, mode: str, errors: str) -> io.TextIOWrapper:
    return open(  # type: ignore[return-value]
        descriptor, mode, encoding="utf-8", errors=errors, closefd=False
    )


def _flush_streams() -> None:
    for stream in (sys.stdout, sys.__stdout__, sys.stderr, sys.__stderr__):
        try:
            stream.flush()  # type: ignore[union-attr]
        except Exception:  # noqa: S112  # the student's code closed or replaced it
            continue
