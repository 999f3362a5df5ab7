(** Constructs that no submission may contain. Checked before typing. *)

val find_refused : Standard_library.allowance list -> Parsetree.structure -> Compiler.error option
(** The first refused construct. The allowances are the exercise's.

    Refuses declarations of primitives, and the parts of the type system in which OCaml has known
    soundness bugs: docs/contributor/learn-ocaml-soundness.md. *)
