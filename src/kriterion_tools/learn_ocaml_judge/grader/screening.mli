(** What no submission may write, whatever it names: before it is typed. *)

val refused : Standard_library.allowance list -> Parsetree.structure -> Compiler.error option
(** The first construct that is refused. The allowances are the exercise's.

    Refused are declarations of primitives, and the parts of the type system in which OCaml has known
    soundness bugs: docs/contributor/learn-ocaml-soundness.md. *)
