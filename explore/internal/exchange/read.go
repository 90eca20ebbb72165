package exchange

import (
	"interrex/model"
	"interrex/traces/draw"
)

// Read reads the runs of a report in JSON. The error is a *Mistake. The report must be about one of elections. A
// recorded trace is a folder, which package recorded reads.
func Read(file string, text []byte, elections []model.Algorithm) (runs []*draw.Run, err error) {
	defer func() {
		bad := recover()
		if m, ok := bad.(*Mistake); ok {
			m.File = file
			runs, err = nil, m
		} else if bad != nil {
			panic(bad)
		}
	}()
	root := parse(text)
	if root.get("interrex") == nil {
		root.fail("it is no report of explore check -format=json")
	}
	for _, r := range readReport(root, elections) {
		if r.Title == "" {
			r.Title = file
		}
		runs = append(runs, r)
	}
	return runs, nil
}
