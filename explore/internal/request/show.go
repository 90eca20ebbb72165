package request

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"interrex/explore/internal/exchange"
	"interrex/explore/internal/recorded"
	"interrex/traces/draw"
	"interrex/traces/replay"
)

// largestFile is the size of the largest file that show reads as a whole.
const largestFile = 64 << 20

// mostShown is how many steps of a recorded run are shown, unless -steps asks for others.
const mostShown = 1000

const (
	showUsage  = "it is explore show WHAT, or explore show WHAT WHAT"
	whatToShow = "a report of -format=json, or a recorded run: its folder, or its files " + traceFile
	traceFile  = ".ndjson"
)

// shows are the formats of show for one run; of two, text, html and shiviz.
func shows() []string {
	return []string{"text", "svg", "html", "mermaid", "itf", "shiviz"}
}

// ofRecorded are the flags of show that speak of recorded runs.
func ofRecorded() []string { return []string{"steps", "crashed", "channels", "losses", "duplicates"} }

// A shown is one thing to be shown: a file, or the files of a trace.
type shown struct {
	name  string
	trace *replay.Trace
}

// show reads one run or several of one file, or two to be put side by side.
func (r *Request) show(v *values, given map[string]bool) error {
	own := append([]string{"format", "o", "quiet"}, ofRecorded()...)
	for _, name := range slices.Sorted(maps.Keys(given)) {
		if !slices.Contains(own, name) {
			return fmt.Errorf("-%s has no meaning for show: its flags are -%s; %s", name, strings.Join(own, " -"), showUsage)
		}
	}
	all, err := findShown(v.paths)
	if err != nil {
		return err
	}
	formats := shows()
	switch len(all) {
	case 0:
		return fmt.Errorf("no file is named: %s; WHAT is %s", showUsage, whatToShow)
	case 1:
	case 2:
		formats = []string{"text", "html", "shiviz"}
	default:
		return fmt.Errorf("%d files are named: %s", len(all), showUsage)
	}
	if err := r.delivery(v, given, formats...); err != nil {
		return err
	}
	options := recorded.Options{From: 1, To: mostShown}
	if options.Replay, err = v.following(given); err != nil {
		return err
	}
	if given["steps"] {
		if options.From, options.To, err = stretch(v.stretch); err != nil {
			return err
		}
	}
	for _, name := range ofRecorded() {
		if given[name] && !slices.ContainsFunc(all, func(s shown) bool { return s.trace != nil }) {
			return fmt.Errorf("-%s speaks of recorded runs, and none is named", name)
		}
	}
	var recordings []replay.Trace
	for _, s := range all {
		if s.trace != nil {
			recordings = append(recordings, *s.trace)
		}
	}
	if err := v.areMembers(given, recordings); err != nil {
		return err
	}
	for _, s := range all {
		runs, err := s.read(options)
		if err != nil {
			return Misspelt{err}
		}
		if s.trace != nil {
			s.name = s.trace.Name
		}
		r.Files, r.Shown = append(r.Files, s.name), append(r.Shown, runs)
	}
	return nil
}

// findShown says what the paths are: files that end in .ndjson are one trace together, and so is a folder.
func findShown(paths []string) (all []shown, err error) {
	var files *replay.Trace
	for _, path := range paths {
		info, err := os.Stat(path)
		switch {
		case err == nil && info.IsDir():
			found, err := replay.Find([]string{path})
			if err != nil {
				return nil, Misspelt{err}
			}
			if len(found) > 1 {
				return nil, Misspelt{fmt.Errorf("%s:1: it holds %d recorded runs; name one, such as %s", path, len(found), found[0].Name)}
			}
			all = append(all, shown{path, &found[0]})
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
	var a, b count
	if !found || a.Set(first) != nil || b.Set(last) != nil || b.value < a.value {
		return 0, 0, fmt.Errorf("-steps=%s: it is FROM..TO, such as 1..%d", text, mostShown)
	}
	return a.value, b.value, nil
}

// read reads the runs; errors name a file and a line.
func (s shown) read(o recorded.Options) ([]*draw.Run, error) {
	if s.trace != nil {
		run, err := recorded.Read(*s.trace, o)
		return []*draw.Run{run}, err
	}
	info, err := os.Stat(s.name)
	switch {
	case err != nil:
		return nil, fmt.Errorf("%s:1: the file cannot be read; name %s", s.name, whatToShow)
	case !info.Mode().IsRegular():
		return nil, fmt.Errorf("%s:1: it is no file; name %s", s.name, whatToShow)
	case info.Size() > largestFile:
		return nil, fmt.Errorf("%s:1: it has %d MiB; at most %d are read", s.name, info.Size()>>20, largestFile>>20)
	}
	text, err := os.ReadFile(s.name)
	if err != nil {
		return nil, fmt.Errorf("%s:1: the file cannot be read", s.name)
	}
	return exchange.Read(s.name, text)
}
