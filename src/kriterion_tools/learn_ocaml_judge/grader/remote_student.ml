open Exchange

type ending = Lost of string | Uninterruptible of exn | Needs_one_process of string | Too_many_calls

let on_ending : (ending -> unit) option ref = ref None

let finish ending =
  Option.iter (fun on_ending -> on_ending ending) !on_ending;
  (* Never reached: [on_ending] does not return. *)
  Unix._exit 70

let require_one_process reason = finish (Needs_one_process reason)
let end_as_lost reason = finish (Lost reason)

(* Anything wrong with the student process's answers ends the grading. *)
let end_if_untrusted work =
  try work () with
  | Peer.Gone reason | Wire.Malformed reason -> end_as_lost reason
  | Stack_overflow -> end_as_lost "a value is nested too deeply"
  | Out_of_memory -> end_as_lost "a value takes too much memory"

(* Only this process knows the details of the limit. *)
let read_limit_met reader =
  match exception_of (read_limit reader) with
  | Call.Timeout unknown ->
    let of_loading = Option.value !Grading.call_seconds ~default:unknown in
    Call.Timeout (Option.value (Call.allowed_seconds ()) ~default:of_loading)
  | limit -> limit

let receive () =
  let reader = Peer.receive () in
  let kind = Wire.read_int reader in
  if kind = uninterruptible then finish (Uninterruptible (read_limit_met reader))
  else (kind, reader)

let sent_shapes = ref 0

let send_new_shapes () =
  if Shapes.count () > !sent_shapes then begin
    let writer = Wire.writer () in
    Wire.write_int writer shapes;
    Wire.write_text writer (Marshal.to_string (Shapes.from !sent_shapes) []);
    Peer.send writer;
    sent_shapes := Shapes.count ()
  end

let calls_left = ref max_int

let count_call () =
  decr calls_left;
  if !calls_left < 0 then finish Too_many_calls

let depth = ref 0
let max_depth = 5_000

let print_output reader =
  let stdout = Wire.read_text reader in
  let stderr = Wire.read_text reader in
  if stdout <> "" then print_string stdout;
  if stderr <> "" then prerr_string stderr

(* The student's code calls a function of the tests. *)
let answer_call reader =
  count_call ();
  print_output reader;
  let number = Wire.read_int reader in
  Wire.read_changes reader;
  let { Wire.argument; result }, call = Wire.own_function number in
  let value = Wire.read reader argument in
  Wire.expect_end reader;
  let outcome =
    if !depth > max_depth then Raised Stack_overflow
    else
      match Call.with_interruption (fun () -> Views.run Tests (fun () -> call value)) with
      | value -> Value value
      | exception exn -> Raised exn
  in
  Call.flush_output ();
  let checkpoint = Wire.checkpoint () in
  let encode_outcome outcome =
    let writer = Wire.writer () in
    Wire.write_int writer reply;
    Wire.write_changes writer;
    write_outcome writer result outcome;
    writer
  in
  let writer =
    try encode_outcome outcome
    with Wire.Oversize | Stack_overflow ->
      Wire.forget_unsent checkpoint;
      encode_outcome (Stopped Oversize)
  in
  Peer.send writer

let rec await_reply shape =
  match receive () with
  | kind, reader when kind = reply ->
    Call.add_elsewhere (Wire.read_float reader);
    print_output reader;
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
    send_new_shapes ();
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
  let exchange () = Call.without_interruption (fun () -> end_if_untrusted exchange) in
  match Views.run Submission exchange with
  | Value value -> value
  | Raised exn -> raise exn
  | Stopped limit -> Call.stop_for (exception_of limit)

let random_state () =
  if Call.protects_random_state () then Marshal.to_string (Random.get_state ()) [] else ""

let call_remote number { Wire.argument; result } value =
  let write writer =
    Wire.write_int writer call;
    write_seconds writer;
    Wire.write_text writer (random_state ());
    Wire.write_int writer number;
    Wire.write_changes writer;
    Wire.write writer argument value
  in
  ask write result

let value ~path ty =
  match Crossing.shape ty with
  | exception Crossing.Not_transferable reason -> Error reason
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
  let send_start () =
    let writer = Wire.writer () in
    Wire.write_int writer start;
    Wire.write_changes writer;
    Peer.send writer
  in
  end_if_untrusted send_start

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
  end_if_untrusted await

let start ?max_calls ~on_ending:finish () =
  Option.iter (fun most -> calls_left := most) max_calls;
  on_ending := Some finish;
  Wire.side := Test;
  Wire.call_remote := call_remote;
  (Compiler.on_remote_use := fun name -> require_one_process ("test.ml names " ^ name));
  sent_shapes := Shapes.count ();
  Sys.set_signal Sys.sigpipe Signal_ignore
