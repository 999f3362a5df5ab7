open Ast_helper

type repr = Parsetree.core_type
(* A type with a constructor makes the parameter injective, which [fun_ty] needs. *)
type 'a ty = Ty of repr [@@unboxed]

let repr written = Ty written
let obj (Ty written) = written
let print (Ty written) = Format.asprintf "%a" Pprintast.core_type written

let domains (Ty written as ty) =
  match written.ptyp_desc with
  | Ptyp_arrow (Nolabel, argument, result) -> (Ty argument, Ty result)
  | _ -> Mistake.fail "the type %s must be written with its arrow, as in a -> b" (print ty)

let curry (Ty argument, Ty result) = Ty (Typ.arrow Nolabel argument result)
let pair2 (Ty a) (Ty b) = Ty (Typ.tuple [ a; b ])
let pair3 (Ty a) (Ty b) (Ty c) = Ty (Typ.tuple [ a; b; c ])
let pair4 (Ty a) (Ty b) (Ty c) (Ty d) = Ty (Typ.tuple [ a; b; c; d ])
let lst (Ty ty) = Ty (Typ.constr (Location.mknoloc (Longident.Lident "list")) [ ty ])

type ('f, 'u, 'r) fun_ty =
  | One : 'a ty * 'r ty -> (('a -> 'r) ty, 'a -> unit, 'r) fun_ty
  | More : 'a ty * ('f ty, 'u, 'r) fun_ty -> (('a -> 'f) ty, 'a -> 'u, 'r) fun_ty

let last_ty argument result = One (argument, result)
let arg_ty argument rest = More (argument, rest)

let rec ty_of_fun_ty : type f u r. (f ty, u, r) fun_ty -> f ty = function
  | One (argument, result) -> curry (argument, result)
  | More (argument, rest) -> curry (argument, ty_of_fun_ty rest)

let rec result_ty : type f u r. (f, u, r) fun_ty -> r ty = function
  | One (_, result) -> result
  | More (_, rest) -> result_ty rest
