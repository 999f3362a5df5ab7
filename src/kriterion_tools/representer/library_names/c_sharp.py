"""Names of members of .NET's library: a receiver of unknown type may be a library's.

They are those of System, System.Collections, System.Linq, System.Text, System.IO, System.Numerics,
System.Threading and parts of others, of version 9.
"""

_METHODS = """
Abs Acos Add AddAfter AddBefore AddDays AddFirst AddHours AddLast AddMicroseconds AddMilliseconds
AddMinutes AddMonths AddOrUpdate AddRange AddSeconds AddTicks AddYears Aggregate AggregateBy All
Any Append AppendAllLines AppendAllText AppendFormat AppendJoin AppendLine AppendLiteral
AppendText AsEnumerable AsMemory AsParallel AsQueryable AsReadOnly AsSpan Asin Atan Atan2 Average
BeginInvoke BinarySearch BitDecrement BitIncrement Cancel CancelAfter Captures Cast Cbrt Ceiling
ChangeExtension ChangeType Chunk Clamp Clear Clone Close Combine Commit Compare CompareExchange
CompareOrdinal CompareTo Complete CompleteAdding ComputeHash Concat ConfigureAwait Contains
ContainsAny ContainsKey ContainsValue ContinueWith ConvertAll ConvertFromUtf32 ConvertToUtf32 Copy
CopySign CopyTo Cos Cosh Count CountBy Create CreateDirectory CreateInstance CreateSubdirectory
CreateText Cross Date DayOfWeek DaysInMonth Deconstruct Decrement DefaultIfEmpty Delay Delete
Dequeue Deserialize DiscardBufferedData Dispose DisposeAsync Distinct DistinctBy DivRem Divide Dot
Duration DynamicInvoke ElementAt ElementAtOrDefault Empty EnableRaisingEvents EndInvoke EndsWith
Enqueue EnqueueRange EnsureCapacity Enter EnumerateFiles EnumerateLines EnumerateRunes Equals
Escape EscapeDataString Except ExceptBy ExceptWith Exchange Exists Exit Exp Expand Fill Find
FindAll FindIndex FindLast FindLastIndex First FirstOrDefault Flatten Floor Flush ForEach Format
Free FromBase64String FromBinary FromDays FromFileTime FromHexString FromHours FromMilliseconds
FromMinutes FromResult FromSeconds FromTicks FromUnixTimeMilliseconds FromUnixTimeSeconds Get
GetAsync GetAwaiter GetBaseException GetBits GetByteCount GetBytes GetCharCount GetChars
GetConstructor GetConstructors GetConsumingEnumerable GetCurrentDirectory GetCustomAttribute
GetCustomAttributes GetDayOfWeek GetDayOfYear GetDaysInMonth GetDirectories GetDirectoryName
GetElementType GetEncoding GetEnumerator GetEnvironmentVariable GetExtension GetField GetFields
GetFileName GetFileNameWithoutExtension GetFiles GetFullPath GetGenericArguments GetHashCode
GetInterfaces GetInvocationList GetLength GetLongLength GetLowerBound GetMembers GetMethod
GetMethods GetMonth GetName GetNames GetNextTextElement GetNumericValue GetOrAdd GetOrCreateValue
GetParent GetPathRoot GetPinnableReference GetProperties GetProperty GetRandomFileName GetRange
GetResult GetString GetStringAsync GetSubArray GetTempFileName GetTempPath
GetTextElementEnumerator GetType GetTypeCode GetTypeFromHandle GetUnderlyingType
GetUnicodeCategory GetUpperBound GetValue GetValueOrDefault GetValues GetViewBetween GetWeekOfYear
GetYear GroupBy GroupJoin HasFlag IEEERemainder ILogB Increment Index IndexOf IndexOfAny
IndexOfAnyExcept Initialize Insert InsertRange Intern Intersect IntersectBy IntersectWith Invert
Invoke IsAscii IsAsciiDigit IsAsciiHexDigit IsAsciiLetter IsAsciiLetterLower IsAsciiLetterOrDigit
IsAsciiLetterUpper IsAssignableFrom IsBetween IsControl IsDaylightSavingTime IsDefined IsDigit
IsEven IsEvenInteger IsFinite IsHighSurrogate IsInfinity IsInstanceOfType IsInterned IsLeapYear
IsLetter IsLetterOrDigit IsLower IsMatch IsNaN IsNegative IsNegativeInfinity IsNormalized
IsNullOrEmpty IsNullOrWhiteSpace IsNumber IsOdd IsOddInteger IsPathRooted IsPositive
IsPositiveInfinity IsPow2 IsProperSubsetOf IsProperSupersetOf IsPunctuation IsSeparator
IsSubclassOf IsSubsetOf IsSupersetOf IsSurrogate IsSymbol IsUpper IsWhiteSpace Join Last
LastIndexOf LastIndexOfAny LastOrDefault LeadingZeroCount LeftJoin Lerp Load LoadXml Log Log10
Log2 LongCount Magnitude MakeGenericType Match Matches Max MaxBy MaxMagnitude MemberwiseClone Min
MinBy MinMagnitude ModPow Move MoveNext MoveTo Multiply Negate Next NextBytes NextDouble NextInt64
NextMatch NextSingle Normalize Now OfType Open OpenRead OpenText OpenWrite Order OrderBy
OrderByDescending OrderDescending Overlaps PadLeft PadRight Parse ParseExact Peek Pop PopCount
Post Pow Prepend Pulse PulseAll Push PushRange Query QueueUserWorkItem Range Rank Read
ReadAllBytes ReadAllLines ReadAllText ReadBlock ReadByte ReadBytes ReadInt32 ReadKey ReadLine
ReadLineAsync ReadLines ReadToEnd ReadToEndAsync Reciprocal ReciprocalEstimate ReferenceEquals
Release ReleaseMutex Remainder Remove RemoveAll RemoveAt RemoveFirst RemoveKey RemoveLast
RemoveRange RemoveWhere Repeat Replace ReplaceLineEndings Reset Resize Result Reverse RightJoin
RotateLeft RotateRight Round RoundUpToPowerOf2 Run Save ScaleB Seek Select SelectMany Send
SequenceCompareTo SequenceEqual Serialize Set SetCreationTime SetCurrentDirectory SetEquals
SetException SetField SetIn SetItem SetLength SetOut SetResult SetValue Shared Shuffle Sign Signal
Sin SinCos Single SingleOrDefault Sinh Skip SkipLast SkipWhile Sleep Slice Sort SpinUntil Split
Sqrt Start StartNew StartsWith Stop Substring Subtract Sum SymmetricExceptWith Take TakeLast
TakeWhile Tan Tanh ThenBy ThenByDescending ThrowIfCancellationRequested ThrowIfGreaterThan
ThrowIfLessThan ThrowIfNegative ThrowIfNegativeOrZero ThrowIfNull ThrowIfNullOrEmpty
ThrowIfNullOrWhiteSpace ThrowIfZero Ticks ToArray ToArrayAsync ToAsyncEnumerable ToBase64String
ToBinary ToBoolean ToByte ToByteArray ToChar ToCharArray ToDateTime ToDecimal ToDictionary
ToDouble ToFrozenDictionary ToFrozenSet ToHashSet ToHexString ToImmutableArray
ToImmutableDictionary ToImmutableHashSet ToImmutableList ToImmutableSortedDictionary
ToImmutableSortedSet ToInt16 ToInt32 ToInt64 ToList ToLocalTime ToLongDateString ToLongTimeString
ToLookup ToLower ToLowerInvariant ToOADate ToObject ToShortDateString ToShortTimeString ToSingle
ToString ToTitleCase ToTuple ToUInt16 ToUInt32 ToUInt64 ToUniversalTime ToUnixTimeMilliseconds
ToUnixTimeSeconds ToUpper ToUpperInvariant ToValueTuple TrailingZeroCount Transpose Trim TrimEnd
TrimExcess TrimStart TrueForAll Truncate TryAdd TryCopyTo TryDequeue TryEnter TryFormat
TryGetNonEnumeratedCount TryGetValue TryParse TryParseExact TryPeek TryPop TryRead TryRemove
TryTake TryUpdate TryWrite Unescape UnescapeDataString Union UnionBy UnionWith Update UtcNow Value
Wait WaitAll WaitAny WaitAsync WaitForExit WaitForPendingFinalizers WaitOne WhenAll WhenAny Where
WithCancellation Write WriteAllBytes WriteAllLines WriteAllText WriteAsync WriteByte WriteLine
WriteLineAsync Xor Yield Zip
"""
METHODS = frozenset(_METHODS.split())

_FIELDS = """
ASCII AbsolutePath AbsoluteUri AltDirectorySeparatorChar Arguments Array Assembly Attributes
BaseDirectory BaseStream BaseType Buffer CanRead CanSeek CanWrite Capacity Captures Chars
CommandLine Comparer Compiled Completed CompletedTask Count CreationTime CultureInvariant Current
CurrentCulture CurrentDirectory CurrentManagedThreadId CurrentThread CurrentUICulture Data Date
DateTimeFormat Day DayNumber DayOfWeek DayOfYear Days Default DirectoryName DirectorySeparatorChar
E Elapsed ElapsedMilliseconds ElapsedTicks Empty Encoding End EndOfStream EnglishName Epsilon
Exists ExitCode Extension FileName FirstDayOfWeek FullName GenericTypeArguments Groups HResult
HasExited HasValue HelpLink Host Hour Hours IgnoreCase Imaginary Index InnerException
InnerExceptions InvariantCulture InvariantInfo IsAbstract IsAlive IsArray IsBackground IsCanceled
IsCancellationRequested IsClass IsCompleted IsCompletedSuccessfully IsEmpty IsEnum IsEven
IsFaulted IsFixedSize IsFromEnd IsGenericType IsInterface IsNegative IsOne IsPowerOfTwo IsReadOnly
IsRunning IsSealed IsSynchronized IsThreadPoolThread IsValueCreated IsValueType IsZero Item Item1
Item2 Item3 Item4 Item5 Item6 Item7 Key Keys Kind LastWriteTime Length LocalPath LongLength
MachineName Magnitude ManagedThreadId Max MaxCapacity MaxValue Message Method Microsecond
Microseconds Millisecond Milliseconds Min MinValue MinusOne Minute Minutes Mode Month Multiline
NaN Name Namespace Nanosecond Nanoseconds NegativeInfinity NegativeOne NegativeZero NewLine Next
NodeType Now NumberFormat OSVersion Offset One Options Ordinal OrdinalIgnoreCase PI ParamName
Parent PathSeparator Pi Port Position PositiveInfinity Previous Priority ProcessorCount
PropertyType Query Rank Real Result ReturnType Root Scheme Second Seconds Shared Sign Singleline
Source Span StackTrace Start StartTime State Status Success SyncRoot TagName Target TargetSite Tau
TextInfo ThreadState Ticks TicksPerDay TicksPerHour TicksPerMillisecond TicksPerMinute
TicksPerSecond TimeOfDay Today Token TotalDays TotalHours TotalMicroseconds TotalMilliseconds
TotalMinutes TotalNanoseconds TotalSeconds TwoLetterISOLanguageName UTF8 Unicode UnicodeCategory
UnitX UnitY UtcNow Value Values Version Year Zero
"""
FIELDS = frozenset(_FIELDS.split())

# Types that solutions extend or implement most → their members.
_OBJECT = "Equals GetHashCode GetType MemberwiseClone ReferenceEquals ToString Finalize"
_EXCEPTION = "Data GetBaseException HResult HelpLink InnerException Message Source StackTrace"
_EXCEPTIONS = (
    "Exception ArgumentException ArgumentOutOfRangeException ArgumentNullException "
    "ApplicationException ArithmeticException InvalidOperationException FormatException "
    "NotSupportedException SystemException"
)
_TYPES = {
    **dict.fromkeys(("object", "Object", "ValueType", "ICloneable", "Attribute"), "Clone"),
    **dict.fromkeys(_EXCEPTIONS.split(), f"{_EXCEPTION} ParamName ActualValue"),
    **dict.fromkeys(("byte", "short", "int", "long", "uint", "ulong", "ushort", "sbyte"), ""),
    "IComparable": "CompareTo",
    "IEquatable": "",
    "IDisposable": "Dispose",
    "IEnumerable": "GetEnumerator",
    "IEnumerator": "Current Dispose MoveNext Reset",
    "IComparer": "Compare",
    "IFormattable": "",
    "IEqualityComparer": "",
}
TYPES = {name: frozenset(f"{members} {_OBJECT}".split()) for name, members in _TYPES.items()}
