package explore

import (
	"embed"
	"io"

	"interrex/explore/internal/request"
)

// The scripts ask the program itself what can come next.
//
//go:embed completion/explore.bash completion/explore.zsh completion/explore.fish
var scripts embed.FS

// completion prints the script for a shell or, for a script, what the last word can become.
func completion(words []string, out io.Writer) error {
	if words[0] == "--" {
		for _, word := range request.Complete(words[1:]) {
			if _, err := io.WriteString(out, word+"\n"); err != nil {
				return err
			}
		}
		return nil
	}
	script, err := scripts.ReadFile("completion/explore." + words[0])
	if err != nil {
		panic(err) // its name was looked at
	}
	_, err = out.Write(script)
	return err
}
