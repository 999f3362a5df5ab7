"""Exit statuses, the same for every command."""

FINE = 0
FINDINGS = 1  # the command worked and found something to fix
WRONG_USAGE = 2
FAILED = 3  # the machine or a tool failed
OUTDATED = 75  # a newer version is needed: BSD's EX_TEMPFAIL, for which services are restarted
INTERRUPTED = 130  # 128 + SIGINT, as in shells
