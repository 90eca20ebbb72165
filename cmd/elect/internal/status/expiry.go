package status

import (
	"context"
	"fmt"
	"log/slog"
	"time"
)

// A certificate is warned of so long before it runs out, and in the log once a day.
const (
	notice = 30 * 24 * time.Hour
	daily  = 24 * time.Hour
)

// warnings are what somebody should do something about, though all is well.
func (s *Source) warnings(now time.Time) (list []string) {
	if s.Expiry == nil {
		return nil
	}
	e := s.Expiry()
	for _, c := range []struct {
		what  string
		until time.Time
	}{{"the certificate of this node", e.Node}, {"the certificate of the authority", e.Authority}} {
		switch left := c.until.Sub(now); {
		case left <= 0:
			list = append(list, fmt.Sprintf("%s has run out, on %s: nobody who begins to speak with this node lets it in", c.what, c.until.UTC().Format(time.RFC3339)))
		case left <= notice:
			list = append(list, fmt.Sprintf("%s runs out on %s, in %d days: it is time to renew it", c.what, c.until.UTC().Format(time.RFC3339), int(left/daily)))
		}
	}
	return list
}

// Remind logs the warnings, at once and then once a day, until ctx is done.
func (s *Source) Remind(ctx context.Context, log *slog.Logger) {
	tick := time.NewTicker(daily)
	defer tick.Stop()
	for {
		for _, warning := range s.warnings(time.Now()) {
			log.Warn(warning)
		}
		select {
		case <-tick.C:
		case <-ctx.Done():
			return
		}
	}
}
