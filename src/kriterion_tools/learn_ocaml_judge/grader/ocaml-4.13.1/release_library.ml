let compiler_primitives = []
let heap_words () = (Gc.quick_stat ()).heap_words
let exceptions = [ (Stream.Failure, []); (Stream.Error "", [ Predef.type_string ]) ]
