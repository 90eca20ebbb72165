package exchange

import (
	"fmt"
	"io"
	"strings"

	"interrex/traces/draw"
)

// Text draws runs one after the other, for a terminal.
func Text(w io.Writer, runs []*Run) error {
	for i, r := range runs {
		if i > 0 {
			if _, err := fmt.Fprintln(w); err != nil {
				return err
			}
		}
		head := []string{r.Title}
		if r.Property != "" {
			head = append(head, r.Property+" is violated")
		}
		head = append(head, fmt.Sprintf("%d steps", r.Before+len(r.Steps)+r.After))
		if _, err := fmt.Fprintf(w, "%s\n\n", strings.Join(head, ", ")); err != nil {
			return err
		}
		if err := draw.Text(w, r.Drawing()); err != nil {
			return err
		}
		for _, words := range r.Words {
			if _, err := fmt.Fprintf(w, "\n%s\n", folded(words)); err != nil {
				return err
			}
		}
	}
	if len(runs) == 0 {
		_, err := fmt.Fprintln(w, "there is no counterexample in it")
		return err
	}
	return nil
}

// folded breaks a paragraph into lines of at most 100 letters.
func folded(paragraph string) string {
	var out strings.Builder
	at := 0
	for _, word := range strings.Fields(paragraph) {
		switch {
		case at > 0 && at+1+letters(word) > 100:
			out.WriteByte('\n')
			at = 0
		case at > 0:
			out.WriteByte(' ')
			at++
		}
		out.WriteString(word)
		at += letters(word)
	}
	return out.String()
}
