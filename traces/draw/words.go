package draw

import "strings"

// What is said of a run, the same words in every rendering.

const atFirst = "at first" // stands where an action does, before the lanes' notes

func (r Run) names() []string {
	names := make([]string, len(r.Lanes))
	for i, lane := range r.Lanes {
		names[i] = lane.Name
	}
	return names
}

func (r Run) notes() []string {
	notes := make([]string, len(r.Lanes))
	for i, lane := range r.Lanes {
		notes[i] = lane.Note
	}
	return notes
}

// startNotes says each note of the lanes once, with the names of those that it is true of:
// "P1, P2: elected ⊥", or "each: elected ⊥".
func (r Run) startNotes() []string {
	var notes []string
	owners := map[string][]string{}
	for _, lane := range r.Lanes {
		if lane.Note != "" && owners[lane.Note] == nil {
			notes = append(notes, lane.Note)
		}
		owners[lane.Note] = append(owners[lane.Note], lane.Name)
	}
	for i, note := range notes {
		who := strings.Join(owners[note], ", ")
		if count := len(owners[note]); count > 1 && count == len(r.Lanes) {
			who = "each"
		}
		notes[i] = who + ": " + note
	}
	return notes
}

// details says what the name of the action does not, in the order in which it happens.
func (m moment) details(lanes []Lane) []string {
	var said []string
	if len(m.Sends) > 0 {
		said = append(said, "sends "+m.sent(lanes))
	}
	for i, change := range m.Changes {
		if i > 0 && change.Lane == m.Changes[i-1].Lane {
			said[len(said)-1] += ", " + change.Text
		} else {
			said = append(said, lanes[change.Lane].Name+": "+change.Text)
		}
	}
	if m.Note != "" {
		said = append(said, m.Note)
	}
	return said
}

// sent lists what leaves, equal neighbours together: "OK to P1, ELECTION to P3, P4". Equal messages
// that are not neighbours stay apart, because a crash inside the step counts them in this order.
func (m moment) sent(lanes []Lane) string {
	var list strings.Builder
	for i, send := range m.Sends {
		if i > 0 {
			list.WriteString(", ")
		}
		if i == 0 || send.Message != m.Sends[i-1].Message {
			list.WriteString(send.Message + " to ")
		}
		if send.To == m.Lane {
			list.WriteString("itself")
		} else {
			list.WriteString(lanes[send.To].Name)
		}
		if send.Lost {
			list.WriteString(" (lost)")
		}
	}
	return list.String()
}
