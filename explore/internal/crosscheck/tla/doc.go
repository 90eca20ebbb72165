// Package tla holds values of TLA+ as Go values: it reads them as TLC prints them, writes them as
// an expression that any module may contain, and tells when two of them are the same.
//
// TLA+ has fewer kinds of value than it has notations. A sequence is a function on 1..n, a record
// is a function on strings, and so
//
//	<<"a", "b">>       (1 :> "a" @@ 2 :> "b")
//	[x |-> 1]          ("x" :> 1)
//	<<>>               [] of any kind: the one function without arguments
//	{1, 2, 3}          1..3        {3, 1, 2, 2}
//
// are, line by line, one value. A [Value] is kept in one form whatever notation it came from, with
// sets and domains in the order of [Compare]; its String is therefore canonical: two values are
// equal exactly if their texts are. The text is one line of TLA+, in the shortest notation.
//
// Reading is strict. What TLC prints for a value that it has not enumerated (SUBSET S, Nat) is
// refused, and an error says line, column and what was expected there.
package tla
