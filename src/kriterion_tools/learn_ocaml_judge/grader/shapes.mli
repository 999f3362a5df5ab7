(** How values of a type look in memory: all that a process needs to know of a type to write a
    value of it, to read one, and to tell a wrong one.

    Shapes have numbers, since types are recursive. The test process makes them of types
    ({!Crossing}) and tells the student process of each once. *)

type fields = { parts : int array; is_mutable : bool }

type t =
  | Int
  | Enum of int  (** the integers from 0 on that are less: [unit], [bool], [char] *)
  | Float
  | String
  | Bytes
  | Int32
  | Int64
  | Nativeint
  | Block of fields  (** tuples and records *)
  | Variant of { constants : int; blocks : fields array }
  | Tagged of (int * int option) list  (** polymorphic variants by the hash of their tags *)
  | Floats_record of { size : int; is_mutable : bool }
  | Array of int
  | Float_array
  | Function of { argument : int; result : int }
  | Lazy of int
  | Exception
  | Pending  (** is being made *)

val unit : int
(** The number of a shape of [unit], which no type gets: a lazy value crosses as a function from this
    one, and so is never taken for a function that the tests know. *)

val get : int -> t
(** Raises [Not_found]. *)

val count : unit -> int
val reserve : unit -> int
val set : int -> t -> unit

val forget_from : int -> unit
(** The shapes from that number on. *)

val from : int -> t array
(** All shapes from that number on. *)

val add : t array -> unit
