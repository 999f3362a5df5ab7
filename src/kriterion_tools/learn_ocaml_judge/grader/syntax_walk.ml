open Parsetree
open Ast_iterator

type visitor = {
  on_expression : expression -> unit;
  on_pattern : pattern -> unit;
  on_structure_item : structure_item -> unit;
  on_external : value_description -> unit;
  on_include : include_declaration -> unit;
  on_open : open_declaration -> unit;
  on_module_occurrence : string -> unit;
  on_variable_occurrence : string -> unit;
  on_function_call : expression * (string * expression) list -> unit;
}

let ignoring =
  { on_expression = ignore;
    on_pattern = ignore;
    on_structure_item = ignore;
    on_external = ignore;
    on_include = ignore;
    on_open = ignore;
    on_module_occurrence = ignore;
    on_variable_occurrence = ignore;
    on_function_call = ignore }

(* Paths *)

let rec text : Longident.t -> string = function
  | Lident name -> name
  | Ldot (prefix, name) -> text prefix ^ "." ^ name
  | Lapply (functor_, argument) -> Printf.sprintf "%s(%s)" (text functor_) (text argument)

let rec head : Longident.t -> string = function
  | Lident name -> name
  | Ldot (prefix, _) | Lapply (prefix, _) -> head prefix

let rec modules visitor scope (path : Longident.t) =
  let met () =
    if not (Scope.hides_module scope (head path)) then visitor.on_module_occurrence (text path)
  in
  match path with
  | Lident _ -> met ()
  | Ldot (prefix, _) ->
    modules visitor scope prefix;
    met ()
  | Lapply (functor_, argument) ->
    modules visitor scope functor_;
    modules visitor scope argument

let prefix visitor scope : Longident.t -> unit = function
  | Lident _ | Lapply _ -> ()
  | Ldot (path, _) -> modules visitor scope path

let hides_path scope : Longident.t -> bool = function
  | Lident name -> Scope.hides_value scope name
  | path -> Scope.hides_module scope (head path)

let visit_mention visitor scope : Mentions.mention -> unit = function
  | Module path -> modules visitor scope path
  | Member path -> prefix visitor scope path
  | Value path ->
    prefix visitor scope path;
    if not (hides_path scope path) then visitor.on_variable_occurrence (text path)

(* Calls and opens *)

let label : Asttypes.arg_label -> string = function
  | Nolabel -> ""
  | Labelled name -> name
  | Optional name -> "?" ^ name

let visit_call visitor code =
  match code.pexp_desc with
  | Pexp_apply (called, arguments) ->
    visitor.on_function_call (called, List.map (fun (name, value) -> (label name, value)) arguments)
  | _ -> ()

(* Converts an [open] that can only name a module to the general form. *)
let as_declaration (description : open_description) : open_declaration =
  let path = description.popen_expr in
  { description with popen_expr = Ast_helper.Mod.ident ~loc:path.loc path }

(* The walk. Each scope has an iterator that visits nodes. A node that binds names visits its parts
   with the iterator of the inner scope. *)

let default = default_iterator

let rec within visitor scope : iterator =
  let mentions = List.iter (visit_mention visitor scope) in
  let naming names visit self node =
    mentions (names node);
    visit self node
  in
  { default with
    expr =
      (fun _ code ->
        visitor.on_expression code;
        visit_call visitor code;
        mentions (Mentions.in_expression code);
        expression_parts visitor scope code);
    pat =
      (fun self pattern ->
        visitor.on_pattern pattern;
        naming Mentions.in_pattern default.pat self pattern);
    case = (fun _ case -> in_case visitor scope case);
    structure = (fun _ items -> sequence structure_item visitor scope items);
    signature = (fun _ items -> sequence signature_item visitor scope items);
    module_expr =
      (fun self code ->
        mentions (Mentions.in_module code);
        match code.pmod_desc with
        | Pmod_functor (parameter, body) ->
          let inner = in_parameter visitor scope self parameter in
          inner.module_expr inner body
        | _ -> default.module_expr self code);
    module_type =
      (fun self code ->
        mentions (Mentions.in_module_type code);
        match code.pmty_desc with
        | Pmty_functor (parameter, body) ->
          let inner = in_parameter visitor scope self parameter in
          inner.module_type inner body
        | _ -> default.module_type self code);
    class_expr =
      (fun self code ->
        mentions (Mentions.in_class code);
        class_parts visitor scope self code);
    class_structure = (fun self code -> in_class_structure visitor scope self code);
    typ = naming Mentions.in_type default.typ;
    with_constraint = naming Mentions.in_constraint default.with_constraint;
    type_extension = naming Mentions.in_type_extension default.type_extension;
    extension_constructor = naming Mentions.in_constructor default.extension_constructor;
    class_type = naming Mentions.in_class_type default.class_type;
    open_description = (fun self description -> visit_open visitor self (as_declaration description));
    open_declaration = visit_open visitor;
    attribute = (fun _ _ -> ());
    extension = (fun _ _ -> ()) }

and visit_open visitor self declaration =
  visitor.on_open declaration;
  default.open_declaration self declaration

and in_parameter visitor scope self = function
  | Unit -> self
  | Named (name, signature) ->
    self.module_type self signature;
    within visitor (Scope.with_module scope name.txt)

and in_case visitor scope case =
  let inner = within visitor (Scope.with_pattern scope case.pc_lhs) in
  let outer = within visitor scope in
  outer.pat outer case.pc_lhs;
  Option.iter (inner.expr inner) case.pc_guard;
  inner.expr inner case.pc_rhs

and in_bindings visitor scope recursive bindings =
  let inner = Scope.with_bindings scope bindings in
  let here = within visitor (if recursive = Asttypes.Recursive then inner else scope) in
  List.iter (here.value_binding here) bindings;
  inner

and expression_parts visitor scope code =
  match Release_syntax.function_of code with
  | Some function_ -> function_parts visitor scope function_
  | None -> other_parts visitor scope code

and function_parts visitor scope { parameters; types; body } =
  let parameter scope { Release_syntax.default_value; pattern } =
    let here = within visitor scope in
    Option.iter (here.expr here) default_value;
    here.pat here pattern;
    Scope.with_pattern scope pattern
  in
  let inner = within visitor (List.fold_left parameter scope parameters) in
  List.iter (inner.typ inner) types;
  match body with
  | Body body -> inner.expr inner body
  | Cases cases -> List.iter (inner.case inner) cases

and other_parts visitor scope code =
  let here = within visitor scope in
  let continue scope body =
    let inner = within visitor scope in
    inner.expr inner body
  in
  match code.pexp_desc with
  | Pexp_let (recursive, bindings, body) ->
    continue (in_bindings visitor scope recursive bindings) body
  | Pexp_for (pattern, first, last, _, body) ->
    here.pat here pattern;
    here.expr here first;
    here.expr here last;
    continue (Scope.with_pattern scope pattern) body
  | Pexp_letop { let_; ands; body } ->
    let operators = let_ :: ands in
    List.iter (here.binding_op here) operators;
    continue (Scope.with_patterns scope (List.map (fun op -> op.pbop_pat) operators)) body
  | Pexp_letmodule (name, definition, body) ->
    here.module_expr here definition;
    continue (Scope.with_module scope name.txt) body
  | Pexp_open (declaration, body) ->
    here.open_declaration here declaration;
    continue Scope.empty body
  | _ -> default.expr here code

and sequence : 'item. (visitor -> Scope.t -> 'item -> Scope.t) -> _ -> _ -> 'item list -> unit =
 fun item visitor scope items -> ignore (List.fold_left (item visitor) scope items)

(* Both return the scope of the items that follow. *)

and structure_item visitor scope item =
  visitor.on_structure_item item;
  let here = within visitor scope in
  let parts () = default.structure_item here item in
  match item.pstr_desc with
  | Pstr_value (recursive, bindings) -> in_bindings visitor scope recursive bindings
  | Pstr_primitive description ->
    visitor.on_external description;
    parts ();
    Scope.with_value scope description.pval_name.txt
  | Pstr_module binding ->
    parts ();
    Scope.with_module scope binding.pmb_name.txt
  | Pstr_recmodule bindings ->
    let names = List.map (fun binding -> binding.pmb_name.txt) bindings in
    let inner = List.fold_left Scope.with_module scope names in
    default.structure_item (within visitor inner) item;
    inner
  | Pstr_open _ ->
    parts ();
    Scope.empty
  | Pstr_include declaration ->
    visitor.on_include declaration;
    parts ();
    Scope.empty
  | _ ->
    parts ();
    scope

and signature_item visitor scope item =
  let here = within visitor scope in
  let parts () = default.signature_item here item in
  List.iter (visit_mention visitor scope) (Mentions.in_signature_item item);
  match item.psig_desc with
  | Psig_value description ->
    if description.pval_prim <> [] then visitor.on_external description;
    parts ();
    scope
  | Psig_module { pmd_name; _ } ->
    parts ();
    Scope.with_module scope pmd_name.txt
  | Psig_modsubst { pms_name; _ } -> Scope.with_module scope (Some pms_name.txt)
  | Psig_recmodule declarations ->
    let names = List.map (fun declaration -> declaration.pmd_name.txt) declarations in
    let inner = List.fold_left Scope.with_module scope names in
    default.signature_item (within visitor inner) item;
    inner
  | Psig_open _ | Psig_include _ ->
    parts ();
    Scope.empty
  | _ ->
    parts ();
    scope

and class_parts visitor scope self code =
  let continue scope body =
    let inner = within visitor scope in
    inner.class_expr inner body
  in
  match code.pcl_desc with
  | Pcl_let (recursive, bindings, body) ->
    continue (in_bindings visitor scope recursive bindings) body
  | Pcl_fun (_, default_value, pattern, body) ->
    Option.iter (self.expr self) default_value;
    self.pat self pattern;
    continue (Scope.with_pattern scope pattern) body
  | Pcl_open (description, body) ->
    self.open_description self description;
    continue Scope.empty body
  | _ -> default.class_expr self code

(* Methods and initialisers see the object and its instance variables. The initial value of a
   variable and the inherited classes do not. *)
and in_class_structure visitor scope self { pcstr_self; pcstr_fields } =
  let variable scope field =
    match field.pcf_desc with
    | Pcf_val (name, _, _) | Pcf_inherit (_, _, Some name) -> Scope.with_value scope name.txt
    | _ -> scope
  in
  self.pat self pcstr_self;
  let with_self = Scope.with_pattern scope pcstr_self in
  let inner = within visitor (List.fold_left variable with_self pcstr_fields) in
  let field code =
    match code.pcf_desc with
    | Pcf_val _ | Pcf_inherit _ -> self.class_field self code
    | _ -> inner.class_field inner code
  in
  List.iter field pcstr_fields

let expression visitor code =
  let here = within visitor Scope.empty in
  here.expr here code

let structure visitor code =
  let here = within visitor Scope.empty in
  here.structure here code
