(** Makes a sampler from a type. Each type name requires the sampler function of that name.

    Source: learn-ocaml §5.3 step 2. *)

val of_type : 'a Ty.ty -> unit -> 'a
(** [int list] becomes [sample_list sample_int]. Only the last component of a qualified name counts.
    Tuples of any size are sampled by component. *)
