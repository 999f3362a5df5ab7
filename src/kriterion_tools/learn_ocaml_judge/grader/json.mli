(** JSON as text: one line, always valid, whatever bytes its strings contain. *)

type t = Int of int | String of string | List of t list | Object of (string * t) list

val to_string : t -> string
(** Replaces invalid UTF-8 by U+FFFD, once for each maximal invalid part, as other decoders do.
    Escapes control characters, so that the text contains no line break. *)
