package serve

import (
	"cmp"
	http "interrex/explore/internal/serve/web"
	"net/url"
	"strconv"
	"strings"

	"interrex/internal/check"
	"interrex/internal/study"
	"interrex/model/world"
)

// The parameters of a walk's address, besides the flags of its world: the walk, as package study writes it; the
// walk it has branched off; and a question about the state.
const (
	walkParameter = "walk"
	fromParameter = "from"
	askParameter  = "ask"
	slider        = "at" // the slider's position; the page it leads to has it in the walk
)

// walkParameters lists these parameters.
func walkParameters() []string { return []string{walkParameter, fromParameter, askParameter} }

// A walker is one request for a page of a walk.
type walker struct {
	site  *Site
	asked *check.Question
	walk  *study.Walk
	flags url.Values
	from  string
}

// walk is the page of one moment of a walk.
func (s *Site) walk(w http.ResponseWriter, r *http.Request) {
	query, note := current(r.URL.Query())
	asked, err := s.parse(query, append(walkParameters(), slider)...)
	given := without(query, append(walkParameters(), slider)...)
	if err != nil {
		s.refuse(w, http.StatusBadRequest, err.Error(), toForm(given))
		return
	}
	walked, err := study.Decode(world.New(asked.World), cmp.Or(query.Get(walkParameter), "0"))
	if err != nil {
		beginning := backView{"Back to step 0", (&walker{flags: given}).to("0")}
		s.refuse(w, http.StatusBadRequest, "walk="+query.Get(walkParameter)+": "+err.Error(), beginning)
		return
	}
	walker := &walker{s, asked, walked, given, query.Get(fromParameter)}
	if query.Has(slider) {
		http.Redirect(w, r, walker.at(min(atLeast(query.Get(slider), 0), walked.Length())), http.StatusSeeOther)
		return
	}
	page, err := walker.view()
	page.Note = note
	if err == nil && query.Get(askParameter) != "" {
		page.Outlook, err = walker.outlook(r.Context())
	}
	if err != nil {
		s.refuse(w, http.StatusServiceUnavailable, err.Error())
		return
	}
	s.show(w, http.StatusOK, "walk", page.Heading, page)
}

// run is the document of a whole walk.
func (s *Site) run(w http.ResponseWriter, r *http.Request) {
	asked, err := s.parse(without(r.URL.Query(), walkParameters()...))
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	walked, err := study.Decode(world.New(asked.World), cmp.Or(r.URL.Query().Get(walkParameter), "0"))
	if err != nil {
		http.Error(w, walkParameter+": "+err.Error(), http.StatusBadRequest)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	_ = check.Staged(*asked, walked.World(), walked.Path()).JSON(w)
}

// walkAddress is the page of the beginning of a run that was found.
func walkAddress(walk *study.Walk, flags url.Values) string {
	return (&walker{walk: walk, flags: flags}).address(walk)
}

// address is the page of another walk in the same world.
func (k *walker) address(walk *study.Walk) string { return k.to(walk.String()) }

func (k *walker) to(walk string) string {
	query := url.Values{walkParameter: {walk}}
	for name, values := range k.flags {
		query[name] = values
	}
	if k.from != "" {
		query.Set(fromParameter, k.from)
	}
	return "/walk?" + encode(query)
}

// at is the page of another moment of the walk.
func (k *walker) at(position int) string {
	there, err := k.walk.Go(position)
	if err != nil {
		panic(err)
	}
	return k.address(there)
}

// branch is the page after a step. If the step leaves the path, the address remembers the path.
func (k *walker) branch(step study.Step) string {
	w := k.walk
	next, goesOn := w.Next()
	switch {
	case goesOn && step.Next:
		return k.at(next)
	case w.At() == study.MostSteps:
		return ""
	}
	soFar, other := k.upTo(w.At()), *k
	if k.from == "" && (w.At() < w.Length() || w.Cycle() != study.NoCycle) {
		other.from = w.String()
	}
	return other.to(soFar + "." + strconv.Itoa(step.Number))
}

// upTo writes the first steps of the walk, without a position or a cycle.
func (k *walker) upTo(steps int) string {
	return strings.Join(numbersOf(pathOf(k.walk))[:steps+1], ".")
}

func pathOf(w *study.Walk) string {
	path, _, _ := strings.Cut(w.String(), "_")
	return path
}

// numbersOf are the numbers in a path, the first of which is the initial state.
func numbersOf(path string) []string {
	return strings.FieldsFunc(path, func(r rune) bool { return r == '.' || r == '~' })
}

// returns adds the links back: to the walk before its last step, and to the one it has branched off.
func (k *walker) returns(v *walkView) {
	original, err := study.Decode(k.walk.World(), k.from)
	if k.from != "" && err == nil {
		at := shared(pathOf(original), pathOf(k.walk))
		if there, err := original.Go(min(at, original.Length())); err == nil {
			v.BranchedAt, v.Return = at, (&walker{walk: there, flags: k.flags}).address(there)
		}
	}
	w := k.walk
	if w.At() != w.Length() || w.Length() == 0 || w.Cycle() != study.NoCycle {
		return
	}
	if v.Return != "" && w.Length() == v.BranchedAt+1 {
		v.Undo = v.Return
		return
	}
	v.Undo = k.to(k.upTo(w.Length() - 1))
}

// shared is the number of steps at the beginning that two walks have in common.
func shared(a, b string) int {
	one, other, n := numbersOf(a), numbersOf(b), 0
	for n < len(one) && n < len(other) && one[n] == other[n] {
		n++
	}
	return max(n-1, 0)
}
