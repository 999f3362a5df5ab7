(** Translated code: what differs between the supported releases of OCaml. *)

open Lambda

(** What a primitive of translated code allows a program to do. *)
type power =
  | Safe
  | Unsafe  (** access memory without checks *)
  | Control  (** change the stack: effects, state of a domain *)
  | Call of string  (** call a C primitive of the runtime *)
  | Unit of Ident.t  (** use another compilation unit or a predefined exception *)

val power : primitive -> power

val field : primitive -> int option
(** The index of the field that it reads, if that is a constant. *)

val read_field : int -> lambda -> Lambda.scoped_location -> lambda

val map_bodies : (value_kind -> Lambda.scoped_location -> lambda -> lambda) -> lambda -> lambda
(** Replaces the body of every function. The argument also receives the kind of value that each
    function returns. *)

val delay : value_kind -> Lambda.scoped_location -> lambda -> lambda
(** A function of [()] with that body. *)

val executable : lambda -> unit -> Obj.t
(** Links the code into this program. *)

val block_of_unit : string -> Obj.t
(** The values of a compilation unit of this program. *)
