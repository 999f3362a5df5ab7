(** Names that are looked up only when a test needs them, with a report of the result.

    Source: learn-ocaml §5.2 (test_value and its lookups), §5.3 steps 1 and 3. *)

type 'a lookup = unit -> [ `Found of string * Report.t * 'a | `Unbound of string * Report.t ]
(** The display name, the report for the student, the value. *)

val lookup : 'a Ty.ty -> ?display_name:string -> string -> 'a lookup
(** Looks up a path of the session, such as ["Code.f"]. *)

val lookup_student : 'a Ty.ty -> string -> 'a lookup
val lookup_solution : 'a Ty.ty -> string -> 'a lookup

val found : string -> 'a -> 'a lookup
(** Always succeeds, with a value that the grader already has. *)

val name : 'a lookup -> string

val test_value : 'a lookup -> ('a -> Report.t) -> Report.t
(** Applies the function to the value, or reports why there is none. *)
