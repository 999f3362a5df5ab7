"""learn-ocaml's repositories: exercises in groups, lessons, tutorials, playground and reports.

A `read_` function takes the bytes of one file and returns a value or None, with the faults of the
file; it never raises. Only reading a report, which a tool writes and not an author, may
raise ContractViolation.
"""
