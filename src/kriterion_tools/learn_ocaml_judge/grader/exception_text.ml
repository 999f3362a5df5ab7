let longest = 10_000

let shorten field =
  if Obj.is_int field || Obj.tag field <> Obj.string_tag then field
  else
    let text : string = Obj.obj field in
    if String.length text <= longest then field else Obj.repr (String.sub text 0 longest ^ " …")

(* An exception with arguments is a block: its constructor, then each argument. *)
let with_short_texts exn =
  let block = Obj.repr exn in
  if Obj.tag block <> 0 then exn
  else begin
    let copy = Obj.dup block in
    for i = 1 to Obj.size copy - 1 do
      Obj.set_field copy i (shorten (Obj.field copy i))
    done;
    Obj.obj copy
  end

let of_exception exn = Printexc.to_string (with_short_texts exn)
