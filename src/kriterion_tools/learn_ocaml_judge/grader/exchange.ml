open Wire

type limit = Timeout | Excess | Exhausted | Exited | Oversize

let limits = [| Timeout; Excess; Exhausted; Exited; Oversize |]

(* A stack overflow is treated as an ordinary exception. *)
let limit_of = function
  | Call.Timeout _ -> Some Timeout
  | Call.Excess -> Some Excess
  | Call.Exhausted | Out_of_memory -> Some Exhausted
  | Call.Exited -> Some Exited
  | Call.Oversize | Wire.Oversize -> Some Oversize
  | _ -> None

let exception_of = function
  | Timeout -> Call.Timeout 0.
  | Excess -> Call.Excess
  | Exhausted -> Call.Exhausted
  | Exited -> Call.Exited
  | Oversize -> Call.Oversize

type outcome = Value of Obj.t | Raised of exn | Stopped of limit

let write_index writer all one =
  let rec index at = if all.(at) = one then at else index (at + 1) in
  write_int writer (index 0)

let read_index reader all =
  let index = read_int reader in
  if index < 0 || index >= Array.length all then raise (Malformed "a choice is unknown");
  all.(index)

let write_limit writer = write_index writer limits
let read_limit reader = read_index reader limits

let write_outcome writer shape = function
  | Value value ->
    write_int writer 0;
    write writer shape value
  | Raised exn ->
    write_int writer 1;
    write_exception writer exn
  | Stopped limit ->
    write_int writer 2;
    write_limit writer limit

let read_outcome reader shape =
  match read_int reader with
  | 0 -> Value (read reader shape)
  | 1 -> Raised (read_exception reader)
  | 2 -> Stopped (read_limit reader)
  | _ -> raise (Malformed "an outcome is unknown")

type loaded = Loaded | Not_loaded of Failure.t

let kinds = Failure.[| Refused; Raised; Timeout; Exited; Output; Memory |]

let write_place writer = function
  | None -> write_int writer 0
  | Some { Compiler.line; column; end_line; end_column; _ } ->
    List.iter (write_int writer) [ 1; line; column; end_line; end_column ]

(* Locations are in the student's file, so the test process supplies the file name. No graded source
   has lines or columns beyond these bounds. *)
let read_place ~file reader =
  let read_from least = min (max (read_int reader) least) (1 lsl 30) in
  match read_int reader with
  | 0 -> None
  | _ ->
    let line = read_from 1 in
    let column = read_from 0 in
    let end_line = read_from 1 in
    Some { Compiler.file; line; column; end_line; end_column = read_from 0 }

let write_loaded writer = function
  | Loaded -> write_int writer 0
  | Not_loaded { whose; message; place; output; _ } ->
    write_int writer 1;
    write_index writer kinds
      (match whose with Failure.Of_student kind -> kind | Of_exercise -> Raised);
    write_text writer message;
    write_text writer output;
    write_place writer place

let read_loaded ~file reader =
  match read_int reader with
  | 0 -> Loaded
  | 1 ->
    let kind = read_index reader kinds in
    let message = read_text reader in
    let output = read_text reader in
    let place = read_place ~file reader in
    Not_loaded { whose = Of_student kind; stage = Student; message; place; output }
  | _ -> raise (Malformed "neither loaded nor not")

let shapes = 0
let start = 1
let find = 2
let call = 3
let reply = 4
let loaded = 5
let uninterruptible = 6
