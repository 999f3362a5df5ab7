type 'a sampler = unit -> 'a

let sample_int () = Random.int 10 - 5
let sample_float () = Random.float 10. -. 5.
let sample_bool () = Random.bool ()
let sample_char () = Char.chr (Char.code 'a' + Random.int 26)
let sample_unit () = ()

let words =
  [| "an"; "apple"; "sun"; "of"; "river"; "the"; "blue"; "seven"; "OCaml"; "tree"; " "; "to"; "x" |]

let draw choices = choices.(Random.int (Array.length choices))
let sample_string () = String.concat "" (List.init (Random.int 10) (fun _ -> draw words))
let sample_option sample () = if Random.int 4 = 0 then None else Some (sample ())

let sample_pair sample_first sample_second () =
  let first = sample_first () in
  (first, sample_second ())

let attempts = 100

let rec sample_absent sample present attempts =
  let value = sample () in
  if attempts > 1 && List.mem value present then sample_absent sample present (attempts - 1)
  else value

let sample_list ?(min_size = 0) ?(max_size = 10) ?(dups = true) ?(sorted = false) sample () =
  if min_size < 0 || max_size < min_size then
    Mistake.fail "lists of %d to %d elements cannot be sampled" min_size max_size;
  let rec draw values = function
    | 0 -> values
    | missing ->
        let value = if dups then sample () else sample_absent sample values attempts in
        draw (value :: values) (missing - 1)
  in
  let values = draw [] (min_size + Random.int (max_size - min_size + 1)) in
  if sorted then List.sort compare values else values

let sample_array ?min_size ?max_size ?dups ?sorted sample =
  let sample_elements = sample_list ?min_size ?max_size ?dups ?sorted sample in
  fun () -> Array.of_list (sample_elements ())

let shuffle values =
  let keyed = List.map (fun value -> (Random.bits (), value)) values in
  List.map snd (List.sort (fun (one, _) (other, _) -> Int.compare one other) keyed)

let sample_alternatively samplers =
  if samplers = [] then Mistake.fail "there are no values to choose a sample from";
  let waiting = ref [] in
  fun () ->
    if !waiting = [] then waiting := shuffle samplers;
    let sample = List.hd !waiting in
    waiting := List.tl !waiting;
    sample ()

let sample_cases values = sample_alternatively (List.map (fun value () -> value) values)
