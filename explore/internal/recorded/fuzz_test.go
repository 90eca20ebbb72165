package recorded

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"interrex/traces/draw"
	"interrex/traces/replay"
)

// FuzzRead: two files of whatever it may be are refused, or told and drawn in every way.
func FuzzRead(f *testing.F) {
	for _, name := range []string{"good/bully-troubled", "good/ring-troubled", "good/raft-calm", "bad/overtaken", "bad/cycle"} {
		var texts []string
		for _, file := range []string{"1.ndjson", "3.ndjson"} {
			text, err := os.ReadFile(filepath.Join(corpus, "..", name, file))
			if err != nil {
				f.Fatal(err)
			}
			texts = append(texts, string(text))
		}
		f.Add(texts[0], texts[1], 1)
	}

	f.Add(`{"interrex":2,"run":"r","algorithm":"ring","ids":[1,3],"node":1,"incarnation":1,"configuration":{}}
{"seq":1,"clock":[10000000001,0],"action":"boot","after":{"elected":"⊥"}}
{"seq":2,"clock":[10000000002,0],"action":"start","sends":[{"id":"1.1.1","to":3,"message":"ELECTION(1)"}],"after":{"elected":"⊥"}}
{"seq":3,"clock":[10000000003,0],"action":"resend","aside":true,"sends":[{"id":"1.1.1","to":1,"message":"ELECTION(1)"}],"after":{"elected":"⊥"}}
{"end":3}
`, `{"interrex":2,"run":"r","algorithm":"ring","ids":[1,3],"node":3,"incarnation":2,"configuration":{}}
{"seq":1,"clock":[0,20000000001],"action":"restart","after":{"elected":"⊥"}}
{"seq":2,"clock":[0,20000000002],"action":"report","peer":1,"aside":true,"after":{"elected":"⊥"}}
{"seq":3,"clock":[10000000002,20000000003],"action":"deliver","message":{"id":"1.1.1","type":"ELECTION","from":1,"to":3,"text":"ELECTION(1)"},"after":{"elected":"⊥"}}
`, 2)
	f.Fuzz(func(t *testing.T, one, two string, from int) {
		folder := t.TempDir()
		trace := replay.Trace{Name: "fuzz"}
		for name, text := range map[string]string{"1.ndjson": one, "2.ndjson": two} {
			file := filepath.Join(folder, name)
			if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
			trace.Files = append(trace.Files, file)
		}
		o := Options{Replay: replay.Options{Crashed: func(int) bool { return true }}, From: 1 + from&7, To: 20, Staged: true}
		told, err := Read(trace, o)
		if err != nil {
			return
		}
		run := told.Run
		var out strings.Builder
		for _, err := range []error{
			draw.Texts(&out, []*draw.Run{run}), run.ITF(&out),
			draw.SideBySide(&out, run, run), told.Document().JSON(&out),
		} {
			if err != nil {
				t.Error(err)
			}
		}
	})
}
