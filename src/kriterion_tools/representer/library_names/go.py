"""Names of members of Go's library: a receiver of unknown type may be a library's."""

_METHODS = """
Abs Add AddDate After All Append Apply Back Before Broadcast Bytes Cap Clear Clone Close Cmp
Contains Copy Count Date Day Decode Delete Div Do Done Each Encode Equal Err Error Errorf Exec
Execute Exp Fatal Fields Find FindAll FindAllString FindString FindStringSubmatch Fire First
Float64 Flush Format Front Get Go Grow Handle Has HasPrefix HasSuffix Hour Hours Index Init Insert
InsertAfter InsertBefore Int Int63 Int64 Intersect Intn IsNil IsZero Join Key Keys Last Len Less
List Load Lock Log Lookup Map Match MatchString Max Milliseconds Min Minute Minutes Mod Month
MoveToBack MoveToFront Mul Name Nanosecond Neg New Next Now Parse Peek Perm Pop Prev Print Printf
Println Push PushBack PushFront Put Query Quo RLock RUnlock Range Read ReadByte ReadLine ReadRune
ReadString Rem Remove Replace ReplaceAll ReplaceAllString Reset Reverse Round Run Rune Scan Search
Second Seconds Seek Send Serve Set SetString Shuffle Sign Signal Sleep Sort Split Sqrt Start Stop
Store String Strings Sub Sum Swap Text Title ToLower ToUpper Trim TrimSpace Truncate TryLock UTC
Unix UnixNano Unlock Unread UnreadByte UnreadRune Update Value Values Wait Weekday Write WriteByte
WriteRune WriteString Year YearDay
"""
METHODS = frozenset(_METHODS.split())

_FIELDS = """
Cap Len Next Prev Value
"""
FIELDS = frozenset(_FIELDS.split())
