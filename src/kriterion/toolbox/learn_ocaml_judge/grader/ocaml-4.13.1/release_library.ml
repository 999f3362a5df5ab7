let exceptions = [ (Stream.Failure, []); (Stream.Error "", [ Predef.type_string ]) ]
