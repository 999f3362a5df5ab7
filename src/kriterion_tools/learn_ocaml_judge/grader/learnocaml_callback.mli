(** What learn-ocaml's page offers to code for showing things beside text (learn-ocaml §4.1 step
    2). Here they print what they are given. *)

val print_html : string -> unit
val print_svg : string -> unit
