package certs_test

import (
	"crypto/tls"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"interrex/impl"
	"interrex/impl/certs"
)

func folder(t *testing.T, cluster string, nodes ...impl.ID) string {
	t.Helper()
	f := t.TempDir()
	if err := certs.CreateAuthority(f, cluster); err != nil {
		t.Fatal(err)
	}
	for _, id := range nodes {
		if err := certs.Issue(f, id); err != nil {
			t.Fatal(err)
		}
	}
	return f
}

func load(t *testing.T, folder string, id impl.ID) *certs.Identity {
	t.Helper()
	i, err := certs.Load(folder, id)
	if err != nil {
		t.Fatal(err)
	}
	return i
}

func TestFilesAreTheOwnersAndStay(t *testing.T) {
	f := folder(t, "test", 1)
	files, err := os.ReadDir(f)
	if err != nil || len(files) != 4 {
		t.Fatalf("%v, %v", files, err)
	}
	before := map[string]string{}
	for _, file := range files {
		info, err := file.Info()
		if err != nil || info.Mode().Perm() != 0o600 {
			t.Errorf("%s: mode %v, %v", file.Name(), info.Mode(), err)
		}
		data, _ := os.ReadFile(filepath.Join(f, file.Name()))
		before[file.Name()] = string(data)
	}
	if certs.CreateAuthority(f, "test") == nil || certs.Issue(f, 1) == nil {
		t.Error("a file is replaced")
	}
	for name, was := range before {
		if is, _ := os.ReadFile(filepath.Join(f, name)); string(is) != was {
			t.Errorf("%s has changed", name)
		}
	}
}

// handshake is what both ends of a connection say to it.
func handshake(client, server *tls.Config) (clientSays, serverSays error) {
	a, b := net.Pipe()
	c, s := tls.Client(a, client), tls.Server(b, server)
	done := make(chan error, 1)
	go func() {
		err := s.Handshake()
		if err == nil {
			_, err = s.Write([]byte{1})
		}
		b.Close()
		done <- err
	}()
	err := c.Handshake()
	if err == nil {
		_, err = c.Read(make([]byte, 1))
	}
	a.Close()
	return err, <-done
}

func TestWhoMaySpeakWithWhom(t *testing.T) {
	f, other, twin := folder(t, "test", 1, 2, 3), folder(t, "other", 1), folder(t, "test", 1)
	anyone := func(impl.ID) error { return nil }
	server := load(t, f, 2).Server(anyone)
	for _, c := range []struct {
		client *tls.Config
		want   string // of either end; "" for a welcome
	}{
		{load(t, f, 1).Client(2), ""},
		{load(t, f, 1).Client(3), "node-3.interrex"},                            // another answers
		{load(t, other, 1).Client(2), "unknown authority"},                      // another cluster
		{load(t, twin, 1).Client(2), "unknown authority"},                       // a cluster that only says it is the same
		{&tls.Config{InsecureSkipVerify: true}, "didn't provide a certificate"}, // no one
	} {
		clientSays, serverSays := handshake(c.client, server)
		said := ""
		for _, err := range []error{clientSays, serverSays} {
			if err != nil {
				said += err.Error() + "\n"
			}
		}
		if c.want == "" && said != "" || !strings.Contains(said, c.want) {
			t.Errorf("%q, want %q", said, c.want)
		}
	}
}

func TestLoadRefuses(t *testing.T) {
	f, other := folder(t, "test", 1, 2), folder(t, "test", 3)
	copyFile := func(from, to string) {
		t.Helper()
		data, err := os.ReadFile(from)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(to, data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{"node-%.pem", "node-%-key.pem"} { // 1 under the name of 4, and 3 of another authority
		copyFile(filepath.Join(f, strings.Replace(name, "%", "1", 1)), filepath.Join(f, strings.Replace(name, "%", "4", 1)))
		copyFile(filepath.Join(other, strings.Replace(name, "%", "3", 1)), filepath.Join(f, strings.Replace(name, "%", "3", 1)))
	}
	copyFile(filepath.Join(f, "node-1-key.pem"), filepath.Join(f, "node-2-key.pem"))
	for id, want := range map[impl.ID]string{4: "and not node 4", 3: "unknown authority", 2: "does not match", 5: "no such file"} {
		if _, err := certs.Load(f, id); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("node %d: %v, want %q", id, err, want)
		}
	}
	for _, cluster := range []string{"", "-a", "A", "a/b", strings.Repeat("a", 64)} {
		if err := certs.CreateAuthority(t.TempDir(), cluster); err == nil {
			t.Errorf("cluster %q is accepted", cluster)
		}
	}
}

func FuzzParseName(f *testing.F) {
	f.Add("interrex://test/node/3")
	f.Add("interrex://test/node/03")
	f.Add("interrex://test:1/node/3?x#y")
	f.Fuzz(func(t *testing.T, uri string) {
		if n, err := certs.ParseName(uri); err == nil && (n.String() != uri || n.Check() != nil) {
			t.Errorf("%q is read as %v", uri, n)
		}
	})
}
