package explore

import (
	"fmt"
	"io"
	"strings"

	"interrex/explore/internal/output"
	"interrex/explore/internal/request"
	"interrex/internal/check"
	"interrex/traces/draw"
)

// show draws runs that were written to files, or two side by side.
func show(r *request.Request, out *output.File, stderr io.Writer) int {
	return finish(out, draws(r, out), check.ExitHolds, stderr)
}

func draws(r *request.Request, out io.Writer) error {
	runs := r.Shown[0]
	page := draw.Page{Title: strings.Join(r.Files, " and "), Runs: runs}
	if len(r.Shown) == 2 {
		page.Runs = append(runs[:len(runs):len(runs)], r.Shown[1]...)
		if len(runs) > 0 && len(r.Shown[1]) > 0 {
			page.Beside = len(runs)
		}
	}
	switch r.Format {
	case "html":
		return draw.HTML(out, page)
	case "shiviz":
		return draw.ShiViz(out, page.Runs)
	case "text":
		if len(r.Shown) == 2 {
			return sideBySide(r, out)
		}
		return draw.Texts(out, runs)
	}
	if len(runs) == 0 {
		_, err := fmt.Fprintln(out, "there is no counterexample in it")
		return err
	}
	switch r.Format {
	case "svg":
		return draw.SVG(out, *runs[0])
	case "mermaid":
		return draw.Mermaid(out, *runs[0])
	}
	return runs[0].ITF(out)
}

// sideBySide compares the first run of each file.
func sideBySide(r *request.Request, out io.Writer) error {
	for i, runs := range r.Shown {
		if len(runs) == 0 {
			_, err := fmt.Fprintf(out, "%s: there is no counterexample in it\n", r.Files[i])
			return err
		}
	}
	return draw.SideBySide(out, r.Shown[0][0], r.Shown[1][0])
}
