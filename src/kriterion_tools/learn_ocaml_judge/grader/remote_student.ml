open Exchange

type ending = Lost of string | Hopeless of exn | Together of string | Too_many_calls

let on_ending : (ending -> unit) option ref = ref None

let finish ending =
  Option.iter (fun on_ending -> on_ending ending) !on_ending;
  (* Never reached: [on_ending] does not return. *)
  Unix._exit 70

let together reason = finish (Together reason)
let lost reason = finish (Lost reason)

(* Anything wrong with the student process's answers ends the grading. *)
let guarded work =
  try work () with
  | Peer.Gone reason | Wire.Malformed reason -> lost reason
  | Stack_overflow -> lost "a value is nested too deeply"
  | Out_of_memory -> lost "a value takes too much memory"

(* Only this process knows the details of the limit. *)
let limit_met reader =
  match exception_of (read_limit reader) with
  | Call.Timeout unknown ->
    let of_loading = Option.value !Grading.call_seconds ~default:unknown in
    Call.Timeout (Option.value (Call.allowed_seconds ()) ~default:of_loading)
  | limit -> limit

let receive () =
  let reader = Peer.receive () in
  let kind = Wire.read_int reader in
  if kind = hopeless then finish (Hopeless (limit_met reader))
  else (kind, reader)

let told_shapes = ref 0

let tell_shapes () =
  if Shapes.count () > !told_shapes then begin
    let writer = Wire.writer () in
    Wire.write_int writer shapes;
    Wire.write_text writer (Marshal.to_string (Shapes.from !told_shapes) []);
    Peer.send writer;
    told_shapes := Shapes.count ()
  end

let calls_left = ref max_int

let count_call () =
  decr calls_left;
  if !calls_left < 0 then finish Too_many_calls

let depth = ref 0
let deepest = 5_000

let print reader =
  let stdout = Wire.read_text reader in
  let stderr = Wire.read_text reader in
  if stdout <> "" then print_string stdout;
  if stderr <> "" then prerr_string stderr

(* The student's code calls a function of the tests. *)
let answer_call reader =
  count_call ();
  print reader;
  let number = Wire.read_int reader in
  Wire.read_changes reader;
  let { Wire.argument; result }, call = Wire.own_function number in
  let value = Wire.read reader argument in
  Wire.expect_end reader;
  let outcome =
    if !depth > deepest then Raised Stack_overflow
    else
      match Call.with_interruption (fun () -> Views.run Tests (fun () -> call value)) with
      | value -> Value value
      | exception exn -> Raised exn
  in
  Call.flush_output ();
  let checkpoint = Wire.checkpoint () in
  let written outcome =
    let writer = Wire.writer () in
    Wire.write_int writer reply;
    Wire.write_changes writer;
    write_outcome writer result outcome;
    writer
  in
  let writer =
    try written outcome
    with Wire.Oversize | Stack_overflow ->
      Wire.forget_unsent checkpoint;
      written (Stopped Oversize)
  in
  Peer.send writer

let rec await_reply shape =
  match receive () with
  | kind, reader when kind = reply ->
    Call.count_elsewhere (Wire.read_float reader);
    print reader;
    Wire.read_changes reader;
    let outcome = read_outcome reader shape in
    Wire.expect_end reader;
    outcome
  | kind, reader when kind = call ->
    answer_call reader;
    await_reply shape
  | _ -> raise (Wire.Malformed "an unexpected message")

let write_seconds writer =
  Wire.write_float writer (Option.value (Call.remaining_seconds ()) ~default:0.)

let ask write shape =
  count_call ();
  let exchange () =
    Call.flush_output ();
    tell_shapes ();
    let checkpoint = Wire.checkpoint () in
    let writer = Wire.writer () in
    match write writer with
    | () ->
      Peer.send writer;
      incr depth;
      let outcome = await_reply shape in
      decr depth;
      if !depth = 0 then Wire.end_exchange ~result:shape;
      outcome
    | exception (Wire.Oversize | Stack_overflow) ->
      Wire.forget_unsent checkpoint;
      Stopped Oversize
  in
  let exchange () = Call.without_interruption (fun () -> guarded exchange) in
  match Views.run Submission exchange with
  | Value value -> value
  | Raised exn -> raise exn
  | Stopped limit -> Call.stop_for (exception_of limit)

let chance () =
  if Call.has_guarded_chance () then Marshal.to_string (Random.get_state ()) [] else ""

let call_remote number { Wire.argument; result } value =
  let write writer =
    Wire.write_int writer call;
    write_seconds writer;
    Wire.write_text writer (chance ());
    Wire.write_int writer number;
    Wire.write_changes writer;
    Wire.write writer argument value
  in
  ask write result

let value ~path ty =
  match Crossing.shape ty with
  | exception Crossing.Cannot reason -> Error reason
  | shape ->
    let write writer =
      Wire.write_int writer find;
      write_seconds writer;
      Wire.write_text writer (String.concat "\000" path);
      Wire.write_int writer shape;
      Wire.write_changes writer
    in
    Ok (ask write shape)

let begin_loading () =
  let begin_ () =
    let writer = Wire.writer () in
    Wire.write_int writer start;
    Wire.write_changes writer;
    Peer.send writer
  in
  guarded begin_

let await_loaded ~file =
  let await () =
    match receive () with
    | kind, reader when kind = loaded ->
      Wire.read_changes reader;
      let outcome = read_loaded ~file reader in
      Wire.expect_end reader;
      outcome
    | _ -> raise (Wire.Malformed "an unexpected message")
  in
  guarded await

let start ?most_calls ~on_ending:finish () =
  Option.iter (fun most -> calls_left := most) most_calls;
  on_ending := Some finish;
  Wire.side := Test;
  Wire.call_remote := call_remote;
  (Compiler.on_remote := fun name -> together ("test.ml names " ^ name));
  told_shapes := Shapes.count ();
  Sys.set_signal Sys.sigpipe Signal_ignore
