exception Timeout of float
exception Excess
exception Exhausted
exception Exited
exception Oversize

let output_limit = 32_759

(* If the code prints more than this between two checks, stop it before its call ends. *)
let urgent_limit = 1 lsl 20

(* Computing time between two checks of running code, and how often the code may catch the
   interruption: half a second in all. *)
let check_seconds = 0.02
let max_interruptions = 25

let is_limit = function
  | Timeout _ | Excess | Exhausted | Exited | Oversize | Stack_overflow | Out_of_memory -> true
  | _ -> false

let explain = function
  | Timeout 1. -> "it takes more than a second"
  | Timeout seconds -> Printf.sprintf "it takes more than %g seconds" seconds
  | Excess -> Printf.sprintf "it prints more than %d bytes" output_limit
  | Exhausted | Out_of_memory -> "it uses too much memory"
  | Exited -> "it calls exit"
  | Oversize -> "its value is too large to be compared"
  | Stack_overflow -> "stack overflow: it calls itself too deeply, maybe endlessly"
  | exn -> Exception_text.of_exception exn

(* Graders print exceptions themselves. *)
let () =
  Printexc.register_printer (function
    | (Timeout _ | Excess | Exhausted | Exited | Oversize) as limit -> Some (explain limit)
    | _ -> None)

type 'a outcome = { result : ('a, exn) result; stdout : string; stderr : string }

(* Output goes into files, because a pipe that is not read while code runs would block that code. *)

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

(* Remove what was printed since [from], so that it is not counted again for the enclosing call. *)
let take_output_of file ~from =
  if size file = from then ""
  else
    let text = read file ~from in
    Unix.ftruncate file from;
    text

(* May run code of others: Format's output can be redirected to a function. *)
let flush_all () =
  Format.pp_print_flush Format.std_formatter ();
  Format.pp_print_flush Format.err_formatter ();
  flush stdout;
  flush stderr

(* File sizes after flushing. Where code prints only through OCaml's channels, sizes change exactly
   when the positions of the channels do, and reading those needs no system call. *)

let may_print_directly = ref true
let cached_sizes = ref None

let sizes () =
  let positions = (pos_out stdout, pos_out stderr) in
  match !cached_sizes with
  | Some (known, sizes) when known = positions && not !may_print_directly -> sizes
  | _ ->
    let sizes = List.map size !printed_files in
    cached_sizes := Some (positions, sizes);
    sizes

(* The running calls, innermost first. *)

type frame = {
  deadline : (float * float) option;  (** when to stop (computing time of the process), and
                                          the seconds allowed *)
  mutable from : int list;  (** for each file, the offset where this call's output begins *)
  mutable is_running : bool;
  mutable stopped_by : exn option;
  mutable interruptions : int;
}

let frames : frame list ref = ref []
let memory_words = ref max_int
let on_uninterruptible = ref ignore

let timed_out = ref false
let has_timed_out () = !timed_out

let stop frame limit =
  (match limit with Timeout _ -> timed_out := true | _ -> ());
  if frame.stopped_by = None then frame.stopped_by <- Some limit

let printed_more_than limit frame =
  List.exists2 (fun file from -> size file - from > limit) !printed_files frame.from

(* Computing time used by the student process counts too. *)
let elsewhere_seconds = ref 0.
let now () = Sys.time () +. !elsewhere_seconds

let check_time frame =
  match frame.deadline with
  | Some (deadline, seconds) when now () > deadline -> stop frame (Timeout seconds)
  | _ -> ()

let is_heap_full () =
  let is_large () = Release_library.heap_words () > !memory_words in
  is_large () && (Gc.compact (); is_large ())

let check_call frame =
  check_time frame;
  if printed_more_than urgent_limit frame then stop frame Excess

let interrupt innermost limit =
  innermost.interruptions <- innermost.interruptions + 1;
  if innermost.interruptions > max_interruptions then begin
    !on_uninterruptible limit;
    Unix._exit 0
  end;
  raise limit

let check_running _signal =
  match !frames with
  | innermost :: _ when innermost.is_running ->
    List.iter check_call !frames;
    if is_heap_full () then stop innermost Exhausted;
    Option.iter (interrupt innermost) (List.find_map (fun frame -> frame.stopped_by) !frames)
  | _ -> ()

let rec refuse_to_exit () =
  at_exit refuse_to_exit;
  (match !frames with frame :: _ -> stop frame Exited | [] -> ());
  raise Exited

let redirect_output () =
  let redirect descriptor =
    let file = nameless_file () in
    Unix.dup2 ~cloexec:false file descriptor;
    file
  in
  printed_files := List.map redirect [ Unix.stdout; Unix.stderr ]

let start_checking () =
  ignore (Unix.setitimer ITIMER_PROF { it_interval = check_seconds; it_value = check_seconds })

let start ~memory_bytes ~on_uninterruptible:uninterruptible =
  redirect_output ();
  Option.iter (fun bytes -> memory_words := bytes / (Sys.word_size / 8)) memory_bytes;
  on_uninterruptible := uninterruptible;
  at_exit refuse_to_exit;
  Sys.set_signal Sys.sigprof (Signal_handle check_running);
  start_checking ()

let start_in_fork ?on_uninterruptible:uninterruptible ~prints_through_channels () =
  may_print_directly := not prints_through_channels;
  cached_sizes := None;
  List.iter Unix.close !printed_files;
  redirect_output ();
  Option.iter (fun uninterruptible -> on_uninterruptible := uninterruptible) uninterruptible;
  start_checking ()

(* An interruption may come at any moment while the frame is running, even between the end of the
   work and the next line. Hence the second handler. *)
let run_in_frame frame work =
  let run_once () =
    match work () with
    | value ->
      frame.is_running <- false;
      Ok value
    | exception exn ->
      frame.is_running <- false;
      Error exn
  in
  frame.is_running <- true;
  let result = try run_once () with exn -> Error exn in
  frame.is_running <- false;
  result

let final_result frame result flushed =
  check_time frame;
  if List.exists2 (fun size from -> size - from > output_limit) (sizes ()) frame.from then
    stop frame Excess;
  match (frame.stopped_by, result, flushed) with
  | Some limit, _, _ -> Error limit
  | None, (Error _ as error), _ -> error
  | None, _, Error exn -> Error exn
  | None, Ok _, Ok () -> result

let is_random_state_protected = ref false
let protect_random_state () = is_random_state_protected := true
let protects_random_state () = !is_random_state_protected

(* Leaves the generator in a state that does not depend on how the work used it. *)
let protecting_random_state work =
  let before = Random.get_state () in
  let result = work () in
  if Random.get_state () <> before then begin
    let seed = Array.init 2 (fun _ -> Random.State.bits before) in
    Random.set_state (Random.State.make seed)
  end;
  result

let take_all_output from =
  if sizes () = from then List.map (fun _ -> "") from
  else begin
    cached_sizes := None;
    List.map2 (fun file from -> take_output_of file ~from) !printed_files from
  end

let new_frame seconds =
  { deadline = Option.map (fun seconds -> (now () +. seconds, seconds)) seconds;
    from = sizes ();
    is_running = false;
    stopped_by = None;
    interruptions = 0 }

let capture ?seconds work =
  let frame = new_frame seconds in
  frames := frame :: !frames;
  ignore (run_in_frame frame flush_all);
  frame.from <- sizes ();
  let protecting =
    if !is_random_state_protected then protecting_random_state else fun work -> work ()
  in
  let result = protecting (fun () -> run_in_frame frame work) in
  let flushed = run_in_frame frame flush_all in
  let result = final_result frame result flushed in
  frames := List.tl !frames;
  let printed = take_all_output frame.from in
  Option.iter raise (List.find_map (fun outer -> outer.stopped_by) !frames);
  { result; stdout = List.nth printed 0; stderr = List.nth printed 1 }

(* Grading in two processes *)

let with_interruptible is_running work =
  match !frames with
  | [] -> work ()
  | frame :: _ ->
    let before = frame.is_running in
    frame.is_running <- is_running;
    match work () with
    | value ->
      frame.is_running <- before;
      value
    | exception exn ->
      frame.is_running <- before;
      raise exn

let without_interruption work = with_interruptible false work
let with_interruption work = with_interruptible true work

let nearest_deadline () =
  let earlier found frame =
    match (found, frame.deadline) with
    | Some (_, (found_deadline, _)), Some (deadline, _) when found_deadline <= deadline -> found
    | _, None -> found
    | _, Some deadline -> Some (frame, deadline)
  in
  List.fold_left earlier None !frames

let remaining_seconds () =
  let remaining (_, (deadline, _)) = Float.max (deadline -. now ()) 0.001 in
  Option.map remaining (nearest_deadline ())

let allowed_seconds () =
  Option.map (fun (_, (_, seconds)) -> seconds) (nearest_deadline ())

let add_elsewhere seconds =
  if seconds > 0. && seconds < infinity then elsewhere_seconds := !elsewhere_seconds +. seconds

let stop_for limit =
  let stopping frame limit =
    stop frame limit;
    raise limit
  in
  match (limit, nearest_deadline (), !frames) with
  | Timeout _, Some (frame, (_, seconds)), _ -> stopping frame (Timeout seconds)
  | _, _, frame :: _ -> stopping frame limit
  | _, _, [] -> raise limit

let take_output () =
  without_interruption flush_all;
  let from = match !frames with frame :: _ -> frame.from | [] -> [ 0; 0 ] in
  match take_all_output from with
  | [ stdout; stderr ] -> (stdout, stderr)
  | _ -> assert false

let flush_output = flush_all
