package main

import (
	"cmp"
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"time"

	"interrex/cmd/elect/internal/settings"
	"interrex/impl"
	"interrex/impl/certs"
	"interrex/internal/flags"
)

// A certify holds the settings of elect certs.
type certify struct {
	folder, cluster string
	nodes           []impl.ID
	days            int
}

func (o *certify) flags() flags.Table {
	o.cluster, o.days = "interrex", int(certs.Usual/day)
	return flags.Table{
		flags.Flag{Name: "dir", Takes: "DIR", Usual: true, Help: "the folder of the certificates; its authority is used if it has one"}.Text(&o.folder),
		flags.At(flags.Flag{Name: "nodes", Takes: "1,2,3", Usual: true, Help: "the ids of the nodes; existing certificates are kept"}, &o.nodes, settings.ParseIDs),
		flags.Flag{Name: "cluster", Takes: "interrex", Help: "the name of the cluster"}.Text(&o.cluster),
		flags.Flag{Name: "days", Takes: "365", Help: "the number of days that a certificate is valid"}.Count(&o.days, mostDays),
	}
}

const day = 24 * time.Hour

// mostDays is the lifetime of an authority.
const mostDays = 3650

func (o *certify) parse(args []string) error {
	if err := settings.Read(o.flags(), "certs", args); err != nil {
		return err
	}
	if err := certs.CheckCluster(o.cluster); err != nil {
		return fmt.Errorf("-cluster: %w", err)
	}
	line, missing := slices.Clone(args), ""
	if o.folder == "" {
		line, missing = append(line, "-dir=certs"), "-dir is missing: the folder of the certificates"
	}
	if o.nodes == nil {
		line, missing = append(line, "-nodes=1,2,3"), cmp.Or(missing, "-nodes is missing: the ids of the nodes")
	}
	if missing != "" {
		return fmt.Errorf("%s; this works: %s", missing, settings.Line("elect certs", line))
	}
	return nil
}

// makeCerts makes the authority of a cluster, unless it exists, and the certificates of its nodes.
func makeCerts(_ context.Context, args []string, c console) error {
	var o certify
	if err := o.parse(args); err != nil {
		return err
	}
	if err := certs.Certify(o.folder, o.cluster, o.nodes, time.Duration(o.days)*day); err != nil {
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
