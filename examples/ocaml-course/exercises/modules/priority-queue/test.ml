open Report
open Test_lib

let say condition good bad =
  if condition then Message ([ Text good ], Success 1) else Message ([ Text bad ], Failure)

(* A patient is known by name; only how urgent it is decides. *)
type patient = { name : string; urgency : int }

module Patient = struct
  type t = patient
  let compare a b = Int.compare b.urgency a.urgency
end

module Check (Queue : QUEUE) = struct
  let fill elements = List.fold_left (fun queue x -> Queue.add x queue) Queue.empty elements

  let rec all queue =
    match Queue.first queue with
    | None -> []
    | Some element -> element :: all (Queue.rest queue)

  (* `result` catches what the student's code raises. *)
  let comes_out elements expected = result (fun () -> all (fill elements)) = Ok expected

  let size_of elements = result (fun () -> Queue.size (fill elements))
end

let test_make (module Answer : ANSWER) =
  let module Queue = Answer.Make (Patient) in
  let module On = Check (Queue) in
  let ann = { name = "Ann" ; urgency = 1 } and bo = { name = "Bo" ; urgency = 9 } in
  let cy = { name = "Cy" ; urgency = 1 } and di = { name = "Di" ; urgency = 5 } in
  Section ([ Text "Functor" ; Code "Make" ],
           [ say (result (fun () -> Queue.first Queue.empty) = Ok None)
               "an empty queue has no first element" "an empty queue has a first element" ;
             say (On.size_of [] = Ok 0 && On.size_of [ ann ; bo ; cy ] = Ok 3)
               "the size is right" "the size is not right" ;
             say (result (fun () -> Queue.size (Queue.rest Queue.empty)) = Ok 0)
               "nothing remains of nothing" "something remains of nothing" ;
             say (On.comes_out [ ann ; bo ; di ] [ bo ; di ; ann ])
               "the most urgent patient comes first" "the most urgent patient does not come first" ;
             say (On.comes_out [ cy ; bo ; ann ] [ bo ; cy ; ann ])
               "equally urgent ones keep their order" "equally urgent ones lose their order" ;
             say (result (fun () ->
                 let before = On.fill [ ann ; di ] in
                 let _ = Queue.add bo before in
                 On.all before) = Ok [ di ; ann ])
               "adding leaves the old queue as it is" "adding changes the old queue" ])

let numbers () = sample_list ~min_size:2 ~max_size:12 (fun () -> Random.int 100) ()

let show numbers = "[" ^ String.concat "; " (List.map string_of_int numbers) ^ "]"

let test_order name (module Queue : QUEUE with type element = int) compare =
  let module On = Check (Queue) in
  let on elements =
    say (On.comes_out elements (List.stable_sort compare elements))
      (show elements ^ " comes out in order") (show elements ^ " does not come out in order")
  in
  Section ([ Text "Module" ; Code name ],
           [ on [ 5 ; 1 ; 3 ] ; on [ 2 ; 2 ; 7 ; 0 ] ; on (numbers ()) ; on (numbers ()) ])

let test_drain (module Answer : ANSWER) =
  let module On = Check (Answer.Smallest) in
  let on elements =
    let queue = result (fun () -> On.fill elements) in
    let drained = Result.bind queue (fun queue -> result (fun () -> Answer.drain queue)) in
    say (drained = Ok (List.sort compare elements))
      ("gives all of " ^ show elements) ("does not give all of " ^ show elements ^ " in order")
  in
  Section ([ Text "Function" ; Code "drain" ],
           [ on [] ; on [ 5 ; 1 ; 3 ] ; on (numbers ()) ])

let test_ticket (module Answer : ANSWER) =
  let open Answer.Ticket in
  let drawn = result (fun () -> [ number first ; number (next first) ; number (next (next first)) ]) in
  [ say (drawn = Ok [ 1 ; 2 ; 3 ])
      "the tickets are numbered from 1" "the tickets are not numbered from 1" ]

(* Whether a type is hidden cannot be seen from its values. *)
let test_abstract () =
  Section ([ Text "Type" ; Code "Ticket.t" ], snd (abstract_type ~score:2 "Ticket.t"))

let () =
  set_result @@
  ast_sanity_check code_ast @@ fun () ->
  test_abstract () ::
  test_student_code [%ty: (module ANSWER)] (fun answer ->
    let module Answer = (val answer : ANSWER) in
    [ Section ([ Text "Module" ; Code "Ticket" ], test_ticket answer) ;
      test_make answer ;
      test_order "Smallest" (module Answer.Smallest) (fun a b -> compare a b) ;
      test_order "Largest" (module Answer.Largest) (fun a b -> compare b a) ;
      test_drain answer ])
