package claims

import "testing"

// TestTold: what was found stands alone where it is what was asked, and beside it elsewhere.
func TestTold(t *testing.T) {
	for _, c := range []struct {
		ask         Ask
		found, want string
	}{
		{Ask{What: "not-stuck", Is: Holds}, "", "not-stuck holds"},
		{Ask{What: "not-stuck", Is: Holds}, "violated", "not-stuck: violated (claimed: holds)"},
		{Ask{What: "decides", Is: Violated}, "holds", "decides: holds (claimed: violated)"},
		{Ask{What: "ends", Is: Unbroken}, "violated", "ends: violated (claimed: not violated)"},
		{Ask{What: "ends", Is: Repeating, Value: "deliver ELECTION(9)"}, "holds", "ends: holds (claimed: violated, repeating deliver ELECTION(9))"},
		{Ask{What: "depth", Is: AtMost, Value: "11"}, "", "depth ≤ 11"},
		{Ask{What: "depth", Is: AtMost, Value: "11"}, "12", "depth: 12 (claimed: ≤ 11)"},
	} {
		if got := c.ask.Told(c.found); got != c.want {
			t.Errorf("got %q, want %q", got, c.want)
		}
	}
}

// TestCondition: a claim that holds in some cases names them, or the others if that is shorter.
func TestCondition(t *testing.T) {
	held := func(words string) Case { return Case{If: words, Found: True} }
	failed := func(words string) Case { return Case{If: words, Found: False} }
	for _, c := range []struct {
		found Verdict
		cases []Case
		want  string
	}{
		{Confirmed, []Case{held("all start")}, ""},
		{OnlyIf, []Case{held("one starts"), failed("all of the processes start")}, "holds only if one starts"},
		{OnlyIf, []Case{held("one starts"), held("two start"), failed("all of the processes of the group start")}, "holds only if one starts; or if two start"},
		{OnlyIf, []Case{held("at most one process starts"), failed("all start")}, "holds, but not if all start"},
	} {
		if got := (Claim{Found: c.found, Cases: c.cases}).Condition(); got != c.want {
			t.Errorf("got %q, want %q", got, c.want)
		}
	}
}

// TestTheRecordIsOfTheLedger: each line of found.txt is of a command and an ask of a claim.
func TestTheRecordIsOfTheLedger(t *testing.T) {
	known := map[string]bool{}
	for _, c := range All() {
		for _, one := range c.Cases {
			for _, run := range one.Runs {
				for _, ask := range run.Shows {
					known[run.Command+"\t"+ask.String()] = true
				}
			}
		}
	}
	for line := range found() {
		if !known[line] {
			t.Errorf("no claim asks %q", line)
		}
	}
	if len(found()) < 100 {
		t.Errorf("only %d answers are not as asked", len(found()))
	}
}
