(** A sampler made from a type: each type's name asks for the function of that name.

    Source: learn-ocaml §5.3 step 2. *)

val of_type : 'a Ty.ty -> unit -> 'a
(** [int list] is [sample_list sample_int]. Of a qualified name the last component counts. Tuples of
    any size are sampled by their components. *)
