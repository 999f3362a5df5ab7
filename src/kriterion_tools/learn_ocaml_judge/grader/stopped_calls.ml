open Report

let is_stop exn = Call.is_limit exn && exn <> Stack_overflow

let failure sentence exn = Message ([ Text (sentence ^ ": " ^ Call.explain exn ^ ".") ], Failure)
let of_student = failure "This call did not finish"
let of_reference = failure "This cannot be checked because the reference did not finish"
