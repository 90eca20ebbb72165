package request

import (
	"errors"
	"flag"
	"slices"
	"strings"
)

// A Field is a flag that means something for a check of one algorithm, as a form asks for it.
type Field struct {
	Name    string
	Choices []string // the values allowed, the default first; nil where they are too many to list
	Switch  bool     // it is on or off
	Rule    string   // what is allowed, in words; "" for any text
}

// Fields are the flags of a check of an algorithm, in the order of their names. There is no second
// list of them: each flag is tried, and what the command line would answer says what it is.
func Fields(algorithm string) ([]Field, error) {
	if _, err := Parse([]string{"-algo=" + algorithm, "-n=2"}); err != nil {
		return nil, err
	}
	var fields []Field
	(&values{}).flagSet().VisitAll(func(f *flag.Flag) {
		field := Field{Name: f.Name, Switch: f.Value.(*once).IsBoolFlag()}
		if field.Switch {
			field.Choices = []string{"true"}
		}
		if isIdle(algorithm, f.Name, "1") || isIdle(algorithm, f.Name, "true") {
			return
		}
		_, err := Parse(probe(algorithm, f.Name, "?"))
		if refused := (*notAllowed)(nil); errors.As(err, &refused) {
			field.Choices = refused.allowed
		} else if err != nil {
			field.Rule = ruleIn(err.Error())
		}
		fields = append(fields, field)
	})
	return fields, nil
}

// ruleIn is what an error says of all values, without what it says of this one.
func ruleIn(text string) string {
	_, rule, _ := strings.Cut(text, "=?: ")
	if _, general, more := strings.Cut(rule, "; "); more {
		return general
	}
	return rule
}

// probe is a command line with one flag more.
func probe(algorithm, name, value string) []string {
	args := []string{"-algo=" + algorithm, "-n=2", "-" + name + "=" + value}
	if name != "max-memory" { // nobody need ask the machine how much it has
		args = append(args, "-max-memory=1GiB")
	}
	switch {
	case name == "algo" || name == "n": // a flag is given once
		args = slices.Delete(args, slices.Index([]string{"algo", "n"}, name), slices.Index([]string{"algo", "n"}, name)+1)
	case slices.Contains(clockFlags, name):
		args = append(args, "-timeouts=clock")
	}
	return args
}

// isIdle reports whether a flag has no meaning for a check of the algorithm, whatever its value.
func isIdle(algorithm, name, value string) bool {
	_, err := Parse(probe(algorithm, name, value))
	refused := (*notAllowed)(nil)
	return err != nil && strings.Contains(err.Error(), "has no meaning for ") || errors.As(err, &refused) && refused.flag != name
}
