package chaos

import (
	"math/rand/v2"
	"time"

	"interrex/cmd/elect/internal/cluster"
	"interrex/cmd/elect/internal/links"
	"interrex/impl"
)

// Plan draws what is to befall a cluster. It depends on the settings and their seed alone. For the
// last quarter of the time at least nothing does.
func Plan(s *cluster.Settings) (all []cluster.Fault) {
	lots := rand.New(rand.NewPCG(s.Seed, uint64(s.N)))
	kinds := []cluster.Kind{cluster.Stop, cluster.Cut, cluster.Cut, cluster.Slow}
	if !isGuarded(s) {
		kinds = append(kinds, cluster.Kill, cluster.Kill)
	}
	beats := func(from, to int) time.Duration {
		return s.Heartbeat*time.Duration(from) + time.Duration(lots.Int64N(int64(s.Heartbeat)*int64(to-from))).Truncate(time.Millisecond)
	}
	over := calm(s)
	for at := beats(4, 12); ; at += beats(1, 12) {
		f := cluster.Fault{At: at, For: beats(1, 20), Kind: kinds[lots.IntN(len(kinds))]}
		if f.At+f.For > over {
			return all
		}
		switch f.Kind {
		case cluster.Kill, cluster.Stop:
			f.Node = impl.ID(1 + lots.IntN(s.N))
		case cluster.Slow:
			f.By = beats(0, 4)
			fallthrough
		case cluster.Cut:
			f.Ways = ways(lots, s.N)
		}
		all = append(all, f)
	}
}

// ways draws some ways: between one part of the group and the rest, or from it, or to it; or between
// two nodes only, which others still reach.
func ways(lots *rand.Rand, n int) (list []links.Way) {
	order := lots.Perm(n)
	part, rest := order[:1+lots.IntN(n-1)], order
	rest = rest[len(part):]
	what := lots.IntN(4)
	if what == 0 {
		part, rest = part[:1], rest[:1]
	}
	for _, a := range part {
		for _, b := range rest {
			from, to := impl.ID(a+1), impl.ID(b+1)
			if what != 1 {
				list = append(list, links.Way{From: from, To: to})
			}
			if what != 2 {
				list = append(list, links.Way{From: to, To: from})
			}
		}
	}
	return list
}
