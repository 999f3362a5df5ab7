"""The command `kriterion`: its subcommands, and how errors end it.

A subcommand is imported only when it is run, and what only some runs need where they need it: this
keeps start-up fast.
"""

import errno
import os
import sys
import traceback
from importlib import import_module

import click

from kriterion import __version__
from kriterion.cli.exit_status import FAILED, FINE, INTERRUPTED, WRONG_USAGE
from kriterion.errors import MachineError, OperatorError
from kriterion.markup.visible_text import make_visible
from kriterion_tools.errors import ContractViolation, KriterionError

# `kriterion --help` lists these; NAME is the function NAME in cli/commands/NAME.py.
COMMANDS = {
    "assess": "Assess submissions to an exercise, with feedback live.",
    "grade": "Grade a solution of a learn-ocaml exercise.",
    "analyze": "Analyze a solution: comments on it, and tags.",
    "represent": "Normalise solutions so that equivalent ones can be grouped.",
    "feedback": "Turn a judge's raw output into feedback.",
    "check": "Report problems in exercises, tools, comments and rules.",
    "build": "Build the static index of a learn-ocaml repository.",
    "serve": "Serve the site: courses, submissions, live feedback.",
    "worker": "Assess the submissions of a site served by another process.",
    "capacity": "Say how many workers a site needs before a deadline.",
    "manage": "Run one of Django's commands on the site.",
    "backup": "Back up a site into one file.",
    "restore": "Restore a site from a backup.",
    "schemas": "Print the JSON Schemas of the files that authors write.",
    "export": "Export Kriterion's analyzer or representer as a separate tool.",
    "doctor": "Report what this machine can do, and how to fix what it cannot.",
    "completion": "Print the shell completion script.",
}

_DISK_ERRORS = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO)


class CommandGroup(click.Group):
    """The subcommands, each imported on first use."""

    def list_commands(self, _: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, _: click.Context, name: str) -> click.Command | None:
        if name not in COMMANDS:
            return None
        command = getattr(import_module(f"kriterion.cli.commands.{name}"), name)
        assert isinstance(command, click.Command)
        return command

    def invoke(self, context: click.Context) -> object:
        from kriterion.markup.effort import limit_effort
        from kriterion.rendering.cpu_effort import CpuEffort

        # Show text as plain text if it takes too long to render: it may be hostile.
        with limit_effort(CpuEffort(piece_seconds=1.0, whole_seconds=10.0)):
            return super().invoke(context)

    def format_commands(self, _: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


@click.command(
    cls=CommandGroup,
    epilog="Try:  kriterion assess EXERCISE FILE   ·   kriterion COMMAND --help",
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.version_option(__version__, message="kriterion %(version)s")
def kriterion() -> None:
    """Assess solutions to programming exercises: in a sandbox, with live feedback."""


def main() -> int:
    """Run the command line; return the exit status."""
    _open_closed_streams()
    stdout = sys.stdout
    try:
        return _run()
    except SystemExit:
        # If the reader of our output stops early, click replaces the stream and exits with 1, which
        # means findings here.
        if sys.stdout is not stdout:
            return FINE
        raise


def _open_closed_streams() -> None:
    """Open /dev/null as each standard stream that is closed when the process starts.

    Otherwise the first opened files would get these descriptors, and our output would go into them.
    """
    for descriptor, name in enumerate(("stdin", "stdout", "stderr")):
        if getattr(sys, name) is None:
            opened = os.open(os.devnull, os.O_RDONLY if descriptor == 0 else os.O_WRONLY)
            if opened != descriptor:
                os.dup2(opened, descriptor)
                os.close(opened)
            mode = "r" if descriptor == 0 else "w"
            setattr(sys, name, os.fdopen(descriptor, mode, encoding="utf-8", errors="replace"))


def _run() -> int:
    try:
        status = kriterion.main(prog_name="kriterion", standalone_mode=False)
        return status if isinstance(status, int) else FINE
    except click.ClickException as error:
        # The message may quote any file name; click escapes only some control characters.
        error.message = make_visible(error.message)  # type: ignore[misc]
        error.show()
        return WRONG_USAGE
    except click.Abort:
        print("kriterion: interrupted", file=sys.stderr)
        return INTERRUPTED
    except KriterionError as error:
        return _print_error(error)
    except BrokenPipeError:  # the reader of our output stopped early
        sys.stderr.close()
        return FINE
    except Exception as error:
        if isinstance(error, OSError) and error.errno in _DISK_ERRORS and error.filename is None:
            # Python would write the buffered output again on exit, and fail again.
            sys.stdout = open(os.devnull, "w")  # noqa: PTH123, SIM115
            return _print_error(MachineError(f"the output cannot be written: {error.strerror}"))
        traceback.print_exc()  # a defect of ours; its status must differ from that of findings
        return FAILED


def _print_error(error: KriterionError) -> int:
    """Print on stderr what went wrong and how to fix it."""
    prefix = "a tool broke its contract: " if isinstance(error, ContractViolation) else ""
    print(make_visible(f"kriterion: {prefix}{error}"), file=sys.stderr)
    if isinstance(error, OperatorError) and error.fix:
        from kriterion.cli.terminal.remedies import format_remedy

        print(make_visible(format_remedy(error.fix, indent=2)), file=sys.stderr)
    return FAILED


if __name__ == "__main__":
    sys.exit(main())
