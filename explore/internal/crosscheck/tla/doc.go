// Package tla holds values of TLA+ as Go values. It reads them as TLC prints them, writes them as an expression
// that any module may contain, and decides whether two of them are equal.
//
// TLA+ has fewer kinds of value than notations. A sequence is a function on 1..n, a record is a function on
// strings, and so
//
//	<<"a", "b">>       (1 :> "a" @@ 2 :> "b")
//	[x |-> 1]          ("x" :> 1)
//	<<>>               [] of any kind: the one function without arguments
//	{1, 2, 3}          1..3        {3, 1, 2, 2}
//
// are, line by line, one value. A [Value] has one form for all notations, with sets and domains in the order of
// [Compare]. Its String is therefore canonical: two values are equal exactly if their texts are. The text is one
// line of TLA+, in the shortest notation.
//
// Reading is strict. A value that TLC prints without enumerating it (SUBSET S, Nat) is refused, and an error gives
// line, column and what was expected there.
package tla
