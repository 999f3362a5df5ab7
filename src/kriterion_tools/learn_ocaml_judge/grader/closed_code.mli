(** What compiled code may contain. This is the last check before the code runs.

    {!Screening}, {!Standard_library} and {!Sound_types} restrict the language. This module
    restricts the compiler's output, however a primitive got there: aliases, functors, first-class
    modules and names of the prelude all become the same few operations. *)

type rules = {
  may_call : string -> bool;  (** C primitives of the runtime, by name *)
  may_use : string -> bool;  (** compilation units *)
  may_read : string -> int -> bool;  (** indexes in the block of a unit *)
}

val zero_new_memory : Lambda.lambda -> Lambda.lambda
(** Makes every primitive that would return uninitialised memory return zeros. *)

val find_refused : rules -> Lambda.lambda -> (string * Location.t) option
(** The first operation that the rules do not allow, in words, and its location. *)
