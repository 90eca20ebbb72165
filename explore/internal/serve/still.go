package serve

import (
	"fmt"
	"html/template"
	"strconv"
	"strings"

	"interrex/explore/internal/gallery"
	http "interrex/explore/internal/serve/web"
	"interrex/internal/study"
	"interrex/traces/stage"
)

// A stillView is one moment of a walk without motion, for a browser without scripts.
type stillView struct {
	*stage.Run
	Piece             *gallery.Piece // the piece of the gallery that shows this run; nil: none
	Address           string         // of the walk
	Where             string         // "step 3 of 6, in the cycle"
	Step              *stage.Step
	Picture           string // its address
	Can               []choiceView
	Cannot            []refusalView
	Stands            []standView
	Check             template.URL
	Ways              map[string]string
	Onward            []backView // other films of ELECTION(9)
	First, Back, Next string     // addresses; "": there is no such moment
	Last, Undo        string
	Original          string // the run that this one has branched off
}

// A choiceView is a possible step, and the page after it.
type choiceView struct {
	stage.Choice
	Address string
	Next    bool // the run goes on so
}

// A refusalView is a step that is not possible.
type refusalView struct{ Who, What, Why string }

// A standView is how a property stands in this state.
type standView struct {
	stage.Property
	Stands, Class string
}

// still is the page of one moment of a walk.
func (k *walker) still(w http.ResponseWriter, _ *http.Request) {
	run, at := k.document(), k.walk.At()
	if run == nil {
		return
	}
	v := k.stillOf(run)
	state := v.States[at]
	for number, i := range state.Can {
		taken := at < len(v.Steps) && v.Steps[at].Choice != nil && *v.Steps[at].Choice == number
		v.Can = append(v.Can, choiceView{v.Choices[i], k.address(k.walk) + "&" + thenParameter + "=" + strconv.Itoa(number), taken})
	}
	for _, i := range state.Cannot {
		r := v.Refusals[i]
		what := r.Action
		if r.Peer > 0 {
			what += fmt.Sprintf(" of P%d", r.Peer)
		}
		who := "the world"
		if r.Process > 0 {
			who = fmt.Sprintf("P%d", r.Process)
		}
		v.Cannot = append(v.Cannot, refusalView{who, what, r.Why})
	}
	k.site.show(w, http.StatusOK, "walk", v.Title, v)
}

// stillOf is the page without its picture and without what is possible.
func (k *walker) stillOf(run *stage.Run) *stillView {
	at, last := k.walk.At(), k.walk.Length()
	v := &stillView{Run: run, Address: k.address(k.walk), Picture: savedAs("svg") + strings.TrimPrefix(k.address(k.walk), "/walk"), Where: fmt.Sprintf("step %d of %d", at, last),
		Check: template.URL(encode(k.flags)), Undo: k.undone(), Ways: k.ways(), Original: k.original(), Onward: nineOf(k.flags).next()}
	if p := k.site.piece(k.flags); p != nil && p.Title == run.Title {
		v.Piece = p
	}
	if at > 0 {
		v.Step, v.First, v.Back = &run.Steps[at-1], k.at(0), k.at(at-1)
	}
	if next, ok := k.walk.Next(); ok {
		v.Next, v.Last = k.at(next), k.at(last)
	}
	if c := k.walk.Cycle(); c != study.NoCycle && at > c {
		v.Where += ", in the cycle"
	}
	var stands []string
	for _, s := range run.States[:at+1] {
		if s.Properties != nil {
			stands = s.Properties
		}
	}
	for i, p := range run.Properties {
		v.Stands = append(v.Stands, standView{p, stands[i], map[string]string{"true": "holds", "broken": "violated"}[stands[i]]})
	}
	return v
}
