package crosscheck

import (
	"context"
	"fmt"
	"iter"
	"strings"

	"interrex/model/crosscheck/tla"
	"interrex/model/crosscheck/tlc"
	"interrex/model/world"
)

const countedRoot = "Counted"

// counted is a module in which every terminal state says that it is one, and every state that
// violates an invariant says which, and how many steps it is from the start; and in which the
// algorithm's Next must not have forgotten an action. TLC asks it once of each distinct state, when
// its level is still that of the state before, and that of an initial state 0.
func counted(c world.Config, asked []formula) string {
	var m strings.Builder
	fmt.Fprintf(&m, "---- MODULE %s ----\nEXTENDS %s, TLC\n", countedRoot, Module(c.Algorithm))
	m.WriteString("TellTerminal == IF ENABLED Next THEN TRUE ELSE PrintT(\"terminal\") /\\ ~ENABLED AnyStep\n")
	m.WriteString("TellViolated ==\n  /\\ TRUE\n")
	for _, f := range asked {
		if f.kind != invariant {
			continue
		}
		fmt.Fprintf(&m, "  /\\ %s \\/ PrintT(<<%q, TLCGet(\"level\")>>)\n", f.Formula, f.Formula)
	}
	m.WriteString("====\n")
	return m.String()
}

// A census is what TLC says of a world that it has gone through to the end.
type census struct {
	tlc.Result
	Counts
	violated map[string]violators // by invariant
}

// violators are the states that violate an invariant.
type violators struct {
	states int
	steps  int // on the way to the nearest
}

// count lets TLC explore everything, tell of the invariants among those asked which states violate
// them, and decide whether all of the properties held do hold. It ends early only if one does not, or the modules are wrong in themselves: the outcome
// says so. The digest is of the states, if it is asked for.
func (t teller) count(ctx context.Context, sum *Digest, asked, held []formula) (census, error) {
	job := tlc.Job{Root: countedRoot, Config: "SPECIFICATION Spec\nINVARIANTS TypeOK TellTerminal TellViolated\n"}
	for _, f := range held {
		job.Config += f.ask()
	}
	if sum != nil {
		job.States = func(all iter.Seq2[tla.State, error]) error {
			for s, err := range all {
				if err != nil {
					return err
				}
				sum.Add(canonical(s))
			}
			return nil
		}
	}
	r, err := t.run(ctx, job, counted(t.config, asked))
	if err != nil {
		return census{}, err
	}
	all := census{r, Counts{r.Distinct, r.Generated - r.InitialGenerated, 0, r.Depth - 1}, map[string]violators{}}
	for _, line := range r.Printed {
		if line == `"terminal"` {
			all.Terminal++
		} else if err := all.read(line); err != nil {
			return all, err
		}
	}
	return all, nil
}

// read reads what a state says that violates an invariant: <<"OneLeader", 3>>.
func (all *census) read(line string) error {
	var invariant string
	var steps int
	if _, err := fmt.Sscanf(line, "<<%q, %d>>", &invariant, &steps); err != nil {
		return fmt.Errorf("TLC printed %q: %w", line, err)
	}
	v, known := all.violated[invariant]
	if !known || steps < v.steps {
		v.steps = steps
	}
	v.states++
	all.violated[invariant] = v
	return nil
}
