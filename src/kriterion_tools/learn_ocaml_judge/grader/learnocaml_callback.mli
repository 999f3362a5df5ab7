(** Functions by which code shows HTML and SVG on learn-ocaml's page (learn-ocaml §4.1 step 2). Here
    they print their argument. *)

val print_html : string -> unit
val print_svg : string -> unit
