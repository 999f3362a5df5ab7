"""Check a learn-ocaml repository beyond the problems that reading it reports."""
