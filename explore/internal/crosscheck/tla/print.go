package tla

import (
	"slices"
	"strconv"
	"strings"
)

// String returns the canonical text of v: one line of TLA+ that [Parse] reads back as v. Equal values have equal
// texts, and different ones different texts. A negative number needs EXTENDS Integers; a function that is neither
// a sequence nor a record needs EXTENDS TLC. The zero Value gives "no value".
func (v Value) String() string { return string(v.Append(nil)) }

// Append appends the canonical text of v.
func (v Value) Append(b []byte) []byte {
	switch v.kind {
	case Boolean:
		if v.number == 1 {
			return append(b, "TRUE"...)
		}
		return append(b, "FALSE"...)
	case Integer:
		return strconv.AppendInt(b, int64(v.number), 10)
	case Text:
		return appendText(b, v.name)
	case ModelValue:
		return append(b, v.name...)
	case FiniteSet:
		return append(v.appendMembers(append(b, '{')), '}')
	case Mapping:
		return v.appendFunction(b)
	}
	return append(b, "no value"...)
}

func (v Value) appendMembers(b []byte) []byte {
	for i, m := range v.members {
		if i > 0 {
			b = append(b, ", "...)
		}
		b = m.Append(b)
	}
	return b
}

func (v Value) appendFunction(b []byte) []byte {
	if v.arguments == nil {
		return append(v.appendMembers(append(b, "<<"...)), ">>"...)
	}
	if v.isRecord() {
		b = append(b, '[')
		for i, m := range v.members {
			if i > 0 {
				b = append(b, ", "...)
			}
			b = append(b, v.arguments[i].name...)
			b = m.Append(append(b, " |-> "...))
		}
		return append(b, ']')
	}
	b = append(b, '(')
	for i, m := range v.members {
		if i > 0 {
			b = append(b, " @@ "...)
		}
		b = v.arguments[i].Append(b)
		b = m.Append(append(b, " :> "...))
	}
	return append(b, ')')
}

// isRecord reports whether v can be written as a record.
func (v Value) isRecord() bool {
	return len(v.arguments) > 0 && !slices.ContainsFunc(v.arguments, func(a Value) bool {
		return a.kind != Text || !isName(a.name)
	})
}

// escapes are the characters that a TLA+ string can only hold after a backslash, and escaped the letters that
// stand for them there.
const escapes, escaped = "\"\\\t\n\f\r", `"\tnfr`

func appendText(b []byte, s string) []byte {
	b = append(b, '"')
	for i := range len(s) {
		if e := strings.IndexByte(escapes, s[i]); e >= 0 {
			b = append(b, '\\', escaped[e])
		} else {
			b = append(b, s[i])
		}
	}
	return append(b, '"')
}
