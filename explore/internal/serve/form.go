package serve

import (
	"errors"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"interrex/checker"
	"interrex/explore/internal/command"
	"interrex/internal/check"
	"interrex/internal/flags"
	"interrex/internal/meant"
)

// withheld are the flags of check that a visitor cannot set: they name files, or belong to the server.
var withheld = []string{"o", "format", "quiet", "workers"}

// A formView is the form that asks for a world.
type formView struct {
	Algorithm  string // "": none is selected
	World      string // of its author, in words; "": there are none
	Unknown    string // the name that was given, if there is no such algorithm
	Algorithms []string
	Questions  []*fieldView
	Groups     []groupView // the other flags
	More       bool        // one of these is filled in, or wrong
	Said       saying
	Error      string // the problem
	At         string // the name of the field with the error; "": of the whole form
	fields     map[string]*fieldView
}

type groupView struct {
	Title  string
	Fields []*fieldView
}

type fieldView struct {
	Field
	Value, Hint string
	Unknown     bool   // the value is not among the choices
	Error       string // the problem, if it is shown here
	See         string // the field with the message about this one; "": none
	Asks        string // the question for it; "": there is none
	Answers     []answerView
}

// memoryOfVisitor is what -max-memory means for a visitor: no file is kept for him.
const memoryOfVisitor = "memory to use, such as 1GiB, and no more than the site gives; the check ends where that does not suffice"

// usualSize is the number of processes that an empty form proposes.
const usualSize = "3"

// form is the form, filled in with the given flags. Choosing another algorithm loads another form.
func (s *Site) form(given url.Values) formView {
	v := formView{Algorithms: s.algorithms(), fields: map[string]*fieldView{}}
	if v.Algorithm, v.Unknown = s.algorithm(given); v.Unknown == "" {
		sized := without(given)
		sized.Set("algo", v.Algorithm)
		v.Said = s.say(sized)
	}
	if a, known := s.Program.Algorithm(v.Algorithm); known {
		v.World = a.World
	}
	all := s.fields(v.Algorithm, given)
	for _, f := range all {
		if f.Name != "algo" && !slices.Contains(withheld, f.Name) {
			v.fields[f.Name] = filled(f, given.Get(f.Name))
		}
	}
	for _, q := range worldQuestions {
		if f := v.fields[q.flag]; f != nil {
			q.ask(f)
			v.Questions = append(v.Questions, f)
		}
	}
	for _, title := range groups {
		group := groupView{Title: title}
		for _, f := range all {
			if shown := v.fields[f.Name]; shown != nil && f.Group == title && shown.Asks == "" {
				group.Fields = append(group.Fields, shown)
				v.More = v.More || given.Get(f.Name) != ""
			}
		}
		if len(group.Fields) > 0 {
			v.Groups = append(v.Groups, group)
		}
	}
	return v
}

// algorithm is the selected algorithm: the first by default; none for an unknown name.
func (s *Site) algorithm(given url.Values) (selected, unknown string) {
	all := s.algorithms()
	if !given.Has("algo") {
		return all[0], ""
	}
	name := strings.TrimSpace(given.Get("algo"))
	selected, known := flags.Among(name, all)
	if !known {
		return "", name
	}
	return selected, ""
}

// fields are those of an algorithm. Without one they are those that all algorithms have, and those that are given.
func (s *Site) fields(algorithm string, given url.Values) (fields []Field) {
	if of, known := s.forms[algorithm]; known {
		return of()
	}
	count := map[string]int{}
	for _, name := range s.algorithms() {
		for _, f := range s.forms[name]() {
			if count[f.Name]++; count[f.Name] == 1 {
				f.Choices, f.Default = nil, "" // which depend on the algorithm
				fields = append(fields, f)
			}
		}
	}
	return slices.DeleteFunc(fields, func(f Field) bool { return count[f.Name] < len(s.forms) && given.Get(f.Name) == "" })
}

// filled is a field with a value, which is shown as the form writes it, or else as it was given.
func filled(f Field, value string) *fieldView {
	value = strings.TrimSpace(value)
	v := &fieldView{Field: f, Value: value, Hint: f.Help}
	if f.Name == "max-memory" {
		v.Hint = memoryOfVisitor
	}
	on, err := strconv.ParseBool(value)
	switch choice, known := flags.Among(value, f.Choices); {
	case value == "" || f.Choices == nil:
	case f.Switch && err == nil && !on:
		v.Value = ""
	case f.Switch && err == nil:
		v.Value = "true"
	case known:
		v.Value = choice
	default:
		v.Unknown = true
	}
	return v
}

// propose fills in the usual number of processes.
func (v *formView) propose() {
	if f := v.fields["n"]; f != nil && f.Value == "" {
		f.Value = usualSize
	}
}

// flagIn finds the flags that an error names.
var flagIn = regexp.MustCompile(`(?:^|[^\w-])-([a-z][a-z0-9-]*)`)

// refuse shows an error at the first field that it names. Other fields that it names are marked too, if they
// are filled in.
func (v *formView) refuse(err error) {
	v.Error = flags.OneLine(meant.Text(err))
	var named []string
	for _, found := range flagIn.FindAllStringSubmatch(err.Error(), -1) {
		named = append(named, found[1])
	}
	if len(named) == 0 { // an error of the whole world begins with what it is about
		named = strings.Fields(err.Error())[:1]
	}
	for _, name := range named {
		f := v.fields[name]
		switch {
		case v.At == "" && name == "algo":
			v.At, v.Algorithm = name, ""
		case v.At == "" && f != nil:
			v.At, f.Error, f.See = name, v.Error, name
		case f != nil && f.Value != "":
			f.See = v.At
		}
	}
	v.More = v.More || v.At != "" && v.At != "algo" && !isAsked(v.At)
}

// toForm links to the form, filled in with those flags of an address that it can have.
func toForm(query url.Values) backView {
	filled := url.Values{formParameter: {"only"}}
	for name, values := range query {
		if spelling.MatchString(name) && !slices.Contains(withheld, name) && values[0] != "" {
			filled.Set(name, values[0])
		}
	}
	return backView{"Change the world", "/check?" + encode(filled)}
}

// spelling matches the name of a flag. A leading dash, or an = in it, would make it another flag.
var spelling = regexp.MustCompile(`^[a-z][a-z0-9-]*$`)

// arguments are the flags in an address, ordered by name. Empty ones were not filled in. own are the page's own
// parameters, which are not flags.
func arguments(query url.Values, own ...string) (args []string, err error) {
	for name, values := range query {
		switch {
		case slices.Contains(own, name) || slices.Contains(removed, name) || strings.Join(values, "") == "":
			continue
		case !spelling.MatchString(name):
			return nil, errors.New("an address has flags such as algo=bully&n=4; " + strconv.Quote(name) + " is not the name of a flag")
		case slices.Contains(withheld, name):
			return nil, errors.New("-" + name + " has no meaning in the browser: the server reads and writes no file")
		case len(values) > 1:
			return nil, errors.New("-" + name + " is given twice; give each flag once")
		}
		args = append(args, "-"+name+"="+strings.TrimSpace(values[0]))
	}
	slices.Sort(args)
	return args, nil
}

// parse reads the world that an address names, within the bounds of this server.
func (s *Site) parse(query url.Values, own ...string) (*check.Question, error) {
	args, err := arguments(query, own...)
	if err != nil {
		return nil, err
	}
	if slices.ContainsFunc(args, func(a string) bool { return strings.HasPrefix(a, "-h=") || strings.HasPrefix(a, "-help=") }) {
		return nil, errors.New("an address names a world by flags such as algo=bully&n=4")
	}
	call, err := s.Program.Prepare(s.Program.Command("check"), args)
	if err != nil {
		return nil, err
	}
	q := *call.Asking.Of()
	q.Options = within(q.Options, s.Bounds)
	return &q, nil
}

// within limits the bounds that a visitor asks for to those of the server.
func within(asked, most checker.Options) checker.Options {
	least := func(a, b int) int {
		if a == 0 || b != 0 && b < a {
			return b
		}
		return a
	}
	asked.Workers = most.Workers
	asked.MaxStates = least(asked.MaxStates, most.MaxStates)
	if asked.MaxTime == 0 || asked.MaxTime > most.MaxTime {
		asked.MaxTime = most.MaxTime
	}
	if most.MaxMemory != 0 && (asked.MaxMemory == 0 || asked.MaxMemory > most.MaxMemory) {
		asked.MaxMemory = most.MaxMemory
	}
	return asked
}

// removed are flags of earlier versions that old links have. They changed no verdict, and are left out.
var removed = []string{"checkpoint", "from", "max-counterexamples", "reduce", "shortest", "swarm", "sweep"}

// without is a query without some of its parameters, without empty ones and without removed flags: the flags of a world.
func without(query url.Values, own ...string) url.Values {
	clean := url.Values{}
	for name, values := range query {
		if value := strings.TrimSpace(strings.Join(values, "")); value != "" && !slices.Contains(own, name) && !slices.Contains(removed, name) {
			clean.Set(name, value)
		}
	}
	return clean
}

// encode writes a query readably, with literal commas in lists of ids.
func encode(query url.Values) string {
	return strings.NewReplacer("%2C", ",", "%3A", ":").Replace(query.Encode())
}

// A Field is a flag that has a meaning for a check of one algorithm, as a form shows it.
type Field struct {
	Name    string
	Group   string
	Takes   string
	Help    string
	Usual   bool
	Default string   // the value in the default world; "": it has none of its own
	Choices []string // the allowed values, the default first; nil: too many to list
	Switch  bool     // on or off
}

// Fields are the flags of a check of an algorithm, in the order of the table. Flags that need a clock, or channels
// or a detector that err, are included if the algorithm can have them.
func Fields(p *command.Program, algorithm string) []Field {
	tables := []flags.Table{}
	for _, world := range [][]string{nil, {"-timeouts=clock"}, {"-channels=lossy"}, {"-channels=duplicating"}, {"-detector=inaccurate"}} {
		q := p.NewQuestion()
		table := q.Flags()
		line, err := table.Scan(append([]string{"-algo=" + algorithm, "-n=2", "-max-memory=1GiB"}, world...)) // so that the machine's memory is not asked for
		if err == nil && table.Read(line) == nil {
			tables = append(tables, table)
		}
	}
	var all []Field
	for i, f := range tables[0] {
		means := func(t flags.Table) bool { return t[i].Applies() }
		at := slices.IndexFunc(tables, means)
		if f.Name == "" || at < 0 {
			continue
		}
		field := Field{Name: f.Name, Group: f.Group, Takes: f.Takes, Help: p.Own(f.Help), Usual: f.Usual, Switch: f.IsSwitch()}
		if slices.Contains(ofWorlds, f.Group) && f.Name != "n" && f.Name != "ids" && f.IsShown() {
			field.Default = check.Setting{Value: f.Get()}.Text()
		}
		if f.Words != nil && f.Name != "property" {
			field.Choices = tables[at][i].Words()
		}
		if field.Switch {
			field.Choices = []string{"true"}
		}
		all = append(all, field)
	}
	return all
}

// ofWorlds are the headings of the flags that have a value in the default world.
var ofWorlds = []string{check.TheElection, check.MayHappen, check.ByTheClock}

// groups are the headings of the form, in their order.
var groups = []string{check.TheElection, check.MayHappen, check.Asked, check.ByTheClock, check.Bounds, check.HowTold}
