(** Refuses well-typed code that the compiler translates into code that breaks types.

    Each rule closes a known bug of OCaml 4.13 or 5.3, with some room around it; docs/contributor/learn-ocaml-soundness.md
    lists them all. Constructs that need no types to be seen are refused by {!Screening}. *)

val check : written:Parsetree.structure -> Typedtree.structure -> unit
(** Raises {!Source_text.Error} at the first place that is refused. [written] is what was typed. *)
