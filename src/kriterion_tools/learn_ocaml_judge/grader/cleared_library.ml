(* Both units have the same interface, so their values have the same positions. *)
let install () =
  let replaced = Release_code.block_of_unit "Stdlib__Buffer" in
  let replacement = Release_code.block_of_unit "Zeroed_buffer" in
  if Obj.size replaced <> Obj.size replacement then failwith "Cleared_library.install";
  for i = 0 to Obj.size replaced - 1 do
    Obj.set_field replaced i (Obj.field replacement i)
  done
