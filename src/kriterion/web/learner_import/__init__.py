"""Moving in from learn-ocaml: its learners with their saved work, and how they get in."""
