package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"interrex/impl"
	"interrex/impl/certs"
	"interrex/internal/golden"
)

// call calls the program within this process.
func call(line string) (code int, out, complaint string) {
	var o, e bytes.Buffer
	code = run(context.Background(), strings.Fields(line), console{strings.NewReader(""), &o, &e})
	return code, o.String(), e.String()
}

// TestRefusals: one line that says what was wrong, with the exit code.
func TestRefusals(t *testing.T) {
	folder := t.TempDir()
	file := filepath.Join(folder, "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := certs.Certify(folder, "one", []impl.ID{1}, certs.Usual); err != nil {
		t.Fatal(err)
	}
	sound := "run -algo=bully -id=1 -listen=127.0.0.1:0 -http=none -peers=1=127.0.0.1:7001,2=127.0.0.1:7002 -data=" + filepath.Join(folder, "data") + " "
	for line, want := range map[string]string{
		"clster":                             `no command "clster"; did you mean cluster? (exit 151)`,
		sound + "-certs=" + folder + "/none": "(exit 150)",
		sound + "-certs=" + folder:           "the certificate is for interrex://one/node/1, not for interrex://interrex/node/1; -cluster=interrex of elect certs makes one for this cluster (exit 150)",
		strings.Replace(sound, "-data=", "-data="+file+"/", 1) + "-certs=" + folder + " -cluster=one": "(exit 150)",
		sound + "-certs=" + folder + " -cluster=one -http=192.0.2.1:80":                               "-http=192.0.2.1:80: ",
		"cluster -chao":                    "unknown flag -chao; did you mean -chaos? (exit 151)",
		"-algo=buly":                       "-algo=buly: there is no such algorithm; did you mean bully? (exit 151)",
		"-algo=bully":                      "-algo=bully: a command comes before the flags, as in elect cluster -algo=raft (exit 151)",
		"run":                              "-algo is missing: the algorithm; this works: elect certs -dir=certs -nodes=1,2,3 && elect run -algo=raft ",
		"status -http=x":                   "-http=x: HOST:PORT is expected (exit 151)",
		"cluster -chaos":                   "it needs -duration",
		"cluster -chaos -n=1 -duration=1s": "-n=2 or more",
		"cluster -chaos -duration=1s -restart=1s": "-restart: not with -chaos",
		"certs":                                      "-dir is missing: the folder of the certificates; this works: elect certs -dir=certs -nodes=1,2,3 (exit 151)",
		"certs -dir=a'b":                             `-nodes is missing: the ids of the nodes; this works: elect certs '-dir=a'\''b' -nodes=1,2,3 (exit 151)`,
		"certs -dir=x -nodes=2,1,2":                  "node 2 is listed twice",
		"cluster -chaos=perhaps":                     "-chaos=perhaps: it is true or false (exit 151)",
		"certs -dir=x -nodes=1 -days=0":              "-days=0: out of range; allowed are 1 to 3650 (exit 151)",
		"certs -nodes=1 -dir=" + file:                "(exit 150)",
		"certs -nodes=2 -cluster=two -dir=" + folder: `the authority is of cluster "one", not "two"; -cluster=one names it (exit 150)`,
	} {
		code, out, err := call(line)
		if code == exitWell || !strings.Contains(err, want) || strings.Count(err, "\n") != 1 || !strings.HasPrefix(err, "elect: ") || out != "" {
			t.Errorf("%s: exit code %d\n%s%swant %q", line, code, out, err, want)
		}
	}
}

func TestCerts(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "certs")
	for _, nodes := range []string{"1,2", "2,3"} { // what is there is kept
		before, _ := os.ReadFile(filepath.Join(folder, "node-2.pem"))
		if code, out, err := call("certs -cluster=test -nodes=" + nodes + " -dir=" + folder); code != exitWell || strings.Count(out, "of cluster test") != 2 {
			t.Fatal(code, out, err)
		}
		if now, _ := os.ReadFile(filepath.Join(folder, "node-2.pem")); before != nil && !bytes.Equal(before, now) {
			t.Error("a certificate has been replaced")
		}
	}
	for _, days := range []int{10, 400} {
		for _, name := range []string{"node-2.pem", "node-2-key.pem"} {
			if err := os.Remove(filepath.Join(folder, name)); err != nil {
				t.Fatal(err)
			}
		}
		before := time.Now().Add(time.Duration(days) * day).Truncate(time.Second)
		if code, out, err := call(fmt.Sprintf("certs -days=%d -cluster=test -nodes=2 -dir=%s", days, folder)); code != exitWell || !strings.Contains(out, ", until ") {
			t.Fatal(code, out, err)
		}
		after := time.Now().Add(time.Duration(days) * day)
		if until, err := certs.Until(folder, 2); err != nil || until.Before(before) || until.After(after) {
			t.Errorf("for %d days it is valid until %v, %v", days, until, err)
		}
	}
	if files, err := os.ReadDir(folder); err != nil || len(files) != 2*(3+1) {
		t.Errorf("%v, %v", files, err)
	}
}

// TestHelp: help describes a command with its flags, and all of them are named.
func TestHelp(t *testing.T) {
	_, overview, _ := call("help")
	for _, line := range []string{"", "-h", "--help"} {
		if code, out, err := call(line); code != exitWell || out != overview || err != "" {
			t.Errorf("%q: exit code %d, %s", line, code, err)
		}
	}
	for _, one := range commands() {
		_, manual, _ := call("help " + one.name)
		if code, out, err := call(one.name + " -h"); code != exitWell || out != manual || err != "" || !strings.Contains(overview, "  "+one.name+" ") {
			t.Errorf("%s -h: exit code %d, %s, %s", one.name, code, out, err)
		}
		for _, name := range one.flags().Names() {
			if !strings.Contains(manual, "  "+name) {
				t.Errorf("help %s does not name %s", one.name, name)
			}
		}
	}
	_, manual, _ := call("help run")
	for _, a := range impl.Algorithms() {
		if !regexp.MustCompile(`[ \n]` + a.Name + `[,\n]`).MatchString(manual) {
			t.Errorf("help run does not name %s", a.Name)
		}
	}
}

// TestReference: docs/reference.md has all commands and flags.
func TestReference(t *testing.T) {
	var page strings.Builder
	for _, one := range commands() {
		fmt.Fprintf(&page, "\n### elect %s %s\n\n%s%s.\n", one.name, one.usage, strings.ToUpper(one.short[:1]), strings.TrimSuffix(strings.TrimSuffix(one.short[1:]+". "+one.long, " "), "."))
		page.WriteString(one.flags().Markdown())
	}
	golden.Part(t, "../../docs/reference.md", "elect", page.String()+"\n")
}
