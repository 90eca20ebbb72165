package main

import (
	"cmp"
	"context"
	"fmt"
	"strings"

	"interrex/cmd/elect/internal/cluster"
	"interrex/cmd/elect/internal/settings"
	"interrex/internal/flags"
	"interrex/internal/prose"
)

// A command is the first word of a command line.
type command struct {
	name  string
	usage string // what follows the name
	short string // what it does, in a line
	long  string
	flags func() flags.Table
	run   func(context.Context, []string, console) error
}

// commands are those of elect, in the order of the help.
func commands() []command {
	return []command{
		{"cluster", "-n=5 -algo=raft", "runs nodes on this machine, one process each, with certificates",
			"It shows the leader and the command that kills it.", func() flags.Table { return new(cluster.Settings).Flags() }, runCluster},
		{"certs", "-dir=DIR -nodes=1,2,3", "makes an authority and certificates for nodes", "",
			func() flags.Table { return new(certify).flags() }, makeCerts},
		{"run", "-algo=raft -id=1 -peers=...", "runs one node until SIGTERM or Ctrl-C; then it resigns and ends", "",
			func() flags.Table { return new(settings.Settings).Flags() }, runNode},
		{"status", "-http=HOST:PORT,...", "prints a table of nodes: role, leader, term, since when, suspected members",
			"Unreachable nodes are named with the reason, and the exit code is 75.", func() flags.Table { return new(inquiry).flags() }, showStatus},
	}
}

// showHelp describes all commands, or one.
func showHelp(_ context.Context, args []string, c console) error {
	w := &prose.Writer{Out: c.out}
	switch {
	case len(args) > 1:
		return fmt.Errorf("%q: elect help or elect help COMMAND is expected", args[1])
	case len(args) == 0:
		overview(w)
		return failed(w.Err)
	}
	one, err := find(args[0])
	if err != nil {
		return err
	}
	manual(one, w)
	return failed(w.Err)
}

// find is the command of a name.
func find(name string) (command, error) {
	if strings.HasPrefix(name, "-") {
		if algorithm, is := strings.CutPrefix(name, "-algo="); is {
			if _, err := settings.Find(algorithm); err != nil {
				return command{}, err
			}
		}
		return command{}, fmt.Errorf("%s: a command comes before the flags, as in elect cluster -algo=raft", name)
	}
	names := []string{"help"}
	for _, one := range commands() {
		if one.name == name {
			return one, nil
		}
		names = append(names, one.name)
	}
	return command{}, &flags.Choice{What: fmt.Sprintf("no command %q", name), Word: name, Those: "there are", Words: names}
}

func overview(w *prose.Writer) {
	w.Line("elect runs nodes that elect a leader.")
	w.Line("")
	for _, one := range commands() {
		w.Entry("  "+one.name+" "+one.usage, one.short, 30)
	}
	w.Entry("  help COMMAND", "prints the flags of a command", 30)
	w.Line("")
	w.Paragraph("Exit codes: 0 success; 12 a trace diverges from the model; 13 no leader in time; 75 failure, or an unreachable node; " +
		"150 invalid file; 151 invalid flag; 152 inconclusive; 255 a bug in Interrex.")
}

func manual(one command, w *prose.Writer) {
	w.Line("elect %s %s", one.name, one.usage)
	w.Line("")
	w.Paragraph(strings.TrimSpace(strings.ToUpper(one.short[:1]) + one.short[1:] + ". " + one.long))
	table := one.flags()
	for _, group := range append([]string{"Main flags"}, table.Groups()...) {
		w.Line("")
		w.Line("%s", cmp.Or(group, "Other flags"))
		for _, f := range table {
			if f.Usual == (group == "Main flags") && (f.Usual || f.Group == group) {
				f.Describe(w)
			}
		}
	}
}
