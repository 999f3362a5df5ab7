type hidden

type allowance = Files | Sys | Unix | Gc | Parsing | Marshal | Unsafe

let allowances =
  [ ("files", Files); ("sys", Sys); ("unix", Unix); ("gc", Gc); ("parsing", Parsing);
    ("marshal", Marshal); ("unsafe", Unsafe) ]

let allowance_of_name name = List.assoc_opt name allowances
let names = List.map fst allowances

type offer = Whole | All_but of string list | Nothing_but of string list

let words = String.split_on_char ' '

(* Values and exceptions of each unit, as OCaml spells them below the unit. *)

let marshalling = words "input_value output_value"

let opening =
  words
    "open_out open_out_bin open_out_gen seek_out pos_out out_channel_length close_out \
     close_out_noerr open_in open_in_bin open_in_gen seek_in pos_in in_channel_length close_in \
     close_in_noerr LargeFile.seek_out LargeFile.pos_out LargeFile.out_channel_length \
     LargeFile.seek_in LargeFile.pos_in LargeFile.in_channel_length"

(* [do_at_exit] would run what makes [exit] end the student's code only. *)
let pervasive = All_but (marshalling @ opening @ words "do_at_exit unsafe_really_input")

(* A formatter that is redirected or shows less changes what the solution and the grader print. *)
let redirecting =
  words
    "set_max_boxes pp_set_max_boxes set_ellipsis_text pp_set_ellipsis_text \
     pp_set_formatter_out_channel set_formatter_out_channel pp_set_formatter_output_functions \
     set_formatter_output_functions pp_set_formatter_out_functions set_formatter_out_functions \
     pp_set_formatter_stag_functions set_formatter_stag_functions \
     pp_set_formatter_tag_functions set_formatter_tag_functions \
     pp_set_all_formatter_output_functions set_all_formatter_output_functions"

(* Hands its format to C's printf as it is: "%s" and "%n" reach any memory. *)
let unchecked = [ "format" ]

(* For all tables from then on, the solution's too. *)
let randomizing = [ "randomize" ]

let of_whole_units =
  words
    "Array ArrayLabels Atomic Bigarray Bool Buffer Bytes BytesLabels Char Complex Dynarray \
     Either Ephemeron Float Fun Genlex Iarray Int Lazy List \
     ListLabels Map Oo Option Pair Pqueue Printf Queue Random Result Seq \
     Set Stack StdLabels Stream String StringLabels Type Uchar Unit Weak"

let of_other_units =
  [ ("Arg", All_but (words "read_arg read_arg0 write_arg write_arg0"));
    ("Digest", All_but [ "file" ]);
    ("Filename", All_but (words "temp_file open_temp_file get_temp_dir_name set_temp_dir_name"));
    ("Format", All_but redirecting);
    ("Gc",
     Nothing_but
       (words
          "stat quick_stat counters minor_words get minor major_slice major full_major compact \
           print_stat allocated_bytes"));
    ("Hashtbl", All_but randomizing);
    ("Int32", All_but unchecked);
    ("Int64", All_but unchecked);
    ("Lexing", All_but (words "engine new_engine"));
    ("MoreLabels", All_but (List.map (( ^ ) "Hashtbl.") randomizing));
    ("Nativeint", All_but unchecked);
    ("Parsing", Nothing_but [ "Parse_error" ]);
    ("Pervasives", pervasive);
    ("Printexc", All_but (words "register_printer set_uncaught_exception_handler"));
    ("Scanf",
     All_but
       (words
          "Scanning.open_in Scanning.open_in_bin Scanning.close_in Scanning.from_file \
           Scanning.from_file_bin"));
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
           "Stdlib__In_channel"; "Stdlib__Out_channel" ]
    || (from [ "Stdlib"; "Stdlib__Pervasives" ] && List.mem (String.concat "." path) opening)
  | Sys -> from [ "Stdlib__Sys" ]
  | Unix -> from [ "Unix"; "UnixLabels" ]
  | Gc -> from [ "Stdlib__Gc" ]
  | Parsing -> from [ "Stdlib__Lexing"; "Stdlib__Parsing" ]
  | Marshal ->
    from [ "Stdlib__Marshal" ]
    || (from [ "Stdlib"; "Stdlib__Pervasives" ] && List.mem (String.concat "." path) marshalling)
  | Unsafe -> from [ "Stdlib__Obj" ] || (is_standard ~unit_name && is_unsafe path)

let view allowed =
  let offered ~unit_name path =
    offered_to_all ~unit_name path
    || List.exists (fun allowance -> offered_by allowance ~unit_name path) allowed
  in
  Compiler.Only offered
