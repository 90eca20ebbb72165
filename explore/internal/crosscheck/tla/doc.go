// Package tla holds values of TLA+ as text. It reads them as TLC prints them and writes each in one canonical form.
//
// TLA+ has fewer kinds of value than notations. A sequence is a function on 1..n, a record is a function on
// strings, and so
//
//	<<"a", "b">>       (1 :> "a" @@ 2 :> "b")
//	[x |-> 1]          ("x" :> 1)
//	{1, 2, 3}          1..3        {3, 1, 2, 2}
//
// are, line by line, one value. Two values are equal exactly if their canonical texts are. The text is one line of
// TLA+, in the shortest notation.
package tla
