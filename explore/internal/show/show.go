// Package show is the command show: it draws runs from files, one run or two side by side.
package show

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"interrex/explore/internal/command"
	"interrex/explore/internal/recorded"
	room "interrex/explore/internal/replay"
	"interrex/explore/internal/reports"
	"interrex/internal/check"
	"interrex/internal/flags"
	"interrex/internal/prose"
	"interrex/traces/draw"
	"interrex/traces/replay"
	"interrex/traces/stage"
)

// Command is the command.
func Command() *command.Command {
	return &command.Command{
		Name: "show", Group: command.Look, Usage: "WHAT [WHAT]", Args: "WHAT [WHAT]",
		Short: "draws the runs of a JSON report, or one or two recorded runs of real nodes",
		Long:  "WHAT is " + whatToShow + ".",
		Codes: []string{"0 the runs are drawn", "150 a file is malformed"},
		New: func(p *command.Program) command.Asking {
			return &asked{Question: p.NewQuestion(), program: p}
		},
	}
}

type asked struct {
	check.Question
	command.Delivery
	program *command.Program
	options recorded.Options // of recorded runs
	Shown   []shown
}

// A shown is the runs of one argument.
type shown struct {
	name string
	runs []reports.Run
}

// largestFile is the size in bytes of the largest file that show reads as a whole.
const largestFile = 64 << 20

// mostShown is how many steps of a recorded run are shown without -steps.
const mostShown = 1000

const (
	showUsage  = "it is explore show WHAT, or explore show WHAT WHAT"
	whatToShow = "a report of -format=json, or a recorded run: its folder, or its files " + traceFile
	traceFile  = ".ndjson"
)

// showsTwo are the formats for two runs.
var showsTwo = []string{"text", "html", "json"}

// Flags select how a recorded run is shown, and in which format.
func (a *asked) Flags() flags.Table {
	o := &a.options
	o.From, o.To, o.Fold = 1, mostShown, true
	return slices.Concat(flags.Table{
		{Name: "steps", Takes: "1..1000", Group: check.Asked, Usual: true, Help: "the steps of a recorded run to show; without it, text omits heartbeats",
			Set: func(text string) (err error) { o.From, o.To, err = stretch(text); o.Fold = false; return err }},
		room.Crashed(&o.Replay),
	}, a.Delivered("of two runs: text, html, json", "text", "svg", "html", "json", "mermaid", "itf"))
}

// Take reads the runs of one file, or of two to put side by side.
func (a *asked) Take(args []string) error {
	all, err := findShown(args)
	switch {
	case err != nil:
		return command.InputError{Err: err}
	case len(all) == 0:
		return fmt.Errorf("no file is named: %s; WHAT is %s", showUsage, whatToShow)
	case len(all) > 2:
		return fmt.Errorf("%d files are named: %s", len(all), showUsage)
	case len(all) == 2 && !slices.Contains(showsTwo, a.Format):
		return flags.Allowed("format", a.Format, showsTwo)
	}
	if !slices.ContainsFunc(all, isRecorded) {
		for _, flag := range a.Given {
			if name, _, _ := strings.Cut(flag, "="); name == "-steps" || name == "-crashed" {
				return fmt.Errorf("%s applies to recorded runs, and no such run is named", name)
			}
		}
	}
	a.options.Fold = a.options.Fold && a.Format == "text" && len(all) == 1
	a.options.Staged = a.Format == "html" || a.Format == "json"
	a.options.Replay.Elections = a.program.Elections
	for _, t := range all {
		read := readReport
		if isRecorded(t) {
			read = a.follow
		}
		runs, err := read(t)
		if err != nil {
			return command.InputError{Err: err}
		}
		a.Shown = append(a.Shown, shown{t.Name, runs})
	}
	return nil
}

// Run draws the runs.
func (a *asked) Run(_ context.Context, c *command.Call) int {
	return c.Finish(a.draw(c.Out), check.ExitHolds)
}

// isRecorded reports whether an argument is a trace. A report has a name only.
func isRecorded(t replay.Trace) bool { return t.Files != nil }

// findShown interprets the paths: a folder is one trace, and so are all files that end in .ndjson together.
func findShown(paths []string) (all []replay.Trace, err error) {
	files := -1 // their place
	for _, path := range paths {
		info, err := os.Stat(path)
		switch {
		case err == nil && info.IsDir():
			found, err := replay.Find([]string{path})
			if err != nil {
				return nil, err
			}
			if len(found) > 1 { // the first may be the folder itself
				return nil, fmt.Errorf("%s: it holds %d recorded runs; name one, such as %s", path, len(found), found[1].Name)
			}
			all = append(all, found[0])
		case filepath.Ext(path) != traceFile:
			all = append(all, replay.Trace{Name: path})
		case err != nil:
			return nil, fmt.Errorf("%s: %w; name %s", path, errors.Unwrap(err), whatToShow)
		case files < 0:
			files, all = len(all), append(all, replay.Trace{Name: path, Files: []string{path}})
		default:
			all[files].Name += " " + path
			all[files].Files = append(all[files].Files, path)
		}
	}
	return all, nil
}

// stretch reads FROM..TO.
func stretch(text string) (from, to int, err error) {
	first, last, found := strings.Cut(text, "..")
	from, err = flags.Int(first)
	to, err2 := flags.Int(last)
	if !found || err != nil || err2 != nil || from < 1 || to < from {
		return 0, 0, fmt.Errorf("it is FROM..TO, such as 1..%d", mostShown)
	}
	return from, to, nil
}

// readReport reads the runs of a report. An error begins with the name of the file.
func readReport(t replay.Trace) ([]reports.Run, error) {
	info, err := os.Stat(t.Name)
	switch {
	case err != nil:
		return nil, fmt.Errorf("%s: %w; name %s", t.Name, errors.Unwrap(err), whatToShow)
	case !info.Mode().IsRegular():
		return nil, fmt.Errorf("%s: it is not a file; name %s", t.Name, whatToShow)
	case info.Size() > largestFile:
		return nil, fmt.Errorf("%s: it has %d MiB; at most %d are read", t.Name, info.Size()>>20, largestFile>>20)
	}
	text, err := os.ReadFile(t.Name)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", t.Name, errors.Unwrap(err))
	}
	return reports.Read(t.Name, text)
}

// follow follows a trace: for a document, without -steps, the part to watch. An error names the file and the line.
func (a *asked) follow(t replay.Trace) ([]reports.Run, error) {
	var run *recorded.Run
	var err error
	if o := a.options; o.Staged && o.From == 1 && o.To == mostShown {
		run, err = recorded.Stage(t, o.Replay, mostShown)
	} else {
		run, err = recorded.Read(t, o)
	}
	if err != nil {
		return nil, err
	}
	return []reports.Run{{Run: run.Run, Document: run.Document()}}, nil
}

// document is the JSON of runs, which show reads again.
type document struct {
	// The version of Interrex that wrote this.
	Interrex string `json:"interrex"`
	// The runs.
	Runs []check.WatchedJSON `json:"runs"`
}

func (a *asked) draw(out io.Writer) error {
	page, d := stage.Page{}, document{check.Version, []check.WatchedJSON{}}
	var names []string
	for _, s := range a.Shown {
		names = append(names, s.name)
		for _, run := range s.runs {
			page.Runs, d.Runs = append(page.Runs, run.Document), append(d.Runs, check.WatchedJSON{About: "recorded", Run: run.Document})
		}
	}
	switch runs := a.Shown[0].runs; {
	case a.Format == "html":
		page.Title = strings.Join(names, " and ")
		return stage.HTML(out, page)
	case a.Format == "json":
		return prose.JSON(out, d)
	case a.Format == "text" && len(a.Shown) == 2:
		return a.sideBySide(out)
	case a.Format == "text":
		var drawn []*draw.Run
		for _, run := range runs {
			run.Width = prose.Width(out)
			drawn = append(drawn, run.Run)
		}
		return draw.Texts(out, drawn)
	case len(runs) == 0:
		_, err := fmt.Fprintln(out, "there is no run in it")
		return err
	case a.Format == "svg":
		return draw.SVG(out, *runs[0].Run)
	case a.Format == "mermaid":
		return draw.Mermaid(out, *runs[0].Run)
	default:
		return runs[0].ITF(out)
	}
}

// sideBySide compares the first run of each file.
func (a *asked) sideBySide(out io.Writer) error {
	for _, s := range a.Shown {
		if len(s.runs) == 0 {
			_, err := fmt.Fprintf(out, "%s: there is no run in it\n", s.name)
			return err
		}
	}
	return draw.SideBySide(out, a.Shown[0].runs[0].Run, a.Shown[1].runs[0].Run)
}
