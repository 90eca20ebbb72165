package draw

// A flight is where the message of a step came from: the step that sent it, or NoStep if no step of
// the run did (it was under way at first, or its sender is not told).
type flight struct{ sent, taken int }

// noStep stands for no step of the run.
const noStep = -1

// flights finds, for each step that takes or loses a message, the step that sent it: of those sends
// that nothing has taken yet, the oldest of that sender and that message. One that was meant for
// this very lane goes before one that a repaired ring has brought here.
func flights(run Run) []flight {
	type sent struct {
		step, from int
		send       Send
	}
	var under []sent // way, the oldest first
	all := make([]flight, len(run.Steps))
	for i, step := range run.Steps {
		all[i] = flight{noStep, i}
		if step.Message != "" {
			chosen := noStep
			for j, s := range under {
				if s.from != step.From || s.send.Message != step.Message {
					continue
				}
				if s.send.To == step.Lane {
					chosen = j
					break
				}
				if chosen == noStep {
					chosen = j
				}
			}
			if chosen != noStep {
				all[i].sent = under[chosen].step
				under = append(under[:chosen:chosen], under[chosen+1:]...)
			}
		}
		for _, send := range step.Sends {
			if !send.Lost {
				under = append(under, sent{i, step.Lane, send})
			}
		}
	}
	return all
}

// Sources says of each step of a run which step has sent the message that it takes or loses: -1 for
// none of the run.
func Sources(run Run) []int {
	sources := make([]int, len(run.Steps))
	for i, f := range flights(run) {
		sources[i] = f.sent
	}
	return sources
}
