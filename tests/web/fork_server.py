"""A process that has imported a site's modules, and forks for each program: `forked_program`.

A program begins with its own arguments, environment, directory and streams, and makes the settings
of its own site. Some modules read a setting while they are imported: if one of these differs for
the program's site, Django's set-up fails there.
"""

import functools
import gc
import importlib
import json
import os
import runpy
import socket
import sys
import tempfile
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import django
from django.apps import apps
from django.conf import LazySettings, settings
from django.db import connections
from django.db.migrations.loader import MigrationLoader
from django.utils.functional import empty

_SETTINGS = "kriterion.web.settings"
_IMPORTED = (
    *("uvicorn", "kriterion.web.urls", "kriterion.web.submissions.worker.submission_worker"),
    *(f"kriterion.cli.commands.{name}" for name in ("backup", "manage", "restore", "worker")),
    *(f"kriterion.web.backups.{name}" for name in ("backup", "restore")),
    *(f"django.core.management.commands.{name}" for name in ("check", "migrate", "shell")),
    *("tests.web.queue_fixtures", "tests.web.rehearsal"),
)
_READ_ANEW = frozenset({"DATABASES", "LOGGING"})
_MAX_REQUEST_BYTES = 100_000
_CACHED = type(functools.cache(lambda: None))


def main(channel: socket.socket) -> None:
    imported_with = _import_site()
    _begin_program(_serve(channel))
    _forget_settings(imported_with)
    runpy.run_module(sys.argv[0], run_name="__main__", alter_sys=True)


def _import_site() -> dict[str, Any]:
    """Import what programs need; return the settings that were read meanwhile."""
    read: dict[str, Any] = {}
    look_up = LazySettings.__getattr__

    def note(self: LazySettings, name: str) -> Any:
        value = read[name] = look_up(self, name)
        vars(self).pop(name, None)  # otherwise it is looked up only once
        return value

    vars_of_class: Any = LazySettings
    vars_of_class.__getattr__ = note
    os.environ["DJANGO_SETTINGS_MODULE"] = _SETTINGS
    django.setup()
    for name in _IMPORTED:
        importlib.import_module(name)
    MigrationLoader(None)
    vars_of_class.__getattr__ = look_up
    return {name: value for name, value in read.items() if name not in _READ_ANEW}


def _serve(channel: socket.socket) -> dict[str, Any]:
    """Fork for each request. Return in a forked process only, with the request."""
    for cached in [found for found in gc.get_objects() if isinstance(found, _CACHED)]:
        cached.cache_clear()
    gc.collect()
    gc.freeze()
    threads = list(Path("/proc/self/task").iterdir())
    assert len(threads) == 1, "only this thread would be forked"
    while True:
        request, streams, *_ = socket.recv_fds(channel, _MAX_REQUEST_BYTES, 3)
        if not request:
            sys.exit()  # the tests have ended
        reader, writer = os.pipe()
        forker = os.fork()
        if not forker:
            if program := os.fork():
                os.write(writer, str(program).encode())
                os._exit(0)
            for number, stream in enumerate(streams):
                os.dup2(stream, number)
            os.closerange(3, 1 + max(channel.detach(), writer, *streams))
            return dict(json.loads(request))
        os.waitpid(forker, 0)
        channel.send(os.read(reader, 64))
        for descriptor in (reader, writer, *streams):
            os.close(descriptor)


def _begin_program(request: Mapping[str, Any]) -> None:
    sys.orig_argv = request["command"]
    sys.argv = request["command"][2:]
    os.environ.clear()
    os.environ.update(request["environment"])
    time.tzset()
    tempfile.tempdir = None
    os.chdir(request["directory"])
    sys.path[0] = request["directory"]


def _forget_settings(imported_with: Mapping[str, Any]) -> None:
    """Have the settings made again, and compared when Django is set up."""
    settings._wrapped = empty
    del sys.modules[_SETTINGS]
    for alias in connections:
        if hasattr(vars(connections)["_connections"], alias):
            del connections[alias]
    vars(connections).update(_settings=None)
    vars(connections).pop("settings", None)
    populate = apps.populate

    def compare_settings(installed: Any = None) -> None:
        for name, value in imported_with.items():
            if getattr(settings, name) != value:
                raise RuntimeError(f"start this program by itself: its site has another {name}")
        populate(installed)

    vars(apps)["populate"] = compare_settings


if __name__ == "__main__":
    main(socket.socket(fileno=int(sys.argv[1])))
