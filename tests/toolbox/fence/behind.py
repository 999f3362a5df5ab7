"""What a process behind a fence gets to do, found out by one that really is."""

import multiprocessing
import traceback
from collections.abc import Callable
from multiprocessing.connection import Connection

from kriterion_tools.fence import landlock
from kriterion_tools.fence import user_processes as processes
from kriterion_tools.fence.fence import Fence, enter


def try_actions(
    fence: Fence, *actions: Callable[[], object], version: int | None = None
) -> list[str]:
    """Return each action's result or the class of its error; `version` is Landlock's."""
    context = multiprocessing.get_context("fork")
    ours, theirs = context.Pipe(duplex=False)
    process = context.Process(target=_try, args=(theirs, fence, actions, version))
    process.start()
    theirs.close()
    received = ours.recv()
    process.join()
    assert isinstance(received, list), received
    return received


def _try(
    pipe: Connection, fence: Fence, actions: tuple[Callable[[], object], ...], version: int | None
) -> None:
    try:
        if version is None:
            enter(fence)
        else:
            processes.drop_privileges()
            landlock.restrict(
                read=fence.read, write=fence.write, network=fence.network, version=version
            )
        pipe.send([_make_outcome(action) for action in actions])
    except BaseException:
        pipe.send(traceback.format_exc())


def _make_outcome(action: Callable[[], object]) -> str:
    try:
        return str(action())
    except Exception as error:
        return type(error).__name__
