(** The arguments of one call of a function of any arity. Source: learn-ocaml §5.2 (n-ary forms). *)

(** The parameters are those of {!Ty.fun_ty}: the function, the same function returning [unit], and
    the result. *)
type ('f, 'u, 'r) args =
  | Last : 'a -> ('a -> 'r, 'a -> unit, 'r) args
  | Argument : 'a * ('f, 'u, 'r) args -> ('a -> 'f, 'a -> 'u, 'r) args

val last : 'a -> ('a -> 'r, 'a -> unit, 'r) args
val ( !! ) : 'a -> ('a -> 'r, 'a -> unit, 'r) args
val arg : 'a -> ('f, 'u, 'r) args -> ('a -> 'f, 'a -> 'u, 'r) args
val ( @: ) : 'a -> ('f, 'u, 'r) args -> ('a -> 'f, 'a -> 'u, 'r) args
val ( @:!! ) : 'a -> 'b -> ('a -> 'b -> 'r, 'a -> 'b -> unit, 'r) args
(** [1 @: 2 @:!! 3] are the arguments 1, 2 and 3. *)

val apply : 'f -> ('f, 'u, 'r) args -> 'r

(** A function that accepts an argument of any type, with the type's witness. *)
type 'k reader = { read : 'a. 'a Ty.ty -> 'a -> 'k }

val map : 'k reader -> ('f Ty.ty, 'u, 'r) Ty.fun_ty -> ('f, 'u, 'r) args -> 'k list

type sampling = { sampler : 'a. 'a Ty.ty -> unit -> 'a }

val sampler : sampling -> ('f Ty.ty, 'u, 'r) Ty.fun_ty -> unit -> ('f, 'u, 'r) args
(** Finds the samplers of all arguments before it draws the first sample. *)
