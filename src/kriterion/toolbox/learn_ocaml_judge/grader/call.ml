exception Timeout of float
exception Excess
exception Exhausted
exception Exited

let output_limit = 32_759

(* So much output between two looks stops the code before its call ends. *)
let flood = 1 lsl 20

(* Computing time between two looks at code that runs, and how often it may catch what
   interrupts it: half a second in all. *)
let look_seconds = 0.02
let patience = 25

let is_limit = function
  | Timeout _ | Excess | Exhausted | Exited | Stack_overflow | Out_of_memory -> true
  | _ -> false

let explain = function
  | Timeout 1. -> "it takes more than a second"
  | Timeout seconds -> Printf.sprintf "it takes more than %g seconds" seconds
  | Excess -> Printf.sprintf "it prints more than %d bytes" output_limit
  | Exhausted | Out_of_memory -> "it uses too much memory"
  | Exited -> "it calls exit"
  | Stack_overflow -> "stack overflow: it calls itself too deeply, maybe without end"
  | exn -> Exception_text.of_exception exn

type 'a outcome = { result : ('a, exn) result; stdout : string; stderr : string }

(* What is printed goes into files: a pipe that nobody reads while code runs would block it. *)

let printed_files = ref []
let size file = (Unix.fstat file).st_size

let nameless_file () =
  let name = Filename.temp_file "call" "" in
  let file = Unix.(openfile name [ O_RDWR; O_APPEND; O_TRUNC; O_CLOEXEC ] 0o600) in
  Unix.unlink name;
  file

let read file ~from =
  let length = min (size file - from) output_limit in
  let bytes = Bytes.create length in
  let rec fill at =
    let got = if at < length then Unix.read file bytes at (length - at) else 0 in
    if got > 0 then fill (at + got)
  in
  ignore (Unix.lseek file from SEEK_SET);
  fill 0;
  Bytes.to_string bytes

(* Takes what was printed since [from] away again, so that it counts once. *)
let take file ~from =
  if size file = from then ""
  else
    let text = read file ~from in
    Unix.ftruncate file from;
    text

(* May run code of others: Format's channels can be redirected to their functions. *)
let settle () =
  Format.pp_print_flush Format.std_formatter ();
  Format.pp_print_flush Format.err_formatter ();
  flush stdout;
  flush stderr

(* Calls that are running, the innermost first. *)

type frame = {
  deadline : (float * float) option;  (** computing time of the process, seconds given *)
  mutable from : int list;  (** of each file, where this call's output begins *)
  mutable is_running : bool;
  mutable stopped_by : exn option;
  mutable interruptions : int;
}

let frames : frame list ref = ref []
let memory_words = ref max_int
let on_hopeless = ref ignore

let stop frame limit = if frame.stopped_by = None then frame.stopped_by <- Some limit

let printed_more_than limit frame =
  List.exists2 (fun file from -> size file - from > limit) !printed_files frame.from

let look_at_time frame =
  match frame.deadline with
  | Some (deadline, seconds) when Sys.time () > deadline -> stop frame (Timeout seconds)
  | _ -> ()

let is_heap_full () =
  let is_large () = (Gc.quick_stat ()).heap_words > !memory_words in
  is_large () && (Gc.compact (); is_large ())

let look_at frame =
  look_at_time frame;
  if printed_more_than flood frame then stop frame Excess

let interrupt innermost limit =
  innermost.interruptions <- innermost.interruptions + 1;
  if innermost.interruptions > patience then begin
    !on_hopeless limit;
    Unix._exit 0
  end;
  raise limit

let look _signal =
  match !frames with
  | innermost :: _ when innermost.is_running ->
    List.iter look_at !frames;
    if is_heap_full () then stop innermost Exhausted;
    Option.iter (interrupt innermost) (List.find_map (fun frame -> frame.stopped_by) !frames)
  | _ -> ()

let rec refuse_to_exit () =
  at_exit refuse_to_exit;
  (match !frames with frame :: _ -> stop frame Exited | [] -> ());
  raise Exited

let start ~memory_bytes ~on_hopeless:hopeless =
  let redirect descriptor =
    let file = nameless_file () in
    Unix.dup2 ~cloexec:false file descriptor;
    file
  in
  printed_files := List.map redirect [ Unix.stdout; Unix.stderr ];
  Option.iter (fun bytes -> memory_words := bytes / (Sys.word_size / 8)) memory_bytes;
  on_hopeless := hopeless;
  at_exit refuse_to_exit;
  Sys.set_signal Sys.sigprof (Signal_handle look);
  ignore (Unix.setitimer ITIMER_PROF { it_interval = look_seconds; it_value = look_seconds })

(* An interruption may come at any moment while the frame is running, between the end of the
   work and the next line too: hence the second net. *)
let guarded frame work =
  let once () =
    match work () with
    | value ->
      frame.is_running <- false;
      Ok value
    | exception exn ->
      frame.is_running <- false;
      Error exn
  in
  frame.is_running <- true;
  let result = try once () with exn -> Error exn in
  frame.is_running <- false;
  result

let verdict frame result settled =
  look_at_time frame;
  if printed_more_than output_limit frame then stop frame Excess;
  match (frame.stopped_by, result, settled) with
  | Some limit, _, _ -> Error limit
  | None, (Error _ as error), _ -> error
  | None, _, Error exn -> Error exn
  | None, Ok _, Ok () -> result

let is_chance_guarded = ref false
let guard_chance () = is_chance_guarded := true

(* Leaves the generator in a state that does not depend on what the work did to it. *)
let guarding_chance work =
  let before = Random.get_state () in
  let result = work () in
  if Random.get_state () <> before then begin
    let seed = Array.init 2 (fun _ -> Random.State.bits before) in
    Random.set_state (Random.State.make seed)
  end;
  result

let opened seconds =
  { deadline = Option.map (fun seconds -> (Sys.time () +. seconds, seconds)) seconds;
    from = List.map size !printed_files;
    is_running = false;
    stopped_by = None;
    interruptions = 0 }

let capture ?seconds work =
  let frame = opened seconds in
  frames := frame :: !frames;
  ignore (guarded frame settle);
  frame.from <- List.map size !printed_files;
  let guarding = if !is_chance_guarded then guarding_chance else fun work -> work () in
  let result = guarding (fun () -> guarded frame work) in
  let settled = guarded frame settle in
  let result = verdict frame result settled in
  frames := List.tl !frames;
  let printed = List.map2 (fun file from -> take file ~from) !printed_files frame.from in
  Option.iter raise (List.find_map (fun outer -> outer.stopped_by) !frames);
  { result; stdout = List.nth printed 0; stderr = List.nth printed 1 }
