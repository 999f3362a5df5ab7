"""What a command's exit status says, the same for every command."""

FINE = 0
FINDINGS = 1  # it did its work, and there is something to mend
WRONG_USAGE = 2
FAILED = 3  # the machine or a tool failed
INTERRUPTED = 130  # as shells say it
