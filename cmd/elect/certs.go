package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"path/filepath"
	"time"

	"interrex/cmd/elect/internal/cluster"
	"interrex/cmd/elect/internal/settings"
	"interrex/impl"
	"interrex/impl/certs"
)

// A certify holds the settings of elect certs.
type certify struct {
	folder, cluster string
	nodes           []impl.ID
	days            int
	renew           bool
}

func (o *certify) flags() *flag.FlagSet {
	fs := flag.NewFlagSet("certs", flag.ContinueOnError)
	fs.SetOutput(io.Discard)
	fs.StringVar(&o.folder, "dir", "", "")
	fs.StringVar(&o.cluster, "cluster", "interrex", "")
	fs.Func("nodes", "", func(v string) (err error) {
		o.nodes, err = settings.ParseIDs(v)
		return err
	})
	fs.IntVar(&o.days, "days", int(certs.Usual/day), "")
	fs.BoolVar(&o.renew, "renew", false, "")
	return fs
}

const day = 24 * time.Hour

// mostDays is the lifetime of an authority.
const mostDays = 3650

func (o *certify) parse(args []string) error {
	fs := o.flags()
	if err := fs.Parse(args); err != nil {
		return settings.Refusal(fs, err)
	}
	switch {
	case fs.NArg() > 0:
		return fmt.Errorf("%q: certs takes only flags", fs.Arg(0))
	case o.folder == "":
		return errors.New("-dir is missing: the folder for the certificates")
	case o.nodes == nil:
		return errors.New("-nodes is missing: the ids for which to make certificates, as in 1,2,3")
	case o.days < 1 || o.days > mostDays:
		return fmt.Errorf("-days=%d: from 1 to %d is possible", o.days, mostDays)
	}
	if err := certs.CheckCluster(o.cluster); err != nil {
		return fmt.Errorf("-cluster: %w", err)
	}
	return nil
}

// makeCerts makes the authority of a cluster, unless it exists, and the certificates of its nodes; or it renews
// existing certificates.
func makeCerts(_ context.Context, args []string, c console) error {
	var o certify
	if err := o.parse(args); err != nil {
		return err
	}
	lives := time.Duration(o.days) * day
	do := cluster.CertifyFor
	if o.renew {
		do = cluster.Renew
	}
	if err := do(o.folder, o.cluster, o.nodes, lives); err != nil {
		return settings.InFile(err)
	}
	for _, id := range o.nodes {
		until, err := certs.Until(o.folder, id)
		if err != nil {
			return settings.InFile(err)
		}
		fmt.Fprintf(c.out, "%s: node %v of cluster %s, until %s\n",
			filepath.Join(o.folder, fmt.Sprintf("node-%v.pem", id)), id, o.cluster, until.UTC().Format(time.DateOnly))
	}
	return nil
}
