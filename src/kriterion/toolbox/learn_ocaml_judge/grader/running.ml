type nonrec 'a result = ('a, exn) result

let captured { Call.result; stdout; stderr } =
  Result.map (fun value -> (value, stdout, stderr)) result

let exec work = captured (Call.capture ?seconds:!Grading.call_seconds work)
let result work = (Call.capture ?seconds:!Grading.call_seconds work).result
let trusted work = captured (Call.capture work)

let run_timeout ?time work =
  match (Option.map float_of_int time, !Grading.call_seconds) with
  | None, None -> work ()
  | (Some _ as seconds), _ | None, seconds -> (
      let { Call.result; stdout; stderr } = Call.capture ?seconds work in
      print_string stdout;
      prerr_string stderr;
      match result with Ok value -> value | Error exn -> raise exn)
