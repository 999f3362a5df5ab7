"""Run a task in a process of its own, which can be stopped at any time."""

import os
import subprocess
import sys
import threading
import time
from tempfile import TemporaryFile
from typing import Final

import msgspec

from kriterion.similarity.similarity_tasks import (
    SimilarityAnswer,
    SimilarityTask,
    decode_similarity_answer,
)

WALL_SECONDS: Final = 1800.0  # far beyond the limit of CPU time, on a busy machine
_POLL_SECONDS: Final = 0.2
_KEPT_VARIABLES: Final = ("PATH", "LANG", "LC_ALL", "PYTHONPATH", "TZ", "VIRTUAL_ENV")


class TaskStoppedError(Exception):
    """The task was stopped before its end."""


class TaskLostError(Exception):
    """The process died: the task exceeds its limits, or the machine killed it."""


def run_task(task: SimilarityTask, stopped: threading.Event) -> SimilarityAnswer:
    """Return the answer to a task. Raises TaskStoppedError or TaskLostError."""
    # None of the site's secrets are in its environment.
    environment = {name: os.environ[name] for name in _KEPT_VARIABLES if name in os.environ}
    end = time.monotonic() + WALL_SECONDS
    with TemporaryFile() as message:  # a pipe would have to be written while the process runs
        message.write(msgspec.msgpack.encode(task))
        message.seek(0)
        process = subprocess.Popen(
            (sys.executable, "-P", "-m", "kriterion.similarity.similarity_process"),
            stdin=message,
            stdout=subprocess.PIPE,
            cwd="/",
            env=environment,
        )
    with process:
        while True:
            if stopped.is_set() or time.monotonic() > end:
                process.kill()
                raise TaskStoppedError
            try:
                answer, _ = process.communicate(timeout=_POLL_SECONDS)
                break
            except subprocess.TimeoutExpired:
                continue
    if process.returncode:
        raise TaskLostError(f"the process ended with status {process.returncode}")
    try:
        return decode_similarity_answer(answer)
    except msgspec.MsgspecError as error:
        raise TaskLostError("the answer of the process is invalid") from error
