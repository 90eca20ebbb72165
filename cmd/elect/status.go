package main

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"sync"
	"text/tabwriter"
	"time"

	"interrex/cmd/elect/internal/settings"
	"interrex/impl/node/status"
	"interrex/internal/flags"
)

// An inquiry has the status addresses of nodes.
type inquiry struct{ nodes []string }

func (q *inquiry) flags() flags.Table {
	q.nodes = []string{"127.0.0.1:7480"}
	return flags.Table{settings.Of(flags.Flag{Name: "http", Takes: "HOST:PORT,...", Usual: true, Help: "the -http addresses of the nodes, separated by commas; default: 127.0.0.1:7480"},
		&q.nodes, settings.ListOf(settings.ParseAddress))}
}

// Limits of a question.
const (
	answerTime = 3 * time.Second
	answerSize = 1 << 20 // bytes
)

// showStatus prints a table of nodes. It fails if one of them is unreachable.
func showStatus(ctx context.Context, args []string, c console) error {
	var q inquiry
	if err := settings.Read(q.flags(), "status", args); err != nil {
		return err
	}
	var wait sync.WaitGroup
	rows, missing := make([]string, len(q.nodes)), make([]string, len(q.nodes))
	for i, at := range q.nodes {
		wait.Go(func() {
			if now, err := ask(ctx, at); err != nil {
				missing[i] = at + "  unreachable: " + flags.OneLine(err.Error()) + "\n"
			} else {
				rows[i] = at + "\t" + rowOf(now) + "\n"
			}
		})
	}
	wait.Wait()
	table := tabwriter.NewWriter(c.out, 0, 0, 2, ' ', 0)
	fmt.Fprint(table, "address\tnode\trole\tleader\tterm\tsince\tsuspected\n"+strings.Join(rows, ""))
	err := table.Flush()
	fmt.Fprint(c.out, strings.Join(missing, ""))
	if n := len(slices.DeleteFunc(missing, func(row string) bool { return row == "" })); err == nil && n > 0 {
		err = fmt.Errorf("-http: unreachable nodes: %d of %d", n, len(rows))
	}
	return failed(err)
}

func rowOf(now status.Status) string {
	leader, suspected := "-", ""
	if now.Leader != nil {
		leader = fmt.Sprint(*now.Leader)
	}
	for _, m := range now.Members {
		if m.Suspected {
			suspected += fmt.Sprintf(",%d", m.ID)
		}
	}
	return fmt.Sprintf("%d\t%s\t%s\t%d\t%s\t%s", now.Node, now.Role(), leader, now.Term, now.Since.UTC().Format(time.RFC3339), strings.TrimPrefix(cmp.Or(suspected, "-"), ","))
}

// ask reads the status of the node at an address. It follows no redirect and uses no proxy.
func ask(ctx context.Context, at string) (now status.Status, err error) {
	ctx, cancel := context.WithTimeout(ctx, answerTime)
	defer cancel()
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+at+"/leader", nil)
	if err != nil {
		return now, err
	}
	answer, err := (&http.Transport{DisableKeepAlives: true}).RoundTrip(r)
	if errors.Is(err, context.DeadlineExceeded) {
		return now, fmt.Errorf("no answer within %v", answerTime)
	}
	if err != nil {
		return now, err
	}
	defer answer.Body.Close()
	if answer.StatusCode != http.StatusOK {
		return now, errors.New(answer.Status)
	}
	if err := json.NewDecoder(io.LimitReader(answer.Body, answerSize)).Decode(&now); err != nil || now.Node == 0 {
		return now, errors.New("the answer is not the status of a node")
	}
	return now, nil
}
