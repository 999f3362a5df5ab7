"""learn-ocaml's repositories: exercises in groups, lessons, tutorials, playground and reports.

Values in, values out. A `read_` function takes the bytes of one file and gives a value, or None,
with the faults of the file; none of them raises, whatever the bytes. Only a report is written by a
tool and not by an author: reading one raises a ContractViolation.
"""
