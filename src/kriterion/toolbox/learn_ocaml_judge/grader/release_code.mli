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

val executable : lambda -> unit -> Obj.t
(** The code, linked into this program. *)

val block_of_unit : string -> Obj.t
(** The values of a compilation unit of this program. *)
