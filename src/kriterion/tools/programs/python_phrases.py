"""Run a program, then phrases as the interactive interpreter does: in its names, with values.

    python3 python_phrases.py PROGRAM PHRASES

This file is copied into the run of a student's program, so it imports nothing of ours.
"""

import ast
import linecache
import os
import sys
import traceback


def main() -> None:
    program, phrases = sys.argv[1:3]
    sys.argv[:] = [program]
    sys.path[0] = os.path.dirname(program)  # noqa: PTH120  loading pathlib takes longer
    names = {"__name__": "__main__", "__builtins__": __builtins__, "__file__": program}
    with open(program, "rb") as file:  # noqa: PTH123
        source = file.read()
    with open(phrases, encoding="utf-8") as file:  # noqa: PTH123
        text = file.read()
    if run(lambda: exec(compile(source, program, "exec"), names)):  # noqa: S102
        run(lambda: run_phrases(text, names))


def run_phrases(text: str, names: dict[str, object]) -> None:
    name = "<phrase>"
    linecache.cache[name] = (len(text), None, text.splitlines(keepends=True), name)
    for statement in ast.parse(text, name).body:
        exec(compile(ast.Interactive([statement]), name, "single"), names)  # noqa: S102


def run(code) -> bool:  # type: ignore[no-untyped-def]
    """Run code; if it fails, show the traceback without the lines of this file."""
    try:
        code()
    except Exception as error:
        trace = error.__traceback__
        while trace is not None and trace.tb_frame.f_code.co_filename == __file__:
            trace = trace.tb_next
        sys.stdout.flush()
        traceback.print_exception(type(error), error, trace)
        return False
    return True


if __name__ == "__main__":
    main()
