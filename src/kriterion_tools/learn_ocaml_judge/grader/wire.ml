exception Malformed of string
exception Oversize

let fail_as_malformed reason = raise (Malformed reason)
let max_bytes = 1 lsl 24
let max_parts = 1 lsl 21

type side = Student | Test | Scripts

let side = ref Test

(* Bytes *)

type writer = { buffer : Buffer.t; mutable written : int }
type reader = { text : string; mutable at : int; mutable read : int }

let writer () = { buffer = Buffer.create 256; written = 0 }
let contents { buffer; _ } = Buffer.contents buffer
let reader text = { text; at = 0; read = 0 }

let count_written writer =
  writer.written <- writer.written + 1;
  if writer.written > max_parts || Buffer.length writer.buffer > max_bytes then raise Oversize

let count_read reader =
  reader.read <- reader.read + 1;
  if reader.read > max_parts then fail_as_malformed "too many parts"

let write_byte writer byte = Buffer.add_char writer.buffer (Char.unsafe_chr (byte land 0xFF))

let read_byte reader =
  if reader.at >= String.length reader.text then fail_as_malformed "the end is missing";
  let byte = Char.code reader.text.[reader.at] in
  reader.at <- reader.at + 1;
  byte

(* Seven bits per byte; the lowest bit of the value is the sign. *)
let write_int writer value =
  let rec write rest =
    if rest land lnot 0x7F = 0 then write_byte writer rest
    else begin
      write_byte writer (rest land 0x7F lor 0x80);
      write (rest lsr 7)
    end
  in
  write ((value lsl 1) lxor (value asr (Sys.int_size - 1)))

let read_int reader =
  let rec read value shift =
    if shift >= Sys.int_size then fail_as_malformed "a number is too long";
    let byte = read_byte reader in
    let value = value lor ((byte land 0x7F) lsl shift) in
    if byte land 0x80 = 0 then value else read value (shift + 7)
  in
  let value = read 0 0 in
  (value lsr 1) lxor -(value land 1)

let write_int64 writer = Buffer.add_int64_le writer.buffer

let read_int64 reader =
  if String.length reader.text - reader.at < 8 then fail_as_malformed "the end is missing";
  let value = String.get_int64_le reader.text reader.at in
  reader.at <- reader.at + 8;
  value

let write_float writer value = write_int64 writer (Int64.bits_of_float value)
let read_float reader = Int64.float_of_bits (read_int64 reader)

let write_text writer text =
  if String.length text > max_bytes then raise Oversize;
  write_int writer (String.length text);
  Buffer.add_string writer.buffer text

(* A length, bounded by the bytes left: every element takes at least [least] bytes. *)
let read_length ?(least = 1) reader =
  let length = read_int reader in
  if length < 0 || length > (String.length reader.text - reader.at) / least then
    fail_as_malformed "a length is wrong";
  length

let read_text reader =
  let length = read_length reader in
  let text = String.sub reader.text reader.at length in
  reader.at <- reader.at + length;
  text

let expect_end { text; at; _ } = if at <> String.length text then fail_as_malformed "something follows"

(* Functions *)

type signature = { argument : int; result : int }

let call_remote : (int -> signature -> Obj.t -> Obj.t) ref = ref (fun _ _ -> assert false)

type own = { original : Obj.t; signature : signature; call : Obj.t -> Obj.t }

let no_own =
  { original = Obj.repr 0; signature = { argument = 0; result = 0 }; call = (fun _ -> assert false) }

let own_functions = ref (Array.make 64 no_own)
let own_count = ref 0

(* How many of the last numbers to search. A function is often sent again with an argument that may
   have changed. *)
let search_depth = 16

let own_number original signature call =
  let rec search number least =
    if number < least then None
    else
      let own = !own_functions.(number) in
      if own.original == original && own.signature = signature then Some number
      else search (number - 1) least
  in
  match search (!own_count - 1) (max 0 (!own_count - search_depth)) with
  | Some number -> number
  | None ->
    if !own_count = Array.length !own_functions then
      own_functions := Array.append !own_functions (Array.make !own_count no_own);
    !own_functions.(!own_count) <- { original; signature; call };
    incr own_count;
    !own_count - 1

let own number =
  if number < 0 || number >= !own_count then fail_as_malformed "no such function";
  !own_functions.(number)

let own_function number =
  let { signature; call; _ } = own number in
  (signature, call)

(* A closure that calls the other process. It is recognised by its code, so that it is sent back as
   the function it stands for. *)
type remote = { number : int; of_signature : signature }

let call_of remote argument = !call_remote remote.number remote.of_signature argument
let closure_of remote = Obj.repr (fun argument -> call_of remote argument)
let sample = closure_of { number = -1; of_signature = { argument = 0; result = 0 } }

let place_of_remote =
  let rec search field =
    if Obj.size sample = field then assert false
    else
      let is_remote =
        field > 1
        && Obj.is_block (Obj.field sample field)
        && Obj.tag (Obj.field sample field) = 0
        && (Obj.obj (Obj.field sample field) : remote).number = -1
      in
      if is_remote then field else search (field + 1)
  in
  search 2

let remote_of closure =
  if
    Obj.is_block closure
    && Obj.tag closure = Obj.closure_tag
    && Obj.size closure = Obj.size sample
    && Obj.raw_field closure 0 = Obj.raw_field sample 0
  then Some (Obj.obj (Obj.field closure place_of_remote) : remote)
  else None

(* Mutable values *)

type shared = {
  id : int;
  shape : int;
  tag : int;
  value : Obj.t;
  origin : side;
  mutable sent : Obj.t;  (** a copy of what the other process knows *)
}

let shared : shared list ref = ref []
let next_id = ref 0

(* How many values of the student's code keep their identity from one call to the next. *)
let max_kept = 256

(* Equals no copy, so the value will be sent again. *)
let never_sent = Obj.repr 0

let copy value = if Obj.size value = 0 then value else Obj.dup value

(* Compares the fields only. Deeper values are shared values of their own, or cannot change. *)
let is_unchanged { value; sent; _ } =
  Obj.is_block sent
  && Obj.size sent = Obj.size value
  &&
  if Obj.tag value = Obj.string_tag then
    Bytes.equal (Obj.obj value : Bytes.t) (Obj.obj sent : Bytes.t)
  else if Obj.tag value = Obj.double_array_tag then begin
    let bits array index = Int64.bits_of_float (Obj.double_field array index) in
    let rec same index = index < 0 || (bits value index = bits sent index && same (index - 1)) in
    same ((Obj.size value / Obj.size (Obj.repr 0.)) - 1)
  end
  else
    let rec same index =
      index < 0 || (Obj.field value index == Obj.field sent index && same (index - 1))
    in
    same (Obj.size value - 1)

type checkpoint = shared list * int

let checkpoint () = (!shared, !next_id)

let forget_unsent (known, id) =
  shared := known;
  next_id := id;
  List.iter (fun entry -> entry.sent <- never_sent) known

(* A function of several arguments receives them one by one. Its call ends with the last. *)
let is_complete result = match Shapes.get result with Function _ -> false | _ -> true

let end_exchange ~result =
  let rec keep_recent count = function
    | [] -> []
    | { origin = Scripts; _ } :: _ as scripts -> scripts
    | ({ origin = Student; _ } as entry) :: rest when count < max_kept ->
      entry :: keep_recent (count + 1) rest
    | _ :: rest -> keep_recent count rest
  in
  if is_complete result then shared := keep_recent 0 !shared

let share ~shape ~tag ~origin value =
  let entry = { id = !next_id; shape; tag; value; origin; sent = never_sent } in
  incr next_id;
  shared := entry :: !shared;
  entry

let other_side () = match !side with Student -> Test | Test | Scripts -> Student

(* Exceptions *)

type constructor = { constructor : Obj.t; arguments : int list }

let known_exceptions = ref [||]

let register_exceptions all =
  let constructor (constructor, arguments) = { constructor; arguments } in
  known_exceptions := Array.of_list (List.map constructor all)

let constructor_of exn =
  let block = Obj.repr exn in
  if Obj.tag block = 0 then Obj.field block 0 else block

let index_of exn =
  let constructor = constructor_of exn in
  let rec search index =
    if index = Array.length !known_exceptions then None
    else if !known_exceptions.(index).constructor == constructor then Some index
    else search (index + 1)
  in
  search 0

(* Exceptions that exist in one process only. The other process knows those of this one by their
   index. *)
let own_exceptions : exn array ref = ref [||]
let foreign_exceptions : (int, exn) Hashtbl.t = Hashtbl.create 7
let max_exceptions = 10_000

let own_exception_number exn =
  let rec search index =
    if index < 0 then begin
      if Array.length !own_exceptions >= max_exceptions then own_exceptions := [||];
      own_exceptions := Array.append !own_exceptions [| exn |];
      Array.length !own_exceptions - 1
    end
    else if !own_exceptions.(index) == exn then index
    else search (index - 1)
  in
  search (Array.length !own_exceptions - 1)

let foreign_number exn =
  Hashtbl.fold (fun number other found -> if other == exn then Some number else found)
    foreign_exceptions None

(* Stands for an exception of the other process. It has the same name, and as much of the arguments
   as [Printexc] would print. *)
let fresh_constructor name =
  let module Fresh = struct
    exception Exception
  end in
  let constructor = Obj.repr [%extension_constructor Fresh.Exception] in
  Obj.set_field constructor 0 (Obj.repr name);
  constructor

let foreign_constructors : (int, Obj.t) Hashtbl.t = Hashtbl.create 7

let foreign_constructor identity name =
  match Hashtbl.find_opt foreign_constructors identity with
  | Some constructor when (Obj.obj (Obj.field constructor 0) : string) = name -> constructor
  | _ ->
    if Hashtbl.length foreign_constructors >= max_exceptions then fail_as_malformed "too many exceptions";
    let constructor = fresh_constructor name in
    Hashtbl.replace foreign_constructors identity constructor;
    constructor

let not_printable = Obj.repr 0.0
let max_printed = 20

(* Values *)

let shape_of number =
  try Shapes.get number with Not_found -> fail_as_malformed "no such shape"

(* An empty array always has tag 0. *)
let tag_of number tag =
  match shape_of number with
  | Bytes -> Obj.string_tag
  | Float_array | Floats_record _ -> Obj.double_array_tag
  | Variant _ -> tag
  | _ -> 0

let write_seen writer entry =
  write_byte writer 0;
  write_int writer entry.id

let rec write writer number value =
  count_written writer;
  match Shapes.get number with
  | Int | Enum _ -> write_int writer (Obj.obj value : int)
  | Float -> write_float writer (Obj.obj value)
  | String -> write_text writer (Obj.obj value)
  | Int32 -> write_int64 writer (Int64.of_int32 (Obj.obj value))
  | Int64 -> write_int64 writer (Obj.obj value)
  | Nativeint -> write_int64 writer (Int64.of_nativeint (Obj.obj value))
  | Bytes | Array _ | Float_array | Floats_record { is_mutable = true; _ }
  | Block { is_mutable = true; _ } -> write_shared writer number value
  | Floats_record { size; is_mutable = false } ->
    for index = 0 to size - 1 do
      write_float writer (Obj.double_field value index)
    done
  | Block { parts; is_mutable = false } -> write_parts writer parts value
  | Variant { constants; blocks } ->
    if Obj.is_int value then write_int writer (Obj.obj value)
    else begin
      write_int writer (constants + Obj.tag value);
      let { Shapes.parts; is_mutable } = blocks.(Obj.tag value) in
      if is_mutable then write_shared writer number value else write_parts writer parts value
    end
  | Tagged tags ->
    if Obj.is_int value then write_int writer (Obj.obj value)
    else begin
      let hash : int = Obj.obj (Obj.field value 0) in
      write_int writer hash;
      match List.assoc_opt hash tags with
      | Some (Some part) -> write writer part (Obj.field value 1)
      | _ -> fail_as_malformed "a tag is unknown"
    end
  | Function { argument; result } ->
    write_function writer value { argument; result } (Obj.obj value)
  | Lazy result ->
    write_function writer value { argument = Shapes.unit; result } (fun _ ->
        Lazy.force (Obj.obj value : Obj.t Lazy.t))
  | Exception -> write_exception writer (Obj.obj value)
  | Pending -> assert false

(* Writes the last part in tail position, because lists can be long. *)
and write_parts writer parts value =
  let last = Array.length parts - 1 in
  for index = 0 to last - 1 do
    write writer parts.(index) (Obj.field value index)
  done;
  if last >= 0 then write writer parts.(last) (Obj.field value last)

and write_shared writer number value =
  match List.find_opt (fun entry -> entry.value == value && entry.shape = number) !shared with
  | Some entry -> write_seen writer entry
  | None ->
    write_byte writer 1;
    let tag = tag_of number (Obj.tag value) in
    let entry = share ~shape:number ~tag ~origin:!side value in
    write_contents writer entry;
    entry.sent <- copy value

and write_contents writer { shape; tag; value; _ } =
  match Shapes.get shape with
  | Bytes -> write_text writer (Bytes.unsafe_to_string (Obj.obj value))
  | Array element ->
    let elements : Obj.t array = Obj.obj value in
    write_int writer (Array.length elements);
    Array.iter (write writer element) elements
  | Float_array ->
    let elements : float array = Obj.obj value in
    write_int writer (Array.length elements);
    Array.iter (fun element -> count_written writer; write_float writer element) elements
  | Floats_record { size; _ } ->
    for index = 0 to size - 1 do
      write_float writer (Obj.double_field value index)
    done
  | Block { parts; _ } -> write_parts writer parts value
  | Variant { blocks; _ } -> write_parts writer blocks.(tag).parts value
  | _ -> assert false

and write_function writer original signature call =
  match remote_of original with
  | Some { number; of_signature } when of_signature = signature ->
    write_byte writer 0;
    write_int writer number
  | _ ->
    write_byte writer 1;
    write_int writer (own_number original signature call)

and write_exception writer exn =
  count_written writer;
  match index_of exn with
  | Some index ->
    write_byte writer 0;
    write_int writer index;
    List.iteri
      (fun position part -> write writer part (Obj.field (Obj.repr exn) (position + 1)))
      !known_exceptions.(index).arguments
  | None -> (
    match foreign_number exn with
    | Some number ->
      write_byte writer 1;
      write_int writer number
    | None -> write_own_exception writer exn)

(* The student process receives only the name, which the student's code may print. The arguments of
   an exception of the tests stay here. *)
and write_own_exception writer exn =
  write_byte writer 2;
  write_int writer (own_exception_number exn);
  let constructor = constructor_of exn in
  write_int writer (Obj.obj (Obj.field constructor 1) : int);
  write_text writer (Obj.obj (Obj.field constructor 0));
  match !side with
  | Test | Scripts -> ()
  | Student ->
    let block = Obj.repr exn in
    let size = if Obj.tag block = 0 then min (Obj.size block - 1) max_printed else 0 in
    write_int writer size;
    for field = 1 to size do
      let value = Obj.field block field in
      if Obj.is_int value then begin
        write_byte writer 0;
        write_int writer (Obj.obj value)
      end
      else if Obj.tag value = Obj.string_tag then begin
        write_byte writer 1;
        write_text writer (Obj.obj value)
      end
      else write_byte writer 2
    done

let check_index limit value = if value < 0 || value >= limit then fail_as_malformed "no such constructor"

let rec read reader number =
  let place = Obj.repr (ref 0) in
  read_into reader number place 0;
  Obj.field place 0

(* Stores the value in a field of a block. The last part is read in tail position. *)
and read_into reader number block field =
  count_read reader;
  let put value = Obj.set_field block field value in
  match shape_of number with
  | Int -> put (Obj.repr (read_int reader))
  | Enum limit ->
    let value = read_int reader in
    check_index limit value;
    put (Obj.repr value)
  | Float -> put (Obj.repr (read_float reader))
  | String -> put (Obj.repr (read_text reader))
  | Int32 -> put (Obj.repr (Int64.to_int32 (read_int64 reader)))
  | Int64 -> put (Obj.repr (read_int64 reader))
  | Nativeint -> put (Obj.repr (Int64.to_nativeint (read_int64 reader)))
  | Bytes | Array _ | Float_array
  | Floats_record { is_mutable = true; _ }
  | Block { is_mutable = true; _ } -> put (read_shared reader number 0)
  | Floats_record { size; is_mutable = false } ->
    let value = Obj.repr (Array.create_float size) in
    read_floats reader value size;
    put value
  | Block { parts; is_mutable = false } -> read_block reader 0 parts block field
  | Variant { constants; blocks } ->
    let constructor = read_int reader in
    check_index (constants + Array.length blocks) constructor;
    if constructor < constants then put (Obj.repr constructor)
    else
      let tag = constructor - constants in
      let { Shapes.parts; is_mutable } = blocks.(tag) in
      if is_mutable then put (read_shared reader number tag)
      else read_block reader tag parts block field
  | Tagged tags -> (
    let hash = read_int reader in
    match List.assoc_opt hash tags with
    | Some None -> put (Obj.repr hash)
    | Some (Some part) ->
      let value = Obj.repr (hash, 0) in
      put value;
      read_into reader part value 1
    | None -> fail_as_malformed "no such tag")
  | Function { argument; result } -> put (read_function reader { argument; result } Fun.id)
  | Lazy result ->
    let signature = { argument = Shapes.unit; result } in
    let delay closure =
      let call : Obj.t -> Obj.t = Obj.obj closure in
      Obj.repr (lazy (call (Obj.repr ())))
    in
    put (read_function reader signature delay)
  | Exception -> put (Obj.repr (read_exception reader))
  | Pending -> fail_as_malformed "no such shape"

and new_block tag size =
  let value = Obj.new_block tag size in
  for index = 0 to size - 1 do
    Obj.set_field value index (Obj.repr 0)
  done;
  value

and read_block reader tag parts block field =
  let value = new_block tag (Array.length parts) in
  Obj.set_field block field value;
  read_parts reader parts value

and read_parts reader parts value =
  let last = Array.length parts - 1 in
  for index = 0 to last - 1 do
    read_into reader parts.(index) value index
  done;
  if last >= 0 then read_into reader parts.(last) value last

and read_floats reader value size =
  for index = 0 to size - 1 do
    Obj.set_double_field value index (read_float reader)
  done

and read_shared reader number tag =
  match read_byte reader with
  | 0 -> (
    let id = read_int reader in
    match List.find_opt (fun entry -> entry.id = id) !shared with
    | Some entry when entry.shape = number && entry.tag = tag_of number tag -> entry.value
    | _ -> fail_as_malformed "no such value")
  | 1 -> read_new reader number tag
  | _ -> fail_as_malformed "neither new nor known"

and read_new reader number tag =
  let length ?least () =
    let length = peek reader (fun () -> read_length ?least reader) in
    if length > max_parts - reader.read then fail_as_malformed "too many parts";
    length
  in
  let new_value =
    match shape_of number with
    | Bytes -> Obj.repr (Bytes.create (peek reader (fun () -> read_length reader)))
    | Array _ -> Obj.repr (Array.make (length ()) 0)
    | Float_array -> Obj.repr (Array.make (length ~least:8 ()) 0.)
    | Floats_record { size; _ } -> Obj.repr (Array.make size 0.)
    | Block { parts; _ } -> new_block 0 (Array.length parts)
    | Variant { blocks; _ } -> new_block tag (Array.length blocks.(tag).parts)
    | _ -> fail_as_malformed "not a value that changes"
  in
  let entry = share ~shape:number ~tag:(tag_of number tag) ~origin:(other_side ()) new_value in
  read_contents reader entry;
  entry.sent <- copy new_value;
  new_value

and peek reader read =
  let at = reader.at in
  let value = read () in
  reader.at <- at;
  value

and read_contents reader { shape; tag; value; _ } =
  let expect length = if read_length reader <> length then fail_as_malformed "another length" in
  match shape_of shape with
  | Bytes ->
    let text = read_text reader in
    let bytes : Bytes.t = Obj.obj value in
    if String.length text <> Bytes.length bytes then fail_as_malformed "another length";
    Bytes.blit_string text 0 bytes 0 (String.length text)
  | Array element ->
    let length = Array.length (Obj.obj value : Obj.t array) in
    expect length;
    for index = 0 to length - 1 do
      read_into reader element value index
    done
  | Float_array ->
    let length = Array.length (Obj.obj value : float array) in
    expect length;
    read_floats reader value length
  | Floats_record { size; _ } -> read_floats reader value size
  | Block { parts; _ } -> read_parts reader parts value
  | Variant { blocks; _ } -> read_parts reader blocks.(tag).parts value
  | _ -> fail_as_malformed "not a value that changes"

and read_function reader signature wrapped =
  match read_byte reader with
  | 0 ->
    let own = own (read_int reader) in
    if own.signature <> signature then fail_as_malformed "a function of another type";
    own.original
  | 1 -> wrapped (closure_of { number = read_int reader; of_signature = signature })
  | _ -> fail_as_malformed "neither of this process nor of the other"

and read_exception reader =
  count_read reader;
  match read_byte reader with
  | 0 -> (
    let index = read_int reader in
    if index < 0 || index >= Array.length !known_exceptions then fail_as_malformed "no such exception";
    match !known_exceptions.(index) with
    | { constructor; arguments = [] } -> Obj.obj constructor
    | { constructor; arguments } ->
      let exn = new_block 0 (1 + List.length arguments) in
      Obj.set_field exn 0 constructor;
      List.iteri (fun position part -> read_into reader part exn (position + 1)) arguments;
      Obj.obj exn)
  | 1 ->
    let number = read_int reader in
    if number < 0 || number >= Array.length !own_exceptions then fail_as_malformed "no such exception";
    !own_exceptions.(number)
  | 2 -> read_foreign_exception reader
  | _ -> fail_as_malformed "no such exception"

and read_foreign_exception reader =
  let number = read_int reader in
  let identity = read_int reader in
  let constructor = foreign_constructor identity (read_text reader) in
  let exn =
    match !side with
    | Student -> Obj.obj constructor
    | Test | Scripts ->
      let size = read_int reader in
      if size < 0 || size > max_printed then fail_as_malformed "a length is wrong";
      if size = 0 then Obj.obj constructor
      else begin
        let exn = new_block 0 (size + 1) in
        Obj.set_field exn 0 constructor;
        for field = 1 to size do
          let value =
            match read_byte reader with
            | 0 -> Obj.repr (read_int reader)
            | 1 -> Obj.repr (read_text reader)
            | _ -> not_printable
          in
          Obj.set_field exn field value
        done;
        Obj.obj exn
      end
  in
  match Hashtbl.find_opt foreign_exceptions number with
  | Some known when !side = Student -> known
  | _ ->
    if Hashtbl.length foreign_exceptions >= max_exceptions then Hashtbl.reset foreign_exceptions;
    Hashtbl.replace foreign_exceptions number exn;
    exn

(* Changes *)

let write_changes writer =
  let write_change entry =
    if not (is_unchanged entry) then begin
      write_byte writer 1;
      write_int writer entry.id;
      write_contents writer entry;
      entry.sent <- copy entry.value
    end
  in
  List.iter write_change (List.rev !shared);
  write_byte writer 0

let write_no_changes writer = write_byte writer 0

(* Known values keep their content until the whole new content has been read. *)

let blank value =
  let size = Obj.size value and tag = Obj.tag value in
  if size = 0 then value
  else if tag = Obj.string_tag then Obj.repr (Bytes.create (Bytes.length (Obj.obj value)))
  else if tag = Obj.double_array_tag then Obj.repr (Array.make (Array.length (Obj.obj value : float array)) 0.)
  else new_block tag size

let replace value content =
  if Obj.tag value = Obj.string_tag then
    Bytes.blit (Obj.obj content) 0 (Obj.obj value) 0 (Bytes.length (Obj.obj value))
  else if Obj.tag value = Obj.double_array_tag then
    for index = 0 to Array.length (Obj.obj value : float array) - 1 do
      Obj.set_double_field value index (Obj.double_field content index)
    done
  else
    for index = 0 to Obj.size value - 1 do
      Obj.set_field value index (Obj.field content index)
    done

let rec read_changes reader =
  match read_byte reader with
  | 0 -> ()
  | 1 -> (
    count_read reader;
    let id = read_int reader in
    match List.find_opt (fun entry -> entry.id = id) !shared with
    | None -> fail_as_malformed "no such value"
    | Some entry ->
      let content = blank entry.value in
      read_contents reader { entry with value = content };
      replace entry.value content;
      entry.sent <- content;
      read_changes reader)
  | _ -> fail_as_malformed "neither a change nor the end"

let max_script_bytes = 1 lsl 16

let share_state values =
  side := Scripts;
  let writer = writer () in
  let share (shape, value) = write writer shape value in
  List.iter share values;
  Buffer.length writer.buffer <= max_script_bytes
