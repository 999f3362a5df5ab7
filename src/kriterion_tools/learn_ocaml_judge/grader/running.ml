type nonrec 'a result = ('a, exn) result

let unwrap_capture { Call.result; stdout; stderr } =
  Result.map (fun value -> (value, stdout, stderr)) result

(* Each call that reaches the time limit halves the limit of the next, down to a fifth. So ten
   endless cases do not take ten times the limit. *)
let smallest_fraction = 5.
let shortened = ref 1.

let next_seconds () =
  Option.map
    (fun seconds -> Float.max (seconds /. !shortened) (seconds /. smallest_fraction))
    !Grading.call_seconds

let capture work =
  let outcome = Call.capture ?seconds:(next_seconds ()) work in
  (match outcome.result with
  | Error (Call.Timeout _) -> shortened := Float.min (!shortened *. 2.) smallest_fraction
  | _ -> ());
  outcome

let exec work = unwrap_capture (capture work)
let result work = (capture work).result

let exec_trusted work = unwrap_capture (Call.capture work)

let run_timeout ?time work =
  match (Option.map float_of_int time, !Grading.call_seconds) with
  | None, None -> work ()
  | (Some _ as seconds), _ | None, seconds -> (
      let { Call.result; stdout; stderr } = Call.capture ?seconds work in
      print_string stdout;
      prerr_string stderr;
      match result with Ok value -> value | Error exn -> raise exn)
