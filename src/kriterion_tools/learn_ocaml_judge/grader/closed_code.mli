(** What compiled code may contain: the last look at it before it runs.

    {!Screening}, {!Standard_library} and {!Sound_types} close the language. This closes what the
    compiler makes of it, whichever way a primitive got there: aliases, functors, first-class
    modules and names of the prelude all end as the same few operations. *)

type rules = {
  may_call : string -> bool;  (** C primitives of the runtime, by name *)
  may_use : string -> bool;  (** compilation units *)
  may_read : string -> int -> bool;  (** places in the block of a unit *)
}

val zero_new_memory : Lambda.lambda -> Lambda.lambda
(** Every primitive that returns memory as it was found returns it filled with zeros. *)

val refused : rules -> Lambda.lambda -> (string * Location.t) option
(** What the code contains that the rules do not allow, in words, and where it comes from. *)
