package crosscheck

import "testing"

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

// TestParseState: equal states have one text, however TLC prints them.
func TestParseState(t *testing.T) {
	for text, want := range map[string]value{
		printed: `[a |-> ("q" :> (4 :> {"q"}) @@ "x y" :> (15 :> {"x y"} @@ 3 :> {"x y"})), ` +
			`b |-> <<<<1, "a\"b\\c", 3>>, {1, 2, 3}, {}, (m :> m @@ n :> n), {-1, 0, 1}, (-1 :> TRUE), <<>>, [x |-> m]>>, ` +
			`d |-> [f |-> (<<1, "l">> :> {<<1, "l">>} @@ <<2, "l">> :> {<<2, "l">>}), set |-> {[a |-> 1, b |-> <<1>>], [a |-> 2, b |-> <<2>>]}]]`,
		"x = 1\n":                   "[x |-> 1]",
		`x = "} @@ << TRUE"`:        `[x |-> "} @@ << TRUE"]`,
		"x = {3, 1, 2, 2}":          "[x |-> {1, 2, 3}]",
		"x = 3..1":                  "[x |-> {}]",
		`x = (1 :> "a" @@ 2 :> 2)`:  `[x |-> <<"a", 2>>]`,
		"x = (0 :> 1)":              "[x |-> (0 :> 1)]",
		`x = ("a" :> 1)`:            "[x |-> [a |-> 1]]",
		`x = ("a b" :> 1)`:          `[x |-> ("a b" :> 1)]`,
		"x = {\n  1,\r\n\t2\n}\n\n": "[x |-> {1, 2}]",
		"/\\ channel = (<<1, 2>> :> <<>> @@ <<2, 1>> :> <<3>>)": "[channel |-> (<<2, 1>> :> <<3>>)]",
	} {
		if s, err := parseState(text); err != nil || s != want {
			t.Errorf("%q is read as\n%v, %v, want\n%s", text, s, err, want)
		}
	}
	for _, text := range []string{"", "x = 1\n/\\ y = 2 3", "/\\ x = 1\ny = 2", "/\\ x 1", "/\\ 1 = 1", "x = {1 2}", `x = "a`, "x = 99999999999", "x = <1>", "x = SUBSET {1}", "x = {"} {
		if s, err := parseState(text); err == nil {
			t.Errorf("%q is read as %v", text, s)
		}
	}
}
