(** Refuses well-typed code from which the compiler would produce code that breaks types.

    Each rule covers a known bug of OCaml 4.13 or 5.3 with a safety margin.
    docs/contributor/learn-ocaml-soundness.md lists them all. Constructs that can be recognised
    without types are refused by {!Screening}. *)

val check : written:Parsetree.structure -> Typedtree.structure -> unit
(** Raises {!Source_text.Error} at the first refused place. [written] is the parse tree of the
    structure. *)
