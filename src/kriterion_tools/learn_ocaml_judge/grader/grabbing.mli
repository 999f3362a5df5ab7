(** What graders print themselves, or let be printed, between two moments.

    Source: learn-ocaml §5.2 (Introspection). Works on the files that {!Call.start} makes of stdout
    and stderr: a {!Call.capture} in between takes its own output out of them. *)

type t

val stdout : t
val stderr : t

val grab : t -> unit
(** May be nested. *)

val release : t -> string
(** What was printed since the last {!grab}, which is taken away; all that there is without one. *)
