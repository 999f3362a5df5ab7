(** What is looked at in the parse tree of a submission before it is typed, because typing lets
    it pass: [external], in structures and in signatures, gives any type to any primitive. *)

val refused : Parsetree.structure -> Compiler.error option
(** The first thing that may not be there. *)
