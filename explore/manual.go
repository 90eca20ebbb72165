package explore

import (
	"regexp"
	"slices"
	"strings"

	"interrex/explore/internal/request"
)

// An entry of the help begins two blanks from the margin; its other lines are further in.
var (
	usageOf = regexp.MustCompile(`^  explore (\[check\]|[a-z]+)`)
	flagsOf = regexp.MustCompile(`^  -[a-z0-9-]+`)
)

// helpOn is all of the help or, of one command, how it is called, the flags that mean something to it,
// and its exit codes.
func helpOn(topic string) string {
	if topic == "" {
		return help
	}
	main, codes, _ := strings.Cut(help, "\nExit codes\n")
	taken := append(request.Flags(topic, nil), request.Flags(topic, []string{"-timeouts=clock"})...)
	var kept []string
	title, keep := "", false
	for line := range strings.Lines(main) {
		switch {
		case line == "\n":
			keep = false
		case line[0] != ' ':
			title, keep = "\n"+line, false
		case usageOf.MatchString(line):
			title, keep = "", strings.Trim(usageOf.FindStringSubmatch(line)[1], "[]") == topic
		case flagsOf.MatchString(line):
			keep = slices.ContainsFunc(flagsIn(line), func(flag string) bool {
				return slices.Contains(taken, flag) || slices.Contains(taken, flag+"=")
			})
		}
		if keep {
			kept, title = append(kept, title, line), ""
		}
	}
	return strings.Join(kept, "") + "\nExit codes\n" + codesOf(topic, codes)
}

// flagsIn are those that the first line of an entry explains: what stands before two blanks.
func flagsIn(line string) (flags []string) {
	names, _, _ := strings.Cut(line[len("  "):], "  ")
	for word := range strings.FieldsSeq(names) {
		flag, _, _ := strings.Cut(word, "=")
		flags = append(flags, flag)
	}
	return flags
}

// codesOf are the exit codes, and of the sentences below them those about one command.
func codesOf(topic, codes string) string {
	var table []string
	var words []string
	for line := range strings.Lines(codes) {
		if line[0] == ' ' {
			table = append(table, line)
		} else {
			words = append(words, strings.TrimSpace(line))
		}
	}
	prose, last, _ := strings.Cut(strings.Join(words, " "), ". ")
	for clause := range strings.SplitSeq(prose, "; ") {
		if name, what, _ := strings.Cut(clause, " "); name == topic {
			table = append(table, topic+" ends "+strings.TrimPrefix(what, "ends ")+".\n")
		}
	}
	return strings.Join(append(table, last), "") + "\n"
}
