package tlc

import (
	"fmt"
	"regexp"
	"strconv"

	"interrex/explore/internal/crosscheck/tla"
)

// initialPredicate is TLC's name for the action that leads to an initial state.
const initialPredicate = "Initial predicate"

// A tracer builds a trace.
type tracer struct {
	Trace
	ended bool
}

var (
	saidState   = regexp.MustCompile(`(?s)^(\d+): <(.*?)>\n(.*)$`)
	saidBack    = regexp.MustCompile(`^(\d+): Back to state(?:: <(.*)>)?$`)
	saidStutter = regexp.MustCompile(`^(\d+): Stuttering$`)
	saidWhere   = regexp.MustCompile(`^(.*?) ?(line \d+, col \d+ to line \d+, col \d+ of module .+)$`)
)

func (t *tracer) read(m message) error {
	if t.ended {
		return fmt.Errorf("a trace goes on after its end: %q", m.text)
	}
	switch m.code {
	case traceState:
		var number int
		var action, text string
		if err := told(m, saidState, &number, &action, &text); err != nil {
			return err
		}
		return t.add(Step{Number: number, Action: actionOf(action)}, text)
	case backToState:
		var action string
		if err := told(m, saidBack, &t.Back, &action); err != nil {
			return err
		}
		t.Closing, t.ended = actionOf(action), true
		if t.Back < 1 || t.Back > len(t.Steps) {
			return fmt.Errorf("a trace of %d states goes back to state %d", len(t.Steps), t.Back)
		}
		return nil
	case stuttering:
		var number int
		if err := told(m, saidStutter, &number); err != nil {
			return err
		}
		t.Stutters, t.ended = true, true
		return t.inOrder(number)
	}
	return fmt.Errorf("message %d of a trace is unknown: %q", m.code, m.text)
}

func (t *tracer) add(step Step, text string) (err error) {
	if err := t.inOrder(step.Number); err != nil {
		return err
	}
	if step.State, err = tla.ParseState(text); err != nil {
		return fmt.Errorf("state %d: %w", step.Number, err)
	}
	t.Steps = append(t.Steps, step)
	return nil
}

func (t *tracer) inOrder(number int) error {
	if number != len(t.Steps)+1 {
		return fmt.Errorf("state %s of a trace follows state %d", strconv.Itoa(number), len(t.Steps))
	}
	return nil
}

// actionOf splits TLC's description of an action. TLC calls an action without a name "<".
func actionOf(text string) Action {
	if found := saidWhere.FindStringSubmatch(text); found != nil {
		if found[1] == "<" {
			found[1] = ""
		}
		return Action{Name: found[1], Location: found[2]}
	}
	return Action{Name: text}
}

// complete says what the trace of an outcome lacks.
func (t *tracer) complete(o Outcome) error {
	lasso, wantsTrace := t.Back > 0 || t.Stutters, o != NoError && o != AssumptionFalse
	switch {
	case wantsTrace != (len(t.Steps) > 0):
		return fmt.Errorf("TLC found %v, and its trace has %d states", o, len(t.Steps))
	case lasso != (o == TemporalPropertyViolated):
		return fmt.Errorf("TLC found %v: a trace that repeats for ever does not go with that, or is missing", o)
	case wantsTrace && t.Steps[0].Action.Name != initialPredicate:
		return fmt.Errorf("a trace begins with %q", t.Steps[0].Action.Name)
	}
	return nil
}
