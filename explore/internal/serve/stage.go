package serve

import (
	"bytes"
	"fmt"
	"html/template"
	"slices"
	"strings"

	"interrex/traces/draw"
)

// A stageView shows one moment of a run: the lanes with this step marked, the processes in this state, and the
// links to other steps.
type stageView struct {
	At, Last          int
	Where             string // "step 3 of 6, in the cycle"
	Lanes, Ring       template.HTML
	Rows              []draw.Row
	Flights           []flightView // the messages in transit
	Timers            []string
	Steps             []momentView
	First, Back, Next string // addresses, or ""
	End               string
}

type hiddenView struct{ Name, Value string }

// A flightView is a message in transit.
type flightView struct {
	Words string
	Sent  bool // it was sent in the last step
}

// A momentView is one state of the run in the list of steps.
type momentView struct {
	Number  int
	Mark    int // its number in the picture, which may begin later
	Name    string
	Address string
	Now     bool
	Cycle   bool // the step is one of those that repeat
}

// mostDrawn is how many steps of a longer run are drawn, around the one shown.
const mostDrawn = 200

// newStage shows a run after at steps; address gives the page of another moment.
func newStage(run *draw.Run, at int, address func(at int) string) (stageView, error) {
	last := len(run.Steps)
	from := max(min(at-mostDrawn/2, last-mostDrawn), 0)
	part := excerpt(run, from, min(from+mostDrawn, last))
	v := stageView{At: at, Last: last, Where: fmt.Sprintf("step %d of %d", at, last), Rows: part.Rows(at - from)}
	var err error
	if v.Lanes, err = lanes(part, at-from); err != nil {
		return v, err
	}
	if v.Ring, err = picture(func(w *bytes.Buffer) error { return part.Snapshot(at - from).SVG(w) }); err != nil {
		return v, err
	}
	for _, m := range part.States[at-from].Under {
		v.Flights = append(v.Flights, flightView{Words: fmt.Sprintf("%s from %s to %s", m.Text, run.Lanes[m.From].Name, run.Lanes[m.To].Name)})
	}
	repeats := run.Cycle != draw.NoCycle && run.Cycle < last
	for i := range part.States {
		m := momentView{Number: from + i, Mark: i, Name: "at first", Address: address(from + i), Now: from+i == at, Cycle: repeats && from+i > run.Cycle}
		switch {
		case i > 0:
			m.Name = part.Name(i - 1)
		case from > 0:
			m.Name = fmt.Sprintf("%d steps before", from)
		}
		v.Steps = append(v.Steps, m)
	}
	if at > 0 {
		v.First, v.Back = address(0), address(at-1)
	}
	switch {
	case at < last:
		v.Next, v.End = address(at+1), address(last)
	case repeats:
		v.Next = address(run.Cycle + 1)
	}
	if repeats && at > run.Cycle {
		v.Where += ", in the cycle"
	}
	return v, nil
}

// excerpt is a part of a run. Its cycle is kept only if the part includes all of it.
func excerpt(run *draw.Run, from, to int) *draw.Run {
	part := *run
	part.States, part.Steps, part.Lanes = run.States[from:to+1], slices.Clone(run.Steps[from:to]), slices.Clone(run.Lanes)
	part.Before, part.After = run.Before+from, run.After+len(run.Steps)-to
	part.Cycle -= from
	if run.Cycle == draw.NoCycle || part.Cycle < 0 || part.After > 0 {
		part.Cycle = draw.NoCycle
	}
	part.Derive()
	return &part
}

// lanes draws a run with one step marked; 0 marks none.
func lanes(run *draw.Run, at int) (template.HTML, error) {
	drawn, err := picture(func(w *bytes.Buffer) error { return draw.SVG(w, *run) })
	step := fmt.Sprintf(`<g class="moment" data-step="%d">`, at)
	marked := strings.Replace(step, `"moment"`, `"moment now"`, 1)
	return template.HTML(strings.Replace(string(drawn), step, marked, 1)), err
}

// picture is an SVG without its style, which the page has (see draw.Style). Its texts are escaped.
func picture(write func(*bytes.Buffer) error) (template.HTML, error) {
	var b bytes.Buffer
	if err := write(&b); err != nil {
		return "", err
	}
	return template.HTML(strings.Replace(b.String(), "<style>"+draw.Style+"</style>\n", "", 1)), nil
}
