(** What test.ml may ask of the code that was loaded, by names and types.

    Source: learn-ocaml §5.2 (Introspection), names in the contract's spelling. *)

type 'a value =
  | Absent
  | Present of 'a
  | Incompatible of string  (** says why *)

val get_value : string -> 'a Ty.ty -> 'a value
(** What is bound to a name in the session: ["Code.f"], ["Solution.M.x"], ["helper"]; a module when
    the name is one. *)

val compatible_type : string -> string -> unit value
(** Whether the types of two names, the expected one first, can be made equal. *)

val get_printer : 'a Ty.ty -> Format.formatter -> 'a -> unit
val print_value : Format.formatter -> 'a -> 'a Ty.ty -> unit

val get_sampler : 'a Ty.ty -> unit -> 'a
(** Made of the functions [sample_T] that the session knows; ends the grading with a sentence for
    the author when one is missing or of another type. *)

val parse_lid : string -> Longident.t
val install_printer : string -> unit

(** {1 What is printed meanwhile} *)

val grab_stdout : unit -> unit
val release_stdout : unit -> string
(** What was printed since {!grab_stdout}. *)

val grab_stderr : unit -> unit
val release_stderr : unit -> string
