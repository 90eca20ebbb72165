package model

import (
	"reflect"
	"testing"
)

var anonymousShows = []show{{"anonymous", "", Handle(Anonymous{}), []row{
	{"AN1", "a start, under the name that all have",
		2, changRoberts{}, starts(), changRoberts{participant: true}, "ELECTION(1)→next"},
	{"AN2", "another's message is taken for one's own, come round",
		2, changRoberts{participant: true}, takes(Election{1}, 1), changRoberts{elected: 2}, "ELECTED(1)→next"},
	{"AN2", "by one who has not started too",
		3, changRoberts{}, takes(Election{1}, 2), changRoberts{elected: 3}, "ELECTED(1)→next"},
	{"AN3", "and so is another's victory",
		2, changRoberts{elected: 2}, takes(Elected{1}, 1), changRoberts{elected: 2}, ""},
	{"AN3", "whoever has not won learns nothing",
		2, changRoberts{participant: true}, takes(Elected{1}, 1), changRoberts{participant: true}, ""},
}}}

// TestNoPlaceMatters: no rule of an anonymous algorithm makes use of a place. What a process does
// at one place it does at any other, if all that its variables name is moved along.
func TestNoPlaceMatters(t *testing.T) {
	for _, s := range shows() {
		for _, r := range s.rows {
			for distance := range ID(4) {
				moved := func(id ID) ID {
					if id == Nobody {
						return id
					}
					return (id-1+distance)%4 + 1
				}
				e := r.event
				e.From = moved(e.From)
				out := s.handler.Handle(Self{ID: moved(r.self), Group: four, Local: renamed(r.before, moved), Elections: Unlimited}, e)
				if want := renamed(r.after, moved); out.Local != want || spellSends(out.Sends) != r.sends {
					t.Errorf("%s %s: %d places on: got %+v and %s, want %+v and %s", s.page, r.rules, distance,
						out.Local, spellSends(out.Sends), want, r.sends)
				}
			}
		}
	}
	begun := func(id ID) string {
		return spellSends(Handle(ChangRoberts{}).Handle(Self{ID: id, Group: four, Local: changRoberts{}, Elections: Unlimited}, starts()).Sends)
	}
	if begun(2) == begun(3) {
		t.Error("a process with an id does the same as another one")
	}
}

// renamed is a local state whose elected is moved.
func renamed(local Local, moved func(ID) ID) Local {
	switch l := local.(type) {
	case changRoberts:
		l.elected = moved(l.elected)
		return l
	case itaiRodeh:
		l.elected = moved(l.elected)
		return l
	}
	panic(reflect.TypeOf(local))
}
