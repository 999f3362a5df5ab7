(* One grading: arguments, the nonce, the channel, exactly one ending. *)

let exercise = ref ""
let solution = ref ""
let name = ref None
let channel = ref (-1)
let seed = ref 0
let call_seconds = ref None
let memory_bytes = ref None

let arguments =
  let some place value = place := Some value in
  [ ("--exercise", Arg.Set_string exercise, "DIR of the exercise");
    ("--solution", Arg.Set_string solution, "FILE that the student wrote");
    ("--name", Arg.String (some name), "NAME of that file, as the student knows it");
    ("--channel", Arg.Set_int channel, "FD where the grading is told");
    ("--seed", Arg.Set_int seed, "N that random choices start from");
    ("--call-seconds", Arg.Float (some call_seconds), "S of computing for one tested call");
    ("--memory-bytes", Arg.Int (some memory_bytes), "N that the heap may hold") ]

let usage = "grader --exercise DIR --solution FILE --channel FD, with a nonce as a line on stdin"

(* In OCaml's Unix library a descriptor is the system's number. *)
let descriptor : int -> Unix.file_descr = Obj.magic

let read_arguments () =
  let unexpected argument = raise (Arg.Bad ("unexpected " ^ argument)) in
  Arg.parse arguments unexpected usage;
  if !exercise = "" || !solution = "" || !channel < 3 then begin
    Arg.usage arguments usage;
    exit 2
  end

(* By bytes: what a channel of OCaml's reads ahead would stay readable. *)
let read_nonce () =
  let byte = Bytes.create 1 in
  let rec line read =
    if Unix.read Unix.stdin byte 0 1 = 0 || Bytes.get byte 0 = '\n' then
      String.of_seq (List.to_seq (List.rev read))
    else line (Bytes.get byte 0 :: read)
  in
  let nonce = line [] in
  Unix.dup2 ~cloexec:false (Unix.openfile "/dev/null" [ O_RDONLY; O_CLOEXEC ] 0) Unix.stdin;
  nonce

let tell nonce kind content =
  let line = Json.(to_string (Object [ ("nonce", String nonce); (kind, content) ])) ^ "\n" in
  let rec write from =
    if from < String.length line then
      write (from + Unix.write_substring (descriptor !channel) line from (String.length line - from))
  in
  write 0

let tell_failure nonce failure = tell nonce "failure" (Object (Failure.to_json failure))

(* Code of the student's that no interruption ends. *)
let hopeless nonce limit =
  let message = Call.explain limit ^ ", and cannot be interrupted" in
  let whose = Failure.(Of_student (kind_of limit)) in
  tell_failure nonce { whose; stage = !Loading.stage; message; place = None; output = "" }

let submission () =
  { Loading.exercise = !exercise;
    solution = !solution;
    name = Option.value !name ~default:(Filename.basename !solution);
    load_seconds = !call_seconds;
    seed = !seed }

let interfaces () = Filename.concat (Filename.dirname Sys.executable_name) "interfaces"

let () =
  read_arguments ();
  let nonce = read_nonce () in
  Unix.set_close_on_exec (descriptor !channel);
  Chance.tame ();
  Call.start ~memory_bytes:!memory_bytes ~on_hopeless:(hopeless nonce);
  Grading.call_seconds := !call_seconds;
  Grading.set_progress := (fun text -> tell nonce "progress" (String text));
  Compiler.start ~interfaces:(interfaces ());
  (match Loading.grade (submission ()) with
  | Ok report -> tell nonce "report" (Report_json.of_report report)
  | Error failure -> tell_failure nonce failure
  | exception exn ->
    tell_failure nonce (Failure.of_exception (fun _ -> Of_exercise) !Loading.stage exn));
  (* What the student's code registered with at_exit never runs. *)
  Unix._exit 0
