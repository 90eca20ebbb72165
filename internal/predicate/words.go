package predicate

import "interrex/spec"

// An ofOne is a word about one process, at a place: a value, or told to be true or false.
type ofOne struct {
	isTold bool
	of     func(s *situation, place int) value
}

func told(is func(p spec.Process) bool) ofOne {
	return ofOne{true, func(s *situation, place int) value { return truthOf(is(s.view.Processes[place])) }}
}

// ofProcess are the words that take a process.
var ofProcess = map[string]ofOne{
	"live":      told(func(p spec.Process) bool { return p.Live }),
	"dead":      told(func(p spec.Process) bool { return !p.Live }),
	"leader":    told(spec.Process.Leads),
	"takespart": told(func(p spec.Process) bool { return p.Live && p.TakesPart }),
	"fresh":     told(func(p spec.Process) bool { return p.Live && p.Fresh }),
	"suspected": told(func(p spec.Process) bool { return p.Suspected }),
	"elected":   {of: func(s *situation, place int) value { return id(s.view.Processes[place].Elected) }},
	"term":      {of: func(s *situation, place int) value { return numeral(s.all().Processes[place].Status.Term) }},
	"decision":  {of: func(s *situation, place int) value { return valueOf(s.view.Processes[place].Decision.String()) }},
}

// ofAll are the words about all processes.
var ofAll = map[string]operand{
	"live":     counting(func(p spec.Process) bool { return p.Live }),
	"dead":     counting(func(p spec.Process) bool { return !p.Live }),
	"leaders":  counting(spec.Process.Leads),
	"messages": func(s *situation) value { return numeral(len(s.all().Messages)) },
	"agreed":   func(s *situation) value { return id(s.view.Trusted()) },
	"underway": func(s *situation) value { return truthOf(s.view.UnderWay()) },
	"nobody":   func(*situation) value { return nobody },
}

func counting(is func(spec.Process) bool) operand {
	return func(s *situation) value {
		n := 0
		for _, p := range s.view.Processes {
			if is(p) {
				n++
			}
		}
		return numeral(n)
	}
}
