package request

import (
	"errors"
	"flag"
	"io/fs"
	"slices"
	"strings"

	"interrex/model/mutants"
	"interrex/spec/claims"
	"interrex/spec/stories"
)

// Complete lists what the last of some words, which is being typed, can become: commands, flags, values
// of flags. A flag that wants a value ends in =. Nothing is listed where a file is to be named.
func Complete(words []string) []string {
	last, before := words[len(words)-1], words[:len(words)-1]
	command, given := "check", before
	if len(before) > 0 && !strings.HasPrefix(before[0], "-") {
		command, given = before[0], before[1:]
	}
	name, _, isValue := strings.Cut(strings.TrimPrefix(last, "-"), "=")
	isFlag := strings.HasPrefix(last, "-")
	var all []string
	switch {
	case len(before) == 0 && !isFlag, command == "help" && len(given) == 0:
		all = Commands()
	case command == "completion" && len(given) == 0:
		all = Shells()
	case command == "completion", command == "help", !isFlag && (command == "show" || command == "replay"):
	case isFlag && isValue:
		all = valuesOf(command, given, name, strings.TrimPrefix(last, "-"+name+"="))
	default:
		all = Flags(command, given)
	}
	return slices.DeleteFunc(all, func(word string) bool { return !strings.HasPrefix(word, last) })
}

// Flags lists the flags that mean something to a command beside those given. There is no list of them
// for each command: each flag is tried. After what is no flag at all none is.
func Flags(command string, given []string) (all []string) {
	if (&values{}).flagSet().Parse(given) != nil {
		return nil
	}
	(&values{}).flagSet().VisitAll(func(f *flag.Flag) {
		isSwitch := f.Value.(*once).IsBoolFlag()
		switch {
		case gives(given, f.Name) || !takes(command, given, f.Name):
		case isSwitch:
			all = append(all, "-"+f.Name)
		default:
			all = append(all, "-"+f.Name+"=")
		}
	})
	return all
}

func gives(flags []string, name string) bool {
	return slices.ContainsFunc(flags, func(flag string) bool { return flag == "-"+name || strings.HasPrefix(flag, "-"+name+"=") })
}

// takes reports whether some line of the command with such a flag is good, or bad for the flag's
// value alone.
func takes(command string, given []string, name string) bool {
	value := "1"
	if (&values{}).flagSet().Set(name, value) != nil {
		value = "1s"
	}
	for _, line := range lines(command, given, name) {
		_, err := Parse(append(line, "-"+name+"="+value))
		isOfValue := err != nil && strings.HasPrefix(err.Error(), "-"+name+"=")
		isOfFiles := err != nil && (command == "show" || command == "replay") && !strings.Contains(err.Error(), "has no meaning")
		switch {
		case err == nil || isOfValue || isOfFiles:
			return true
		case strings.HasPrefix(err.Error(), "-"+name+" has no meaning for "+command):
			return false // on no line
		}
	}
	return false
}

// lines are lines of a command to which a flag can be added: those given, and beside them what some
// commands want before they look at others.
func lines(command string, given []string, name string) (all [][]string) {
	with := func(flags ...string) {
		line := append([]string{command}, given...)
		for _, flag := range flags {
			if other, _, _ := strings.Cut(flag[1:], "="); other != name && !gives(given, other) {
				line = append(line, flag)
			}
		}
		all = append(all, line)
	}
	_, err := Parse([]string{command, "-algo=?"})
	isOfAlgorithms := err == nil || !strings.HasPrefix(err.Error(), "-algo has no meaning ")
	for _, algorithm := range strings.Split(algorithms(), ", ") {
		if algorithm = "-algo=" + algorithm; !isOfAlgorithms || gives(given, "algo") && len(all) > 0 {
			break
		}
		with(algorithm, "-n=2")
		with(algorithm)
		with(algorithm, "-n=2", "-to=1")
		with(algorithm, "-edges")
		with(algorithm, "-n=2", "-reduce=po")
	}
	with()
	with("-edges")
	return all
}

// valuesOf lists the values of a flag, as far as they are words; of a list the last is completed.
func valuesOf(command string, given []string, name, typed string) (all []string) {
	prefix := "-" + name + "="
	var words []string
	switch name {
	case "algo":
		words = strings.Split(algorithms(), ", ")
	case "on":
		words = strings.Split(identified(), ", ")
	case "property":
		list := typed[:strings.LastIndex(typed, ",")+1]
		prefix += list
		words = aboutProperty(given)
		if list != "" { // a set stands first
			words = slices.DeleteFunc(words, func(word string) bool { return word == UsualSet || word == PromisedSet })
		}
	case "story":
		files, _ := fs.Glob(stories.Scripts, "*.story")
		for _, file := range files {
			words = append(words, strings.TrimSuffix(file, ".story"))
		}
	case "mutant":
		for _, m := range mutants.Mutants() {
			if !gives(given, "algo") || slices.Contains(given, "-algo="+m.Of) {
				words = append(words, m.Name)
			}
		}
	case "id":
		for _, c := range claims.All() {
			words = append(words, c.ID)
		}
	default:
		words = choices(command, given, name)
	}
	for _, word := range words {
		all = append(all, prefix+word)
	}
	return all
}

// choices are what a command answers to a value that it does not take.
func choices(command string, given []string, name string) []string {
	for _, line := range lines(command, given, name) {
		_, err := Parse(append(line, "-"+name+"=?"))
		if refused := (*notAllowed)(nil); errors.As(err, &refused) && refused.flag == name {
			return slices.DeleteFunc(refused.allowed, func(word string) bool { // by what looks at it later
				_, err := Parse(append(line, "-"+name+"="+word))
				return err != nil && strings.HasPrefix(err.Error(), "-"+name+"="+word+": allowed ")
			})
		}
	}
	return nil
}
