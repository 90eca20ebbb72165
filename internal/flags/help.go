package flags

import (
	"slices"
	"strings"

	"interrex/internal/prose"
)

// Groups are the headings that have at least one entry, in the order of the table.
func (t Table) Groups() (all []string) {
	for _, f := range t {
		if !f.Usual && f.Name != "" && !slices.Contains(all, f.Group) {
			all = append(all, f.Group)
		}
	}
	return all
}

// Describe writes the flag and its purpose, in as many lines as that takes.
func (f Flag) Describe(w *prose.Writer) {
	name, text := f.named("; ")
	w.Entry(name, text, nameWidth)
}

// Explain writes the flag, its values and its complete help, as a page of its own.
func (f Flag) Explain(w *prose.Writer) {
	name := "-" + f.Name
	if f.Takes == "WORD" && f.Words != nil {
		name += "=" + strings.Join(f.Words(), "|")
	} else if f.Takes != "" {
		name += "=" + f.Takes
	}
	w.Line("%s", name)
	w.Paragraph(strings.ToUpper(f.Help[:1]) + f.Help[1:] + ".")
}

// nameWidth is the width of the column of names in a help text.
const nameWidth = 24

// Summarize writes one line: the flag, and the first sentence of its help.
func (f Flag) Summarize(w *prose.Writer) {
	f.Help, _, _ = strings.Cut(f.Help, ". ")
	name, text := f.named(": ")
	w.Line("%-*s %s", nameWidth, name, text)
}

// named is the flag as a table of help has it, and its help, with the values before it where they are words.
func (f Flag) named(colon string) (name, text string) {
	name, text = "  -"+f.Name, f.Help
	switch {
	case f.Takes == "WORD" && f.Words != nil:
		return name + "=", strings.TrimSuffix(strings.Join(f.Words(), " | ")+colon+text, colon)
	case f.Takes != "":
		name += "=" + f.Takes
	}
	return name, text
}

// Markdown is the table as a page has it, group by group.
func (t Table) Markdown() string {
	var page strings.Builder
	last := ""
	for i, f := range t {
		if f.Name == "" {
			continue
		}
		if i == 0 || f.Group != last {
			last = f.Group
			page.WriteString("\n" + strings.TrimSpace("**"+last+"**") + "\n\n| flag | what it does |\n|---|---|\n")
		}
		name, takes, words := "-"+f.Name, f.Takes, ""
		if takes == "WORD" && f.Words != nil {
			takes, words = f.Words()[0], strings.Join(f.Words(), ", ")+": "
		}
		if takes != "" {
			name += "=" + takes
		}
		page.WriteString("| `" + name + "` | " + strings.ReplaceAll(strings.TrimSuffix(words+f.Help, ": "), "|", "\\|") + " |\n")
	}
	return strings.ReplaceAll(page.String(), "\n****\n", "")
}
