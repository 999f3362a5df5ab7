(** Capturing what graders print.

    Source: learn-ocaml §5.2 (Introspection). Works on the files that {!Call.start} makes of stdout
    and stderr. A {!Call.capture} in between removes its own output from them. *)

type t

val stdout : t
val stderr : t

val grab : t -> unit
(** Starts capturing. May be nested. *)

val release : t -> string
(** Returns and removes what was printed since the last {!grab}, or all output if there was none. *)
