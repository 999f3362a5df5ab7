open Typedtree

type any_pattern = Any : 'kind general_pattern -> any_pattern

let any_all = List.map (fun pattern -> Any pattern)

let parts : type kind. kind general_pattern -> any_pattern list =
 fun pattern ->
  match pattern.pat_desc with
  | Tpat_any | Tpat_var _ | Tpat_constant _ -> []
  | Tpat_alias (inner, _, _) -> [ Any inner ]
  | Tpat_tuple inner | Tpat_array inner -> any_all inner
  | Tpat_construct (_, _, inner, _) -> any_all inner
  | Tpat_variant (_, inner, _) -> any_all (Option.to_list inner)
  | Tpat_record (fields, _) -> List.map (fun (_, _, inner) -> Any inner) fields
  | Tpat_lazy inner -> [ Any inner ]
  | Tpat_value value -> [ Any (value :> pattern) ]
  | Tpat_exception inner -> [ Any inner ]
  | Tpat_or (one, other, _) -> [ Any one; Any other ]

let rec skip_aliases (pattern : pattern) =
  match pattern.pat_desc with Tpat_alias (inner, _, _) -> skip_aliases inner | _ -> pattern

let is_taken_apart pattern =
  match (skip_aliases pattern).pat_desc with Tpat_any | Tpat_var _ -> false | _ -> true

type matching = Matching : 'kind case list -> matching

let matchings { exp_desc; _ } =
  match exp_desc with
  | Texp_function { cases; _ } -> [ Matching cases ]
  | Texp_match (_, cases, _) -> [ Matching cases ]
  | Texp_try (_, cases) -> [ Matching cases ]
  | Texp_letop { body; _ } -> [ Matching [ body ] ]
  | _ -> []

(* In this release, each parameter is a function with one case. *)
let parameters _ = []
let variables pattern = List.map (fun (id, _, ty) -> (id, ty)) (pat_bound_idents_full pattern)
let application = function
  | Tmod_apply (applied, argument, _) -> Some [ applied; argument ]
  | _ -> None
