package certs_test

import (
	"crypto/tls"
	"log/slog"
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
	if err := certs.Certify(f, cluster, nodes, certs.Usual); err != nil {
		t.Fatal(err)
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
	if err := certs.Certify(f, "test", []impl.ID{1}, certs.Usual); err != nil || certs.Ephemeral(f, "test", []impl.ID{1}) == nil {
		t.Errorf("a file is replaced, or missed: %v", err)
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
	server := load(t, f, 2).Server()
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

// replace puts the files of one folder in the place of another's, in this order.
func replace(t *testing.T, from, to string, names ...string) {
	t.Helper()
	for _, name := range names {
		copyFile(t, filepath.Join(from, name), filepath.Join(to, name))
	}
}

func copyFile(t *testing.T, from, to string) {
	t.Helper()
	data, err := os.ReadFile(from)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(to, data, 0o600); err != nil {
		t.Fatal(err)
	}
}

// TestFilesAreReadAgain: what is loaded follows its files, also to another authority; while they do not belong
// together, or are no certificates, what was there before stays, and that is said once.
func TestFilesAreReadAgain(t *testing.T) {
	f, next := folder(t, "test", 1, 2), folder(t, "test", 1, 2)
	var log strings.Builder
	one, two := load(t, f, 1), load(t, f, 2)
	two.Log = slog.New(slog.NewTextHandler(&log, nil))
	meet := func(when string, caller *certs.Identity, want bool) {
		t.Helper()
		clientSays, serverSays := handshake(caller.Client(2), two.Server())
		if met := clientSays == nil && serverSays == nil; met != want {
			t.Errorf("%s: %v, %v", when, clientSays, serverSays)
		}
	}
	meet("at first", one, true)
	newcomer := load(t, next, 1)
	meet("a caller of the next authority", newcomer, false)
	for _, half := range []func(){
		func() { replace(t, next, f, "node-2.pem") },
		func() { replace(t, next, f, "ca.pem") },
		func() {
			if err := os.WriteFile(filepath.Join(f, "node-2-key.pem"), []byte("-----BEGIN"), 0o600); err != nil {
				t.Fatal(err)
			}
		},
	} {
		half()
		for range 3 {
			meet("half of them", newcomer, false)
		}
	}
	if said := strings.Count(log.String(), "level=WARN"); said != 2 {
		t.Errorf("of two causes it warns %d times:\n%s", said, &log)
	}
	replace(t, next, f, "node-2-key.pem")
	meet("all of them", newcomer, true)
	if !strings.Contains(log.String(), "read the new certificate") {
		t.Errorf("it has not been read again:\n%s", &log)
	}
	replace(t, next, f, "node-1.pem", "node-1-key.pem")
	meet("one who follows too", one, true)
}

// TestTwoAuthorities: where both are trusted, nodes of either are let in, and both are by name alone the same.
func TestTwoAuthorities(t *testing.T) {
	f, next := folder(t, "test", 1, 2), folder(t, "test", 1, 2)
	var both []byte
	for _, from := range []string{f, next} {
		one, err := os.ReadFile(filepath.Join(from, "ca.pem"))
		if err != nil {
			t.Fatal(err)
		}
		both = append(both, one...)
	}
	for _, to := range []string{f, next} {
		if err := os.WriteFile(filepath.Join(to, "ca.pem"), both, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, caller := range []string{f, next} {
		for _, called := range []string{f, next} {
			server := load(t, called, 2).Server()
			if clientSays, serverSays := handshake(load(t, caller, 1).Client(2), server); clientSays != nil || serverSays != nil {
				t.Error(clientSays, serverSays)
			}
		}
	}
}

func TestLoadRefuses(t *testing.T) {
	f, other := folder(t, "test", 1, 2), folder(t, "test", 3)
	for _, name := range []string{"node-%.pem", "node-%-key.pem"} { // 1 under the name of 4, and 3 of another authority
		copyFile(t, filepath.Join(f, strings.Replace(name, "%", "1", 1)), filepath.Join(f, strings.Replace(name, "%", "4", 1)))
		copyFile(t, filepath.Join(other, strings.Replace(name, "%", "3", 1)), filepath.Join(f, strings.Replace(name, "%", "3", 1)))
	}
	copyFile(t, filepath.Join(f, "node-1-key.pem"), filepath.Join(f, "node-2-key.pem"))
	for id, want := range map[impl.ID]string{4: "not for node 4", 3: "unknown authority", 2: "does not match", 5: "no such file"} {
		if _, err := certs.Load(f, id); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("node %d: %v, want %q", id, err, want)
		}
	}
	open := folder(t, "test", 1)
	if err := os.Chmod(filepath.Join(open, "node-1-key.pem"), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := certs.Load(open, 1); err == nil || !strings.Contains(err.Error(), "chmod 600") {
		t.Errorf("a key that others can read: %v", err)
	}
	for _, cluster := range []string{"", "-a", "A", "a/b", strings.Repeat("a", 64)} {
		if err := certs.Ephemeral(t.TempDir(), cluster, nil); err == nil {
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

// TestEphemeral: what an authority has signed that leaves no key behind is as good as any, and nothing more can be signed.
func TestEphemeral(t *testing.T) {
	folder := t.TempDir()
	if err := certs.Ephemeral(folder, "test", []impl.ID{1, 2}); err != nil {
		t.Fatal(err)
	}
	for _, id := range []impl.ID{1, 2} {
		if _, err := certs.Load(folder, id); err != nil {
			t.Error(err)
		}
	}
	if err := certs.Certify(folder, "test", []impl.ID{3}, certs.Usual); err == nil {
		t.Error("there is a key that signs")
	}
}
