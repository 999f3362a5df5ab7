"""Names of members of .NET's library: a receiver of unknown type may be a library's."""

_METHODS = """
Add AddAfter AddBefore AddDays AddFirst AddHours AddLast AddMinutes AddMonths AddRange AddSeconds
AddYears Aggregate All Any Append AppendFormat AppendLine AsEnumerable AsSpan Average BinarySearch
Cancel Cast Ceiling Chunk Clear Clone Close CompareTo Concat Contains ContainsKey ContainsValue
ContinueWith ConvertAll Copy CopyTo Count Decrement DefaultIfEmpty Dequeue Dispose Distinct
DistinctBy ElementAt ElementAtOrDefault EndsWith Enqueue Enter Equals Except ExceptWith Exists
Exit Find FindAll FindIndex FindLast First FirstOrDefault Floor Flush ForEach Format Get
GetAwaiter GetEnumerator GetHashCode GetLength GetRange GetType GetValueOrDefault GroupBy
GroupJoin Increment Index IndexOf IndexOfAny Insert InsertRange Intersect IntersectWith Invoke
IsMatch IsSubsetOf IsSupersetOf Join Last LastIndexOf LastOrDefault Match Matches Max MaxBy Min
MinBy MoveNext Next NextDouble OfType Order OrderBy OrderByDescending Overlaps PadLeft PadRight
Parse Peek Pop Prepend Push Query Range Read ReadLine ReadToEnd Release Remove RemoveAll RemoveAt
RemoveFirst RemoveLast RemoveRange RemoveWhere Repeat Replace Reset Result Reverse Round Run
Select SelectMany Send SequenceEqual Set SetEquals Single SingleOrDefault Skip SkipLast SkipWhile
Slice Sort Split Start StartsWith Stop Substring Subtract Sum SymmetricExceptWith Take TakeLast
TakeWhile ThenBy ThenByDescending Ticks ToArray ToCharArray ToDictionary ToHashSet ToList ToLookup
ToLower ToLowerInvariant ToString ToUpper ToUpperInvariant Trim TrimEnd TrimStart TrueForAll
TryAdd TryDequeue TryGetValue TryParse TryPeek TryPop Union UnionWith Update Wait Where Write
WriteLine Zip
"""
METHODS = frozenset(_METHODS.split())

_FIELDS = """
Capacity Count Current Day DayOfWeek Days HasValue Hour Hours Item1 Item2 Item3 Key Keys Length
Minute Minutes Month Result Second Seconds Ticks TotalDays TotalSeconds Value Values Year
"""
FIELDS = frozenset(_FIELDS.split())
