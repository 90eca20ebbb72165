package serve

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"html/template"
	"io"
	"net/url"
	"strings"

	"interrex/checker"
	http "interrex/explore/internal/serve/web"
	"interrex/internal/check"
	"interrex/internal/study"
	"interrex/model/world"
	"interrex/traces/draw"
	"interrex/traces/stage"
)

// The parameters of a walk's address, besides the flags of its world: the walk, as package study writes it; the property
// that it shows; and a way to go on, which leads to another address.
const (
	walkParameter  = "walk"
	showsParameter = "shows"
	thenParameter  = "then"
)

// walkParameters lists these parameters, and those that only the script of the page reads: whether to ask for the outlook, to play
// and to present.
func walkParameters() []string {
	return []string{walkParameter, showsParameter, thenParameter, foldParameter, "ask", "play", "present"}
}

// A walker is one request about a walk.
type walker struct {
	ctx   context.Context // ends when the visitor leaves
	site  *Site
	asked *check.Question
	walk  *study.Walk
	flags url.Values
	shows string
}

// walker reads the walk that an address names. With an error comes the page from which one can go on.
func (s *Site) walker(r *http.Request) (k *walker, back backView, err error) {
	query := r.URL.Query()
	k = &walker{ctx: r.Context(), site: s, flags: without(query, walkParameters()...), shows: query.Get(showsParameter)}
	if k.asked, err = s.parse(query, walkParameters()...); err != nil {
		return k, toForm(k.flags), err
	}
	text := cmp.Or(query.Get(walkParameter), "0")
	back = backView{"Back to step 0", walkPage(k.flags, "0", "")}
	if k.walk, err = study.Decode(world.New(k.asked.World), text); err != nil {
		return k, back, fmt.Errorf("walk=%.40s: %w", text, err)
	}
	if n := len(k.asked.World.IDs); k.walk.Length()*n*n > mostToTell {
		return k, back, fmt.Errorf("a walk of %d steps: allowed are %d steps of %d processes", k.walk.Length(), mostToTell/(n*n), n)
	}
	return k, back, nil
}

// mostToTell bounds the steps of a walk, times the square of the processes: a document of that size takes seconds.
const mostToTell = 1 << 20

// onWalk is a page about a walk. If the address has a way to go on, it leads to the address of the walk that this makes.
func (s *Site) onWalk(show func(k *walker, w http.ResponseWriter, r *http.Request)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		k, back, err := s.walker(r)
		if err != nil {
			s.refuse(w, http.StatusBadRequest, err.Error(), back)
			return
		}
		then := r.URL.Query().Get(thenParameter)
		if then == "" {
			show(k, w, r)
			return
		}
		address, err := k.then(r.Context(), then)
		if err != nil {
			s.refuse(w, http.StatusBadRequest, err.Error(), backView{"Back to the run", k.address(k.walk)})
			return
		}
		http.Redirect(w, r, r.URL.Path+strings.TrimPrefix(address, "/walk"), http.StatusSeeOther)
	}
}

// run is the document of a whole walk.
func (k *walker) run(w http.ResponseWriter, _ *http.Request) {
	_ = k.told(func(run *stage.Run) error {
		w.Header().Set("Content-Type", "application/json")
		return run.JSON(w)
	})
}

// told writes the document, unless the visitor has left.
func (k *walker) told(write func(*stage.Run) error) error {
	if run := k.document(); run != nil {
		return write(run)
	}
	return k.ctx.Err()
}

// document is the run of the whole walk; nil: the visitor has left. The run of a piece of the gallery has its title.
func (k *walker) document() *stage.Run {
	run := check.StagedWalk(k.ctx, *k.asked, k.walk, k.shows)
	switch piece, film := k.site.piece(k.flags), nineOf(k.flags); {
	case run == nil:
	case film != nil && film.isShown(k.walk):
		film.caption(run)
	case piece != nil && run.Verdict == checker.Violated.String():
		run.Title, run.Note = piece.Title, piece.Why
	}
	return run
}

// walkPage is the page of a walk in the world of some flags, which shows a property; "": none.
func walkPage(flags url.Values, walk, shows string) string {
	query := with(flags, walkParameter, walk)
	if shows != "" {
		query.Set(showsParameter, shows)
	}
	return "/walk?" + encode(query)
}

// address is the page of another walk in the same world.
func (k *walker) address(walk *study.Walk) string { return walkPage(k.flags, walk.String(), k.shows) }

// branch is the page of a walk that goes on from this one.
func (k *walker) branch(walk *study.Walk) string {
	if pathOf(walk) != pathOf(k.walk) {
		return walkPage(k.flags, walk.String(), "")
	}
	return k.address(walk)
}

func pathOf(w *study.Walk) string {
	path, _, _ := strings.Cut(w.String(), "_")
	return path
}

// undone is the page of the walk without its last step.
func (k *walker) undone() (string, error) {
	n := k.walk.Length()
	if n == 0 {
		return "", errors.New("there is no step to undo")
	}
	numbers := strings.FieldsFunc(pathOf(k.walk), func(r rune) bool { return r == '.' || r == '~' }) // the first is the initial state
	return walkPage(k.flags, strings.Join(numbers[:n], "."), k.shows), nil
}

// A walkView is the page of a walk.
type walkView struct {
	Address        string
	Picture, Where string     // without scripts: the run so far, and the moment
	Moves          []backView // to other moments
	Onward         []backView // other films of ELECTION(9)
	World, Command string
	Check          template.URL
}

// page is the page on which the walk plays.
func (k *walker) page(w http.ResponseWriter, _ *http.Request) {
	v := walkView{Address: k.address(k.walk), Onward: nineOf(k.flags).next(), World: k.asked.InWords(), Command: k.asked.Reproduce(), Check: template.URL(encode(k.flags))}
	v.Picture = savedAs("svg") + strings.TrimPrefix(v.Address, "/walk")
	v.Where = fmt.Sprintf("step %d of %d", k.walk.At(), k.walk.Length())
	for _, m := range []struct {
		words string
		at    int
	}{{"first", 0}, {"back", k.walk.At() - 1}, {"next", k.walk.At() + 1}, {"last", k.walk.Length()}} {
		if there, err := k.walk.Go(m.at); err == nil && m.at != k.walk.At() {
			v.Moves = append(v.Moves, backView{m.words, k.address(there)})
		}
	}
	k.site.show(w, http.StatusOK, "walk", check.Title(*k.asked), v)
}

// forms are the forms in which a walk can be saved, by the end of the file's name: the media type, and what writes the file.
var forms = map[string]struct {
	media string
	write func(k *walker, w io.Writer) error
}{
	"json": {"application/json", func(k *walker, w io.Writer) error { return k.told(func(run *stage.Run) error { return run.JSON(w) }) }},
	"svg": {"image/svg+xml", func(k *walker, w io.Writer) error {
		return draw.SVG(w, *check.Walked(*k.asked, k.walk.World(), k.walk.SoFar()))
	}},
	"html": {"text/html; charset=utf-8", func(k *walker, w io.Writer) error {
		return k.told(func(run *stage.Run) error {
			return stage.HTML(w, stage.Page{Title: run.Title, Runs: []*stage.Run{run}})
		})
	}},
	"moving.svg": {"image/svg+xml", func(k *walker, w io.Writer) error {
		return draw.Animate(w, *check.Walked(*k.asked, k.walk.World(), k.walk.Path()))
	}},
}

// savedAs is the address of a form, without the walk.
func savedAs(form string) string { return "/save/run." + form }

// saving sends a walk as a file.
func saving(form string) func(k *walker, w http.ResponseWriter, r *http.Request) {
	return func(k *walker, w http.ResponseWriter, _ *http.Request) {
		var file bytes.Buffer
		if err := forms[form].write(k, &file); err != nil {
			k.site.refuse(w, http.StatusBadRequest, err.Error(), backView{"Back to the run", k.address(k.walk)})
			return
		}
		w.Header().Set("Content-Type", forms[form].media)
		w.Header().Set("Content-Disposition", fmt.Sprintf("attachment; filename=%q", k.asked.World.Algorithm.Name+"."+form))
		w.Write(file.Bytes())
	}
}

// foldParameter in an address lists by what the states of a graph are put together.
const foldParameter = "fold"

// graph is the state graph of the world as JSON, with the walk on it.
func (k *walker) graph(w http.ResponseWriter, r *http.Request) {
	by := strings.FieldsFunc(r.URL.Query().Get(foldParameter), func(c rune) bool { return c == ',' })
	g, err := k.walk.Graph(r.Context(), by, k.asked.Properties)
	if err != nil {
		k.site.refuse(w, http.StatusBadRequest, foldParameter+": "+err.Error())
		return
	}
	answer(w, g)
}
