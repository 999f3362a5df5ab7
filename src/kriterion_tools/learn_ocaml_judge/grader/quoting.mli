(** Quoted code in [test.ml]: extension nodes become the values they stand for.

    Source: learn-ocaml §5.1. As expressions:
    - [\[%ty: t\]] and [\[%funty: a -> b -> r\]] are witnesses of types ({!Ty});
    - [\[%expr e\]] [\[%pat? p\]] [\[%type: t\]] [\[%str …\]] [\[%stri …\]] [\[%sig: …\]] are parse
      trees ({!Quotes});
    - [\[%code e\]] is the triple of [e] in the student's code, in the solution, and its parse tree;
    - [\[%printable e\]] is the function [e], which reports show by its source text.

    Parse trees may also be quoted as patterns. They match whatever is written the same, wherever
    it is and whatever attributes it has.

    Quoted code may have holes ({!Holes}): [\[%e x\]] is an expression, [\[%p x\]] a pattern,
    [\[%t x\]] a type, [\[%%s x\]] a list of structure or signature items. In a quote that is a
    pattern, [x] is a pattern for that part, which may also be written [\[%e? x\]].

    A node that is not written in this way is an error of the compiler, with its place. *)

val structure : Parsetree.structure -> Parsetree.structure

val phrase : Parsetree.toplevel_phrase -> Parsetree.toplevel_phrase
