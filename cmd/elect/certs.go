package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"path/filepath"

	"interrex/cmd/elect/internal/cluster"
	"interrex/cmd/elect/internal/settings"
	"interrex/impl"
	"interrex/impl/certs"
)

// makeCerts makes the authority of a cluster, if there is none yet, and certificates of nodes.
func makeCerts(_ context.Context, args []string, c console) error {
	var nodes []impl.ID
	fs := flag.NewFlagSet("certs", flag.ContinueOnError)
	fs.SetOutput(io.Discard)
	folder := fs.String("dir", "", "")
	name := fs.String("cluster", "interrex", "")
	fs.Func("nodes", "", func(v string) (err error) {
		nodes, err = settings.ParseIDs(v)
		return err
	})
	if err := fs.Parse(args); err != nil {
		return err
	}
	switch {
	case fs.NArg() > 0:
		return fmt.Errorf("%q: certs takes only flags", fs.Arg(0))
	case *folder == "":
		return errors.New("-dir is missing: the folder for the certificates")
	case nodes == nil:
		return errors.New("-nodes is missing: the ids for which to make certificates, as in 1,2,3")
	}
	if err := certs.CheckCluster(*name); err != nil {
		return fmt.Errorf("-cluster: %w", err)
	}
	if err := cluster.Certify(*folder, *name, nodes); err != nil {
		return settings.InFile(err)
	}
	for _, id := range nodes {
		fmt.Fprintf(c.out, "%s: node %v of cluster %s\n", filepath.Join(*folder, fmt.Sprintf("node-%v.pem", id)), id, *name)
	}
	return nil
}
