package terminal

import (
	"context"
	"fmt"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"interrex/checker"
	"interrex/explore/internal/study"
	"interrex/spec"
)

// A Subject is what is explored.
type Subject struct {
	Title      string // "bully, n=3"
	Properties []spec.Property
	Begin      *study.Walk

	// Decide decides the properties within bounds, and says how far it got. Decided is its result, or nil before
	// the first call.
	Decide  func(context.Context) (*Decided, error)
	Decided *Decided

	Outlook checker.Options // bounds for the question whether the election can still succeed
}

// Decided is the result of deciding the properties.
type Decided struct {
	Cases []Case
	Words string // "no property is violated in any of the 478 states"
}

// A Case is a counterexample, as a walk through the World of Subject.Begin.
type Case struct {
	Property spec.Property
	Also     []string // the other properties that it violates
	Walk     *study.Walk
}

// An Explorer is a tea.Model.
type Explorer struct {
	ctx     context.Context
	subject Subject
	history study.History
	shown   int // which case is shown; -1: none yet

	width, height int
	whole         bool // the drawing extends beyond the present step
	refused       bool // the list shows what is disabled instead of what is enabled
	help          bool
	playing       bool
	played        int    // how many plays were begun: the number of the present one
	scroll        int    // lines of the list above its window
	digits        string // of a step number that is being typed
	note          string // the result of the last key
	asking        string // the question being answered; "" if none is
	outlook       *study.Outlook
}

// New begins at a subject's first counterexample, or else at its Begin.
func New(ctx context.Context, s Subject) *Explorer {
	e := &Explorer{ctx: ctx, subject: s, shown: -1, width: 80, height: 24, whole: s.Begin.Length() > s.Begin.At()}
	e.history.Do(s.Begin)
	if s.Decided != nil {
		e.note = s.Decided.Words
		if len(s.Decided.Cases) > 0 {
			e.nextCase()
			e.history = study.History{}
			e.history.Do(s.Decided.Cases[0].Walk)
		}
	}
	return e
}

// Walk is the present walk.
func (e *Explorer) Walk() *study.Walk { return e.history.Now() }

// Init is part of tea.Model.
func (e *Explorer) Init() tea.Cmd { return nil }

// The messages other than keys.
type (
	playOn     struct{ play int } // the next step of the play of that number
	decidedNow struct {
		decided *Decided
		err     error
	}
	outlookNow struct {
		from    *study.Walk
		outlook *study.Outlook
		err     error
	}
)

// Update is part of tea.Model.
func (e *Explorer) Update(message tea.Msg) (tea.Model, tea.Cmd) {
	switch m := message.(type) {
	case tea.WindowSizeMsg:
		e.width, e.height = m.Width, m.Height
	case tea.KeyPressMsg:
		return e, e.press(m.String())
	case playOn:
		return e, e.playOn(m.play)
	case decidedNow:
		if e.asking = ""; m.err != nil {
			e.note = oneLine(m.err)
			return e, nil
		}
		e.subject.Decided = m.decided
		e.nextCase()
	case outlookNow:
		if e.asking = ""; m.err != nil {
			e.note = oneLine(m.err)
		} else if m.from == e.Walk() {
			e.outlook, e.note = m.outlook, answer(m.outlook, m.from.At())
		}
	}
	return e, nil
}

// show makes a walk the present one.
func (e *Explorer) show(w *study.Walk, err error) {
	if err != nil {
		e.note = err.Error()
		return
	}
	e.note, e.outlook, e.scroll = "", nil, 0
	e.history.Do(w)
}

// goTo goes to a position of the path. It is not recorded for undo.
func (e *Explorer) goTo(at int) {
	w, err := e.Walk().Go(at)
	if err == nil {
		e.history.Replace(w)
		e.note, e.outlook, e.scroll = "", nil, 0
	}
}

const pace = 700 * time.Millisecond

// play starts or stops automatic stepping.
func (e *Explorer) play() tea.Cmd {
	if e.playing = !e.playing; !e.playing {
		return nil
	}
	e.played++
	return e.tick()
}

// tick waits for the time of the next step of the present play.
func (e *Explorer) tick() tea.Cmd {
	play := e.played
	return tea.Tick(pace, func(time.Time) tea.Msg { return playOn{play} })
}

// playOn takes the next step of a play, unless that play was stopped, even if another has begun since.
func (e *Explorer) playOn(play int) tea.Cmd {
	if !e.playing || play != e.played {
		return nil
	}
	to, ok := e.Walk().Next()
	if !ok {
		e.playing = false
		return nil
	}
	e.goTo(to)
	return e.tick()
}

// nextCase shows the next counterexample.
func (e *Explorer) nextCase() {
	cases := e.subject.Decided.Cases
	if len(cases) == 0 {
		e.note = e.subject.Decided.Words
		return
	}
	e.shown = (e.shown + 1) % len(cases)
	c := cases[e.shown]
	e.show(c.Walk, nil)
	e.whole = true
	e.note = fmt.Sprintf("counterexample %d of %d: %s is violated: %s", e.shown+1, len(cases), c.Property.Name, c.Property.Violation)
	if len(c.Also) > 0 {
		e.note += "; so is " + strings.Join(c.Also, ", ")
	}
}

// askForCases decides the properties if that was not done yet, and shows the next counterexample.
func (e *Explorer) askForCases() tea.Cmd {
	if e.subject.Decided != nil {
		e.nextCase()
		return nil
	}
	if e.asking != "" {
		return nil
	}
	e.asking = "deciding the properties"
	return func() tea.Msg {
		decided, err := e.subject.Decide(e.ctx)
		return decidedNow{decided, err}
	}
}

// ask asks whether the election can still succeed from here.
func (e *Explorer) ask() tea.Cmd {
	if e.asking != "" {
		return nil
	}
	e.asking = "looking whether it can still elect"
	walk, bounds := e.Walk(), e.subject.Outlook
	return func() tea.Msg {
		outlook, err := walk.Outlook(e.ctx, bounds)
		return outlookNow{walk, outlook, err}
	}
}

// answer puts an outlook into words.
func answer(o *study.Outlook, at int) string {
	run := ""
	if o.Run != nil && o.Answer != study.Elected {
		run = fmt.Sprintf("; the nearest election is %s away (a: show it)", plural(o.Run.Length()-at, "step"))
	}
	switch o.Answer {
	case study.Elected:
		return "it has elected: all live processes agree on one of them"
	case study.Always:
		return "it will elect: every fair run from here does, in " + plural(o.States, "state") + run
	case study.Begun:
		which := "each election that begins elects"
		if o.Alive {
			which = "the election under way elects"
		}
		return "it can still elect: " + which + " or dies out; no other has to begin (d: a fair run that never elects)" + run
	case study.Can:
		return "it can still elect, and need not (d: a fair run that never does)" + run
	case study.Maybe:
		return "it can still elect; whether it must is open: the bound on " + o.Bound + " was hit after " + plural(o.States, "state") + run
	case study.Never:
		return "it can not elect any more: none of the " + plural(o.States, "state") + " that can be reached has an election"
	}
	return "that is open: the bound on " + o.Bound + " was hit after " + plural(o.States, "state") + ", none with an election"
}

func plural(n int, word string) string {
	if n == 1 {
		return "1 " + word
	}
	return fmt.Sprintf("%d %ss", n, word)
}
