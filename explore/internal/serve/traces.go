package serve

import (
	"cmp"
	"context"
	"errors"
	"io"
	"net/url"
	"path"
	"slices"
	"strconv"
	"strings"

	"interrex/explore/internal/recorded"
	room "interrex/explore/internal/replay"
	"interrex/explore/internal/reports"
	http "interrex/explore/internal/serve/web"
	"interrex/internal/flags"
	"interrex/traces"
	"interrex/traces/draw"
	"interrex/traces/replay"
	"interrex/traces/stage"
)

// A tale is one part of an upload: the runs of a file, or a recorded trace and the model's verdict on it.
type tale struct {
	Name   string
	Runs   []reports.Run
	Replay string // the report on the replay
	Class  string // of the model's verdict: good, bad or inconclusive; "": there is none
	At     int    // the moment at which its run opens: before the divergence
	Fault  string // why it cannot be drawn
}

// traces is the page that accepts files.
func (s *Site) traces(w http.ResponseWriter, _ *http.Request) {
	s.show(w, http.StatusOK, "traces", "Traces", nil)
}

// upload reads what was sent, only into memory, and redirects to its page.
func (s *Site) upload(w http.ResponseWriter, r *http.Request) {
	documents, err := received(r)
	if tooLarge := new(http.MaxBytesError); errors.As(err, &tooLarge) {
		s.refuse(w, http.StatusRequestEntityTooLarge, "the upload has more than "+strconv.Itoa(mostBody>>20)+" MiB")
		return
	}
	if err == nil && len(documents) == 0 {
		err = errors.New("there is no trace in it: files that end in .ndjson, or .json, or a .zip of them")
	}
	if err != nil {
		s.refuse(w, http.StatusBadRequest, err.Error())
		return
	}
	u := &upload{digest: digestOf(documents)}
	if s.uploads.get(u.digest) == nil {
		switch err := s.read(r.Context(), u, documents); {
		case r.Context().Err() != nil:
			return // the sender did not wait
		case err != nil:
			s.refuse(w, http.StatusRequestEntityTooLarge, err.Error())
			return
		}
		s.uploads.put(u)
	}
	http.Redirect(w, r, "/traces/"+u.digest, http.StatusSeeOther)
}

// received reads the files of a request part by part, without writing any to disk.
func received(r *http.Request) ([]document, error) {
	parts, err := r.MultipartReader()
	if err != nil {
		return nil, errors.New("files are sent by the form at /traces")
	}
	var b bundle
	for {
		part, err := parts.NextPart()
		switch {
		case errors.Is(err, io.EOF):
			slices.SortStableFunc(b.documents, func(a, b document) int { return strings.Compare(a.Name, b.Name) })
			return b.documents, nil
		case err != nil:
			return nil, err
		case part.FileName() == "":
			continue
		}
		text, err := io.ReadAll(part)
		if err != nil {
			return nil, err
		}
		if err := b.unpack(part.FileName(), text); err != nil {
			return nil, err
		}
	}
}

// read reads documents until the visitor is gone. Documents of one folder that end in .ndjson are one trace.
func (s *Site) read(ctx context.Context, u *upload, documents []document) error {
	var tasks []func() tale
	folders := map[string]int{}
	var groups [][]document
	for _, d := range documents {
		if path.Ext(d.Name) != ".ndjson" {
			tasks = append(tasks, func() tale { return s.tellFile(d) })
			continue
		}
		folder := path.Dir(d.Name)
		i, known := folders[folder]
		if !known {
			i = len(groups)
			folders[folder], groups = i, append(groups, nil)
		}
		groups[i] = append(groups[i], d)
	}
	for _, g := range groups {
		tasks = append(tasks, func() tale { return s.tellTrace(ctx, g) })
	}
	for _, task := range tasks {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		t := task()
		if u.size += sizeOf(t); u.size > mostShelved {
			return errors.New("the states of these runs take more than " + strconv.Itoa(mostShelved>>20) + " MiB; send a part of them")
		}
		u.tales = append(u.tales, t)
	}
	return nil
}

func (s *Site) tellFile(d document) tale {
	runs, err := reports.Read(d.Name, d.Text)
	if err != nil {
		return tale{Name: d.Name, Fault: flags.OneLine(err.Error())}
	}
	return tale{Name: d.Name, Runs: runs}
}

// mostSteps is how many steps of a recorded run are drawn.
const mostSteps = 500

// tellTrace draws a trace and follows it through the model, like explore show and explore replay.
func (s *Site) tellTrace(ctx context.Context, documents []document) tale {
	t := replay.Trace{Name: path.Dir(documents[0].Name), Stopped: ctx.Err}
	if t.Name == "." {
		t.Name = documents[0].Name
	}
	for _, d := range documents {
		t.Files, t.Texts = append(t.Files, d.Name), append(t.Texts, d.Text)
	}
	o := replay.Options{Elections: s.Program.Elections, Crashed: func(int) bool { return true }} // as explore replay without flags
	run, err := recorded.Stage(t, o, mostSteps)
	switch malformed := new(traces.Error); {
	case errors.As(err, &malformed):
		return tale{Name: t.Name, Fault: flags.OneLine(err.Error()), Replay: room.Told(o, t, nil, err)}
	case err != nil:
		return tale{Name: t.Name, Fault: flags.OneLine(err.Error())}
	}
	document := run.Document()
	at := slices.IndexFunc(document.States, func(s stage.State) bool { return len(s.Cannot) > 0 })
	class := map[replay.Verdict]string{replay.Accepted: "good", replay.Diverges: "bad"}[run.Report.Verdict]
	return tale{Name: t.Name, Replay: room.Told(o, t, run.Report, nil), Runs: []reports.Run{{Run: run.Run, Document: document}}, Class: cmp.Or(class, "inconclusive"), At: max(at, 0)}
}

// A traceView is the page of an upload, with one of its runs.
type traceView struct {
	Tales []taleView
	Class string      // of the verdict on the run
	Run   *playedView // nil: it has none of that number
}

type taleView struct {
	tale
	Links []runLink
}

type runLink struct {
	Title, Address string
	Now            bool
}

// trace shows an upload.
func (s *Site) trace(w http.ResponseWriter, r *http.Request) {
	u := s.uploads.get(r.PathValue("digest"))
	if u == nil {
		s.refuse(w, http.StatusNotFound, "the upload is gone; send it again at /traces")
		return
	}
	query := r.URL.Query()
	number := atLeast(query.Get("run"), 1)
	address := func(run, at int) string {
		return "/traces/" + u.digest + "?" + url.Values{"run": {strconv.Itoa(run)}, "at": {strconv.Itoa(at)}}.Encode()
	}
	var v traceView
	var err error
	n := 0
	for _, t := range u.tales {
		shown := taleView{tale: t}
		for _, run := range t.Runs {
			if n++; n == number {
				at := t.At
				if query.Has("at") {
					at = atLeast(query.Get("at"), 0)
				}
				v.Class = t.Class
				v.Run, err = newPlayed(run.Run, run.Document, at, func(at int) string { return address(number, at) })
			}
			shown.Links = append(shown.Links, runLink{titleOf(run.Run), address(n, t.At), n == number})
		}
		v.Tales = append(v.Tales, shown)
	}
	if err != nil {
		s.refuse(w, http.StatusInternalServerError, err.Error())
		return
	}
	s.show(w, http.StatusOK, "trace", "A recorded run", v)
}

func titleOf(run *draw.Run) string {
	if run.Property != "" {
		return run.Title + ", " + run.Property
	}
	return run.Title
}

// atLeast parses a number; least for a smaller or missing number.
func atLeast(text string, least int) int {
	n, err := strconv.Atoi(text)
	if err != nil {
		return least
	}
	return max(n, least)
}
