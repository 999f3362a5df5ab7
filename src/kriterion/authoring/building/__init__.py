"""Build the static index of a learn-ocaml repository."""
