package serve

import (
	"cmp"
	"encoding/json"

	"net/url"
	"slices"
	"strings"

	http "interrex/explore/internal/serve/web"
	"interrex/internal/check"
	"interrex/internal/flags"
	"interrex/internal/meant"
	"interrex/internal/prose"
)

// A question asks in words for the value of a flag. Each answer has a value, its words, and what they mean in the sentence on
// the check. The words of other values are the value and the last part of more.
type question struct {
	flag, asks string
	answers    [][3]string
	more       string
}

// worldQuestions are those of the form, in its order. The first one is answered by a number.
var worldQuestions = []question{
	{"n", "How many processes?", nil, ""},
	{"starts", "Who starts an election?", [][3]string{
		{"0", "nobody, until a leader dies", "an election starts only when a leader is found dead"}, {"1", "one process", "one process starts an election"},
		{"2", "two, or one twice", "two elections are started"}, {"unlimited", "anyone, any time", "processes start elections at any time"},
	}, "elections are started"},
	{"crashes", "May they crash?", [][3]string{
		{"0", "no", "no process crashes"}, {"1", "one may", "one may crash"}, {"2", "two may", "two may crash"}, {"unlimited", "all may", "any may crash"},
	}, "may crash"},
	{"restarts", "May they come back?", [][3]string{
		{"0", "no", "the dead stay dead"}, {"1", "one may", "one may come back"}, {"2", "two may", "two may come back"}, {"unlimited", "any time", "the dead may come back"},
	}, "may come back"},
	{"channels", "What do channels do?", [][3]string{
		{"fifo", "keep the order", "messages arrive in order"}, {"bag", "messages overtake", "messages may overtake each other"},
		{"lossy", "lose messages", "a message may be lost"}, {"duplicating", "deliver twice", "a message may arrive twice"},
	}, "channels"},
}

// An answerView is an answer. The default has no value: the flag may be left out.
type answerView struct {
	Value, Words    string
	Default, Chosen bool
}

// isAsked reports whether there is a question about a flag.
func isAsked(flag string) bool {
	return slices.ContainsFunc(worldQuestions, func(q question) bool { return q.flag == flag })
}

// ask puts the question about a field, with its answers. A value that is not among these becomes one.
func (q question) ask(f *fieldView) {
	f.Asks = q.asks
	for _, a := range q.answers {
		if f.Choices == nil || slices.Contains(f.Choices, a[0]) {
			f.Answers = append(f.Answers, answerView{Value: a[0], Words: a[1]})
		}
	}
	for _, value := range []string{f.Default, f.Value} {
		if known := slices.ContainsFunc(f.Answers, func(a answerView) bool { return a.Value == value }); value != "" && !known && q.answers != nil {
			f.Answers = append(f.Answers, answerView{Value: value, Words: value})
		}
	}
	for i, a := range f.Answers {
		f.Answers[i].Chosen = a.Value == cmp.Or(f.Value, f.Default)
		if f.Answers[i].Default = a.Value == f.Default; f.Answers[i].Default {
			f.Answers[i].Value = ""
		}
	}
}

// clause is a value of the question's flag in the sentence.
func (q question) clause(value string) string {
	for _, a := range q.answers {
		if a[0] == value {
			return a[2]
		}
	}
	return value + " " + q.more
}

// sentence says what a check of a world asks.
func sentence(q *check.Question) string {
	a, values := q.World.Algorithm, map[string]string{}
	for _, f := range check.InForce(q.World) {
		values[f.Name] = f.Text()
	}
	clauses := []string{}
	for _, one := range worldQuestions[1:] {
		if value, has := values[one.flag]; has && (one.flag != "restarts" || value != "0" || values["crashes"] != "0") {
			clauses = append(clauses, one.clause(value))
		}
	}
	var others, asked []string
	for _, given := range q.Given {
		name, _, _ := strings.Cut(strings.TrimLeft(given, "-"), "=")
		if !isAsked(name) && !slices.Contains([]string{"algo", "ids", "property"}, name) {
			others = append(others, given)
		}
	}
	for _, p := range q.Properties {
		if q.IsAsked(p.Name) {
			asked = append(asked, p.Name)
		}
	}
	said := "Every run of " + a.Name + " with " + prose.Plural(len(q.World.IDs), "process")
	if len(clauses) > 0 {
		said += ": " + strings.Join(clauses, ", ")
	}
	if len(others) > 0 {
		said += ", with " + strings.Join(others, " ")
	}
	return said + ". Does each keep " + strings.Join(asked, ", ") + "?"
}

// A saying is what the form says of its answers, for the script of the page.
type saying struct {
	Sentence string `json:"sentence"`
	Command  string `json:"command"`
	Error    string `json:"error,omitempty"`
}

// say is that about an address.
func (s *Site) say(query url.Values) saying {
	if query.Get("n") == "" && query.Get("ids") == "" {
		query.Set("n", usualSize)
	}
	if query.Get("ids") != "" && query.Get("n") == usualSize {
		query.Del("n")
	}
	asked, err := s.parse(query, formParameter)
	if err != nil {
		return saying{Error: flags.OneLine(meant.Text(err))}
	}
	return saying{Sentence: sentence(asked), Command: asked.Reproduce()}
}

// sentence answers the script of the form.
func (s *Site) sentence(w http.ResponseWriter, r *http.Request) { answer(w, s.say(r.URL.Query())) }

// answer writes a document for a script.
func answer(w http.ResponseWriter, document any) {
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(document)
}
