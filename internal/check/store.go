package check

import (
	"context"
	"errors"

	"interrex/checker"
	"interrex/checker/levels"
	"interrex/internal/flags"
	"interrex/model/world"
)

// Stored is the flag of the store in which the states are.
func (q *Question) Stored() flags.Table {
	dir := ""
	return flags.Table{{
		Name: "store", Takes: "DIR", Group: Bounds,
		Help: "a folder, new or empty, in which the states are kept, so that memory does not bound how many there are: if it is killed, the same command goes on from there (docs/cluster.md)",
		Set: func(text string) error {
			if dir = text; dir == "" {
				return flags.Whole{Err: errors.New("-store= names no folder: name a new or an empty one")}
			}
			return nil
		},
		Then: func(given bool) error {
			switch o := q.Options; {
			case !given:
				return nil
			case o.Reduce != checker.Whole:
				return flags.Whole{Err: errors.New("-store keeps the whole graph, and -reduce explores another one: leave one of them out")}
			case o.Checkpoint.Dir != "":
				return flags.Whole{Err: errors.New("-store goes on where it was killed by itself: leave -checkpoint out")}
			case o.Counterexamples > 1:
				return flags.Whole{Err: errors.New("-store finds one counterexample for each property: leave -max-counterexamples out")}
			}
			q.Store = levels.Folder(dir)
			return nil
		},
	}}
}

// askStored is Ask with the states in a store. Where numbers are too narrow, another part of it has those of a wider world.
func askStored(ctx context.Context, q Question) (*world.World, *checker.Report, error) {
	name, err := q.identity()
	if err != nil {
		return nil, nil, &levels.Error{Store: q.Store.String(), Err: err}
	}
	store := q.Store
	return world.Widening(q.World, func(w *world.World) (*checker.Report, error) {
		report, err := levels.Check(ctx, w, w.Ask(q.Properties), levels.Options{Store: store, Name: name, Check: q.Options})
		store += "/wide"
		return report, err
	})
}
