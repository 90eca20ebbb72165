package serve

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"interrex/explore/internal/command"
	"interrex/explore/internal/ledger"
	"interrex/explore/internal/serve/jobs"
	http "interrex/explore/internal/serve/web"
	"interrex/spec/claims"
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
	Command, Address string
	Watch            string // the page of the story; "": it is none
	Shows            []foundView
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
	number := 0
	for _, one := range c.Cases {
		shown := caseView{If: one.If, Found: one.Found.String(), Sizes: one.Sizes}
		for _, run := range one.Runs {
			address := fmt.Sprintf("/claims/%s/%d", c.ID, number)
			if strings.Contains(run.Command, "-orders=") { // a report of its own kind
			} else if strings.HasPrefix(run.Command, "-") || strings.HasPrefix(run.Command, "check ") {
				address = "/check?" + encode(queryOf(strings.TrimPrefix(run.Command, "check ")))
			}
			view := claimRunView{Command: run.Command, Address: address}
			if name, is := strings.CutPrefix(run.Command, "story -story="); is {
				view.Watch = "/story/" + name
			}
			for _, ask := range run.Shows {
				found := claims.Found(run.Command, ask)
				view.Shows = append(view.Shows, foundView{ask.Told(found), found != ""})
			}
			shown.Runs = append(shown.Runs, view)
			number++
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

// A reportView is the page of a ledger command other than check.
type reportView struct {
	ID, Command, Address string
	Job                  jobs.View[*result]
	Failure              string
}

// claimRun runs a command of the ledger, and only those: the visitor gives its number.
func (s *Site) claimRun(w http.ResponseWriter, r *http.Request) {
	c, ok := claims.Find(r.PathValue("id"))
	number, err := strconv.Atoi(r.PathValue("run"))
	line := ""
	for _, one := range c.Cases {
		for _, run := range one.Runs {
			if ok && err == nil && number == 0 {
				line = run.Command
			}
			number--
		}
	}
	if line == "" {
		s.refuse(w, http.StatusNotFound, "there is no such run of a claim", backView{"All claims", "/claims"})
		return
	}
	if !ledger.Has(s.Program, line) {
		s.refuse(w, http.StatusNotFound, "this command does not run in a browser; run "+s.Program.Name+" "+line, backView{"Claim " + c.ID, "/claims/" + c.ID})
		return
	}
	call := ledger.Parse(s.Program, line)
	call.Asking.Of().Options = within(call.Asking.Of().Options, s.Bounds)
	job, err := s.ask(r.Context(), "ledger "+line, s.command(call))
	if err != nil {
		s.refuse(w, http.StatusServiceUnavailable, err.Error())
		return
	}
	v := reportView{ID: c.ID, Command: line, Address: r.URL.Path, Job: job}
	if job.Err != nil && !job.Stopped {
		v.Failure = s.failure(job.Err)
	}
	s.show(w, http.StatusOK, "report", c.ID, v)
}

// mostText is how many bytes of a report are kept.
const mostText = 1 << 20

// command is the work of a command of the ledger.
func (s *Site) command(call *command.Call) jobs.Work[*result] {
	return func(ctx context.Context, say func(string)) (*result, error) {
		ctx, cancel := context.WithTimeout(ctx, s.Bounds.MaxTime)
		defer cancel()
		say("exploring")
		var text bytes.Buffer
		var complaints strings.Builder
		if call.Do(ctx, &text, &complaints); complaints.Len() > 0 {
			s.Complain(complaints.String())
		}
		if text.Len() > mostText {
			return nil, errors.New("the report is too long for a page; use the command")
		}
		return &result{Text: text.String()}, nil
	}
}
