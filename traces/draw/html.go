package draw

import (
	"bytes"
	_ "embed"
	"html/template"
	"io"
	"sync"
)

// A Page is the content of an HTML page: a check and its runs, or a file that was read.
type Page struct {
	Title, Command, World, Verdict string
	Runs                           []*Run

	Beside int // index of the run beside the first; 0: none
}

//go:embed page.html
var pageText string

//go:embed page.css
var pageStyle string

//go:embed page.js
var pageScript string

var pageTemplate = sync.OnceValue(func() *template.Template { return template.Must(template.New("page").Parse(pageText)) })

// HTML writes a self-contained page: no network, no other file. Without a script it shows each run, with one
// it steps through them.
func HTML(w io.Writer, p Page) error {
	view := pageView{Page: p, Style: template.CSS(pageStyle), Script: template.JS(pageScript)}
	for i, r := range p.Runs {
		shown, err := r.view(i)
		if err != nil {
			return err
		}
		view.Shown = append(view.Shown, shown)
	}
	if p.Beside > 0 {
		view.Sides = p.sides()
	}
	return pageTemplate().Execute(w, view)
}

type pageView struct {
	Page
	Style  template.CSS
	Script template.JS
	Shown  []runView
	Sides  []sideView
}

// A sideView is a line of two runs side by side. A number is 0 where there is no step.
type sideView struct {
	Pair
	LeftRun, RightRun int // from 1
	LeftStep          int // of those that are kept
	RightStep         int
	LeftNo, RightNo   int // of the whole run
}

func (p Page) sides() (all []sideView) {
	for _, pair := range Compare(p.Runs[0], p.Runs[p.Beside]) {
		s := sideView{Pair: pair, LeftRun: 1, RightRun: p.Beside + 1, LeftStep: pair.A + 1, RightStep: pair.B + 1}
		s.LeftNo, s.RightNo = p.Runs[0].Before+s.LeftStep, p.Runs[p.Beside].Before+s.RightStep
		all = append(all, s)
	}
	return all
}

// A runView is a run with its pictures.
type runView struct {
	*Run
	Number    int // from 1
	Last      int // number of its last state
	Loop      int // the state to which it goes back, -1: it is finite
	Picture   template.HTML
	Snapshots []snapshotView
}

type snapshotView struct {
	Number  int
	Name    string
	Picture template.HTML
	Rows    []Row
}

// A Row is one process in the table of local states.
type Row struct {
	Process string
	Dead    bool
	Cells   []Cell
}

// A Cell is a variable in that table.
type Cell struct {
	Name, Value string
	Changed     bool // by the step that led here
}

func (r *Run) view(number int) (runView, error) {
	v := runView{Run: r, Number: number + 1, Last: len(r.Steps), Loop: r.Cycle}
	var picture bytes.Buffer
	if err := SVG(&picture, *r); err != nil {
		return v, err
	}
	v.Picture = template.HTML(picture.String()) // its texts are escaped
	for i := range r.States {
		picture.Reset()
		if err := r.Snapshot(i).SVG(&picture); err != nil {
			return v, err
		}
		s := snapshotView{Number: i, Name: "at first", Picture: template.HTML(picture.String())}
		if i > 0 {
			s.Name = r.Name(i - 1)
		}
		s.Rows = r.Rows(i)
		v.Snapshots = append(v.Snapshots, s)
	}
	return v, nil
}

// Rows is the table of the local states after i steps.
func (r *Run) Rows(i int) (rows []Row) {
	changed := r.changed(i)
	for p, m := range r.States[i].Members {
		shown := Row{Process: r.Lanes[p].Name, Dead: m.Dead}
		for _, v := range m.Variables {
			shown.Cells = append(shown.Cells, Cell{v.Name, v.Value, changed[difference{lane: p, variable: v.Name}]})
		}
		rows = append(rows, shown)
	}
	return rows
}
