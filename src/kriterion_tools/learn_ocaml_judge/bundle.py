"""Pass all files of a grading in one descriptor, so that the grader needs no access to the
exercise.

The bundle holds first the files that the student's code may see, then the others;
`grader/bundle.mli` has the format.
"""

from __future__ import annotations

import os

TYPE_CHECKING = False  # `typing` takes as long to import as everything else here
if TYPE_CHECKING:
    from collections.abc import Iterator

    from kriterion_tools.learn_ocaml_judge.grader_configuration import GraderConfiguration

_PUBLIC_FILES = ("prelude.ml", "prepare.ml", "allow.json", "test_libs.txt")
_SECRET_FILES = ("solution.ml", "depend.txt", "test.ml")


def write_bundle(configuration: GraderConfiguration, nonce: str) -> int:
    """Write the bundle to a nameless file, and return its descriptor, positioned at the start."""
    descriptor = _open_nameless()
    exercise = configuration.exercise
    with open(configuration.solution, "rb") as source:
        submission = source.read()
    public = (("submission", submission), *_read_files(exercise, _PUBLIC_FILES))
    secret = (("nonce", nonce.encode()), *_read_files(exercise, _SECRET_FILES))
    dependencies = next((text for name, text in secret if name == "depend.txt"), b"")
    names = tuple(dict.fromkeys(_read_names(dependencies)))
    loaded = _read_dependencies(exercise, names, configuration.shared_files)
    with os.fdopen(os.dup(descriptor), "wb") as file:
        file.write(_encode_part(public) + _encode_part((*secret, *loaded)))
    os.lseek(descriptor, 0, os.SEEK_SET)
    return descriptor


def _open_nameless() -> int:
    try:
        return os.memfd_create("bundle", os.MFD_CLOEXEC)
    except OSError:
        # Refused where no cgroup accounts for such memory. With O_EXCL, the file can never get a
        # name.
        flags = os.O_TMPFILE | os.O_EXCL | os.O_RDWR | os.O_CLOEXEC
        return os.open("/tmp", flags, 0o600)  # noqa: S108 - the run's own


def _encode_part(files: tuple[tuple[str, bytes], ...]) -> bytes:
    entries = (b"%d %s\n%s" % (len(text), os.fsencode(name), text) for name, text in files)
    return b"".join(entries) + b"-\n"


def _read_files(directory: str, names: tuple[str, ...]) -> Iterator[tuple[str, bytes]]:
    """Yield (name, content) of the files that can be read."""
    for name in names:
        try:
            with open(f"{directory}/{name}", "rb") as file:
                yield name, file.read()
        except (OSError, ValueError):
            continue


def _read_dependencies(
    directory: str, names: tuple[str, ...], shared: dict[str, str]
) -> Iterator[tuple[str, bytes]]:
    """Yield (name, content) of the files; those in `shared` have a path of their own."""
    for name in names:
        if name not in shared:
            yield from _read_files(directory, (name,))
            continue
        try:
            with open(shared[name], "rb") as file:
                yield name, file.read()
        except OSError:
            continue


def _read_names(text: bytes) -> Iterator[str]:
    for line in text.split(b"\n"):
        if name := line.partition(b"#")[0].strip():
            yield os.fsdecode(name)
