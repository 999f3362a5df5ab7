open Report

let test_variable_property ty name property =
  Lookups.test_value (Lookups.lookup_student ty name) property

let test_variable ty name expected =
  test_variable_property ty name @@ fun got -> Testers.test ty (Ok got) (Ok expected)

let test_variable_against_solution ty name =
  Lookups.test_value (Lookups.lookup_solution ty name) @@ fun expected ->
  Views.show Solution;
  test_variable ty name (Views.detach expected)

let test_ref ty reference expected =
  Views.show Submission;
  Testers.test ty (Ok !reference) (Ok expected)

let test_student_code ty property =
  Lookups.test_value (Lookups.lookup ty ~display_name:"your code" "Code") property

let test_module_property = test_variable_property
let verdict passed points text = [ Message (text, if passed then Success points else Failure) ]

let compatible_type ~expected name =
  match Introspection.compatible_type expected ("Code." ^ name) with
  | Absent -> verdict false 0 [ Text "Type"; Code name; Text "is not defined." ]
  | Incompatible reason -> verdict false 0 [ Text "Type"; Code name; Text ("is wrong: " ^ reason) ]
  | Present () -> verdict true 5 [ Text "Type"; Code name; Text "is compatible." ]

let find_type name = Compiler.find_type (Bindings.path ("Code." ^ name))

let existing_type ?(score = 1) name =
  let exists = find_type name <> None in
  let text = if exists then "is defined." else "is not defined." in
  (exists, verdict exists score [ Text "Type"; Code name; Text text ])

let abstract_type ?(allow_private = true) ?(score = 5) name =
  let passed, text =
    match find_type name with
    | None -> (false, "is not defined.")
    | Some { is_abstract = true; _ } -> (true, "is abstract, as it should be.")
    | Some { is_private = true; _ } when allow_private -> (true, "is private: that is enough.")
    | Some _ -> (false, "should be abstract: hide its definition in the signature.")
  in
  (passed, verdict passed score [ Text "Type"; Code name; Text text ])
