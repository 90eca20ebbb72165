package cluster

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

// mostSteps is the number of steps that are kept; older ones are dropped.
const mostSteps = 300

// notice is the time after which the end of a process is known at the latest, in microseconds. Other nodes may detect it before.
const notice = 20_000

// A tape is what the nodes have recorded so far. It reads their files as they grow. All nodes have the clock of this machine, and
// record a step before they send its messages. So the order of the times has each cause before its effect.
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
	queue []entry
	last  uint64 // the time of the last line that was read
	ended uint64 // when its process ended, like Event.At; 0: it has not, or the queue has its end
	known uint64 // the node's own clock after its last step that was taken
	gone  bool   // its last line was an end
	gap   bool   // others have followed steps that it has not recorded
}

// An entry is a line, or the end of a process.
type entry struct {
	traces.Line
	at   uint64
	dead bool
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

// look reads what is new, and takes what was recorded until a time at which no file had been read yet. It reports whether there
// is a new step.
func (t *tape) look(until uint64) (more bool, err error) {
	for _, f := range t.files {
		if err := f.look(); err != nil {
			return more, err
		}
	}
	for p := t.next(until); p >= 0; p = t.next(until) {
		e := t.files[p].queue[0]
		t.files[p].queue = t.files[p].queue[1:]
		more = t.take(p, e) || more
	}
	return more, nil
}

// next is the node with the earliest entry until a time; -1: there is none.
func (t *tape) next(until uint64) int {
	best := -1
	for p, f := range t.files {
		if len(f.queue) > 0 && f.queue[0].at <= until && (best < 0 || f.queue[0].at < t.files[best].queue[0].at) {
			best = p
		}
	}
	return best
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
		switch {
		case l.Event != nil:
			f.last = max(f.last, l.Event.At)
		case l.Header != nil:
			f.ended = 0 // a new process: the one before has ended
		}
		f.queue = append(f.queue, entry{Line: l, at: f.last})
	}
	if f.ended > 0 {
		f.queue = append(f.queue, entry{dead: true, at: max(f.last, f.ended-notice)})
		f.ended = 0
	}
	return nil
}

// take takes an entry, and reports whether it is a step to be shown.
func (t *tape) take(p int, now entry) bool {
	f := t.files[p]
	if now.dead || now.Header != nil { // who comes back was dead
		return t.end(p, f.gone)
	}
	f.gone = now.End
	e := now.Event
	if e == nil {
		return false
	}
	for q, c := range e.Clock {
		if q < len(t.files) && q != p && c > t.files[q].known {
			t.files[q].gap = true
		}
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
	same := !t.members[p].Dead && slices.Equal(t.members[p].Variables, e.After)
	t.members[p] = draw.Member{Variables: e.After}
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
		seconds = new(float64(int64(at)-int64(t.began)) / 1e6)
	}
	t.keep(seconds)
	if n := len(t.steps) - mostSteps; n > 0 {
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
