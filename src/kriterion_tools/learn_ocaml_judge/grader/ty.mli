(** Witnesses of types: the meaning of [\[%ty: T\]] and [\[%funty: a -> b -> r\]].

    A witness holds the type as written. Its names are looked up in the session when the witness is
    used. Source: learn-ocaml §5.1, §5.2 (Ty). *)

type repr = Parsetree.core_type

type !'a ty

(** {1 From and to parse trees} *)

val repr : repr -> 'a ty
(** Does not check that ['a] is the written type: [\[%ty: T\]] is the safe way. *)

val obj : 'a ty -> repr
val print : 'a ty -> string

(** {1 Composing and taking apart} *)

val domains : ('a -> 'b) ty -> 'a ty * 'b ty
(** Raises {!Mistake.Mistake} if the type is an abbreviation of a function type. *)

val curry : 'a ty * 'b ty -> ('a -> 'b) ty
val pair2 : 'a ty -> 'b ty -> ('a * 'b) ty
val pair3 : 'a ty -> 'b ty -> 'c ty -> ('a * 'b * 'c) ty
val pair4 : 'a ty -> 'b ty -> 'c ty -> 'd ty -> ('a * 'b * 'c * 'd) ty
val lst : 'a ty -> 'a list ty

(** {1 Functions of any arity} *)

(** The witness of a function type with its parts. The parameters are the whole type, the type with
    [unit] as result, and the result. [\[%funty: a -> b -> r\]] is [Ty.arg_ty \[%ty: a\] (Ty.last_ty
    \[%ty: b\] \[%ty: r\])]. *)
type ('f, 'u, 'r) fun_ty =
  | One : 'a ty * 'r ty -> (('a -> 'r) ty, 'a -> unit, 'r) fun_ty
  | More : 'a ty * ('f ty, 'u, 'r) fun_ty -> (('a -> 'f) ty, 'a -> 'u, 'r) fun_ty

val last_ty : 'a ty -> 'r ty -> (('a -> 'r) ty, 'a -> unit, 'r) fun_ty
val arg_ty : 'a ty -> ('f ty, 'u, 'r) fun_ty -> (('a -> 'f) ty, 'a -> 'u, 'r) fun_ty
val ty_of_fun_ty : ('f ty, 'u, 'r) fun_ty -> 'f ty
val result_ty : ('f, 'u, 'r) fun_ty -> 'r ty
