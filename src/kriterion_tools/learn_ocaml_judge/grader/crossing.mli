(** Shapes of types, as far as values of them can go from one process to the other.

    What cannot: values without a structure that the types tell (abstract types, type variables,
    objects, modules), and types that cannot be followed to their end. *)

exception Cannot of string
(** What stands in the way, as a noun. *)

val shape : Types.type_expr -> int
(** The number of the type's shape in the session as it is. *)

val crosses_in_solution : Types.type_expr -> bool
(** Whether the type names types of the student's code, and would have a shape if these were
    declared as the solution declares them. *)
