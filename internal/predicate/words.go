package predicate

import (
	"interrex/model"
	"interrex/spec"
)

// ofProcess are the words that take a process: a condition, or a value.
var ofProcess = map[string]struct {
	is func(p spec.Process) bool
	of func(s *situation, place int) value
}{
	"live":      {is: func(p spec.Process) bool { return p.Live }},
	"dead":      {is: func(p spec.Process) bool { return !p.Live }},
	"leader":    {is: spec.Process.Leads},
	"takespart": {is: func(p spec.Process) bool { return p.Live && p.TakesPart }},
	"fresh":     {is: func(p spec.Process) bool { return p.Live && p.Fresh }},
	"suspected": {is: func(p spec.Process) bool { return p.Suspected }},
	"elected":   {of: func(s *situation, place int) value { return id(s.view.Processes[place].Elected) }},
	"term":      {of: func(s *situation, place int) value { return numeral(s.all().Processes[place].Status.Term) }},
	"decision":  {of: func(s *situation, place int) value { return valueOf(s.view.Processes[place].Decision.String()) }},
}

// ofAll are the words about all processes.
var ofAll = map[string]operand{
	"live":     counting(func(p spec.Process) bool { return p.Live }),
	"dead":     counting(func(p spec.Process) bool { return !p.Live }),
	"leaders":  counting(spec.Process.Leads),
	"messages": func(s *situation) (value, bool) { return numeral(len(s.all().Messages)), true },
	"agreed":   func(s *situation) (value, bool) { return id(s.view.Trusted()), true },
	"underway": func(s *situation) (value, bool) {
		if s.view.UnderWay() {
			return valueOf("yes"), true
		}
		return valueOf("no"), true
	},
	"nobody": constant(valueOf("nobody")),
}

func constant(v value) operand { return func(*situation) (value, bool) { return v, true } }

func counting(is func(spec.Process) bool) operand {
	return func(s *situation) (value, bool) {
		n := 0
		for _, p := range s.view.Processes {
			if is(p) {
				n++
			}
		}
		return numeral(n), true
	}
}

// carrying counts the messages on the way: of a kind or, if text is not empty, those that are printed so; from and to two
// processes, or any where the id is Nobody.
func carrying(kind, text string, from, to model.ID) operand {
	kinds, texts := valueOf(kind), valueOf(text)
	return func(s *situation) (value, bool) {
		n := 0
		s.messages(func(m model.InTransit, as spelt) {
			isIt := text == "" && kinds.equals(as.kind) || text != "" && texts.equals(as.text)
			if isIt && (from == model.Nobody || from == m.From) && (to == model.Nobody || to == m.To) {
				n++
			}
		})
		return numeral(n), true
	}
}
