package serve

import (
	"errors"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"interrex/checker"
	"interrex/internal/check"
)

// withheld are the flags of check that a visitor cannot set: they name files, or belong to the server.
var withheld = []string{"o", "format", "quiet", "workers", "checkpoint"}

// A formView is the form that asks for a world.
type formView struct {
	Algorithm  string
	Algorithms []string
	Groups     []groupView
	Error      string
	Open       bool // nothing was explored yet
}

type groupView struct {
	Title  string
	Fields []fieldView
	Open   bool // one of its fields is filled in
}

type fieldView struct {
	Field
	Value, Hint string
}

// memoryOfVisitor is what -max-memory means for a visitor: no file is kept for him.
const memoryOfVisitor = "memory to use, such as 1GiB, and no more than the site gives; the check ends where that does not suffice"

// form is the form, filled in with the given flags. Choosing another algorithm loads another form.
func (s *Site) form(given url.Values) formView {
	v := formView{Algorithm: given.Get("algo"), Algorithms: s.algorithms()}
	fields, known := s.forms[v.Algorithm]
	if !known {
		v.Algorithm = v.Algorithms[0]
		fields = s.forms[v.Algorithm]
	}
	for _, title := range groups {
		group := groupView{Title: title, Open: len(v.Groups) < 2}
		for _, f := range fields() {
			if f.Group != title || f.Name == "algo" || slices.Contains(withheld, f.Name) {
				continue
			}
			if f.Name == "max-memory" {
				f.Help = memoryOfVisitor
			}
			value := given.Get(f.Name)
			group.Fields = append(group.Fields, fieldView{f, value, f.Help})
			group.Open = group.Open || value != ""
		}
		if len(group.Fields) > 0 {
			v.Groups = append(v.Groups, group)
		}
	}
	return v
}

// spelling matches the name of a flag. A leading dash, or an = in it, would make it another flag.
var spelling = regexp.MustCompile(`^[a-z][a-z0-9-]*$`)

// arguments are the flags in an address, ordered by name. Empty ones were not filled in. own are the page's own
// parameters, which are not flags.
func arguments(query url.Values, own ...string) (args []string, err error) {
	for name, values := range query {
		switch {
		case slices.Contains(own, name) || strings.Join(values, "") == "":
			continue
		case !spelling.MatchString(name):
			return nil, errors.New("an address has flags such as algo=bully&n=4; " + strconv.Quote(name) + " is not the name of a flag")
		case slices.Contains(withheld, name):
			return nil, errors.New("-" + name + " is not for visitors of a server: its reports are pages, and it reads and writes no file")
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
	asked.Workers, asked.Disk = most.Workers, "" // what memory does not hold is not kept
	asked.MaxStates = least(asked.MaxStates, most.MaxStates)
	if asked.MaxTime == 0 || asked.MaxTime > most.MaxTime {
		asked.MaxTime = most.MaxTime
	}
	if most.MaxMemory != 0 && (asked.MaxMemory == 0 || asked.MaxMemory > most.MaxMemory) {
		asked.MaxMemory = most.MaxMemory
	}
	return asked
}

// without is a query without some of its parameters and without empty ones: the flags of a world.
func without(query url.Values, own ...string) url.Values {
	clean := url.Values{}
	for name, values := range query {
		if value := strings.TrimSpace(strings.Join(values, "")); value != "" && !slices.Contains(own, name) {
			clean.Set(name, value)
		}
	}
	return clean
}

// encode writes a query readably, with literal commas in lists of ids.
func encode(query url.Values) string {
	return strings.NewReplacer("%2C", ",", "%3A", ":").Replace(query.Encode())
}
