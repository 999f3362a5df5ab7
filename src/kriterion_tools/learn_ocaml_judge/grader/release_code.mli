(** What differs between the supported releases of OCaml in translated code. *)

open Lambda

(** What a primitive of translated code gives to a program. *)
type power =
  | Safe
  | Unsafe  (** memory without checks *)
  | Control  (** of the stack: effects, state of a domain *)
  | Call of string  (** a C primitive of the runtime *)
  | Unit of Ident.t  (** of another compilation unit, or a predefined exception *)

val power : primitive -> power

val field : primitive -> int option
(** The place that it reads in a block, when that is a constant. *)

val read_field : int -> lambda -> Lambda.scoped_location -> lambda

val map_bodies : (value_kind -> Lambda.scoped_location -> lambda -> lambda) -> lambda -> lambda
(** The same code with other bodies of all functions. The function is told what kind of value each
    returns. *)

val delayed : value_kind -> Lambda.scoped_location -> lambda -> lambda
(** A function of [()] with that body. *)

val executable : lambda -> unit -> Obj.t
(** The code, linked into this program. *)

val block_of_unit : string -> Obj.t
(** The values of a compilation unit of this program. *)
