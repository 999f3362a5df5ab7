"""What is to be found in a learn-ocaml repository beyond what reading it tells."""
