type fields = { parts : int array; is_mutable : bool }

type t =
  | Int
  | Enum of int
  | Float
  | String
  | Bytes
  | Int32
  | Int64
  | Nativeint
  | Block of fields
  | Variant of { constants : int; blocks : fields array }
  | Tagged of (int * int option) list
  | Floats_record of { size : int; is_mutable : bool }
  | Array of int
  | Float_array
  | Function of { argument : int; result : int }
  | Lazy of int
  | Exception
  | Pending

let unit = 0
let shapes = ref (Array.make 64 Pending)
let used = ref 1
let () = !shapes.(unit) <- Enum 1
let count () = !used
let get number = if number >= 0 && number < !used then !shapes.(number) else raise Not_found

let reserve () =
  if !used = Array.length !shapes then
    shapes := Array.append !shapes (Array.make (Array.length !shapes) Pending);
  let number = !used in
  !shapes.(number) <- Pending;
  incr used;
  number

let set number shape = !shapes.(number) <- shape
let forget_from number = used := number
let from number = Array.sub !shapes number (!used - number)
let add = Array.iter (fun shape -> set (reserve ()) shape)
