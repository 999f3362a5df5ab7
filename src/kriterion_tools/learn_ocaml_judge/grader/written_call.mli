(** The source text of a function call. Source: learn-ocaml §5.3 step 4. *)

val text : string -> ('f Ty.ty, 'u, 'r) Ty.fun_ty -> ('f, 'u, 'r) Arguments.args -> string
(** [f (-1) \[2; 3\]]: arguments that are negative or have several words get parentheses. A long
    call has one line per argument. *)
