package ledger

import (
	"encoding/json"
	"io"

	"interrex/internal/check"
	"interrex/internal/prose"
)

// claimsDocument is the JSON of the claims.
type claimsDocument struct {
	// The version of Interrex that wrote this.
	Interrex string `json:"interrex"`
	// The claims that were asked for, by their ids.
	Claims []claim `json:"claims"`
	// Whether the run was not interrupted before all were judged.
	Complete bool `json:"complete"`
	// The exit code: the worst of those of the claims.
	Exit int `json:"exit"`
}

type claim struct {
	// The id of the claim.
	ID string `json:"id"`
	// The lectures that say so, by number.
	Lectures []string `json:"lectures"`
	// The claim in one English sentence.
	Sentence string `json:"sentence"`
	// A few words of the original for each.
	Quotes []quote `json:"quotes"`
	// The claims that contradict this one.
	Against []string `json:"against"`
	// The verdict, computed of the outcomes of the cases.
	Verdict string `json:"verdict"`
	// The verdict that the record has.
	Recorded string `json:"recorded"`
	// In which cases a claim that holds only if something is so holds, in words; null for other claims.
	Condition *string `json:"condition"`
	// What was found, in words of the record.
	Words string `json:"words"`
	// What cannot be run yet, and leaves the claim undecided; null if nothing.
	Waits *string `json:"waits"`
	// Whether it may take more than 40 seconds on two cores.
	Long bool `json:"long"`
	// The readings of the claim, or the worlds in which it is asked.
	Cases []claimCase `json:"cases"`
	// Where the record is not what was computed, in words.
	Differs []string `json:"differs"`
	// The exit code: 0 if decided as recorded, 12 if not as recorded, 152 if undecided.
	Exit int `json:"exit"`
}

type quote struct {
	// The number of the lecture.
	Lecture string `json:"lecture"`
	// Its words, in its own language.
	Words string `json:"words"`
}

type claimCase struct {
	// The reading or the world; it completes the word if.
	If string `json:"if"`
	// Whether the claim is true in this case, computed of its runs.
	Outcome string `json:"outcome"`
	// The outcome that the record has.
	Recorded string `json:"recorded"`
	// For which numbers of processes; null if only stories were followed.
	Sizes *string `json:"sizes"`
	// The commands that decide the case.
	Runs []claimRun `json:"runs"`
}

type claimRun struct {
	// The command as one types it, or alike and knowledge, which only explore claims runs.
	Command string `json:"command"`
	// The states that it explores, of all its worlds together; null if it explores none.
	States *int `json:"states"`
	// The exit code of the command alone.
	Exit int `json:"exit"`
	// Whether it shows what it must if the claim is true.
	Outcome string `json:"outcome"`
	// The properties and numbers of its report that decide.
	Decides []answerJSON `json:"decides"`
}

type answerJSON struct {
	// A property, or the place of a number in the report of the command.
	What string `json:"what"`
	// What must be true of it if the claim is true.
	Relation string `json:"relation"`
	// The number, or what repeats; null where there is none.
	Value *string `json:"value"`
	// What the report says: a verdict or a number.
	Got string `json:"got"`
	// Whether it is as it must be.
	Outcome string `json:"outcome"`
}

// JSON writes the judgements as one object.
func (c *Claims) JSON(out io.Writer) error {
	d := claimsDocument{Interrex: check.Version, Claims: []claim{}, Complete: !c.interrupted, Exit: c.Exit()}
	for _, j := range c.judged {
		alone := Claims{request: c.request}
		alone.Add(j)
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
	encoder := json.NewEncoder(out)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	return encoder.Encode(d)
}
