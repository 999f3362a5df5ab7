type stage = Library | Prelude | Prepare | Student | Solution | Depend | Test | No_report
type kind = Refused | Raised | Timeout | Exited | Output | Memory
type whose = Of_student of kind | Of_exercise

type t = {
  whose : whose;
  stage : stage;
  message : string;
  place : Compiler.place option;
  output : string;
}

exception Failed of t

let of_error whose stage { Compiler.message; place } =
  { whose; stage; message; place; output = "" }

let kind_of = function
  | Call.Timeout _ -> Timeout
  | Call.Exited -> Exited
  | Call.Excess -> Output
  | Call.Exhausted | Out_of_memory -> Memory
  | _ -> Raised

let sentence = function
  | Mistake.Mistake sentence -> sentence
  | exn when Call.is_limit exn -> Call.explain exn
  | exn -> "exception " ^ Exception_text.of_exception exn

let of_exception whose stage ?place ?(output = "") exn =
  match exn with
  | Failed failure -> failure
  | Compiler.Error error -> of_error (whose Refused) stage error
  | exn -> { whose = whose (kind_of exn); stage; message = sentence exn; place; output }

let stage_name = function
  | Library -> "library"
  | Prelude -> "prelude"
  | Prepare -> "prepare"
  | Student -> "student"
  | Solution -> "solution"
  | Depend -> "depend"
  | Test -> "test"
  | No_report -> "no report"

let kind_name = function
  | Refused -> "refused"
  | Raised -> "exception"
  | Timeout -> "timeout"
  | Exited -> "exit"
  | Output -> "output"
  | Memory -> "memory"

let fault = function
  | Of_exercise -> [ ("whose", Json.String "exercise") ]
  | Of_student kind -> [ ("whose", String "student"); ("kind", String (kind_name kind)) ]

(* The compiler's explanation of two signatures that differ can be very long. *)
let longest = 10_000

let shorten text =
  if String.length text <= longest then text else String.sub text 0 longest ^ " …"

let whereabouts ({ file; line; column; end_line; end_column } : Compiler.place) =
  [ ("file", Json.String file); ("line", Int line); ("column", Int column);
    ("end_line", Int end_line); ("end_column", Int end_column) ]

let to_json { whose; stage; message; place; output } =
  fault whose
  @ [ ("stage", Json.String (stage_name stage)); ("message", String (shorten message)) ]
  @ Option.fold ~none:[] ~some:whereabouts place
  @ if output = "" then [] else [ ("output", Json.String output) ]
