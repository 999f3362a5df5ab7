(** JSON as text: one line, always valid, whatever bytes its strings hold. *)

type t = Int of int | String of string | List of t list | Object of (string * t) list

val to_string : t -> string
(** Bytes that are no UTF-8 become U+FFFD, one for each part that cannot be continued, as other
    decoders do; control characters are escaped, so that there is no end of line inside. *)
