open Report

type 'a lookup = unit -> [ `Found of string * Report.t * 'a | `Unbound of string * Report.t ]

let missing name = [ Message ([ Text "Cannot find a definition of"; Code name ], Failure) ]

let of_other_type name details =
  let head = [ Text "Found"; Code name; Text "with an unexpected type."; Break ] in
  [ Message (head @ details, Failure) ]

let lookup ty ?display_name path () =
  let name = Option.value display_name ~default:path in
  match Bindings.find (Bindings.path path) ty with
  | Absent -> `Unbound (name, missing name)
  | Other_type { actual; expected } ->
      let details = [ Text "Its type is"; Code actual; Text "instead of"; Code expected ] in
      `Unbound (name, of_other_type name details)
  | Other_signature reason -> `Unbound (name, of_other_type name [ Output reason ])
  | Unusable reason ->
      let text = [ Text "Found"; Code name; Text "but it cannot be used:"; Text (reason ^ ".") ] in
      `Unbound (name, [ Message (text, Failure) ])
  | Present value ->
      let text = [ Text "Found"; Code name; Text "with a compatible type." ] in
      `Found (name, [ Message (text, Informative) ], value)

let lookup_student ty name () =
  Views.show Submission;
  lookup ty ~display_name:name ("Code." ^ name) ()

(* Reports nothing on success: students need not know about the reference. *)
let lookup_solution ty name () =
  match lookup ty ~display_name:name ("Solution." ^ name) () with
  | `Found (name, _, value) -> `Found (name, [], value)
  | `Unbound (name, report) ->
      let text = [ Text "Looking for"; Code name; Text "in the reference solution." ] in
      `Unbound (name, Message (text, Informative) :: report)

let found name value () = `Found (name, [], value)
let name lookup = match lookup () with `Found (name, _, _) | `Unbound (name, _) -> name

let test_value lookup continue =
  match lookup () with
  | `Unbound (_, report) -> report
  | `Found (_, report, value) -> report @ continue value
