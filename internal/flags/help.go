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

// Describe writes the flag and its purpose.
func (f Flag) Describe(w *prose.Writer) {
	name := "  -" + f.Name
	if f.Takes != "" && f.Takes != "WORD" {
		name += "=" + f.Takes
	}
	text := f.Help
	if f.Takes == "WORD" && f.Words != nil {
		name += "="
		text = strings.TrimSuffix(strings.Join(f.Words(), " | ")+"; "+f.Help, "; ")
	}
	w.Entry(name, text, 24)
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
		page.WriteString("| `" + name + "` | " + strings.ReplaceAll(words+f.Help, "|", "\\|") + " |\n")
	}
	return strings.ReplaceAll(page.String(), "\n****\n", "")
}
