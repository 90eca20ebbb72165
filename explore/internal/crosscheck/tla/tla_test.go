package tla_test

import (
	"testing"

	"interrex/explore/internal/crosscheck/tla"
)

// parse reads the value of a variable.
func parse(text string) (tla.Value, error) {
	s, err := tla.ParseState("x =" + text)
	return s["x"], err
}

// TestParse: each notation that TLC prints, and the canonical text of what it means.
func TestParse(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"TRUE", "TRUE"},
		{"-17", "-17"},
		{`"a\"b\\c"`, `"a\"b\\c"`},
		{`"} @@ << TRUE"`, `"} @@ << TRUE"`},
		{"n1", "n1"},
		{"{3, 1, 10, 2, 2}", "{1, 2, 3, 10}"},
		{"1..3", "{1, 2, 3}"},
		{"3..1", "{}"},
		{`(1 :> "a" @@ 2 :> "b")`, `<<"a", "b">>`},
		{"(0 :> 1)", "(0 :> 1)"},
		{"(3 :> 3 @@ 1 :> 1)", "(1 :> 1 @@ 3 :> 3)"},
		{`("a" :> 1)`, "[a |-> 1]"},
		{`("a b" :> 1 @@ "a" :> 2)`, `("a b" :> 1 @@ "a" :> 2)`},
		{" \n\t{\n  1,\r\n\t2\n}\n", "{1, 2}"},
	} {
		v, err := parse(c.text)
		if err != nil || string(v) != c.want {
			t.Errorf("Parse(%q) = %v, %v, want %s", c.text, v, err, c.want)
		}
	}
	for _, c := range []struct{ text, want string }{
		{"", `line 1: expected a value, found ""`},
		{"{1\n 2}", `line 2: expected ,, found "2}"`},
		{"[a |-> 2, a |-> 3]", `line 1: expected an argument other than "a", found " 3]"`},
		{`"a`, `line 1: expected a string, found "\"a"`},
		{"99999999999", `line 1: expected a number of 32 bits, found ""`},
		{"1..1000001", `line 1: expected an interval of at most 1000000 elements, found ""`},
		{"SUBSET {1}", `line 1: expected the end, found "{1}"`},
	} {
		if v, err := parse(c.text); err == nil || err.Error() != c.want {
			t.Errorf("Parse(%q) = %v, %v, want %s", c.text, v, err, c.want)
		}
	}
}

// printed is a state as TLC 2.18 prints it: values of more than eighty columns take several lines.
const printed = `/\ a = ( "x y" :>
      ( 3 :> {"x y"} @@
        15 :> {"x y"} ) @@
  "q" :>
      ( 4 :> {"q"} ) )
/\ b = <<<<1, "a\"b\\c", 3>>, 1..3, {}, (m :> m @@ n :> n), -1..1, (-1 :> TRUE), << >>, [x |-> m]>>
/\ d = [ set |->
      { [a |-> 1, b |-> <<1>>],
        [a |-> 2, b |-> <<2>>] },
  f |-> (<<1, "l">> :> {<<1, "l">>} @@ <<2, "l">> :> {<<2, "l">>}) ]
`

const canonical = `/\ a = ("q" :> (4 :> {"q"}) @@ "x y" :> (3 :> {"x y"} @@ 15 :> {"x y"}))
/\ b = <<<<1, "a\"b\\c", 3>>, {1, 2, 3}, {}, (m :> m @@ n :> n), {-1, 0, 1}, (-1 :> TRUE), <<>>, [x |-> m]>>
/\ d = [f |-> (<<1, "l">> :> {<<1, "l">>} @@ <<2, "l">> :> {<<2, "l">>}), set |-> {[a |-> 1, b |-> <<1>>], [a |-> 2, b |-> <<2>>]}]`

func TestParseState(t *testing.T) {
	for text, want := range map[string]string{printed: canonical, "x = 1\n": `/\ x = 1`} {
		if s, err := tla.ParseState(text); err != nil || s.String() != want {
			t.Errorf("ParseState(%q) =\n%v, %v, want\n%s", text, s, err, want)
		}
	}
	for _, text := range []string{"", "x = 1\n/\\ y = 2", "/\\ x = 1\ny = 2", "/\\ x = 1\n/\\ x = 2", "/\\ x 1", "/\\ 1 = 1"} {
		if s, err := tla.ParseState(text); err == nil {
			t.Errorf("%q is read as %v", text, s)
		}
	}
}

// FuzzParseState: what is read and written again is read as the same.
func FuzzParseState(f *testing.F) {
	for _, text := range []string{printed, canonical, "x = 1", "/\\ x = 1\n/\\ y", "x = 1..99999", `x = {{}, "\"\\"}`} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		s, err := tla.ParseState(text)
		if err != nil {
			return
		}
		again, err := tla.ParseState(s.String())
		if err != nil || again.String() != s.String() {
			t.Errorf("%q is %v, and that is %v, %v", text, s, again, err)
		}
	})
}
