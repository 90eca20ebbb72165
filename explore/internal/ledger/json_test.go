package ledger

import (
	"strings"
	"testing"

	"interrex/explore/internal/commandtest"
	"interrex/spec/claims"
)

// TestRoundTrip: the Go type reads the document of a claim, and writes it again.
func TestRoundTrip(t *testing.T) {
	c := claims.All()[0]
	c.Cases = []claims.Case{{If: "so", Runs: []claims.Run{{Command: "violated", Shows: []claims.Ask{{What: "ends", Is: claims.Holds}}}}}}
	judged, err := Judge(c, map[string]Report{"violated": read(t, "violated")})
	if err != nil {
		t.Fatal(err)
	}
	found := NewClaims(&asked{})
	found.Add(judged)
	var document strings.Builder
	if err := found.JSON(&document); err != nil {
		t.Fatal(err)
	}
	commandtest.RoundTrips[claimsDocument](t, document.String())
}
