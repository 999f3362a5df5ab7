open Parsetree
open Report

(* Walks *)

type 'a ast_checker =
  ?on_expression:(expression -> Report.t) ->
  ?on_pattern:(pattern -> Report.t) ->
  ?on_structure_item:(structure_item -> Report.t) ->
  ?on_external:(value_description -> Report.t) ->
  ?on_include:(include_declaration -> Report.t) ->
  ?on_open:(open_declaration -> Report.t) ->
  ?on_module_occurence:(string -> Report.t) ->
  ?on_variable_occurence:(string -> Report.t) ->
  ?on_function_call:(expression * (string * expression) list -> Report.t) ->
  'a ->
  Report.t

let too_deep = failure ~message:"Your program is nested too deeply to be checked."

let silent _ = []

let checker walk : _ ast_checker =
 fun ?(on_expression = silent) ?(on_pattern = silent) ?(on_structure_item = silent)
     ?(on_external = silent) ?(on_include = silent) ?(on_open = silent)
     ?(on_module_occurence = silent) ?(on_variable_occurence = silent)
     ?(on_function_call = silent) code ->
  let said = ref [] in
  let collect check node = said := List.rev_append (check node) !said in
  let visitor : Syntax_walk.visitor =
    { on_expression = collect on_expression;
      on_pattern = collect on_pattern;
      on_structure_item = collect on_structure_item;
      on_external = collect on_external;
      on_include = collect on_include;
      on_open = collect on_open;
      on_module_occurrence = collect on_module_occurence;
      on_variable_occurrence = collect on_variable_occurence;
      on_function_call = collect on_function_call }
  in
  (try walk visitor code with Stack_overflow -> said := too_deep :: !said);
  List.rev !said

let ast_location_stripper = Plain_syntax.unlocated

let stripped_expression code = ast_location_stripper.expr ast_location_stripper code

let stripped_structure code = ast_location_stripper.structure ast_location_stripper code

let ast_check_expr ?on_expression =
  checker
    (fun visitor code -> Syntax_walk.expression visitor (stripped_expression code))
    ?on_expression

let ast_check_structure ?on_expression =
  checker
    (fun visitor code -> Syntax_walk.structure visitor (stripped_structure code))
    ?on_expression

(* Functions to pass to a walk *)

let report_forbidden kind text =
  Message ([ Text ("You may not use this " ^ kind ^ " here:"); Code text ], Failure)

let report_required kind text =
  Message ([ Text ("You use the required " ^ kind ^ ":"); Code text ], Success 5)

(* [say], once for each distinct value that is [wanted]. *)
let report_first wanted say =
  let seen = Hashtbl.create 16 in
  fun value ->
    if Hashtbl.mem seen value || not (wanted value) then []
    else begin
      Hashtbl.add seen value ();
      [ say value ]
    end

let forbid kind show values =
  report_first
    (fun value -> List.mem value values)
    (fun value -> report_forbidden kind (show value))

let restrict kind show values =
  report_first
    (fun value -> not (List.mem value values))
    (fun value -> report_forbidden kind (show value))

let require kind show required =
  report_first (fun value -> value = required) (fun value -> report_required kind (show value))

let show_expression = Pprintast.string_of_expression

let plain code = Plain_syntax.unattributed.expr Plain_syntax.unattributed code

let on_plain check code = check (plain code)

let forbid_expr kind codes =
  on_plain (forbid kind show_expression (List.map plain codes))

let restrict_expr kind codes =
  on_plain (restrict kind show_expression (List.map plain codes))

let require_expr kind code =
  on_plain (require kind show_expression (plain code))

let report_once item =
  let seen = ref false in
  fun _ ->
    if !seen then []
    else begin
      seen := true;
      [ item ]
    end

let forbid_syntax name = report_once (report_forbidden "syntax" name)

let require_syntax name = report_once (report_required "syntax" name)

(* The whole program *)

(* Source: learn-ocaml §5.2. *)
let refused_modules =
  [ "Obj"; "Marshal"; "Stdlib"; "Sys"; "Test_lib"; "Introspection"; "Report"; "Js"; "Toploop";
    "Compiler"; "Unix" ]

(* Whether this is the compiler's own name of a module of the standard library, such as
   [Stdlib__Obj]. *)
let is_internal = String.starts_with ~prefix:"Stdlib__"

let ast_sanity_check ?(modules = []) program continue =
  let refused = modules @ refused_modules in
  let is_refused name = is_internal name || List.mem name refused in
  let on_module_occurence =
    report_first is_refused (fun name -> report_forbidden "module" name)
  in
  let failures =
    ast_check_structure ~on_external:(forbid_syntax "external") ~on_module_occurence program
  in
  if failures = [] then continue () else failures

let rec is_named name pattern =
  match pattern.ppat_desc with
  | Ppat_var found -> found.txt = name
  | Ppat_constraint (pattern, _) -> is_named name pattern
  | _ -> false

let bindings item = match item.pstr_desc with Pstr_value (_, bindings) -> bindings | _ -> []

let find_binding program name check =
  let bound =
    List.filter (fun binding -> is_named name binding.pvb_pat) (List.concat_map bindings program)
  in
  match List.rev bound with
  | binding :: _ ->
    Message ([ Text "Your program defines"; Code name ], Informative) :: check binding.pvb_expr
  | [] -> [ Message ([ Text "Your program does not define"; Code name ], Failure) ]
