type hidden

type allowance =
  | Files
  | Sys
  | Unix
  | Gc
  | Parsing
  | Marshal
  | Unsafe
  | Bigarray
  | Objects
  | Gadts
  | Modules

let allowances =
  [ ("files", Files); ("sys", Sys); ("unix", Unix); ("gc", Gc); ("parsing", Parsing);
    ("marshal", Marshal); ("unsafe", Unsafe); ("bigarray", Bigarray); ("objects", Objects);
    ("gadts", Gadts); ("modules", Modules) ]

let allowance_of_name name = List.assoc_opt name allowances
let names = List.map fst allowances

type offer = Whole | All_but of string list | Nothing_but of string list

let words = String.split_on_char ' '

(* The names of values and exceptions, as OCaml writes them relative to their unit. *)

let marshalling = words "input_value output_value"

let opening =
  words
    "open_out open_out_bin open_out_gen seek_out pos_out out_channel_length close_out \
     close_out_noerr open_in open_in_bin open_in_gen seek_in pos_in in_channel_length close_in \
     close_in_noerr LargeFile.seek_out LargeFile.pos_out LargeFile.out_channel_length \
     LargeFile.seek_in LargeFile.pos_in LargeFile.in_channel_length"

(* A function given to [at_exit] would run when other code calls [exit], for example the solution.
   [do_at_exit] would run the hook by which [exit] ends only the student's code. *)
let at_exits = words "at_exit do_at_exit do_domain_local_at_exit"

let pervasive = All_but (marshalling @ opening @ at_exits @ words "unsafe_really_input")

(* Redirecting or limiting a formatter would change what the solution and the grader print. *)
let redirecting =
  words
    "set_max_boxes pp_set_max_boxes set_ellipsis_text pp_set_ellipsis_text \
     pp_set_formatter_out_channel set_formatter_out_channel pp_set_formatter_output_functions \
     set_formatter_output_functions pp_set_formatter_out_functions set_formatter_out_functions \
     pp_set_formatter_stag_functions set_formatter_stag_functions \
     pp_set_formatter_tag_functions set_formatter_tag_functions \
     pp_set_all_formatter_output_functions set_all_formatter_output_functions stdbuf get_stdbuf \
     make_synchronized_formatter synchronized_formatter_of_out_channel"

(* These return uninitialised memory. Primitives that do so are cleared by {!Closed_code}. *)
let uninitialised = words "extend"
let uninitialised_array = words "make_float"
let uninitialised_floats = words "Array.create ArrayLabels.create"

(* Passes its format to C's printf unchecked: "%s" and "%n" reach any memory. *)
let unchecked = [ "format" ]

(* Affects every table created afterwards, including the solution's. *)
let randomizing = [ "randomize" ]

(* Not offered: [Dynarray], whose arrays hold a value of no type; [Type], whose equations are those
   of GADTs; [Domain], [Effect], [Mutex], [Condition] and [Semaphore]. *)
let of_whole_units =
  words
    "Bool Buffer Char Complex Either Fun Genlex Int Lazy List ListLabels Map Option Printf Queue \
     Random Result Seq Set Stack StdLabels String StringLabels Uchar Unit"

let of_other_units =
  [ ("Arg",
     (* [parse] and similar functions read the grader's own arguments. *)
     All_but
       (words
          "parse parse_dynamic parse_expand current read_arg read_arg0 write_arg write_arg0"));
    ("Array", All_but uninitialised_array);
    ("ArrayLabels", All_but uninitialised_array);
    ("Atomic", All_but [ "make_contended" ]);
    ("Bytes", All_but uninitialised);
    ("BytesLabels", All_but uninitialised);
    (* Each of these modules has a function [file]. *)
    ("Digest", All_but (words "file MD5 BLAKE128 BLAKE256 BLAKE512"));
    ("Filename",
     All_but (words "temp_file open_temp_file temp_dir get_temp_dir_name set_temp_dir_name"));
    ("Float", All_but uninitialised_floats);
    ("Format", All_but redirecting);
    ("Hashtbl", All_but randomizing);
    ("Int32", All_but unchecked);
    ("Int64", All_but unchecked);
    ("Lexing", All_but (words "engine new_engine from_function from_channel"));
    ("MoreLabels", All_but (List.map (( ^ ) "Hashtbl.") randomizing));
    ("Nativeint", All_but unchecked);
    ("Oo", Nothing_but [ "copy"; "id" ]);
    ("Parsing", Nothing_but [ "Parse_error" ]);
    ("Pervasives", pervasive);
    (* No function that records or inspects the stack: it contains names and places in hidden
       files. *)
    ("Printexc",
     Nothing_but
       (words
          "to_string to_string_default print catch backtrace_status get_backtrace \
           print_backtrace get_raw_backtrace raw_backtrace_to_string print_raw_backtrace \
           raise_with_backtrace use_printers exn_slot_id exn_slot_name"));
    ("Scanf",
     All_but
       (words
          "Scanning.open_in Scanning.open_in_bin Scanning.close_in Scanning.from_file \
           Scanning.from_file_bin"));
    ("Stream", All_but [ "of_channel" ]);
    ("Sys",
     Nothing_but
       (words
          "os_type backend_type unix win32 cygwin word_size int_size big_endian \
           max_string_length max_array_length max_floatarray_length ocaml_version time \
           opaque_identity Break")) ]

let table = Hashtbl.create 97

let () =
  Hashtbl.add table "Stdlib" pervasive;
  Hashtbl.add table "Learnocaml_callback" Whole;
  let add (name, offer) = Hashtbl.add table ("Stdlib__" ^ name) offer in
  List.iter add (List.map (fun name -> (name, Whole)) of_whole_units @ of_other_units)

let is_unsafe path = List.exists (String.starts_with ~prefix:"unsafe_") path

let offered_to_all ~unit_name path =
  (not (is_unsafe path))
  &&
  match Hashtbl.find_opt table unit_name with
  | Some Whole -> true
  | Some (All_but names) -> not (List.mem (String.concat "." path) names)
  | Some (Nothing_but names) -> List.mem (String.concat "." path) names
  | None -> false

let is_standard ~unit_name = unit_name = "Stdlib" || String.starts_with ~prefix:"Stdlib__" unit_name

let offered_by allowance ~unit_name path =
  let from names = List.mem unit_name names in
  match allowance with
  | Files ->
    from [ "Stdlib__Arg"; "Stdlib__Digest"; "Stdlib__Filename"; "Stdlib__Format"; "Stdlib__Scanf";
           "Stdlib__In_channel"; "Stdlib__Out_channel"; "Stdlib__Stream" ]
    || (from [ "Stdlib"; "Stdlib__Pervasives" ] && List.mem (String.concat "." path) opening)
  | Sys -> from [ "Stdlib__Sys" ] || (from [ "Stdlib" ] && path = [ "at_exit" ])
  | Unix -> from [ "Unix"; "UnixLabels" ]
  | Gc -> from [ "Stdlib__Gc"; "Stdlib__Weak"; "Stdlib__Ephemeron" ]
  | Parsing -> from [ "Stdlib__Lexing"; "Stdlib__Parsing" ]
  | Marshal ->
    from [ "Stdlib__Marshal" ]
    || (from [ "Stdlib"; "Stdlib__Pervasives" ] && List.mem (String.concat "." path) marshalling)
  | Bigarray -> from [ "Stdlib__Bigarray" ] && not (is_unsafe path)
  | Objects | Gadts | Modules -> false
  | Unsafe -> from [ "Stdlib__Obj" ] || (is_standard ~unit_name && is_unsafe path)

(* The C primitives that compiled student code may call. All others of the runtime read or write
   without checks, return uninitialised memory, or reach outside the program. *)

let of_floats =
  words
    "acos acosh asin asinh atan2 atan atanh cbrt ceil classify copysign cos cosh erf erfc \
     exp2 exp expm1 floor fma fmod frexp hypot ldexp log10 log1p log2 log modf nextafter \
     power round signbit sin sinh sqrt tan tanh trunc"

let of_integers =
  words "of_float to_float of_string compare"

let comparisons =
  words "compare equal notequal lessthan lessequal greaterthan greaterequal"

let other_primitives =
  words
    "caml_float_of_string caml_int_of_string caml_int32_bits_of_float caml_int32_float_of_bits \
     caml_int64_bits_of_float caml_int64_float_of_bits caml_make_vect caml_array_make \
     caml_md5_chan caml_sys_time"

(* Inserted by the compiler for lazy patterns, exceptions and re-raising. *)
let of_the_compiler =
  words
    "caml_obj_tag caml_fresh_oo_id caml_restore_raw_backtrace caml_get_exception_raw_backtrace \
     caml_float_compare caml_int_compare"

(* {!Closed_code} makes these return zeros. *)
let zeroed =
  words
    "caml_create_bytes caml_create_string caml_make_float_vect caml_array_create_float \
     caml_floatarray_create"

let wrap_names before after names = List.map (fun name -> before ^ name ^ after) names

let primitives =
  let names =
    wrap_names "caml_" "_float" of_floats
    @ List.concat_map
        (fun kind -> wrap_names ("caml_" ^ kind ^ "_") "" of_integers)
        [ "int32"; "int64"; "nativeint" ]
    @ List.concat_map
        (fun prefix -> wrap_names prefix "" comparisons)
        [ "caml_"; "caml_string_"; "caml_bytes_" ]
    @ other_primitives @ of_the_compiler @ Release_library.compiler_primitives @ zeroed
  in
  let table = Hashtbl.create 197 in
  List.iter (fun name -> Hashtbl.replace table name ()) names;
  table

let primitives_of = function
  | Sys -> words "caml_sys_ caml_install_signal_handler caml_runtime_"
  | Gc -> words "caml_gc_ caml_eventlog_ caml_get_m"
  | Bigarray -> words "caml_ba_"
  | Files | Unix | Parsing | Marshal | Unsafe | Objects | Gadts | Modules -> []

(* Units that compiled code refers to without naming them. *)
let support = [ "CamlinternalLazy"; "CamlinternalOO" ]

let code_rules allowed =
  let may_call name =
    Hashtbl.mem primitives name
    || List.exists
         (fun allowance ->
           List.exists (fun prefix -> String.starts_with ~prefix name) (primitives_of allowance))
         allowed
  in
  let may_use unit_name =
    Hashtbl.mem table unit_name || List.mem unit_name support
    || (unit_name = "CamlinternalMod" && List.mem Modules allowed)
    || List.exists (fun allowance -> offered_by allowance ~unit_name []) allowed
  in
  let may_read unit_name place =
    List.mem unit_name support || not (Interfaces.is_hidden_field unit_name place)
  in
  (* With one of these four, no rule can make the code safe. *)
  if List.exists (fun allowance -> List.mem allowance allowed) [ Unix; Parsing; Marshal; Unsafe ]
  then None
  else Some { Compiler.may_call; may_use; may_read }

let view allowed =
  let offered ~unit_name path =
    offered_to_all ~unit_name path
    || List.exists (fun allowance -> offered_by allowance ~unit_name path) allowed
  in
  Compiler.Only offered
