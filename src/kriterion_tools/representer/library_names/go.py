"""Names of members of Go's library: a receiver of unknown type may be a library's.

They are those of the packages for texts, numbers, times, files, containers and goroutines.
"""

_METHODS = """
Abs Acc Add AddDate AddParseTree Addr After Align All And AndNot Append AppendFormat AppendUint16
AppendUint32 AppendUint64 Apply Arg AssignableTo Available AvailableBuffer Back Before Binomial
Bit BitLen Bits BlockSize Bool BoolVar Broadcast Buffer Buffered Bytes Call CallSlice CanAddr
CanComplex CanConvert CanFloat CanInt CanInterface CanSet CanUint Cap ChanDir Chdir Chmod Chown
Clear Clock Clone Close CloseWithError Cmp CmpAbs Comparable CompareAndSwap Complex Contains
Convert ConvertibleTo Copy Count Date Day Deadline Decode DefinedTemplates Del Delete Delims Denom
DisallowUnknownFields Discard Div DivMod Do Done Duration DurationVar Each Elem Encode Equal Err
Error ErrorHandling Errorf EscapedFragment EscapedPath Exec Execute ExecuteTemplate ExitCode
Exited Exp ExpFloat64 Expand ExpandString Fatal Fatalf Fatalln Fd Field FieldAlign FieldByIndex
FieldByIndexErr FieldByName FieldByNameFunc FieldPos Fields FillBytes Find FindAll FindAllIndex
FindAllString FindAllStringIndex FindAllStringSubmatch FindAllStringSubmatchIndex FindAllSubmatch
FindAllSubmatchIndex FindIndex FindReaderIndex FindReaderSubmatchIndex FindString FindStringIndex
FindStringSubmatch FindStringSubmatchIndex FindSubmatch FindSubmatchIndex Fire First Flag Flags
Float Float32 Float64 Float64Var FloatString Flush Format Front Func Funcs GCD Get Glob Go
GoString GobDecode GobEncode Grow Handle Has HasPrefix HasSuffix Hostname Hour Hours ISOWeek
Implements In Index Info Init InputOffset Insert InsertAfter InsertBefore Int Int31 Int31n Int63
Int63n Int64 Int64Var IntVar Interface InterfaceData Intersect Intn Inv IsAbs IsDST IsDir
IsExported IsInf IsInt IsInt64 IsNil IsRegular IsUint64 IsValid IsVariadic IsZero Join JoinPath
Key Keys Kill Kind Last Len Less Link List LiteralPrefix Load LoadAndDelete LoadOrStore Local
Location Lock Log Longest Lookup Lsh MantExp Map MapIndex MapKeys MapRange MarshalBinary
MarshalJSON MarshalText Match MatchReader MatchString Max Method MethodByName Microseconds
Milliseconds Min MinPrec Minute Minutes Mod ModInverse ModSqrt ModTime Mode Month More Move
MoveAfter MoveBefore MoveToBack MoveToFront Mul MulRange NArg NFlag Name Nanosecond Nanoseconds
Neg New Next NormFloat64 Not Now Num NumField NumIn NumMethod NumOut NumSubexp Open Option Or Out
Output OverflowComplex OverflowFloat OverflowInt OverflowUint Panic Panicf Panicln Parse ParseFS
ParseFiles ParseGlob Parsed Password Peek Perm Pid PkgPath Pointer Pop Port Pos Prec Precision
Prefix Prev Print PrintDefaults Printf Println ProbablyPrime Push PushBack PushBackList PushFront
PushFrontList Put PutUint16 PutUint32 PutUint64 Query Quo QuoRem RLock RLocker RUnlock Rand Range
Rat RatString Read ReadAll ReadAt ReadByte ReadBytes ReadDir ReadFile ReadFrom ReadLine ReadRune
ReadSlice ReadString Readdir Readdirnames Recv Redacted Release Rem Remove Replace ReplaceAll
ReplaceAllFunc ReplaceAllLiteral ReplaceAllLiteralString ReplaceAllString ReplaceAllStringFunc
RequestURI Reset ResolveReference Reverse Round Rsh Run Rune Scan Search Second Seconds Seed Seek
Send Serve Set SetBit SetBits SetBool SetBytes SetCap SetComplex SetDeadline SetEscapeHTML
SetFlags SetFloat SetFloat64 SetFrac SetFrac64 SetIndent SetInf SetInt SetInt64 SetIterKey
SetIterValue SetLen SetMantExp SetMapIndex SetMode SetOutput SetPointer SetPrec SetPrefix SetRat
SetReadDeadline SetString SetUint SetUint64 SetWriteDeadline Shuffle Sign Signal Signbit Size
SkipSpace Sleep Slice Slice3 Sort Split Sqrt Start Stat Stop Store String StringVar Strings Sub
SubexpIndex SubexpNames Success Sum Sum32 Sum64 Swap Sync Sys SysUsage SyscallConn SystemTime
Templates Temporary Text TextVar Timeout Title ToLower ToTitle ToUpper Token TokenText
TrailingZeroBits Trim TrimSpace Truncate TryLock TryRLock TryRecv TrySend Type UTC Uint Uint16
Uint32 Uint64 Uint64Var UintVar Unix UnixMicro UnixMilli UnixNano Unlink Unlock UnmarshalBinary
UnmarshalJSON UnmarshalText Unread UnreadByte UnreadRune UnsafeAddr UnsafePointer Unwrap Update
UseNumber UserTime Username Value Values Var Visit VisitAll Wait Weekday Width Write WriteAll
WriteAt WriteByte WriteRune WriteString WriteTo Writer Xor Year YearDay Zone ZoneBounds
"""
METHODS = frozenset(_METHODS.split())

_FIELDS = """
C Cap Comma DataType Delta Dir Env Err Error ErrorCount ExtraArg ExtraParam FieldsPerRecord
Filename Files ForceQuery Fragment Func FuncSuffix Funcs Hi Host Imports IsIdentRune LatinOffset
Layout LayoutElem LazyQuotes Len Lo Message N Name New Next Offset Old OmitHost Op Opaque Other
Package Path Pid Prev R R16 R32 RawFragment RawPath RawQuery ReuseRecord Scheme StartLine Stride
Sys Syscall Territory TrailingComma TrimLeadingSpace Type TypeParam URL UseCRLF User Value
ValueElem Whitespace Zones
"""
FIELDS = frozenset(_FIELDS.split())

# Types that solutions embed most → their members.
TYPES = {
    "sync.Mutex": frozenset({"Lock", "TryLock", "Unlock"}),
    "sync.RWMutex": frozenset(
        {"Lock", "RLock", "RLocker", "RUnlock", "TryLock", "TryRLock", "Unlock"}
    ),
    "sync.WaitGroup": frozenset({"Add", "Done", "Go", "Wait"}),
    "error": frozenset({"Error"}),
}
