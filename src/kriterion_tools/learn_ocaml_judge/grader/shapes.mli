(** The memory layout of values of a type: all that a process needs to write, read and check them.

    Shapes are numbered, because types are recursive. The test process makes them from types
    ({!Crossing}) and sends each to the student process once. *)

type fields = { parts : int array; is_mutable : bool }

type t =
  | Int
  | Enum of int  (** integers from 0 up to this one, exclusive: [unit], [bool], [char] *)
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
  | Pending  (** under construction *)

val unit : int
(** The number of a shape of [unit] that is not used for any type. A lazy value is sent as a
    function of this shape, so it cannot be mistaken for a function that the tests know. *)

val get : int -> t
(** Raises [Not_found]. *)

val count : unit -> int
val reserve : unit -> int
val set : int -> t -> unit

val forget_from : int -> unit
(** Removes the shapes from that number on. *)

val from : int -> t array
(** All shapes from that number on. *)

val add : t array -> unit
