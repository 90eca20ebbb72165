package tla_test

import (
	"errors"
	"strings"
	"testing"

	"interrex/explore/internal/crosscheck/tla"
)

// TestParse: each notation that TLC prints, and the canonical text of what it means.
func TestParse(t *testing.T) {
	for _, c := range []struct{ text, want, why string }{
		{"TRUE", "TRUE", "a boolean"},
		{"-17", "-17", "a negative number"},
		{"007", "7", "zeros in front mean nothing"},
		{`""`, `""`, "the empty string"},
		{`"a\"b\\c\td\ne\ff\rg"`, `"a\"b\\c\td\ne\ff\rg"`, "every escape"},
		{`"} @@ << TRUE"`, `"} @@ << TRUE"`, "symbols within a string are its characters"},
		{"n1", "n1", "a model value"},
		{"TRUEish", "TRUEish", "a model value that begins like a boolean"},
		{"{}", "{}", "the empty set"},
		{"{3, 1, 2, 2}", "{1, 2, 3}", "a set has no order and nothing twice"},
		{"1..3", "{1, 2, 3}", "an interval"},
		{"-1..1", "{-1, 0, 1}", "an interval from below zero"},
		{"3..1", "{}", "an empty interval"},
		{`{"b", "a"}`, `{"a", "b"}`, "strings go by their bytes, whatever TLC's order is"},
		{`{"1", 1, TRUE, m, {}, <<>>}`, `{TRUE, 1, "1", m, {}, <<>>}`, "values of different kinds differ"},
		{"<<>>", "<<>>", "the empty sequence"},
		{`(1 :> "a" @@ 2 :> "b")`, `<<"a", "b">>`, "a function on 1..n is a sequence"},
		{"(1 :> 1)", "<<1>>", "... also of one argument"},
		{"(0 :> 1)", "(0 :> 1)", "a function on 0..0 is no sequence"},
		{"(1 :> 1 @@ 3 :> 3)", "(1 :> 1 @@ 3 :> 3)", "nor is one with a gap"},
		{`("a" :> 1)`, "[a |-> 1]", "a function on strings is a record"},
		{`("a b" :> 1 @@ "a" :> 2)`, `("a" :> 2 @@ "a b" :> 1)`, "a string that is no name makes no field"},
		{`("TRUE" :> 1)`, `("TRUE" :> 1)`, "nor does a word that means something"},
		{" \n\t{\n  1,\r\n\t2\n}\n", "{1, 2}", "blanks and line ends mean nothing"},
	} {
		v, err := tla.Parse(c.text)
		if err != nil || v.String() != c.want {
			t.Errorf("%s: Parse(%q) = %v, %v, want %s", c.why, c.text, v, err, c.want)
		}
	}
}

// TestParseFaults: what was wrong, and where.
func TestParseFaults(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"", `1:1: expected a value, found the end`},
		{"{1 2}", `1:4: expected "," or "}", found "2"`},
		{"{1", `1:3: expected "," or "}", found the end`},
		{"<1>", `1:1: expected "<<", found "<"`},
		{"[]", `1:2: expected the name of a field, found "]"`},
		{"[1 |-> 2]", `1:2: expected the name of a field, found "1"`},
		{"[a |-> 2; b |-> 3]", `1:9: expected "," or "]", found ";"`},
		{"[a |-> 2,\n a |-> 3]", `1:1: expected a function with every argument once, found "a" twice`},
		{"(1 :> 2 @@ 1 :> 2)", `1:1: expected a function with every argument once, found 1 twice`},
		{"(1)", `1:3: expected ":>", found ")"`},
		{`"a`, `1:3: expected a closing quote, found the end`},
		{`"a\x"`, `1:4: expected one of "\tnfr after the backslash, found "x"`},
		{"\"a\nb\"", `1:3: expected a printable character of ASCII, or an escape, found "\n"`},
		{"\"\u00e9\"", `1:2: expected a printable character of ASCII, or an escape, found "\xc3"`},
		{"-", `1:2: expected a digit, found the end`},
		{"1x", `1:1: expected an integer that fits the machine, found "1x"`},
		{"99999999999999999999", `1:1: expected an integer that fits the machine, found "99999999999999999999"`},
		{"1..1000001", `1:4: expected an interval of at most 1000000 elements, found 1000001`},
		{"SUBSET {1}", `1:1: expected a value that TLC has enumerated, found "SUBSET"`},
		{"a_long_name_follows x_and_is_not_quoted_whole", `1:21: expected the end, found "x_and_is_not_quoted_"`},
		{strings.Repeat("<<", 2000), `1:2001: expected a value nested at most 1000 deep, found "<"`},
	} {
		v, err := tla.Parse(c.text)
		if err == nil || err.Error() != c.want {
			t.Errorf("Parse(%.40q) = %v, %v, want %s", c.text, v, err, c.want)
		}
	}
}

// printed is a state as TLC 2.18 prints it: values of more than eighty columns take several lines.
const printed = `/\ a = ( "x y" :>
      ( 3 :> {"x y"} @@
        4 :> {"x y"} @@
        15 :> {"x y"} ) @@
  "q" :>
      ( 3 :> {"q"} @@
        4 :> {"q"} ) )
/\ b = <<<<1, "a\"b\\c", 3>>, 1..3, {}, (m :> m @@ n :> n), -1..1, (-1 :> TRUE), << >>, [x |-> m]>>
/\ c = << "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
   [ x |-> {{1}, {2}},
     zz |->
         "bbbbbb bbbbbbbbbb bbbbbbbbbbbbbbb bbbbbbbbbbbbbbbbbbbb @@ , bbb bbbbbbbb",
     y |-> 1 ] >>
/\ d = [ set |->
      { [a |-> 1, b |-> <<1>>],
        [a |-> 2, b |-> <<2>>] },
  f |-> (<<1, "l\tl">> :> {<<1, "l\tl">>} @@ <<2, "l\tl">> :> {<<2, "l\tl">>}) ]
`

const canonical = `/\ a = ("q" :> (3 :> {"q"} @@ 4 :> {"q"}) @@ "x y" :> (3 :> {"x y"} @@ 4 :> {"x y"} @@ 15 :> {"x y"}))
/\ b = <<<<1, "a\"b\\c", 3>>, {1, 2, 3}, {}, (m :> m @@ n :> n), {-1, 0, 1}, (-1 :> TRUE), <<>>, [x |-> m]>>
/\ c = <<"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", [x |-> {{1}, {2}}, y |-> 1, zz |-> "bbbbbb bbbbbbbbbb bbbbbbbbbbbbbbb bbbbbbbbbbbbbbbbbbbb @@ , bbb bbbbbbbb"]>>
/\ d = [f |-> (<<1, "l\tl">> :> {<<1, "l\tl">>} @@ <<2, "l\tl">> :> {<<2, "l\tl">>}), set |-> {[a |-> 1, b |-> <<1>>], [a |-> 2, b |-> <<2>>]}]`

func TestParseState(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{printed, canonical},
		{"x = 1\n", `/\ x = 1`},
		{"/\\ x = 1", `/\ x = 1`},
		{"/\\ y = 2\n/\\ x = <<1,\n  2>>\n\n", "/\\ x = <<1, 2>>\n/\\ y = 2"},
	} {
		s, err := tla.ParseState(c.text)
		if err != nil || s.String() != c.want {
			t.Errorf("ParseState(%q) =\n%v, %v, want\n%s", c.text, s, err, c.want)
		}
	}
	for _, c := range []struct{ text, want string }{
		{"", `1:1: expected the name of a variable, found the end`},
		{"x = 1\n/\\ y = 2", `2:1: expected the end, found "/"`},
		{"/\\ x = 1\ny = 2", `2:1: expected "/\\", found "y"`},
		{"/\\ x = 1\n/\\ x = 2", `2:4: expected the name of another variable, found "x"`},
		{"/\\ x 1", `1:6: expected "=", found "1"`},
		{"/\\ 1 = 1", `1:4: expected the name of another variable, found "1"`},
	} {
		s, err := tla.ParseState(c.text)
		if err == nil || err.Error() != c.want {
			t.Errorf("ParseState(%q) = %v, %v, want %s", c.text, s, err, c.want)
		}
	}
}

func FuzzParse(f *testing.F) {
	for _, text := range []string{`[a |-> 1, b |-> <<>>]`, `{1, -2, 3..4}`, `(1 :> "x" @@ 2 :> m)`, `"\"\\"`, "{{}, TRUE", "1..99999"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		v, err := tla.Parse(text)
		if err != nil {
			placed(t, text, err)
			return
		}
		again, err := tla.Parse(v.String())
		if err != nil || !tla.Equal(v, again) || again.String() != v.String() {
			t.Errorf("%q is %v, and that is %v, %v", text, v, again, err)
		}
	})
}

func FuzzParseState(f *testing.F) {
	for _, text := range []string{printed, canonical, "x = 1", "/\\ x = 1\n/\\ y"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		s, err := tla.ParseState(text)
		if err != nil {
			placed(t, text, err)
			return
		}
		again, err := tla.ParseState(s.String())
		if err != nil || again.String() != s.String() {
			t.Errorf("%q is %v, and that is %v, %v", text, s, again, err)
		}
	})
}

// placed wants an error that names a place in the text.
func placed(t *testing.T, text string, err error) {
	var fault *tla.SyntaxError
	if !errors.As(err, &fault) {
		t.Fatalf("%q: the error is no SyntaxError: %v", text, err)
	}
	lines := strings.Split(text, "\n")
	if fault.Line < 1 || fault.Line > len(lines) || fault.Column < 1 || fault.Column > len(lines[fault.Line-1])+1 {
		t.Errorf("%q: %v is no place in the text", text, err)
	}
	if strings.Contains(err.Error(), "\n") {
		t.Errorf("%q: the error has more than one line: %q", text, err)
	}
}
