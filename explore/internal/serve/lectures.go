package serve

import (
	"cmp"
	"strings"

	http "interrex/explore/internal/serve/web"
	"interrex/explore/internal/story"
	"interrex/spec/claims"
	"interrex/traces/stage"
)

// A claimView is one claim of the ledger, with the commands that decide it.
type claimView struct {
	claims.Claim
	Verdict, Class string
	Cases          []caseView
}

type caseView struct {
	If, Found, Sizes string
	Runs             []claimRunView
}

// A claimRunView is a command of the ledger, and what its report must show for the claim to be true.
type claimRunView struct {
	Command string
	Address string // of the page that runs it; "": it runs in a terminal only
	Shows   []foundView
}

// A foundView is a report's answer to one ask, and whether it is the one that the claim needs.
type foundView struct {
	Text    string
	Differs bool
}

// claims is the page of the ledger.
func (s *Site) claims(w http.ResponseWriter, _ *http.Request) {
	var all []claimView
	for _, c := range claims.All() {
		all = append(all, viewOf(c))
	}
	s.show(w, http.StatusOK, "claims", "The ledger of claims", all)
}

func viewOf(c claims.Claim) claimView {
	class := map[claims.Verdict]string{claims.Confirmed: "holds", claims.Refuted: "violated", claims.OnlyIf: "partly"}[c.Found]
	v := claimView{Claim: c, Verdict: c.Found.String(), Class: cmp.Or(class, "inconclusive")}
	for _, one := range c.Cases {
		shown := caseView{If: one.If, Found: one.Found.String(), Sizes: one.Sizes}
		for _, run := range one.Runs {
			view := claimRunView{Command: run.Command}
			if name, is := strings.CutPrefix(run.Command, "story -story="); is {
				view.Address = "/story/" + name
			} else if check := strings.TrimPrefix(run.Command, "check "); strings.HasPrefix(check, "-") && !strings.Contains(check, "-orders=") {
				view.Address = "/check?" + encode(queryOf(check))
			}
			for _, ask := range run.Shows {
				found := claims.Found(run.Command, ask)
				view.Shows = append(view.Shows, foundView{ask.Told(found), found != ""})
			}
			shown.Runs = append(shown.Runs, view)
		}
		v.Cases = append(v.Cases, shown)
	}
	return v
}

// claim is the page of one claim.
func (s *Site) claim(w http.ResponseWriter, r *http.Request) {
	c, ok := claims.Find(r.PathValue("id"))
	if !ok {
		s.refuse(w, http.StatusNotFound, "there is no such claim", backView{"All claims", "/claims"})
		return
	}
	s.show(w, http.StatusOK, "claim", c.ID, viewOf(c))
}

// A storyView is the page of a story, with its neighbours in the list of stories.
type storyView struct {
	playedView
	Onward string // the page that goes on otherwise
	Name   string
	Names  []string // all stories
}

// story plays a story of the lectures.
func (s *Site) story(w http.ResponseWriter, r *http.Request) {
	name := r.PathValue("name")
	told, err := story.Tell(s.Program, name)
	switch {
	case err != nil:
		panic(err) // a story that comes with Interrex
	case told == nil:
		s.refuse(w, http.StatusNotFound, "there is no story "+name)
		return
	}
	document := told.Document()
	onward := walkPage(queryOf(told.Script.World), told.Walk().String(), "")
	s.show(w, http.StatusOK, "story", document.Title, storyView{playedView{Documents: []*stage.Run{document}}, onward, name, story.Names(s.Program)})
}

// storiesOf are links to the stories of an algorithm, or to all.
func (s *Site) storiesOf(algorithm string) (all []backView) {
	for _, script := range story.Scripts(s.Program) {
		if algorithm == "" || queryOf(script.World).Get("algo") == algorithm {
			all = append(all, backView{strings.ToUpper(script.Title[:1]) + script.Title[1:], "/story/" + script.Name})
		}
	}
	return all
}
