package traces_test

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"interrex/traces"
)

// The files of two nodes are read together: what a message brings about comes after its sending, in
// whatever order the files are named.
func ExampleMerge() {
	one := `{"interrex":2,"run":"r","algorithm":"bully","ids":[1,2],"node":1,"incarnation":1,"configuration":{}}
{"seq":1,"clock":[10000000001,0],"action":"boot","after":{"elected":"⊥"}}
{"seq":2,"clock":[10000000002,10000000002],"action":"deliver","message":{"id":"2.1.1","type":"COORDINATOR","from":2,"to":1,"text":"COORDINATOR(2)"},"after":{"elected":"2"}}
{"end":2}
`
	two := `{"interrex":2,"run":"r","algorithm":"bully","ids":[1,2],"node":2,"incarnation":1,"configuration":{}}
{"seq":1,"clock":[0,10000000001],"action":"boot","after":{"elected":"⊥"}}
{"seq":2,"clock":[0,10000000002],"action":"start","sends":[{"id":"2.1.1","to":1,"message":"COORDINATOR(2)"}],"after":{"elected":"2"}}
{"end":2}
`
	merge, err := traces.NewMerge([]traces.Source{{Name: "1.ndjson", From: strings.NewReader(one)}, {Name: "2.ndjson", From: strings.NewReader(two)}})
	for err == nil {
		var m traces.Moment
		if m, err = merge.Next(); err == nil && m.Line.Event != nil {
			e := m.Line.Event
			fmt.Printf("node %d: %s, elected %s\n", merge.Header.IDs[m.Place], e.Action, e.After[0].Value)
		}
	}
	fmt.Println(errors.Is(err, io.EOF))
	// Output:
	// node 2: boot, elected ⊥
	// node 1: boot, elected ⊥
	// node 2: start, elected 2
	// node 1: deliver, elected 2
	// true
}
