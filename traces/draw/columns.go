package draw

import "slices"

// All in cells.
const (
	pageWidth  = 100 // what a rendering keeps to, where names and messages allow
	leastWords = 36  // what is left to the words beside the lanes, however wide these are
	laneBudget = 53  // what the lanes may take for the sake of looks; the rest is margin and gap
	leastGap   = 7   // between two lanes that have nothing to say to each other
	labelGap   = 2   // between two labels of the head
	overhang   = 3   // by which labels may stick out on either side: their lines are empty there
)

// columns says where the lanes stand: lane i's lifeline in cell at[i] of width cells.
type columns struct {
	at    []int
	width int
}

// A spacing is columns in the making.
type spacing struct {
	margin int   // free cells left of lane 0
	gaps   []int // gaps[i] is the number of free cells right of lane i, up to the next or the edge
}

// newColumns places the lanes under labels, one per lane, and far enough apart for every message
// of the run: evenly if the lanes' budget allows, else as close as they get.
func newColumns(labels []string, moments []moment) columns {
	s := spaceLabels(labels)
	s.spaceMessages(moments)
	if even := s.even().columns(); even.width <= laneBudget {
		return even
	}
	return s.columns()
}

// spaceLabels returns the least spacing at which labels that are centred over their lanes do not
// touch each other.
func spaceLabels(labels []string) spacing {
	s := spacing{gaps: make([]int, len(labels))}
	for i, label := range labels {
		left, right := halves(label)
		if i == 0 {
			s.margin = max(0, left-overhang)
		} else {
			s.gaps[i-1] = max(leastGap, s.gaps[i-1]+labelGap+left)
		}
		s.gaps[i] = right
	}
	if last := len(labels) - 1; last >= 0 {
		s.gaps[last] = max(0, s.gaps[last]-overhang)
	}
	return s
}

// halves returns how far a label that is centred over a cell reaches to the left and to the right
// of it. Of a label of even length the larger half is on the left.
func halves(label string) (left, right int) {
	length := cells(label)
	return length / 2, max(0, length-length/2-1)
}

// spaceMessages widens gaps until each message has one in which its name can stand. Messages that
// cross a lane come last, because most of them find a gap that others have widened.
func (s spacing) spaceMessages(moments []moment) {
	var far []moment
	for _, m := range moments {
		switch i := min(m.From, m.Lane); {
		case m.Message == "":
		case m.toItself(), m.From == m.Lane-1, m.From == m.Lane+1:
			s.gaps[i] = max(s.gaps[i], room(m))
		default:
			far = append(far, m)
		}
	}
	for _, m := range far {
		between := s.gaps[min(m.From, m.Lane):max(m.From, m.Lane)]
		if widest := slices.Max(between); widest < room(m) {
			between[slices.Index(between, widest)] = room(m)
		}
	}
}

// room returns the cells that a message and its arrow take between two lanes.
func room(m moment) int {
	switch {
	case m.toItself():
		return cells(loop(m) + " ") // the next lane must not touch it
	case m.lost:
		return cells("─" + m.Message + "─× ") // it ends before it arrives
	}
	return cells("─" + m.Message + "─►")
}

// even returns the spacing with all gaps between lanes as wide as the widest.
func (s spacing) even() spacing {
	last := len(s.gaps) - 1
	if last < 1 {
		return s
	}
	gaps := slices.Repeat([]int{slices.Max(s.gaps[:last])}, last)
	return spacing{margin: s.margin, gaps: append(gaps, s.gaps[last])}
}

func (s spacing) columns() columns {
	c := columns{at: make([]int, len(s.gaps)), width: s.margin}
	for i, gap := range s.gaps {
		c.at[i] = c.width
		c.width += 1 + gap
	}
	return c
}
