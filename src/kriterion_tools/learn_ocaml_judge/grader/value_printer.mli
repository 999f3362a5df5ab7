(** The toplevel's printer of values, made faster.

    To find the printer of an integer, a character or a float, the toplevel matches the type of
    every part against the types of six printers and copies both types each time. That took a
    quarter of the time of a median exercise's tests. Here these six are found by the name of the
    type. *)

val print : Env.t -> Obj.t -> Format.formatter -> Types.type_expr -> unit
val install : Path.t -> Types.type_expr -> (Format.formatter -> Obj.t -> unit) -> unit

type printer = Format.formatter -> Obj.t -> unit

type generic = Zero of printer | Succ of (printer -> generic)

val install_generic : Path.t -> Path.t -> generic -> unit
(** The arguments are the path of the function and that of the type constructor that it prints. *)
