(** Queries of test.ml about the loaded code, by name and type.

    Source: learn-ocaml §5.2 (Introspection), names in the contract's spelling. *)

type 'a value =
  | Absent
  | Present of 'a
  | Incompatible of string  (** with the reason *)

val get_value : string -> 'a Ty.ty -> 'a value
(** The value or module bound to a name in the session: ["Code.f"], ["Solution.M.x"], ["helper"]. *)

val compatible_type : string -> string -> unit value
(** Whether the types of these two names, the expected one first, are compatible. *)

val get_printer : 'a Ty.ty -> Format.formatter -> 'a -> unit
val print_value : Format.formatter -> 'a -> 'a Ty.ty -> unit

val get_sampler : 'a Ty.ty -> unit -> 'a
(** Composes the session's functions [sample_T]. If one is missing or has another type, ends the
    grading with a message to the author. *)

val parse_lid : string -> Longident.t
val install_printer : string -> unit

(** {1 Capturing output} *)

val grab_stdout : unit -> unit
val release_stdout : unit -> string
(** What was printed since {!grab_stdout}. *)

val grab_stderr : unit -> unit
val release_stderr : unit -> string
