package cluster

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"errors"
	"math/big"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
)

// writeFile writes a file, and returns its path.
func writeFile(t *testing.T, name string, text []byte) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(file, text, 0o600); err != nil {
		t.Fatal(err)
	}
	return file
}

// makeCertificate writes a self-signed certificate for loopback, and its key.
func makeCertificate(t *testing.T, name string) (cert, key string) {
	pair, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{SerialNumber: big.NewInt(1), NotAfter: time.Now().Add(24 * time.Hour), Subject: pkix.Name{CommonName: name},
		IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)}, IsCA: true, BasicConstraintsValid: true}
	text, errCert := x509.CreateCertificate(rand.Reader, template, template, pair.Public(), pair)
	private, errKey := x509.MarshalPKCS8PrivateKey(pair)
	if err := errors.Join(errCert, errKey); err != nil {
		t.Fatal(err)
	}
	return writeFile(t, name+".crt", pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: text})),
		writeFile(t, name+".key", pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: private}))
}

// serveSecured starts a server.
func serveSecured(t *testing.T, o *server.Options) (url string) {
	o.Host, o.Port, o.JetStream, o.StoreDir, o.NoSigs, o.NoLog = "127.0.0.1", server.RANDOM_PORT, true, t.TempDir(), true, true
	s, err := server.NewServer(o)
	if err != nil {
		t.Fatal(err)
	}
	s.Start()
	t.Cleanup(func() { s.Shutdown(); s.WaitForShutdown() })
	return s.ClientURL()
}

// A secured server requires authentication.
type secured struct {
	*trial
	flags, env []string
}

// smallWorld has 478 states.
var smallWorld = []string{"-algo=bully", "-n=3"}

// call starts the program with these flags and variables for the server.
func (s *secured) call(flags, env []string, args ...string) *process {
	s.trial.env = append([]string{"NATS_TOKEN="}, env...)
	return s.start(slices.Concat(args, []string{"-nats=" + s.url, "-quiet"}, flags)...)
}

// wantCheck tests that a driver and a worker with the right credentials complete a check.
func (s *secured) wantCheck() {
	s.Helper()
	driver := s.call(s.flags, s.env, append(smallWorld, "-engine=nats", "-alone=1", "-store="+s.store)...)
	worker := s.call(s.flags, s.env, "worker", "-store="+s.store)
	if code := driver.end(); code != 0 {
		s.Fatalf("exit %d: %s%s", code, driver.errors.String(), driver.out.String())
	}
	if code := worker.end(); code != 0 {
		s.Errorf("exit %d: %s", code, worker.errors.String())
	}
}

// wantRefused tests that a worker with wrong credentials ends with one line.
func (s *secured) wantRefused(want string, flags, env []string) {
	s.Helper()
	p := program(slices.Concat([]string{"worker", "-store=" + s.store, "-nats=" + s.url, "-quiet"}, flags)...)
	p.Env = append(append(p.Env, "NATS_TOKEN="), env...)
	wantRefusal(s.T, p, 150, want)
}

func newSecured(t *testing.T, o *server.Options) *secured {
	return &secured{trial: &trial{T: t, url: serveSecured(t, o), store: filepath.Join(tempDir(t), "store")}}
}

// The server has a certificate, and requires one and a token.
func TestCertificates(t *testing.T) {
	t.Parallel()
	cert, key := makeCertificate(t, "server")
	own, ownKey := makeCertificate(t, "client")
	other, otherKey := makeCertificate(t, "stranger")
	pair, errPair := tls.LoadX509KeyPair(cert, key)
	text, err := os.ReadFile(own)
	trusted := x509.NewCertPool()
	if err = errors.Join(err, errPair); err != nil || !trusted.AppendCertsFromPEM(text) {
		t.Fatal(err)
	}
	s := newSecured(t, &server.Options{Authorization: token,
		TLSConfig: &tls.Config{Certificates: []tls.Certificate{pair}, ClientCAs: trusted, ClientAuth: tls.RequireAndVerifyClientCert}})
	s.url = strings.Replace(s.url, "nats://", "tls://", 1)
	certFlags, ca, right := []string{"-nats-cert=" + own, "-nats-key=" + ownKey}, "-nats-ca="+cert, []string{"NATS_TOKEN=" + token}
	s.flags, s.env = append(certFlags, ca), right
	s.wantCheck()
	s.wantRefused("x509: certificate signed by unknown authority", certFlags, right)
	s.wantRefused("tls", []string{ca}, right)
	s.wantRefused("tls", []string{"-nats-cert=" + other, "-nats-key=" + otherKey, ca}, right)
	s.wantRefused("Authorization Violation", s.flags, []string{"NATS_TOKEN=guessed"})
	s.wantRefused("nowhere", []string{"-nats-creds=nowhere"}, nil)
	s.wantRefused("nats: error loading client certificate", []string{certFlags[0], ca, "-nats-key=" + cert}, right)
}

// The server requires a name and a password, and has no certificate.
func TestPassword(t *testing.T) {
	t.Parallel()
	s := newSecured(t, &server.Options{Username: "me", Password: "secret"})
	s.env = []string{"NATS_USER=me", "NATS_PASSWORD=secret"}
	s.wantCheck()
	s.wantRefused("Authorization Violation", nil, []string{"NATS_USER=me", "NATS_PASSWORD=guessed"})
}
