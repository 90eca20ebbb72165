package serve

import (
	"bytes"
	"fmt"
	"html/template"
	"strings"

	"interrex/traces/draw"
	"interrex/traces/stage"
)

// A playedView is a run that plays on the stage; it branches on another page, if at all. Without scripts it is a sequence of still pages.
type playedView struct {
	Document          *stage.Run
	At                int
	Where             string // "step 3 of 6"
	Step              *stage.Step
	Picture           template.HTML
	First, Back, Next string // addresses; "": there is no such moment
	Last              string
	Onward            string // the page that goes on otherwise from this moment; "": the world is unknown
}

// newPlayed shows a run after at steps; address gives the page of another moment.
func newPlayed(run *draw.Run, document *stage.Run, at int, address func(at int) string) (*playedView, error) {
	last := len(document.Steps)
	at = min(at, last)
	v := &playedView{Document: document, At: at, Where: fmt.Sprintf("step %d of %d", at, last)}
	if at > 0 {
		v.Step, v.First, v.Back = &document.Steps[at-1], address(0), address(at-1)
	}
	if at < last {
		v.Next, v.Last = address(at+1), address(last)
	}
	var err error
	v.Picture, err = picture(func(w *bytes.Buffer) error { return draw.SVG(w, run.Until(at)) })
	return v, err
}

// picture is an SVG without its style, which the page has (see draw.Style). Its texts are escaped.
func picture(write func(*bytes.Buffer) error) (template.HTML, error) {
	var b bytes.Buffer
	if err := write(&b); err != nil {
		return "", err
	}
	return template.HTML(strings.Replace(b.String(), "<style>"+draw.Style+"</style>\n", "", 1)), nil
}
