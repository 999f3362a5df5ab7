(** The shapes of types whose values can be sent from one process to the other.

    Values cannot be sent if their type does not determine their structure (abstract types, type
    variables, objects, modules) or if the type expands without end. *)

exception Not_transferable of string
(** The obstacle, as a noun phrase. *)

val shape : Types.type_expr -> int
(** The number of the type's shape in the current session. *)

val is_transferable_in_solution : Types.type_expr -> bool
(** Whether the type mentions types of the student's code, and would have a shape if these were
    declared as in the solution. *)
