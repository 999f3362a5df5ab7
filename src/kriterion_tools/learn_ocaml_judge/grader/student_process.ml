open Exchange

exception Not_a_request

let depth = ref 0

(* If the answer is too large, send that limit instead. *)
let send_reply write =
  let checkpoint = Wire.checkpoint () in
  let encode_reply write =
    let writer = Wire.writer () in
    Wire.write_int writer reply;
    write writer;
    writer
  in
  let writer =
    try encode_reply (write None)
    with Wire.Oversize | Stack_overflow ->
      Wire.forget_unsent checkpoint;
      encode_reply (write (Some (Stopped Oversize)))
  in
  Peer.send writer

let outcome_of = function
  | Ok value -> Value value
  | Error exn -> (
    match limit_of exn with
    | Some limit -> Stopped limit
    | None -> Raised exn)

(* Runs student code and sends the outcome. *)
let run ~seconds ~shape work =
  incr depth;
  let before = Sys.time () in
  let { Call.result; stdout; stderr } = Call.capture ?seconds work in
  let used = Sys.time () -. before in
  let write instead writer =
    Wire.write_float writer used;
    Wire.write_text writer stdout;
    Wire.write_text writer stderr;
    (match instead with
    | None ->
      Wire.write_changes writer;
      write_outcome writer shape (outcome_of result)
    | Some outcome ->
      Wire.write_no_changes writer;
      write_outcome writer shape outcome)
  in
  send_reply write;
  decr depth;
  if !depth = 0 then Wire.end_exchange ~result:shape

let read_seconds reader =
  let seconds = Wire.read_float reader in
  if seconds > 0. then Some seconds else None

(* Continue from the state of the test process's random generator. *)
let set_random_state reader =
  let state = Wire.read_text reader in
  if state <> "" then Random.set_state (Marshal.from_string state 0)

let find_value reader =
  let seconds = read_seconds reader in
  let path = String.split_on_char '\000' (Wire.read_text reader) in
  let shape = Wire.read_int reader in
  Wire.read_changes reader;
  run ~seconds ~shape (fun () -> Compiler.value_at path)

let call_student_function reader =
  let seconds = read_seconds reader in
  set_random_state reader;
  let number = Wire.read_int reader in
  Wire.read_changes reader;
  let { Wire.argument; result }, call = Wire.own_function number in
  let value = Wire.read reader argument in
  run ~seconds ~shape:result (fun () -> call value)

let handle reader = function
  | kind when kind = shapes -> Shapes.add (Marshal.from_string (Wire.read_text reader) 0)
  | kind when kind = Exchange.find -> find_value reader
  | kind when kind = call -> call_student_function reader
  | _ -> raise Not_a_request

(* Calls a function of the tests. Until the answer arrives, the test process may send calls of its
   own. *)
let rec await_reply shape =
  let reader = Peer.receive () in
  let kind = Wire.read_int reader in
  if kind = reply then begin
    Wire.read_changes reader;
    read_outcome reader shape
  end
  else begin
    handle reader kind;
    await_reply shape
  end

let call_remote number { Wire.argument; result } value =
  let printed = Call.take_output () in
  let ask () =
    let writer = Wire.writer () in
    let checkpoint = Wire.checkpoint () in
    Wire.write_int writer call;
    Wire.write_text writer (fst printed);
    Wire.write_text writer (snd printed);
    Wire.write_int writer number;
    match
      Wire.write_changes writer;
      Wire.write writer argument value
    with
    | () ->
      Peer.send writer;
      await_reply result
    | exception (Wire.Oversize | Stack_overflow) ->
      Wire.forget_unsent checkpoint;
      Raised Call.Oversize
  in
  match Call.without_interruption ask with
  | Value value -> value
  | Raised exn -> raise exn
  | Stopped limit -> raise (exception_of limit)

let rec serve_requests () =
  let reader = Peer.receive () in
  handle reader (Wire.read_int reader);
  serve_requests ()

let load load =
  let reader = Peer.receive () in
  if Wire.read_int reader <> start then raise Not_a_request;
  Wire.read_changes reader;
  let outcome = load () in
  let writer = Wire.writer () in
  Wire.write_int writer loaded;
  Wire.write_changes writer;
  write_loaded writer outcome;
  Peer.send writer;
  outcome = Loaded

let serve ~load:load_code =
  Wire.side := Student;
  Wire.call_remote := call_remote;
  try if load load_code then serve_requests () with Peer.Gone _ -> ()

let send_uninterruptible limit =
  let writer = Wire.writer () in
  Wire.write_int writer uninterruptible;
  write_limit writer (Option.value (limit_of limit) ~default:(Exited : limit));
  Peer.send writer
