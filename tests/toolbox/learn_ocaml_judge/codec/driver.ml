(* Drives the codec between the two processes: takes the place of the grader's main.ml.

   A request is a line of words, texts are hexadecimal; so is an answer. *)

let of_hex text =
  String.init (String.length text / 2) (fun i ->
      Char.chr (int_of_string ("0x" ^ String.sub text (2 * i) 2)))

let to_hex text =
  String.concat "" (List.map (fun c -> Printf.sprintf "%02x" (Char.code c)) (List.of_seq (String.to_seq text)))

let own_type text = Compiler.scheme_of (Parse.core_type (Lexing.from_string text))

(* Random values of a shape *)

exception Empty

let any list = List.nth list (Random.int (List.length list))
let length fuel = if fuel <= 0 then 0 else Random.int 4

let some_int () =
  any [ 0; 1; -1; max_int; min_int; Random.bits (); - Random.bits (); Random.int 100 ]

let some_float () =
  any [ 0.; -0.; infinity; nan; 1e-320; Random.float 1e9; Int64.float_of_bits (Random.int64 Int64.max_int) ]

let some_text () = String.init (Random.int 8) (fun _ -> Char.chr (Random.int 256))

let some_exception () =
  any
    [ Not_found; Exit; Failure (some_text ()); Invalid_argument (some_text ());
      Match_failure (some_text (), some_int (), 3); Stack_overflow ]

let new_block tag parts =
  let block = Obj.new_block tag (List.length parts) in
  List.iteri (fun i _ -> Obj.set_field block i (Obj.repr 0)) parts;
  List.iteri (Obj.set_field block) parts;
  block

(* Values that change, made before: one may be met twice. *)
let made : (int * Obj.t) list ref = ref []

let rec value fuel number : Obj.t =
  if fuel < -30 then raise Empty;
  let changing make =
    match List.filter (fun (other, _) -> other = number) !made with
    | _ :: _ as known when Random.int 3 = 0 -> snd (any known)
    | _ ->
      let value = make () in
      made := (number, value) :: !made;
      value
  in
  let parts fuel parts = List.map (value (fuel - 1)) (Array.to_list parts) in
  let block tag { Shapes.parts = inner; is_mutable } =
    let make () = new_block tag (parts fuel inner) in
    if is_mutable then changing make else make ()
  in
  match Shapes.get number with
  | Int -> Obj.repr (some_int ())
  | Enum 0 -> raise Empty
  | Enum limit -> Obj.repr (Random.int limit)
  | Float -> Obj.repr (some_float ())
  | String -> Obj.repr (some_text ())
  | Bytes -> changing (fun () -> Obj.repr (Bytes.of_string (some_text ())))
  | Int32 -> Obj.repr (Random.int32 Int32.max_int)
  | Int64 -> Obj.repr (Random.int64 Int64.max_int)
  | Nativeint -> Obj.repr (Random.nativeint Nativeint.max_int)
  | Block fields -> block 0 fields
  | Variant { constants; blocks } ->
    if constants > 0 && (fuel <= 0 || Random.bool ()) then Obj.repr (Random.int constants)
    else
      let tag = Random.int (Array.length blocks) in
      block tag blocks.(tag)
  | Tagged tags -> (
    match any tags with
    | hash, None -> Obj.repr hash
    | hash, Some part -> Obj.repr (hash, value (fuel - 1) part))
  | Floats_record { size; is_mutable } ->
    let make () = Obj.repr (Array.init size (fun _ -> some_float ())) in
    if is_mutable then changing make else make ()
  | Array element ->
    changing (fun () ->
        match List.init (length fuel) (fun _ -> value (fuel - 1) element) with
        | [] -> Obj.repr [||]
        | elements -> new_block 0 elements)
  | Float_array -> changing (fun () -> Obj.repr (Array.init (length fuel) (fun _ -> some_float ())))
  | Function _ -> Obj.repr (fun x -> ignore (Random.int 3); x)
  | Lazy part ->
    let held = value (fuel - 1) part in
    Obj.repr (lazy (ignore (Random.int 3); held))
  | Exception -> Obj.repr (some_exception ())
  | Pending -> raise Empty

(* Whether something is a value of a shape, by what memory holds alone *)

exception Wrong of string

let wrong what = raise (Wrong what)
let demand what condition = if not condition then wrong what

let check number value =
  let seen = ref [] and left = ref 200_000 in
  let rec check number value =
    decr left;
    if !left > 0 then
      let is_block tag = Obj.is_block value && Obj.tag value = tag in
      let number_within limit = Obj.is_int value && (Obj.obj value : int) >= 0 && Obj.obj value < limit in
      let parts tag { Shapes.parts; is_mutable } =
        demand "a block" (is_block tag && Obj.size value = Array.length parts);
        if not (is_mutable && List.memq value !seen) then begin
          if is_mutable then seen := value :: !seen;
          Array.iteri (fun i part -> check part (Obj.field value i)) parts
        end
      in
      match Shapes.get number with
      | Int -> demand "a number" (Obj.is_int value)
      | Enum limit -> demand "a constant" (number_within limit)
      | Float -> demand "a float" (is_block Obj.double_tag)
      | String | Bytes -> demand "a text" (is_block Obj.string_tag)
      | Int32 | Int64 | Nativeint -> demand "a boxed number" (is_block Obj.custom_tag)
      | Block fields -> parts 0 fields
      | Variant { constants; blocks } ->
        if Obj.is_int value then demand "a constant" (number_within constants)
        else begin
          demand "a constructor" (Obj.tag value < Array.length blocks);
          parts (Obj.tag value) blocks.(Obj.tag value)
        end
      | Tagged tags -> (
        let is_tagged = is_block 0 && Obj.size value = 2 && Obj.is_int (Obj.field value 0) in
        demand "a tag" (Obj.is_int value || is_tagged);
        let hash : int = Obj.obj (if Obj.is_int value then value else Obj.field value 0) in
        match (List.assoc_opt hash tags, Obj.is_int value) with
        | Some None, true -> ()
        | Some (Some part), false -> check part (Obj.field value 1)
        | _ -> wrong "a tag")
      | Floats_record { size; _ } ->
        demand "floats" (is_block Obj.double_array_tag && Array.length (Obj.obj value : float array) = size)
      | Float_array -> demand "floats" (is_block Obj.double_array_tag || (is_block 0 && Obj.size value = 0))
      | Array part ->
        demand "an array" (is_block 0);
        if not (List.memq value !seen) then begin
          seen := value :: !seen;
          for i = 0 to Obj.size value - 1 do
            check part (Obj.field value i)
          done
        end
      | Function _ -> demand "a function" (is_block Obj.closure_tag)
      | Lazy part ->
        if is_block Obj.forward_tag then check part (Obj.field value 0)
        else if is_block Obj.lazy_tag then
          demand "a lazy value" (Obj.tag (Obj.field value 0) = Obj.closure_tag)
        else check part value
      | Exception -> ignore (Printexc.to_string (Obj.obj value))
      | Pending -> wrong "no shape"
  in
  check number value

let is_alike (one : Obj.t) other = compare one other = 0

let holds_functions number =
  let seen = Hashtbl.create 7 in
  let rec search number =
    (not (Hashtbl.mem seen number))
    && begin
         Hashtbl.add seen number ();
         match Shapes.get number with
         | Function _ | Lazy _ | Exception -> true
         | Block { parts; _ } -> Array.exists search parts
         | Variant { blocks; _ } -> Array.exists (fun { Shapes.parts; _ } -> Array.exists search parts) blocks
         | Tagged tags -> List.exists (fun (_, part) -> Option.fold ~none:false ~some:search part) tags
         | Array part -> search part
         | _ -> false
       end
  in
  search number

(* Requests *)

let start = Wire.checkpoint ()

let as_side side work =
  let before = !Wire.side in
  Wire.side := side;
  Fun.protect ~finally:(fun () -> Wire.side := before) work

let written side number value =
  let writer = Wire.writer () in
  as_side side (fun () -> Wire.write writer number value);
  Wire.contents writer

let forget () = Wire.forget_unsent start

let read_whole number text =
  let reader = Wire.reader text in
  let value = as_side Test (fun () -> Wire.read reader number) in
  Wire.expect_end reader;
  value

let refused = function
  | Wire.Malformed reason -> Some reason
  (* The test process takes these for refusals, too. *)
  | Stack_overflow -> Some "nested too deeply"
  | Out_of_memory -> Some "too much memory"
  | _ -> None

let outcome work =
  let before = Gc.allocated_bytes () in
  let answer =
    match work () with
    | () -> "value"
    | exception Wrong what -> "WRONG " ^ what
    | exception exn -> (
      match refused exn with Some reason -> "refused " ^ reason | None -> "CRASH " ^ Printexc.to_string exn)
  in
  Printf.sprintf "%.0f %s" (Gc.allocated_bytes () -. before) answer

let declare text ty =
  Compiler.evaluate (Compiler.implementation ~file:"" text);
  match Crossing.shape (own_type ty) with
  | number -> string_of_int number
  | exception Crossing.Not_transferable reason -> "cannot " ^ reason

let made_value number seed =
  Random.init seed;
  made := [];
  value 6 number

let round_trip number seed =
  match made_value number seed with
  | exception Empty -> "empty"
  | original ->
    check number original;
    forget ();
    let text = written Student number original in
    forget ();
    let copy = read_whole number text in
    check number copy;
    if holds_functions number then "functions " ^ to_hex text
    else begin
      forget ();
      if not (is_alike original copy) then "DIFFERENT " ^ to_hex text
      else if written Student number copy <> text then "WRITTEN OTHERWISE " ^ to_hex text
      else "alike " ^ to_hex text
    end

let read number text =
  forget ();
  outcome (fun () -> check number (read_whole number text))

(* What the other process says has changed, of a value that both know *)
let change number seed text =
  forget ();
  match made_value number seed with
  | exception Empty -> "0 empty"
  | known ->
    ignore (written Student number known);
    let change () =
      match
        let reader = Wire.reader text in
        as_side Test (fun () ->
            Wire.read_changes reader;
            ignore (Exchange.read_outcome reader number));
        Wire.expect_end reader
      with
      | () -> check number known
      | exception exn ->
        check number known;
        raise exn
    in
    outcome change

let answer = function
  | [ "declare"; text; ty ] -> declare (of_hex text) (of_hex ty)
  | [ "trip"; number; seed ] -> round_trip (int_of_string number) (int_of_string seed)
  | [ "read"; number; text ] -> read (int_of_string number) (of_hex text)
  | [ "change"; number; seed; text ] ->
    change (int_of_string number) (int_of_string seed) (of_hex text)
  | _ -> failwith "no such request"

let () =
  Compiler.start ~interfaces:(Filename.concat (Filename.dirname Sys.executable_name) "interfaces");
  Known_exceptions.register ();
  try
    while true do
      print_endline (answer (String.split_on_char ' ' (input_line stdin)))
    done
  with End_of_file -> ()
