(* One grading, from the arguments to exactly one final message: bundle, processes, channel. *)

let name = ref "solution.ml"
let channel = ref (-1)
let seed = ref 0
let call_seconds = ref None
let memory_bytes = ref None

(* How the exercise's own solution was graded. *)
let is_known_separate = ref false
let one_process_reason = ref None
let shared_state = ref None

let arguments =
  let some place value = place := Some value in
  [ ("--name", Arg.Set_string name, "NAME of the student's file");
    ("--channel", Arg.Set_int channel, "FD to which messages are written");
    ("--seed", Arg.Set_int seed, "N, the seed of random choices");
    ("--call-seconds", Arg.Float (some call_seconds), "S of computing for one tested call");
    ("--memory-bytes", Arg.Int (some memory_bytes), "N, the limit of the heap");
    ("--separate", Arg.Set is_known_separate, "if the solution was graded in two processes");
    ("--together", Arg.String (some one_process_reason),
     "REASON why the solution was graded in one process");
    ("--shared-state", Arg.String (some shared_state), "REASON why the solution was graded with shared state") ]

let usage = "grader --channel FD, with a bundle of files on stdin"

(* In OCaml's Unix library, a descriptor is the system's number. *)
let descriptor : int -> Unix.file_descr = Obj.magic

let read_arguments () =
  let unexpected argument = raise (Arg.Bad ("unexpected " ^ argument)) in
  Arg.parse arguments unexpected usage;
  if !channel < 3 then begin
    Arg.usage arguments usage;
    exit 2
  end

(* The student's code must not read the bundle, so it gets another stdin. *)
let read_bundle () =
  let bundle = Unix.dup ~cloexec:true Unix.stdin in
  Unix.dup2 ~cloexec:false (Unix.openfile "/dev/null" [ O_RDONLY; O_CLOEXEC ] 0) Unix.stdin;
  Bundle.read bundle

(* The channel *)

(* The nonce is read only when a message is sent: the student process never has it. *)
let cached_nonce = ref None

let nonce secrets =
  match !cached_nonce with
  | Some nonce -> nonce
  | None ->
    let nonce = Option.value (Bundle.secret secrets "nonce") ~default:"" in
    cached_nonce := Some nonce;
    nonce

let is_silent = ref false

let send secrets kind content =
  let nonce = nonce secrets in
  let line = Json.(to_string (Object [ ("nonce", String nonce); (kind, content) ])) ^ "\n" in
  let rec write from =
    if from < String.length line then
      write (from + Unix.write_substring (descriptor !channel) line from (String.length line - from))
  in
  if not !is_silent then write 0

let send_failure secrets failure = send secrets "failure" (Object (Failure.to_json failure))

(* Ends the grading when student code cannot be interrupted. *)
let report_uninterruptible secrets limit =
  let message = Call.explain limit ^ ", and cannot be interrupted" in
  let whose = Failure.(Of_student (kind_of limit)) in
  send_failure secrets { whose; stage = !Loading.stage; message; place = None; output = "" }

let send_mode secrets ?reason mode =
  let text name = Option.map (fun text -> (name, Json.String text)) in
  let more = [ text "reason" reason; text "shared_state" !shared_state ] in
  send secrets "mode" (Object (("name", String mode) :: List.filter_map Fun.id more))

(* Grades, sends the result, and ends the process. *)
let finish_with secrets grade =
  ignore (nonce secrets);
  (match grade () with
  | report ->
    if Call.has_timed_out () then send secrets "slow" (Int 1);
    send secrets "report" (Report_json.of_report report)
  | exception Failure.Failed failure -> send_failure secrets failure
  | exception exn ->
    send_failure secrets (Failure.of_exception (fun _ -> Of_exercise) !Loading.stage exn));
  (* Ends without running what the student's code registered with [at_exit]. *)
  Unix._exit 0

(* Most of what is allocated before the scripts are loaded stays. To mark it would cost time, and
   each forked process would copy the pages that marking writes to. *)
let normal_collector =
  (* The limit of OCaml 4: a stack that overflows raises an exception instead of using up the
     memory. *)
  { (Gc.get ()) with stack_limit = 1 lsl 20 }

let collect_rarely () = Gc.set { normal_collector with space_overhead = 1_000 }
let collect_normally () = Gc.set normal_collector

let rec wait_for flags pid =
  try Unix.waitpid flags pid with Unix.Unix_error (EINTR, _, _) -> wait_for flags pid

let status_one_process = 72
let status_lost = 71
let status_many_calls = 73
let status_shared_state = 74

(* Keep two versions of the prelude's state, one for the solution and one for the submission. If
   tests need each side to see what the other did, the exercise's own solution fails; then grade
   with shared state. *)

let separate_versions values =
  if values <> [] && !shared_state = None then
    try Views.start values with Views.Too_large -> shared_state := Some "it is too large"

let share_state () =
  shared_state := Some "the exercise's own solution fails otherwise"

let is_measured () = !is_known_separate || !one_process_reason <> None

(* Whether the submission is the exercise's own solution and fails. A time-out does not count: it
   only says that the solution is slow or the machine is busy. *)
let needs_shared_state ready grade =
  Views.are_separate ()
  && (not (is_measured ()))
  && Loading.is_own_solution ready
  && (match grade () with
     | report -> snd (Report.result report)
     | exception Failure.Failed { whose = Of_student Timeout; _ } -> false
     | exception _ -> true)
  && not (Call.has_timed_out ())

let grade_in_one_process secrets (ready : Loading.ready) reason =
  collect_normally ();
  if ready.values <> [] && !shared_state = None && not (is_measured ()) then begin
    let trial = Unix.fork () in
    if trial = 0 then begin
      is_silent := true;
      Call.start_in_fork ~prints_through_channels:false ();
      separate_versions ready.values;
      let is_needed = needs_shared_state ready (fun () -> Loading.grade_in_one_process ready) in
      Unix._exit (if is_needed then status_shared_state else 0)
    end;
    if snd (wait_for [] trial) = WEXITED status_shared_state then share_state ()
  end;
  separate_versions ready.values;
  send_mode secrets ~reason "together";
  finish_with secrets (fun () -> Loading.grade_in_one_process ready)

(* Two processes *)

let run_student_process secrets ready ~close =
  collect_normally ();
  Bundle.close secrets;
  List.iter Unix.close (descriptor !channel :: close);
  let prints_through_channels = not (List.mem_assoc "allow.json" ready.Loading.submission.files) in
  let on_uninterruptible = Student_process.send_uninterruptible in
  Call.start_in_fork ~on_uninterruptible ~prints_through_channels ();
  Student_process.serve ~load:(fun () -> Loading.load_student ready);
  Unix._exit 0

let write_all file text = ignore (Unix.write_substring file text 0 (String.length text))

let run_test_process secrets ready ~max_calls ~reasons =
  collect_normally ();
  Call.start_in_fork ~prints_through_channels:false ();
  let on_ending = function
    | Remote_student.Uninterruptible limit ->
      report_uninterruptible secrets limit;
      Unix._exit 0
    | Lost reason ->
      send secrets "lost" (String reason);
      Unix._exit status_lost
    | Needs_one_process reason ->
      write_all reasons reason;
      Unix._exit status_one_process
    | Too_many_calls -> Unix._exit status_many_calls
  in
  Remote_student.start ?max_calls ~on_ending ();
  (match ready.Loading.state with
  | Shared values -> separate_versions (List.map snd values)
  | Hidden _ -> ());
  (* If the grading falls back to one process later, that message replaces this one. *)
  send_mode secrets "separate";
  let graded = lazy (Loading.grade_remote ready) in
  if needs_shared_state ready (fun () -> Lazy.force graded) then Unix._exit status_shared_state;
  finish_with secrets (fun () -> Lazy.force graded)

let ending_seconds = 0.05

(* The status of a process that has ended or is about to end. Any other process is killed. *)
let wait_or_kill pid =
  let rec wait_for_end seconds =
    match wait_for [ WNOHANG ] pid with
    | 0, _ when seconds > 0. ->
      (try Unix.sleepf 0.001 with Unix.Unix_error (EINTR, _, _) -> ());
      wait_for_end (seconds -. 0.001)
    | 0, _ -> None
    | _, status -> Some status
  in
  fun ~patience ->
    match wait_for_end (if patience then ending_seconds else 0.) with
    | Some status -> status
    | None ->
      (try Unix.kill pid Sys.sigkill with Unix.Unix_error _ -> ());
      ignore (wait_for [] pid);
      WEXITED 0

(* A crashed process must look to the judge as if this process had crashed. *)
let end_as = function
  | Unix.WSIGNALED signal ->
    Unix.kill (Unix.getpid ()) signal;
    Unix._exit status_lost
  | WEXITED _ | WSTOPPED _ -> Unix._exit status_lost

let read_some file =
  let bytes = Bytes.create 1_000 in
  Bytes.sub_string bytes 0 (Unix.read file bytes 0 1_000)

type ending =
  | Finished
  | Needs_one_process of string
  | Needs_many_calls
  | Needs_shared_state
  | Ended of Unix.process_status

let run_two_processes ?max_calls secrets ready =
  let student_reads, test_writes = Unix.pipe ~cloexec:true () in
  let test_reads, student_writes = Unix.pipe ~cloexec:true () in
  let reason_reads, reason_writes = Unix.pipe ~cloexec:true () in
  let student = Unix.fork () in
  if student = 0 then begin
    Peer.connect ~input:student_reads ~output:student_writes;
    let close = [ test_reads; test_writes; reason_reads; reason_writes ] in
    run_student_process secrets ready ~close
  end;
  List.iter Unix.close [ student_reads; student_writes ];
  let test = Unix.fork () in
  if test = 0 then begin
    Peer.connect ~input:test_reads ~output:test_writes;
    run_test_process secrets ready ~max_calls ~reasons:reason_writes
  end;
  List.iter Unix.close [ test_reads; test_writes; reason_writes ];
  let test_status = snd (wait_for [] test) in
  let is_lost = test_status = WEXITED status_lost in
  let student_status = wait_or_kill student ~patience:is_lost in
  let ending =
    match test_status with
    | WEXITED 0 -> Finished
    | WEXITED status when status = status_one_process -> Needs_one_process (read_some reason_reads)
    | WEXITED status when status = status_many_calls -> Needs_many_calls
    | WEXITED status when status = status_shared_state -> Needs_shared_state
    | WEXITED _ -> Ended student_status
    | WSIGNALED _ | WSTOPPED _ -> Ended test_status
  in
  Unix.close reason_reads;
  ending

(* Calls between processes are slow. An exercise with more than this many calls is graded in one
   process, if its own solution makes as many, so a submission cannot cause it. *)
let many_calls = 3_000

let needs_many_calls secrets ready =
  Loading.is_own_solution ready
  ||
  let measuring = Unix.fork () in
  if measuring = 0 then begin
    is_silent := true;
    Call.start_in_fork ~prints_through_channels:false ();
    match run_two_processes ~max_calls:many_calls secrets (Loading.with_solution ready) with
    | Needs_many_calls -> Unix._exit status_many_calls
    | _ | (exception _) -> Unix._exit 0
  end;
  snd (wait_for [] measuring) = WEXITED status_many_calls

let rec grade_in_two_processes ?max_calls secrets ready =
  match run_two_processes ?max_calls secrets ready with
  | Finished -> Unix._exit 0
  | Needs_one_process reason -> grade_in_one_process secrets ready reason
  | Needs_many_calls when needs_many_calls secrets ready ->
    let reason = Printf.sprintf "the tests make more than %d calls" many_calls in
    grade_in_one_process secrets ready reason
  | Needs_many_calls -> grade_in_two_processes secrets ready
  | Needs_shared_state ->
    share_state ();
    grade_in_two_processes ?max_calls secrets ready
  | Ended status -> end_as status

let grade secrets (ready : Loading.ready) =
  match (ready.state, !one_process_reason) with
  | Hidden reason, _ ->
    grade_in_one_process secrets ready ("the prelude or the preparation contains " ^ reason)
  | Shared _, Some reason -> grade_in_one_process secrets ready reason
  | Shared values, None ->
    if Wire.share_state values then begin
      Known_exceptions.register ();
      let max_calls = if !is_known_separate then None else Some many_calls in
      grade_in_two_processes ?max_calls secrets ready
    end
    else
      let reason = "the prelude or the preparation contains too much mutable state" in
      grade_in_one_process secrets ready reason

let interfaces () = Filename.concat (Filename.dirname Sys.executable_name) "interfaces"

let () =
  collect_rarely ();
  read_arguments ();
  let files, secrets = read_bundle () in
  Unix.set_close_on_exec (descriptor !channel);
  Seeded_random.make_deterministic ();
  Call.start ~memory_bytes:!memory_bytes ~on_uninterruptible:(report_uninterruptible secrets);
  Grading.call_seconds := !call_seconds;
  (Grading.set_progress := fun text -> send secrets "progress" (String text));
  Compiler.start ~interfaces:(interfaces ());
  let submission =
    { Loading.files; secrets; name = !name; load_seconds = !call_seconds; seed = !seed }
  in
  match Loading.prepare submission with
  | ready -> grade secrets ready
  | exception exn -> finish_with secrets (fun () -> raise exn)
