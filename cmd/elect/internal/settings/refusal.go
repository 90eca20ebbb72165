package settings

import (
	"flag"
	"fmt"

	"interrex/internal/flags"
)

// Read reads the flags of a command, which takes no other arguments.
func Read(table flags.Table, command string, args []string) error {
	rest, err := ReadWith(table, args)
	if err == nil && len(rest) > 0 {
		return fmt.Errorf("%q: %s takes only flags", rest[0], command)
	}
	return err
}

// ReadWith reads the flags of a command that takes other arguments too, and returns these.
func ReadWith(table flags.Table, args []string) (rest []string, err error) {
	line, err := table.Scan(args)
	switch {
	case err != nil:
		return nil, err
	case line.Help:
		return nil, flag.ErrHelp
	}
	return line.Rest, table.Read(line)
}
