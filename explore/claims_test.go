package explore

import (
	"context"
	"os"
	"runtime"
	"slices"
	"strings"
	"testing"

	"interrex/explore/internal/ledger"
	"interrex/internal/golden"
	"interrex/internal/testlevel"
	"interrex/spec/claims"
)

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
		claim, _ := claims.Find(id)
		reports := map[string]ledger.Report{}
		for _, one := range claim.Cases {
			for _, run := range one.Runs {
				report, err := ledger.RunOne(t.Context(), whole, run.Command, runtime.NumCPU())
				if err != nil {
					t.Fatal(err)
				}
				reports[run.Command] = report
			}
		}
		judged := ledger.Judge(claim, reports)
		if differs := judged.Differs(); len(differs) > 0 {
			t.Errorf("%s: %v", id, differs)
		}
		if judged.Computed.Found == claims.Undecided {
			t.Errorf("%s is undecided", id)
		}
		for _, runs := range judged.Runs {
			for _, run := range runs {
				lines = append(lines, differing(run)...)
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
func differing(run ledger.Run) (lines []string) {
	for _, a := range run.Answers {
		if a.Outcome == claims.False || a.Outcome == claims.Open {
			lines = append(lines, run.Command+"\t"+a.Ask.String()+"\t"+a.Got)
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
