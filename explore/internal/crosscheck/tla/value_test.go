package tla_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"interrex/explore/internal/crosscheck/tla"
	"pgregory.net/rapid"
)

// TestBuild: values made by hand are those that the notations mean.
func TestBuild(t *testing.T) {
	one, two, a := tla.Int(1), tla.Int(2), tla.String("a")
	for _, c := range []struct {
		made tla.Value
		text string
	}{
		{tla.Bool(true), "TRUE"},
		{tla.Int(-3), "-3"},
		{tla.String("a\"\n"), `"a\"\n"`},
		{tla.Model("m"), "m"},
		{tla.Set(two, one, two), "{1, 2}"},
		{tla.Interval(-1, 1), "-1..1"},
		{tla.Interval(1, 0), "{}"},
		{tla.Tuple(), "<<>>"},
		{tla.Tuple(one, a), `(2 :> "a" @@ 1 :> 1)`},
		{tla.Record(tla.Field{"b", two}, tla.Field{"a", one}), "[a |-> 1, b |-> 2]"},
		{tla.Record(tla.Field{"no name", one}), `("no name" :> 1)`},
	} {
		if parsed, err := tla.Parse(c.text); err != nil || !tla.Equal(parsed, c.made) {
			t.Errorf("%v is not %s (%v, %v)", c.made, c.text, parsed, err)
		}
	}
}

// TestBuildRefuses what TLA+ cannot spell or has no meaning for.
func TestBuildRefuses(t *testing.T) {
	for name, build := range map[string]func(){
		"a model value named TRUE": func() { tla.Model("TRUE") },
		"a model value named WF_x": func() { tla.Model("WF_x") },
		"a string with a bell":     func() { tla.String("\a") },
		"a field twice":            func() { tla.Record(tla.Field{"a", tla.Int(1)}, tla.Field{"a", tla.Int(1)}) },
		"an argument twice": func() {
			tla.Function(tla.Pair{tla.Tuple(), tla.Int(1)}, tla.Pair{tla.Record(), tla.Int(1)})
		},
	} {
		t.Run(name, func(t *testing.T) {
			defer func() {
				if recover() == nil {
					t.Error("no panic")
				}
			}()
			build()
		})
	}
}

// TestLook: what is asked of a value, and that a value of another kind does not answer.
func TestLook(t *testing.T) {
	parsed := func(text string) tla.Value {
		v, err := tla.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
	answers := func(v tla.Value) (s string) {
		if b, ok := v.Bool(); ok {
			s += fmt.Sprint("bool ", b, " ")
		}
		if n, ok := v.Int(); ok {
			s += fmt.Sprint("int ", n, " ")
		}
		if text, ok := v.Text(); ok {
			s += fmt.Sprint("text ", text, " ")
		}
		if name, ok := v.Model(); ok {
			s += fmt.Sprint("model ", name, " ")
		}
		if elements, ok := v.Elements(); ok {
			s += fmt.Sprint("elements ", elements, " ")
		}
		if elements, ok := v.Sequence(); ok {
			s += fmt.Sprint("sequence ", elements, " ")
		}
		for argument, value := range v.Pairs() {
			s += fmt.Sprint(argument, "->", value, " ")
		}
		if value, ok := v.Apply(tla.Int(2)); ok {
			s += fmt.Sprint("[2]=", value, " ")
		}
		if value, ok := v.Field("a"); ok {
			s += fmt.Sprint(".a=", value, " ")
		}
		if v.Has(tla.Int(2)) {
			s += "has 2 "
		}
		return s + fmt.Sprint("len ", v.Len(), " ", v.Kind())
	}
	for _, c := range []struct{ text, want string }{
		{"TRUE", "bool true len 0 boolean"},
		{"-5", "int -5 len 0 integer"},
		{`"x"`, "text x len 0 string"},
		{"x", "model x len 0 model value"},
		{"{2, 1}", "elements [1 2] has 2 len 2 set"},
		{"<<7, 8>>", "sequence [7 8] 1->7 2->8 [2]=8 len 2 function"},
		{"[b |-> 1, a |-> 2]", `"a"->2 "b"->1 .a=2 len 2 function`},
		{"(2 :> 3)", "2->3 [2]=3 len 1 function"},
	} {
		if got := answers(parsed(c.text)); got != c.want {
			t.Errorf("%s answers %q, want %q", c.text, got, c.want)
		}
	}
	if got := answers(tla.Value{}); got != "len 0 no value" || (tla.Value{}).String() != "no value" {
		t.Errorf("the zero Value answers %q, and its text is %v", got, tla.Value{})
	}
}

// A notation is one of the ways to write a value: text is that way, canonical the value's text as
// this test, and not the package, makes it.
type notation struct{ text, canonical string }

// notations draws a value and one of its notations: sets in any order and with elements twice,
// records and sequences as functions, blanks and line ends anywhere.
func notations(t *rapid.T, depth int) notation {
	leaves := []string{"TRUE", "FALSE", "-1", "0", "1", "2", `"a"`, `"b c"`, `"\\"`, "m", "{}", "<<>>"}
	if depth == 0 || rapid.IntRange(0, 3).Draw(t, "leaf") == 0 {
		leaf := rapid.SampledFrom(leaves).Draw(t, "value")
		return notation{leaf, leaf}
	}
	members := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) notation { return notations(t, depth-1) }), 1, 4).Draw(t, "members")
	blank := func() string { return rapid.SampledFrom([]string{"", " ", "\n   "}).Draw(t, "blank") }
	join := func(parts []string, separator string) string {
		return strings.Join(parts, blank()+separator+blank())
	}
	var texts, canonicals, pairs []string
	for i, m := range members {
		texts, canonicals = append(texts, m.text), append(canonicals, m.canonical)
		pairs = append(pairs, fmt.Sprintf("%d%s:>%s%s", i+1, blank(), blank(), m.text))
	}
	switch rapid.IntRange(0, 4).Draw(t, "kind") {
	case 0:
		texts = append(texts, rapid.SampledFrom(texts).Draw(t, "twice"))
		return notation{"{" + blank() + join(texts, ",") + blank() + "}", setText(canonicals)}
	case 1:
		return notation{"<<" + blank() + join(texts, ",") + blank() + ">>", "<<" + strings.Join(canonicals, ", ") + ">>"}
	case 2:
		pairs = rapid.Permutation(pairs).Draw(t, "order")
		return notation{"(" + blank() + join(pairs, "@@") + blank() + ")", "<<" + strings.Join(canonicals, ", ") + ">>"}
	}
	var fields, asPairs, sorted []string
	for i, m := range members {
		name := string(rune('p' + i))
		fields = append(fields, name+blank()+"|->"+blank()+m.text)
		asPairs = append(asPairs, `"`+name+`" :> `+m.text)
		sorted = append(sorted, name+" |-> "+m.canonical)
	}
	record := "[" + strings.Join(sorted, ", ") + "]"
	if rapid.Bool().Draw(t, "as function") {
		return notation{"(" + join(rapid.Permutation(asPairs).Draw(t, "order"), "@@") + ")", record}
	}
	return notation{"[" + blank() + join(rapid.Permutation(fields).Draw(t, "order"), ",") + blank() + "]", record}
}

// setText sorts by Compare, as only that order can tell; but it finds equal elements by their text.
func setText(canonicals []string) string {
	slices.Sort(canonicals)
	canonicals = slices.Compact(canonicals)
	slices.SortFunc(canonicals, func(a, b string) int {
		x, _ := tla.Parse(a)
		y, _ := tla.Parse(b)
		return tla.Compare(x, y)
	})
	return "{" + strings.Join(canonicals, ", ") + "}"
}

// TestOneValueOneText: whatever the notation, the value is the same, and so is its text.
func TestOneValueOneText(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := notations(t, 3)
		v, err := tla.Parse(n.text)
		if err != nil {
			t.Fatalf("%q: %v", n.text, err)
		}
		if v.String() != n.canonical {
			t.Fatalf("%q is %v, want %s", n.text, v, n.canonical)
		}
		again, err := tla.Parse(v.String())
		if err != nil || !tla.Equal(v, again) {
			t.Fatalf("%v becomes %v, %v", v, again, err)
		}
	})
}

// TestOrder: Compare is a total order, and what is equal has one text.
func TestOrder(t *testing.T) {
	value := rapid.Custom(func(t *rapid.T) tla.Value {
		v, err := tla.Parse(notations(t, 2).text)
		if err != nil {
			t.Fatal(err)
		}
		return v
	})
	rapid.Check(t, func(t *rapid.T) {
		a, b, c := value.Draw(t, "a"), value.Draw(t, "b"), value.Draw(t, "c")
		if tla.Compare(a, b) != -tla.Compare(b, a) {
			t.Fatal("not antisymmetric")
		}
		if tla.Compare(a, b) <= 0 && tla.Compare(b, c) <= 0 && tla.Compare(a, c) > 0 {
			t.Fatal("not transitive")
		}
		if tla.Equal(a, b) != (a.String() == b.String()) {
			t.Fatalf("Equal(%v, %v) = %v", a, b, tla.Equal(a, b))
		}
	})
}
