(** Quoted code in [test.ml]: extension nodes become the values they stand for.

    Source: learn-ocaml §5.1. As expressions:
    - [\[%ty: t\]] and [\[%funty: a -> b -> r\]] are witnesses of types ({!Ty});
    - [\[%expr e\]] [\[%pat? p\]] [\[%type: t\]] [\[%str …\]] [\[%stri …\]] [\[%sig: …\]] are parse
      trees ({!Quotes});
    - [\[%code e\]] is the triple of [e] in the student's code, [e] in the solution, and its parse
      tree;
    - [\[%printable e\]] is the function [e], which reports show by its source text.

    Parse trees may also be quoted as patterns. They match code that is written the same, at any
    location and with any attributes.

    Quoted code may have holes ({!Holes}): [\[%e x\]] is an expression, [\[%p x\]] a pattern, [\[%t
    x\]] a type, [\[%%s x\]] a list of structure or signature items. In a quote that is a pattern,
    [x] is a pattern for that part, which may also be written [\[%e? x\]].

    A malformed node is a compile error at its location. *)

val structure : Parsetree.structure -> Parsetree.structure

val phrase : Parsetree.toplevel_phrase -> Parsetree.toplevel_phrase
