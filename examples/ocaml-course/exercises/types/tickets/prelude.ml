type age = Child | Adult | Senior

type carriage = First | Second

type ticket = { age : age; carriage : carriage; kilometres : int; bicycle : bool }
