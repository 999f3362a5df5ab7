open Failure

type submission = {
  files : (string * string) list;
  secrets : Bundle.secrets;
  name : string;
  load_seconds : float option;
  seed : int;
}

let of_exercise _kind = Of_exercise
let of_student kind = Of_student kind
let fail_stage whose stage message = raise (Failed (of_error whose stage { message; place = None }))

let stage = ref Library

(* Runs one step. An exception becomes a failure of that stage. *)
let run_stage whose now ?place work =
  stage := now;
  try work () with exn -> raise (Failed (of_exception whose now ?place exn))

let text_of submission stage file =
  match Bundle.secret submission.secrets file with
  | Some text -> text
  | None -> fail_stage Of_exercise stage (file ^ " is missing")

(* For prelude.ml, prepare.ml and the lists of names, a missing file is the same as an empty one. *)
let open_file_text submission file = Option.value (List.assoc_opt file submission.files) ~default:""

let lines_of text =
  let line text = String.trim (List.hd (String.split_on_char '#' text)) in
  String.split_on_char '\n' text |> List.map line |> List.filter (( <> ) "")

(* Scripts: prelude.ml, prepare.ml, test.ml *)

(* Since learn-ocaml 1.0, a top-level [print_T] prints values of type T. Before, [#install_printer]
   was needed (learn-ocaml §4.2). A function with such a name but another type is not a printer. *)
let install_printers names =
  let install name =
    if String.starts_with ~prefix:"print_" name then
      try Compiler.install_printer (Lident name) with Compiler.Error _ -> ()
  in
  List.iter install names

let run_directive ({ pdir_name; pdir_arg; _ } : Parsetree.toplevel_directive) =
  match (pdir_name.txt, pdir_arg) with
  | "install_printer", Some { pdira_desc = Pdir_ident name; _ } -> Compiler.install_printer name
  | ("warnings" | "warn_error" | "print_depth" | "print_length"), _ -> ()
  | name, _ -> Mistake.fail "the directive #%s is not available" name

let location_of = function
  | Parsetree.Ptop_def ({ pstr_loc; _ } :: _) -> pstr_loc
  | Ptop_def [] -> Location.none
  | Ptop_dir directive -> directive.pdir_loc

let load_phrase stage (phrase : Parsetree.toplevel_phrase) =
  let run_phrase () =
    match phrase with
    | Ptop_dir directive -> run_directive directive
    | Ptop_def structure ->
      let checked = Compiler.check structure in
      if stage = Test then Compiler.run ~owner:Views.Tests checked
      else begin
        Compiler.run checked;
        Script_state.record checked
      end;
      install_printers (Compiler.names checked)
  in
  run_stage of_exercise stage ?place:(Compiler.place_of (location_of phrase)) run_phrase

let load_script stage ~file ?(rewritten = Fun.id) text =
  let phrases = run_stage of_exercise stage (fun () -> Compiler.script ~file text) in
  List.iter (fun phrase -> load_phrase stage (rewritten phrase)) phrases

(* Modules: the student's code, the solution, dependencies *)

let student_file = "submission"

let student_text submission =
  match List.assoc_opt student_file submission.files with
  | Some text -> Compiler.without_byte_order_mark text
  | None -> fail_stage Of_exercise Student "there is no submission"

let mentions word text =
  let length = String.length word in
  let rec from i =
    i + length <= String.length text && (String.sub text i length = word || from (i + 1))
  in
  from 0

let screen allowed tree =
  match Screening.find_refused allowed tree with
  | Some error -> raise (Compiler.Error error)
  | None -> tree

let not_offered = "\n(It exists, but submissions to this exercise may not use it.)"

(* Whether the error disappears when the whole library is visible. *)
let passes_with_whole_library structure (error : Compiler.error) =
  match Compiler.check structure with
  | _ -> true
  | exception Compiler.Error later -> later.place <> error.place

let check_submission allowed tree =
  let structure = Compiler.bind_module "Code" tree in
  match Compiler.check ~view:(Standard_library.view allowed) structure with
  | checked ->
    Compiler.check_soundness ~written:tree checked;
    checked
  | exception Compiler.Error error when passes_with_whole_library structure error ->
    raise (Compiler.Error { error with message = error.message ^ not_offered })

(* The time limit covers the compiler too, because the inference of some types takes years.
   [scripts] are the texts whose names the student's code can use. *)
let check_student submission allowed ~scripts =
  stage := Student;
  let text = student_text submission in
  (* Only if [Random] is mentioned: a grader that sets the generator may rely on every single draw
     after it. *)
  if List.exists (mentions "Random") (text :: scripts) then Call.protect_random_state ();
  let check () =
    let tree = screen allowed (Compiler.implementation ~file:submission.name text) in
    (tree, check_submission allowed tree)
  in
  match (Call.capture ?seconds:submission.load_seconds check).result with
  | Ok (tree, checked) ->
    Grading.code_ast := tree;
    checked
  | Error exn ->
    let failure = of_exception of_student Student exn in
    let place = Option.map (Columns.in_characters text) failure.place in
    raise (Failed { failure with place })

let run_student submission allowed checked =
  stage := Student;
  let run () =
    Compiler.run ?rules:(Standard_library.code_rules allowed) ~owner:Views.Submission checked
  in
  let { Call.result; stdout; stderr } = Call.capture ?seconds:submission.load_seconds run in
  match result with
  | Ok () -> ()
  | Error exn ->
    raise (Failed (of_exception of_student Student ~output:(stderr ^ stdout) exn))

let load_solution submission =
  let text = text_of submission Solution "solution.ml" in
  let load () =
    let tree = Compiler.implementation ~file:"solution.ml" text in
    (* Student code may run in this process, so erase the solution's text from memory. *)
    Bytes.fill (Bytes.unsafe_of_string text) 0 (String.length text) ' ';
    Compiler.evaluate ~owner:Views.Solution (Compiler.bind_module "Solution" tree)
  in
  run_stage of_exercise Solution load

let module_name file = String.capitalize_ascii Filename.(remove_extension (basename file))

let is_included text =
  match String.split_on_char '\n' text with
  | first :: _ -> String.trim first = "[@@@included]"
  | [] -> false

(* depend.txt (learn-ocaml §4.1 step 8): an interface is kept until the implementation of the same
   name is loaded. *)
let load_dependency submission interfaces file =
  let text = text_of submission Depend file in
  let load tree = Compiler.evaluate ~owner:Views.Tests (Quoting.structure tree) in
  match Filename.extension file with
  | ".mli" -> (module_name file, Compiler.interface ~file text) :: interfaces
  | ".ml" ->
    let name = module_name file in
    let tree = Compiler.implementation ~file text in
    let signature = List.assoc_opt name interfaces in
    load (if is_included text then tree else Compiler.bind_module name ?signature tree);
    interfaces
  | _ -> Mistake.fail "depend.txt names %s: only .ml and .mli can be loaded" file

let load_dependencies submission =
  let load interfaces file =
    run_stage of_exercise Depend (fun () -> load_dependency submission interfaces file)
  in
  let names = Option.value (Bundle.secret submission.secrets "depend.txt") ~default:"" in
  ignore (List.fold_left load [] (lines_of names))

(* The whole grading *)

let known_libraries = [ "learn-ocaml.mutation_testing"; "learn-ocaml.test_lib" ]

let check_libraries submission =
  let check name =
    if not (List.mem name known_libraries) then
      fail_stage Of_exercise Library (Printf.sprintf "the library %s is not installed" name)
  in
  List.iter check (lines_of (open_file_text submission "test_libs.txt"))

let bind text = Compiler.evaluate_apart (Compiler.implementation ~file:"" text)

let bind_library () =
  bind
    "module Learnocaml_report = Report\n\
     include Test_lib.Open_me\n\
     include (val Grading.session ())"

let allowances submission =
  let read () = Allow_file.read (List.assoc_opt "allow.json" submission.files) in
  run_stage of_exercise Library read

type ready = {
  submission : submission;
  allowed : Standard_library.allowance list;
  code : Compiler.checked;
  state : Script_state.t;
  values : Obj.t list;
  random_state : Random.State.t;
}

let final_report () =
  match !Grading.results with
  | Some report -> report
  | None ->
    let message = "test.ml sets no report: it never calls set_result" in
    raise (Failed (of_error Of_exercise No_report { message; place = None }))

let prepare submission =
  check_libraries submission;
  let allowed = allowances submission in
  let prelude = open_file_text submission "prelude.ml" in
  let prepare = open_file_text submission "prepare.ml" in
  Random.init submission.seed;
  let random_state = Random.get_state () in
  bind "include Learnocaml_callback";
  load_script Prelude ~file:"prelude.ml" prelude;
  load_script Prepare ~file:"prepare.ml" prepare;
  let state = Script_state.current () and values = Script_state.values () in
  let code = check_student submission allowed ~scripts:[ prelude; prepare ] in
  { submission; allowed; code; state; values; random_state }

(* Replaces the submission by the exercise's own solution. *)
let with_solution ({ submission; allowed; _ } as ready) =
  let text = text_of submission Solution "solution.ml" in
  let files = (student_file, text) :: List.remove_assoc student_file submission.files in
  let submission = { submission with files } in
  { ready with submission; code = check_student submission allowed ~scripts:[] }

(* Runs test.ml, with whatever the student's code has left behind. *)
let run_tests { submission; random_state; _ } =
  run_stage of_exercise Test bind_library;
  (* Restores the state that the seed produced. Seeding again would take 2 ms. *)
  Random.set_state random_state;
  load_dependencies submission;
  load_script Test ~file:"test.ml" ~rewritten:Quoting.phrase (text_of submission Test "test.ml");
  Bundle.close submission.secrets;
  final_report ()

let is_own_solution { submission; _ } =
  Bundle.secret submission.secrets "solution.ml" = List.assoc_opt student_file submission.files

let grade_in_one_process ({ submission; allowed; code; _ } as ready) =
  load_solution submission;
  run_student submission allowed code;
  run_tests ready

let load_student { submission; allowed; code; _ } =
  match run_student submission allowed code with
  | () -> Exchange.Loaded
  | exception Failed failure -> Exchange.Not_loaded failure

let grade_remote ({ submission; code; state; _ } as ready) =
  (* If both processes can change the same state, they load one after the other. *)
  let one_after_other = state <> Shared [] && not (Views.are_separate ()) in
  if not one_after_other then Remote_student.begin_loading ();
  load_solution submission;
  stage := Student;
  if one_after_other then Remote_student.begin_loading ();
  let await () = Remote_student.await_loaded ~file:submission.name in
  (match Views.run Submission await with
  | Loaded -> ()
  | Not_loaded failure -> raise (Failed failure));
  Compiler.bind_remote code;
  run_tests ready
