package live

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"

	"interrex/traces"
	"interrex/traces/draw"
	"interrex/traces/stage"
)

// most is the number of steps that are kept; older ones are dropped. patience is the number of looks for which an event waits for
// its causes, which are recorded before anyone learns of them.
const (
	most     = 300
	patience = 40
)

// notice is the time after which the end of a process is known at the latest, in microseconds. Other nodes may detect it before.
const notice = 20_000

// A tape is what the nodes have recorded so far. It reads their files as they grow.
type tape struct {
	files []*file
	began uint64 // the time of the first event; 0: none yet

	members []draw.Member
	under   draw.Transit
	beats   draw.Heartbeats
	folded  int // heartbeats since the last step
	dropped int // steps
	steps   []draw.Step
	states  []draw.State
	seconds []*float64 // parallel to states
}

// A file is what one node has recorded.
type file struct {
	name  string
	read  int64  // bytes
	torn  []byte // the beginning of a line that is not whole yet
	known uint64 // the node's own clock after its last step that was taken
	queue []traces.Line
	ended uint64 // when its process ended, after what is in the queue, like Event.At; 0: it has not
	gone  bool   // its last line was an end

	waited int  // looks since its next line has waited for a cause
	gap    bool // others have followed steps that it has not recorded
}

// newTape follows the files of nodes 1 to n in a folder, from their present ends on.
func newTape(folder string, n int) *tape {
	t := &tape{beats: draw.Heartbeats{}, members: make([]draw.Member, n)}
	for i := range n {
		f := &file{name: filepath.Join(folder, traces.FileName(i+1))}
		if info, err := os.Stat(f.name); err == nil {
			f.read = info.Size()
		}
		t.files = append(t.files, f)
		t.members[i].Dead = true // until it has recorded its first event
	}
	t.keep(nil)
	return t
}

// look reads what is new, and takes each event whose causes are all taken. It reports whether there is a new step.
func (t *tape) look() (more bool, err error) {
	for _, f := range t.files {
		if err := f.look(); err != nil {
			return more, err
		}
	}
	for {
		next := t.next()
		if p := t.dead(); p >= 0 && (next < 0 || t.files[p].ended <= at(t.files[next].queue[0])+notice) {
			t.files[p].ended = 0
			more = t.end(p, t.files[p].gone) || more
			continue
		}
		if next < 0 {
			break
		}
		l := t.files[next].queue[0]
		t.files[next].queue = t.files[next].queue[1:]
		more = t.take(next, l) || more
	}
	return t.skip() || more, nil
}

// skip marks nodes without records of steps that others have waited for: their traces cannot be written. It reports whether there is a new one.
func (t *tape) skip() (more bool) {
	for p, f := range t.files {
		if len(f.queue) == 0 || t.ready(p, f.queue[0].Event) {
			f.waited = 0
			continue
		}
		if f.waited++; f.waited < patience {
			continue
		}
		for q, c := range f.queue[0].Event.Clock {
			if q < len(t.files) && c > t.files[q].known && len(t.files[q].queue) == 0 && q != p {
				t.files[q].gap, more = true, true
			}
		}
	}
	return more
}

// gaps are the nodes of which steps are missing.
func (t *tape) gaps() (nodes []int) {
	for p, f := range t.files {
		if f.gap {
			nodes = append(nodes, p+1)
		}
	}
	return nodes
}

// look reads the whole lines that have been added to the file.
func (f *file) look() error {
	from, err := os.Open(f.name)
	if os.IsNotExist(err) {
		return nil
	}
	if err != nil {
		return err
	}
	defer from.Close()
	text, err := io.ReadAll(io.NewSectionReader(from, f.read, 1<<62))
	if err != nil {
		return err
	}
	f.read += int64(len(text))
	lines := bytes.Split(append(f.torn, text...), []byte("\n"))
	f.torn = bytes.Clone(lines[len(lines)-1])
	for _, line := range lines[:len(lines)-1] {
		l, err := traces.ParseLine(line)
		if err != nil {
			return fmt.Errorf("%s: %w", f.name, err)
		}
		f.queue = append(f.queue, l)
	}
	return nil
}

// next is the node whose next line has no cause that is still to come, the earliest by time; -1: there is none.
func (t *tape) next() int {
	best := -1
	for p, f := range t.files {
		if len(f.queue) == 0 || !t.ready(p, f.queue[0].Event) {
			continue
		}
		if best < 0 || at(f.queue[0]) < at(t.files[best].queue[0]) {
			best = p
		}
	}
	return best
}

// dead is the node with the process that ended first, among those with no lines left to take; -1: there is none.
func (t *tape) dead() int {
	first := -1
	for p, f := range t.files {
		if f.ended > 0 && len(f.queue) == 0 && (first < 0 || f.ended < t.files[first].ended) {
			first = p
		}
	}
	return first
}

func at(l traces.Line) uint64 {
	if l.Event == nil {
		return 0
	}
	return l.Event.At
}

func (t *tape) ready(place int, e *traces.Event) bool {
	if e == nil {
		return true
	}
	for p, c := range e.Clock {
		if p != place && p < len(t.files) && c > t.files[p].known && !t.files[p].gap {
			return false
		}
	}
	return true
}

// take takes a line, and reports whether it is a step to be shown.
func (t *tape) take(p int, l traces.Line) bool {
	f := t.files[p]
	f.gone = l.End
	e := l.Event
	if e == nil && l.Header != nil {
		f.ended = 0
		return t.end(p, false) // it comes back, and so it was dead
	}
	if e == nil {
		return false
	}
	f.known, f.gap = e.Clock[p], false
	if t.began == 0 {
		t.began = e.At
	}
	s := draw.Step{Action: e.Action, Lane: p, From: draw.Nobody}
	if e.Message != nil {
		s.Message, s.From = e.Message.Text, e.Message.From-1
		t.under.Take(e.Message.ID, p)
	} else if e.Peer != 0 {
		s.From = e.Peer - 1
	}
	for _, sent := range e.Sends {
		to := sent.To - 1
		s.Sends = append(s.Sends, draw.Send{To: to, Message: sent.Message})
		t.under = append(t.under, draw.Flight{Message: draw.Message{From: p, To: to, Text: sent.Message}, ID: sent.ID})
	}
	var after []draw.Variable
	for _, v := range e.After {
		after = append(after, draw.Variable(v))
	}
	same := !t.members[p].Dead && slices.Equal(t.members[p].Variables, after)
	t.members[p] = draw.Member{Variables: after}
	if len(t.steps) == 0 && e.Seq == 1 && len(e.Sends) == 0 { // it belongs to the first state
		t.states[0].Members[p] = t.members[p]
		return true
	}
	if same && t.beats.Is(s) {
		t.folded++
		return false
	}
	t.add(s, e.At)
	return true
}

// end ends the life of a node. The messages in transit to it are lost.
func (t *tape) end(p int, well bool) bool {
	if t.members[p].Dead {
		return false
	}
	t.members[p].Dead = true
	t.under = slices.DeleteFunc(t.under, func(f draw.Flight) bool { return f.To == p })
	s := draw.Step{Action: "crash", Lane: p, From: draw.Nobody, Words: fmt.Sprintf("P%d dies", p+1)}
	if well {
		s.Action, s.Words = "end", fmt.Sprintf("P%d ends", p+1)
	}
	t.add(s, 0)
	return true
}

func (t *tape) add(s draw.Step, at uint64) {
	s.Folded, t.folded = t.folded, 0
	t.steps = append(t.steps, s)
	var seconds *float64
	if at > 0 {
		since := float64(int64(at)-int64(t.began)) / 1e6
		seconds = &since
	}
	t.keep(seconds)
	if n := len(t.steps) - most; n > 0 {
		t.steps, t.states, t.seconds, t.dropped = t.steps[n:], t.states[n:], t.seconds[n:], t.dropped+n
	}
}

func (t *tape) keep(seconds *float64) {
	t.states, t.seconds = append(t.states, t.under.State(t.members)), append(t.seconds, seconds)
}

// document is the run so far, with what can be done now.
func (t *tape) document(can []stage.Choice) *stage.Run {
	r := &draw.Run{Steps: t.steps, States: t.states, Cycle: draw.NoCycle}
	for p := range t.members {
		r.Lanes = append(r.Lanes, draw.Lane{Name: fmt.Sprintf("P%d", p+1)})
	}
	var known []stage.Known
	for _, s := range t.seconds {
		known = append(known, stage.Known{Seconds: s})
	}
	known[len(known)-1].Can = can
	return stage.Drawn(r, known)
}
