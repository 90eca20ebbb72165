package serve

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"path"
	"slices"
	"strings"

	"interrex/explore/internal/recorded"
	room "interrex/explore/internal/replay"
	"interrex/explore/internal/reports"
	http "interrex/explore/internal/serve/web"
	"interrex/internal/flags"
	"interrex/traces"
	"interrex/traces/replay"
	"interrex/traces/stage"
)

// A document is an uploaded file. Its name is a label, never a path.
type document struct {
	Name string
	Text []byte
}

// A tale is one part of an upload: the runs of a file, or a recorded trace and the model's verdict on it.
type tale struct {
	Name   string
	Runs   []*stage.Run
	Replay string // the report on the replay
	Class  string // of the model's verdict: good, bad or inconclusive; "": there is none
	At     int    // the moment at which its run opens: before the divergence
	Fault  string // why it cannot be drawn
}

// A playedView has runs that play on the stage.
type playedView struct {
	Documents []*stage.Run
	At        int // the moment at which the first one opens
}

// A traceView is the page of an upload.
type traceView struct {
	playedView
	Tales []tale
}

// traces is the page that accepts files.
func (s *Site) traces(w http.ResponseWriter, _ *http.Request) {
	s.show(w, http.StatusOK, "traces", "Traces", nil)
}

// upload answers with the page of the files that were sent. They are kept nowhere.
func (s *Site) upload(w http.ResponseWriter, r *http.Request) {
	documents, err := received(r)
	switch {
	case errors.Is(err, errTooLarge):
		s.refuse(w, http.StatusRequestEntityTooLarge, err.Error())
		return
	case err == nil && len(documents) == 0:
		err = errors.New("there is no trace in it: files that end in .ndjson or .json")
	}
	if err != nil {
		s.refuse(w, http.StatusBadRequest, err.Error())
		return
	}
	var v traceView
	var trace []document
	for _, d := range documents {
		if path.Ext(d.Name) == ".ndjson" {
			trace = append(trace, d)
		} else {
			v.Tales = append(v.Tales, tellFile(d))
		}
	}
	if trace != nil {
		v.Tales = slices.Insert(v.Tales, 0, s.tellTrace(r.Context(), trace))
		v.At = v.Tales[0].At
	}
	for _, t := range v.Tales {
		v.Documents = append(v.Documents, t.Runs...)
	}
	s.show(w, http.StatusOK, "trace", "Recorded runs", v)
}

// The limits of an upload.
const (
	mostBody  = 16 << 20 // bytes of its files
	mostFiles = 200
)

var errTooLarge = fmt.Errorf("the upload has more than %d MiB", mostBody>>20)

// received reads the files of a request part by part, without writing any to disk.
func received(r *http.Request) (documents []document, err error) {
	parts, err := r.MultipartReader()
	if err != nil {
		return nil, errors.New("files are sent by the form at /traces")
	}
	for left := mostBody; ; {
		part, err := parts.NextPart()
		switch {
		case errors.Is(err, io.EOF):
			slices.SortStableFunc(documents, func(a, b document) int { return strings.Compare(a.Name, b.Name) })
			return documents, nil
		case err != nil:
			return nil, err
		case part.FileName() == "":
			continue
		case len(documents) == mostFiles:
			return nil, fmt.Errorf("the upload has more than %d files; a trace has one for each node", mostFiles)
		}
		name := flags.OneLine(part.FileName())
		if ext := path.Ext(name); ext != ".ndjson" && ext != ".json" {
			return nil, fmt.Errorf("%s cannot be read; it can be .ndjson or .json", name)
		}
		text, err := io.ReadAll(io.LimitReader(part, int64(left)+1))
		if err != nil {
			return nil, err
		}
		if left -= len(text); left < 0 {
			return nil, errTooLarge
		}
		documents = append(documents, document{name, text})
	}
}

func tellFile(d document) tale {
	runs, err := reports.Read(d.Name, d.Text)
	if err != nil {
		return tale{Name: d.Name, Fault: flags.OneLine(err.Error())}
	}
	t := tale{Name: d.Name}
	for _, run := range runs {
		t.Runs = append(t.Runs, run.Document)
	}
	return t
}

// mostSteps is how many steps of a recorded run are drawn.
const mostSteps = 500

// tellTrace draws a trace and follows it through the model, like explore show and explore replay.
func (s *Site) tellTrace(ctx context.Context, documents []document) tale {
	t := replay.Trace{Name: documents[0].Name, Stopped: ctx.Err}
	for _, d := range documents {
		t.Files, t.Texts = append(t.Files, d.Name), append(t.Texts, d.Text)
	}
	o := replay.Options{Elections: s.Program.Elections, Crashed: func(int) bool { return true }} // as explore replay without flags
	run, err := recorded.Stage(t, o, mostSteps)
	switch malformed := new(traces.Error); {
	case errors.As(err, &malformed):
		return tale{Name: t.Name, Fault: flags.OneLine(err.Error()), Replay: room.Told(t, nil, err)}
	case err != nil:
		return tale{Name: t.Name, Fault: flags.OneLine(err.Error())}
	}
	document := run.Document()
	at := slices.IndexFunc(document.States, func(s stage.State) bool { return len(s.Cannot) > 0 })
	class := map[replay.Verdict]string{replay.Accepted: "good", replay.Diverges: "bad"}[run.Report.Verdict]
	return tale{Name: t.Name, Replay: room.Told(t, run.Report, nil), Runs: []*stage.Run{document}, Class: cmp.Or(class, "inconclusive"), At: max(at, 0)}
}
