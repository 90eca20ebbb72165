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
	told := func() flags.Table { return new(order).flags(false) }
	return []command{
		{"cluster", "-n=5 -algo=bully", "runs nodes on this machine, each a process, with certificates",
			"It shows who leads, and which process to kill.", func() flags.Table { return new(cluster.Settings).Flags() }, runCluster},
		{"certs", "-dir=DIR -nodes=1,2,3", "makes a development authority and certificates for nodes", "",
			func() flags.Table { return new(certify).flags() }, makeCerts},
		{"run", "-id=1 -peers=...", "runs one node until SIGTERM or Ctrl-C; then it resigns and ends", "",
			func() flags.Table { return new(settings.Settings).Flags() }, runNode},
		{"transfer", "-control=PATH -to=2", "hands the leadership over to another node",
			"Only for raft, since the others cannot hand over.", func() flags.Table { return new(order).flags(true) }, transfer},
		{"resign", "-control=PATH", "gives the leadership up", "The node does not stand again until elect campaign.", told,
			simply("resign", "it does not lead, and does not stand before elect campaign")},
		{"campaign", "-control=PATH", "stands again, and calls an election", "", told,
			simply("campaign", "it stands, and has called an election")},
		{"token", "-control=PATH", "prints a leader's next fencing token", "", told, drawToken},
		{"forget", "-control=PATH ID", "lets the node ID in with another storage than before",
			"Only the nodes that are told let it in; docs/replacing.md says when that is safe.", func() flags.Table { return new(oblivion).flags() }, forget},
	}
}

// showHelp describes all commands, or one.
func showHelp(_ context.Context, args []string, c console) error {
	w := &prose.Writer{Out: c.out}
	switch {
	case len(args) > 1:
		return fmt.Errorf("%q: it is elect help, or elect help COMMAND", args[1])
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
		return command{}, fmt.Errorf("%s is a flag, and a command comes first, as in elect run -algo=bully or elect cluster -algo=bully", name)
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
	w.Line("elect runs a node that elects a leader together with other nodes.")
	w.Line("")
	for _, one := range commands() {
		w.Entry("  "+one.name+" "+one.usage, one.short, 30)
	}
	w.Entry("  help COMMAND", "its flags; help alone is this text", 30)
	w.Line("")
	w.Paragraph("transfer, resign, campaign, token and forget are orders to a node, from the user who runs it.")
	w.Line("")
	w.Paragraph("Exit codes: 0 ended as told; 12 the record diverges from the model; 13 no leader in time. " +
		"75 it could not continue; 150 a file is wrong; 151 a flag or an environment variable is wrong; 152 undecided; 255 a bug of ours.")
}

func manual(one command, w *prose.Writer) {
	w.Line("elect %s %s", one.name, one.usage)
	w.Line("")
	w.Paragraph(strings.TrimSpace(strings.ToUpper(one.short[:1]) + one.short[1:] + ". " + one.long))
	table := one.flags()
	w.Line("")
	w.Line("Main flags")
	for _, f := range table {
		if f.Usual {
			f.Describe(w)
		}
	}
	for _, group := range table.Groups() {
		w.Line("")
		w.Line("%s", cmp.Or(group, "Other flags"))
		for _, f := range table {
			if f.Group == group && !f.Usual {
				f.Describe(w)
			}
		}
	}
}
