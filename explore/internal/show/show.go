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
	program  *command.Program
	follow   room.Following
	from, to int
	fold     bool // without -steps
	Files    []string
	Shown    [][]reports.Run // the runs in them
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

// shows are the formats for one run. showsTwo has those for two.
func shows() []string {
	return []string{"text", "svg", "html", "json", "mermaid", "itf"}
}

// A shown is one argument: a file, or the files of a trace.
type shown struct {
	name  string
	trace *replay.Trace
}

// ofRecorded are the flags that apply only to recorded runs.
func ofRecorded() []string { return []string{"steps", "crashed"} }

// Flags select how a recorded run is shown, and in which format.
func (a *asked) Flags() flags.Table {
	a.from, a.to, a.fold = 1, mostShown, true
	return slices.Concat(flags.Table{
		{Name: "steps", Takes: "1..1000", Group: check.Asked, Usual: true, Help: "the steps of a recorded run to show; without it, text omits heartbeats",
			Set: func(text string) (err error) { a.from, a.to, err = stretch(text); a.fold = false; return err }},
	}, a.follow.Flags(), a.Delivered("of two runs: text, html, json", shows()...))
}

// Take reads the runs of one file, or of two to put side by side.
func (a *asked) Take(args []string) error {
	all, err := findShown(args)
	switch {
	case err != nil:
		return err
	case len(all) == 0:
		return fmt.Errorf("no file is named: %s; WHAT is %s", showUsage, whatToShow)
	case len(all) > 2:
		return fmt.Errorf("%d files are named: %s", len(all), showUsage)
	case len(all) == 2 && !slices.Contains(showsTwo(), a.Format):
		return flags.Allowed("format", a.Format, showsTwo())
	}
	isRecorded := slices.ContainsFunc(all, func(s shown) bool { return s.trace != nil })
	for _, flag := range a.Given {
		if name, _, _ := strings.Cut(flag[1:], "="); slices.Contains(ofRecorded(), name) && !isRecorded {
			return fmt.Errorf("-%s applies to recorded runs, and no such run is named", name)
		}
	}
	options := recorded.Options{From: a.from, To: a.to, Replay: a.follow.Options(), Fold: a.fold && a.Format == "text" && len(all) == 1}
	options.Staged = a.Format == "html" || a.Format == "json"
	options.Replay.Elections = a.program.Elections
	for _, s := range all {
		runs, err := s.read(options)
		if err != nil {
			return command.InputError{Err: err}
		}
		if s.trace != nil {
			s.name = s.trace.Name
		}
		a.Files, a.Shown = append(a.Files, s.name), append(a.Shown, runs)
	}
	return nil
}

// showsTwo are the formats for two runs.
func showsTwo() []string { return []string{"text", "html", "json"} }

// document is the JSON of runs, which show reads again.
type document struct {
	// The version of Interrex that wrote this.
	Interrex string `json:"interrex"`
	// The runs.
	Runs []check.WatchedJSON `json:"runs"`
}

// Run draws the runs.
func (a *asked) Run(_ context.Context, c *command.Call) int {
	return c.Finish(draws(a, c.Out), check.ExitHolds)
}

// findShown interprets the paths: a folder is one trace, and so are all files that end in .ndjson together.
func findShown(paths []string) (all []shown, err error) {
	var files *replay.Trace
	for _, path := range paths {
		info, err := os.Stat(path)
		switch {
		case err == nil && info.IsDir():
			found, err := replay.Find([]string{path})
			if err != nil {
				return nil, command.InputError{Err: err}
			}
			if len(found) > 1 { // the first may be the folder itself
				return nil, command.InputError{Err: fmt.Errorf("%s: it holds %d recorded runs; name one, such as %s", path, len(found), found[1].Name)}
			}
			all = append(all, shown{path, &found[0]})
		case err != nil && filepath.Ext(path) == traceFile:
			return nil, command.InputError{Err: fmt.Errorf("%s: %w; name %s", path, errors.Unwrap(err), whatToShow)}
		case filepath.Ext(path) != traceFile:
			all = append(all, shown{path, nil})
		case files == nil:
			files = &replay.Trace{Name: path, Files: []string{path}}
			all = append(all, shown{path, files})
		default:
			files.Name, files.Files = files.Name+" "+path, append(files.Files, path)
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

// read reads the runs. Its errors name the file and the line.
func (s shown) read(o recorded.Options) ([]reports.Run, error) {
	if s.trace != nil {
		run, err := s.follow(o)
		if err != nil {
			return nil, err
		}
		return []reports.Run{{Run: run.Run, Document: run.Document()}}, nil
	}
	info, err := os.Stat(s.name)
	switch {
	case err != nil:
		return nil, fmt.Errorf("%s: %w; name %s", s.name, errors.Unwrap(err), whatToShow)
	case !info.Mode().IsRegular():
		return nil, fmt.Errorf("%s: it is not a file; name %s", s.name, whatToShow)
	case info.Size() > largestFile:
		return nil, fmt.Errorf("%s: it has %d MiB; at most %d are read", s.name, info.Size()>>20, largestFile>>20)
	}
	text, err := os.ReadFile(s.name)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", s.name, errors.Unwrap(err))
	}
	return reports.Read(s.name, text)
}

// follow follows a trace: for a document, without -steps, the part to watch.
func (s shown) follow(o recorded.Options) (*recorded.Run, error) {
	if o.Staged && o.From == 1 && o.To == mostShown {
		return recorded.Stage(*s.trace, o.Replay, mostShown)
	}
	return recorded.Read(*s.trace, o)
}

func draws(r *asked, out io.Writer) error {
	var page stage.Page
	for _, runs := range r.Shown {
		for _, run := range runs {
			page.Runs = append(page.Runs, run.Document)
		}
	}
	runs := r.Shown[0]
	switch r.Format {
	case "html":
		page.Title = strings.Join(r.Files, " and ")
		return stage.HTML(out, page)
	case "json":
		d := document{check.Version, []check.WatchedJSON{}}
		for _, run := range page.Runs {
			d.Runs = append(d.Runs, check.WatchedJSON{About: "recorded", Run: run})
		}
		return prose.JSON(out, d)
	case "text":
		if len(r.Shown) == 2 {
			return sideBySide(r, out)
		}
		var drawn []*draw.Run
		for _, run := range runs {
			run.Width = prose.Width(out)
			drawn = append(drawn, run.Run)
		}
		return draw.Texts(out, drawn)
	}
	if len(runs) == 0 {
		_, err := fmt.Fprintln(out, "there is no run in it")
		return err
	}
	switch r.Format {
	case "svg":
		return draw.SVG(out, *runs[0].Run)
	case "mermaid":
		return draw.Mermaid(out, *runs[0].Run)
	}
	return runs[0].ITF(out)
}

// sideBySide compares the first run of each file.
func sideBySide(r *asked, out io.Writer) error {
	for i, runs := range r.Shown {
		if len(runs) == 0 {
			_, err := fmt.Fprintf(out, "%s: there is no run in it\n", r.Files[i])
			return err
		}
	}
	return draw.SideBySide(out, r.Shown[0][0].Run, r.Shown[1][0].Run)
}
