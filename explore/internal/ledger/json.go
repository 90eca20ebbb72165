package ledger

import (
	"io"

	"interrex/internal/check"
	"interrex/internal/prose"
)

// claimsDocument is the JSON of the claims.
type claimsDocument struct {
	Interrex string  `json:"interrex"`
	Claims   []claim `json:"claims"`
	Complete bool    `json:"complete"`
	Exit     int     `json:"exit"`
}

type claim struct {
	ID        string      `json:"id"`
	Lectures  []string    `json:"lectures"`
	Sentence  string      `json:"sentence"`
	Quotes    []quote     `json:"quotes"`
	Against   []string    `json:"against"`
	Verdict   string      `json:"verdict"`
	Recorded  string      `json:"recorded"`
	Condition *string     `json:"condition"`
	Words     string      `json:"words"`
	Waits     *string     `json:"waits"`
	Long      bool        `json:"long"`
	Cases     []claimCase `json:"cases"`
	Differs   []string    `json:"differs"`
	Exit      int         `json:"exit"`
}

type quote struct {
	Lecture string `json:"lecture"`
	Words   string `json:"words"`
}

type claimCase struct {
	If       string     `json:"if"`
	Outcome  string     `json:"outcome"`
	Recorded string     `json:"recorded"`
	Sizes    *string    `json:"sizes"`
	Runs     []claimRun `json:"runs"`
}

type claimRun struct {
	Command string       `json:"command"`
	States  *int         `json:"states"`
	Exit    int          `json:"exit"`
	Outcome string       `json:"outcome"`
	Decides []answerJSON `json:"decides"`
}

type answerJSON struct {
	What     string  `json:"what"`
	Relation string  `json:"relation"`
	Value    *string `json:"value"`
	Got      string  `json:"got"`
	Outcome  string  `json:"outcome"`
}

// JSON writes the judgements as one object.
func (c *Claims) JSON(out io.Writer) error {
	d := claimsDocument{Interrex: check.Version, Claims: []claim{}, Complete: !c.interrupted, Exit: c.Exit()}
	for _, j := range c.judged {
		alone := Claims{judged: []Judgement{j}}
		one := claim{
			ID: j.Claim.ID, Lectures: j.Claim.Lectures, Sentence: j.Claim.Sentence, Quotes: []quote{}, Against: append([]string{}, j.Claim.Against...),
			Verdict: j.Verdict.String(), Recorded: j.Claim.Found.String(), Condition: prose.UnlessEmpty(j.Claim.Condition()), Words: j.Claim.Words, Waits: prose.UnlessEmpty(j.Claim.Waits), Long: j.Claim.Long,
			Cases: []claimCase{}, Differs: append([]string{}, j.Differs()...), Exit: alone.Exit(),
		}
		for _, q := range j.Claim.Quotes {
			one.Quotes = append(one.Quotes, quote(q))
		}
		for _, judged := range j.Cases {
			row := claimCase{judged.If, judged.Outcome.String(), judged.Found.String(), prose.UnlessEmpty(judged.Sizes), []claimRun{}}
			for _, run := range judged.Runs {
				made := claimRun{Command: Typed("explore", run.Command), Exit: run.Report.Exit(), Outcome: run.Outcome.String(), Decides: []answerJSON{}}
				if n := run.Report.States(); n > 0 {
					made.States = &n
				}
				for _, a := range run.Answers {
					made.Decides = append(made.Decides, answerJSON{a.What, string(a.Is), prose.UnlessEmpty(a.Value), a.Got, a.Outcome.String()})
				}
				row.Runs = append(row.Runs, made)
			}
			one.Cases = append(one.Cases, row)
		}
		d.Claims = append(d.Claims, one)
	}
	return prose.JSON(out, d)
}
