(** Names that are resolved only when a test needs them, and the reports of what was found.

    Source: learn-ocaml §5.2 (test_value and its lookups), §5.3 steps 1 and 3. *)

type 'a lookup = unit -> [ `Found of string * Report.t * 'a | `Unbound of string * Report.t ]
(** The name to show, what to tell the student, the value. *)

val lookup : 'a Ty.ty -> ?display_name:string -> string -> 'a lookup
(** A path of the session, ["Code.f"]. *)

val lookup_student : 'a Ty.ty -> string -> 'a lookup
val lookup_solution : 'a Ty.ty -> string -> 'a lookup

val found : string -> 'a -> 'a lookup
(** A value that the grader has already. *)

val name : 'a lookup -> string

val test_value : 'a lookup -> ('a -> Report.t) -> Report.t
(** Goes on with the value, or says why there is none. *)
