package ledger

import (
	"strings"
	"testing"

	"interrex/explore/internal/commandtest"
	"interrex/internal/check"
	"interrex/spec/claims"
)

// TestRoundTrip: a claim that differs from its record ends with 12. The Go type reads its document, and writes it again.
func TestRoundTrip(t *testing.T) {
	c := claims.All()[0]
	c.Cases = []claims.Case{{If: "so", Runs: []claims.Run{{Command: "violated", Shows: []claims.Ask{{What: "ends", Is: claims.Holds}}}}}}
	judged, err := Judge(c, map[string]Report{"violated": read(t, "violated")})
	if err != nil {
		t.Fatal(err)
	}
	found := NewClaims(&asked{})
	found.Add(judged)
	if judged.Verdict != claims.Refuted || found.Exit() != check.ExitSafety {
		t.Errorf("%s, exit code %d; the record says %s", judged.Verdict, found.Exit(), c.Found)
	}
	var document strings.Builder
	if err := found.JSON(&document); err != nil {
		t.Fatal(err)
	}
	commandtest.RoundTrips[claimsDocument](t, document.String())
}
