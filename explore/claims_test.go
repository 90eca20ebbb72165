package explore

import (
	"context"
	"encoding/json"
	"os"
	"slices"
	"strings"
	"testing"

	"interrex/internal/golden"
	"interrex/internal/testlevel"
	"interrex/spec/claims"
)

// An answer is what one report says about one ask.
type answer struct {
	What, Relation, Got, Outcome string
	Value                        *string
}

// A claimsDocument is what the tests read of what the command claims writes.
type claimsDocument struct {
	Claims []struct {
		ID, Verdict, Recorded string
		Waits                 *string
		Differs               []string
		Cases                 []struct {
			Runs []struct {
				Command string
				Decides []answer
			}
		}
		Exit int
	}
	Exit int
}

// longest are the claims that take most of the time of all: some of them seconds, some half a minute of two cores, or a minute.
var longest = []string{"C04", "C05", "C06", "C15", "C16", "C17", "C21", "C24", "C26", "C28", "C29", "C33", "C34"}

// quick lists the claims that are judged: a few where little time is, all but the longest at the level ci, all at
// the level all.
func quick() (ids []string) {
	if testlevel.Quick() {
		return []string{"C19", "C25", "C31", "C32", "C35", "C36", "C37", "C39"}
	}
	for _, c := range claims.All() {
		if testlevel.All() || !slices.Contains(longest, c.ID) {
			ids = append(ids, c.ID)
		}
	}
	return ids
}

// TestTheLedgerAgrees: a claim comes out as recorded, and what was found where it is not what was asked is in spec/claims/found.txt, which
// -update writes.
func TestTheLedgerAgrees(t *testing.T) {
	ids := quick()
	if golden.Update() {
		ids = nil
		for _, c := range claims.All() {
			ids = append(ids, c.ID)
		}
	}
	var lines []string
	for _, id := range ids {
		var d claimsDocument
		r := call("claims -quiet -format=json -id=" + id)
		if err := json.Unmarshal([]byte(r.stdout), &d); err != nil || d.Exit != r.code {
			t.Fatalf("claim %s: %v, exit code %d, and %d in JSON, %s", id, err, r.code, d.Exit, r.stderr)
		}
		for _, c := range d.Claims {
			if len(c.Differs) > 0 || c.Verdict != c.Recorded {
				t.Errorf("%s: %s, %s is recorded; %v", c.ID, c.Verdict, c.Recorded, c.Differs)
			}
			want := map[string]int{"undecided": 152}[c.Verdict]
			if c.Exit != want || (c.Waits != nil) != (want == 152) {
				t.Errorf("%s: %s, exit %d, and what it waits for is %v", c.ID, c.Verdict, c.Exit, c.Waits)
			}
			for _, one := range c.Cases {
				for _, run := range one.Runs {
					lines = append(lines, differing(strings.TrimPrefix(run.Command, "explore "), run.Decides)...)
				}
			}
		}
	}
	slices.Sort(lines)
	if lines = slices.Compact(lines); golden.Update() {
		golden.File(t, "../spec/claims/found.txt", strings.Join(lines, "\n")+"\n")
		return
	}
	record, err := os.ReadFile("../spec/claims/found.txt")
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range lines {
		if !strings.Contains("\n"+string(record), "\n"+line+"\n") {
			t.Errorf("found, and not recorded: %s", line)
		}
	}
}

// differing has a line of the record for each answer that is not what was asked.
func differing(command string, answers []answer) (lines []string) {
	for _, a := range answers {
		ask := claims.Ask{What: a.What, Is: claims.Relation(a.Relation)}
		if a.Value != nil {
			ask.Value = *a.Value
		}
		if a.Outcome == "false" || a.Outcome == "open" {
			lines = append(lines, command+"\t"+ask.String()+"\t"+a.Got)
		}
	}
	return lines
}

// TestAnInterruptedLedger says so, and what it did not judge is not there.
func TestAnInterruptedLedger(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	var out, complaints strings.Builder
	code := run(ctx, whole, []string{"claims", "-id=C12", "-quiet"}, &out, &complaints)
	if want := "verdict: interrupted after 0 claims: ; as recorded (exit 152)\n"; code != 152 || !strings.HasSuffix(out.String(), want) {
		t.Errorf("exit code %d, and\n%s%s", code, out.String(), complaints.String())
	}
}
