(** A call of a function as one would write it. Source: learn-ocaml §5.3 step 4. *)

val text : string -> ('f Ty.ty, 'u, 'r) Ty.fun_ty -> ('f, 'u, 'r) Arguments.args -> string
(** [f (-1) \[2; 3\]]: an argument that is negative or of several words has parentheses. A long call
    has a line for each argument. *)
