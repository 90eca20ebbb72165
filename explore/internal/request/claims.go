package request

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"interrex/spec/claims"
)

// claims reads the flags of the command claims: all of them, or one.
func (r *Request) claims(v *values, given map[string]bool) error {
	own := []string{"id", "workers", "format", "o", "quiet"}
	for _, name := range slices.Sorted(maps.Keys(given)) {
		if !slices.Contains(own, name) {
			return fmt.Errorf("-%s has no meaning for claims: its flags are -%s; each claim comes with its commands", name, strings.Join(own, " -"))
		}
	}
	r.Claims, r.Alone = claims.All(), given["id"]
	if r.Alone {
		one, ok := claims.Find(v.id)
		if !ok {
			return fmt.Errorf("-id=%s: there is no such claim; the claims are %s to %s", v.id, r.Claims[0].ID, r.Claims[len(r.Claims)-1].ID)
		}
		r.Claims = []claims.Claim{one}
	}
	return r.delivery(v, given, "text", "json", "markdown")
}
